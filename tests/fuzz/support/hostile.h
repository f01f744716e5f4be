// Calls of batches with wrong arguments among the right ones, and the single calls that say what is
// right. For the
// targets hostile_jobs and hostile_columns. SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_FUZZ_HOSTILE_H
#define ASCONKIT_FUZZ_HOSTILE_H

#include "tests/fuzz/support/faults.h"
#include "tests/support/batches.h"

namespace asconkit_fuzz {

using asconkit_test::BatchArguments;
using asconkit_test::Heap;
using asconkit_test::Task;

inline constexpr ascon_result kNoResult = ASCON_ERR_ORDER;  // of no batch
inline constexpr size_t kMostMessages = 40;

// What a call is given beside its messages.
struct Call {
  explicit Call(Input &input);
  bool is(ascon_kind kind) const { return algorithm->kind == kind; }
  bool reads_out() const { return task == Task::kOpen || task == Task::kVerify; }
  BatchArguments Arguments(const uint8_t *common_key) const;
  // A length of output that is right more often than not.
  size_t OutputLength(Input &input) const;
  // What the single call says to a job with these arguments; it writes to other outputs.
  ascon_result Single(const ascon_aead_job &job, uint8_t *out, uint8_t *tag,
                      const uint8_t *job_key) const;
  ascon_result Single(const ascon_sponge_job &job, uint8_t *out, const uint8_t *job_key) const;

  const ascon_algorithm *algorithm;
  Task task;
  Heap key, customization;
  size_t tag_bytes;
  bool has_customization = true;
  ascon_batch_pool *pool = nullptr;
  Faults faults;  // of the call as a whole
};

ascon_result FirstFailure(const std::vector<ascon_result> &results);

// `expected`: the results of the messages of a call without faults.
void ExpectReturned(ascon_result returned, const Faults &faults,
                    const std::vector<ascon_result> &expected);

}  // namespace asconkit_fuzz

#endif
