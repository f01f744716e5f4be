// One call for all batches of the tests: whatever the algorithm and the task, as jobs or columns.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_TESTS_BATCH_CALLS_H
#define ASCONKIT_TESTS_BATCH_CALLS_H

#include "any_kind_batch.h"

namespace asconkit_test {

// What a batch does. An algorithm that is not AEAD has digests: hash, MAC or output of any length.
enum class Task { kSeal, kOpen, kDigest, kVerify };

// The arguments beside jobs and columns.
struct BatchArguments {
  Task task;
  const ascon_algorithm *algorithm;
  size_t tag_bytes;
  const uint8_t *key;  // of jobs without one
  const uint8_t *customization;
  size_t customization_bytes;
  ascon_batch_pool *pool;
};

inline any_input InputOf(const BatchArguments &b) {
  return {b.key, b.customization, b.customization_bytes};
}

inline ascon_result CallJobs(const BatchArguments &b, ascon_aead_job *jobs, size_t n) {
  const auto call = b.task == Task::kSeal ? ascon_batch_encrypt : ascon_batch_decrypt;
  return call(b.algorithm, jobs, n, b.tag_bytes, b.key, b.pool);
}

inline ascon_result CallJobs(const BatchArguments &b, ascon_sponge_job *jobs, size_t n) {
  const auto *a = b.algorithm;
  if (b.task == Task::kVerify) return ascon_batch_mac_verify(a, jobs, n, b.key, b.pool);
  return any_batch(a, jobs, n, InputOf(b), b.pool);
}

inline ascon_result CallColumns(const BatchArguments &b, const ascon_aead_columns *columns,
                                size_t n, uint8_t *results) {
  const auto call =
      b.task == Task::kSeal ? ascon_batch_encrypt_columns : ascon_batch_decrypt_columns;
  return call(b.algorithm, columns, n, results, b.pool);
}

inline ascon_result CallColumns(const BatchArguments &b, const ascon_sponge_columns *columns,
                                size_t n, uint8_t *results) {
  const auto *a = b.algorithm;
  if (b.task == Task::kVerify)
    return ascon_batch_mac_verify_columns(a, columns, n, results, b.pool);
  return any_batch_columns(a, columns, n, InputOf(b), results, b.pool);
}

}  // namespace asconkit_test

#endif
