// The batch calls by kind of algorithm, as one call each for jobs and for columns.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_TESTS_BATCH_CALLS_H
#define ASCONKIT_TESTS_BATCH_CALLS_H

#include "asconkit/ascon_batch.h"

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
  unsigned threads;
};

inline ascon_result CallJobs(const BatchArguments &b, ascon_aead_job *jobs, size_t n) {
  const auto call = b.task == Task::kSeal ? ascon_batch_encrypt : ascon_batch_decrypt;
  return call(b.algorithm, jobs, n, b.tag_bytes, b.key, b.threads);
}

inline ascon_result CallJobs(const BatchArguments &b, ascon_sponge_job *jobs, size_t n) {
  const auto *a = b.algorithm;
  if (b.task == Task::kVerify) return ascon_batch_mac_verify(a, jobs, n, b.key, b.threads);
  switch (a->kind) {
    case ASCON_KIND_HASH: return ascon_batch_hash(a, jobs, n, b.threads);
    case ASCON_KIND_XOF: return ascon_batch_xof(a, jobs, n, b.threads);
    case ASCON_KIND_CXOF:
      return ascon_batch_cxof(a, jobs, n, b.customization, b.customization_bytes, b.threads);
    case ASCON_KIND_MAC: return ascon_batch_mac(a, jobs, n, b.key, b.threads);
    case ASCON_KIND_PRF: return ascon_batch_prf(a, jobs, n, b.key, b.threads);
    default: return ascon_batch_prfshort(a, jobs, n, b.key, b.threads);
  }
}

inline ascon_result CallColumns(const BatchArguments &b, const ascon_aead_columns *columns,
                                size_t n, uint8_t *results) {
  const auto call =
      b.task == Task::kSeal ? ascon_batch_encrypt_columns : ascon_batch_decrypt_columns;
  return call(b.algorithm, columns, n, results, b.threads);
}

inline ascon_result CallColumns(const BatchArguments &b, const ascon_sponge_columns *columns,
                                size_t n, uint8_t *results) {
  const auto *a = b.algorithm;
  const unsigned t = b.threads;
  if (b.task == Task::kVerify) return ascon_batch_mac_verify_columns(a, columns, n, results, t);
  switch (a->kind) {
    case ASCON_KIND_HASH: return ascon_batch_hash_columns(a, columns, n, results, t);
    case ASCON_KIND_XOF: return ascon_batch_xof_columns(a, columns, n, results, t);
    case ASCON_KIND_CXOF:
      return ascon_batch_cxof_columns(a, columns, n, b.customization, b.customization_bytes,
                                      results, t);
    case ASCON_KIND_MAC: return ascon_batch_mac_columns(a, columns, n, results, t);
    case ASCON_KIND_PRF: return ascon_batch_prf_columns(a, columns, n, results, t);
    default: return ascon_batch_prfshort_columns(a, columns, n, results, t);
  }
}

}  // namespace asconkit_test

#endif
