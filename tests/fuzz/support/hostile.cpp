// Calls with wrong arguments; see the header. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/hostile.h"

#include <algorithm>

#include "tests/fuzz/support/threads.h"

namespace asconkit_fuzz {

Call::Call(Input &input)
    : algorithm(input.OneOf(asconkit_test::Algorithms())),
      task(input.OneOf(asconkit_test::TasksOf(algorithm))),
      key(input.Some(algorithm->key_bytes)),
      customization(input.Some(is(ASCON_KIND_CXOF) ? input.UpTo(258) : 0)) {
  const bool aead = is(ASCON_KIND_AEAD);
  tag_bytes = !aead ? 0 : input.OneIn(8) ? input.UpTo(20) : input.OutputLength(algorithm);
  if (aead && (tag_bytes < algorithm->min_tag_bytes || tag_bytes > 16))
    faults.push_back(ASCON_ERR_RANGE);
  if (customization.size() > 256) faults.push_back(ASCON_ERR_RANGE);
  has_customization = customization.size() == 0 || !input.OneIn(16);
  if (!has_customization) faults.push_back(ASCON_ERR_NULL);
  pool = SomePool(input);
}

BatchArguments Call::Arguments(const uint8_t *common_key) const {
  return {task,
          algorithm,
          tag_bytes,
          common_key,
          has_customization ? customization.nullable() : nullptr,
          customization.size(),
          pool};
}

size_t Call::OutputLength(Input &input) const {
  return input.OneIn(10) ? input.UpTo(40) : input.OutputLength(algorithm);
}

ascon_result Call::Single(const ascon_aead_job &job, uint8_t *out, uint8_t *tag,
                          const uint8_t *job_key) const {
  if (task == Task::kSeal)
    return ascon_any_aead_encrypt(algorithm, out, tag, tag_bytes, job.in, job.text_bytes, job.ad,
                                  job.ad_bytes, job.nonce, job_key);
  return ascon_any_aead_decrypt(algorithm, out, job.in, job.text_bytes, tag, tag_bytes, job.ad,
                                job.ad_bytes, job.nonce, job_key);
}

// The single calls of fixed lengths have no argument for them. Pointers come before lengths in all
// calls.
ascon_result Call::Single(const ascon_sponge_job &job, uint8_t *out, const uint8_t *job_key) const {
  const bool fixed = is(ASCON_KIND_HASH) || is(ASCON_KIND_MAC);
  if (fixed && job.out_bytes != algorithm->output_bytes) {
    const bool missing =
        (job.out_bytes && !out) || (job.bytes && !job.in) || (algorithm->key_bytes && !job_key);
    return missing ? ASCON_ERR_NULL : ASCON_ERR_RANGE;
  }
  if (task == Task::kVerify)
    return ascon_any_mac_verify(algorithm, out, job.in, job.bytes, job_key);
  return any_compute(algorithm, out, job.out_bytes, job.in, job.bytes,
                     {job_key, customization.nullable(), customization.size()});
}

ascon_result FirstFailure(const std::vector<ascon_result> &results) {
  const auto failed =
      std::find_if(results.begin(), results.end(), [](ascon_result r) { return r != ASCON_OK; });
  return failed == results.end() ? ASCON_OK : *failed;
}

void ExpectReturned(ascon_result returned, const Faults &faults,
                    const std::vector<ascon_result> &expected) {
  if (faults.empty()) EXPECT_EQ(returned, FirstFailure(expected));
  else ExpectReturned(returned, faults);
}

}  // namespace asconkit_fuzz
