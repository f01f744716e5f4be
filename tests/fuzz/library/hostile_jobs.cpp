// Batches of jobs with wrong ones among them: missing pointers, lengths out of range, inputs that
// overlap. Each gets the result of the single call with its arguments; a call that is wrong as a
// whole writes nothing.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>

#include "tests/fuzz/support/hostile.h"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

constexpr size_t kInputBytes = 400;  // that all messages read from

// A string in the memory that all messages share; now and then NULL, with any length.
struct Source {
  Source(Input &input, const Heap &memory, size_t most) : bytes(input.UpTo(most)) {
    data = bytes == 0 ? nullptr : memory.data() + input.UpTo(memory.size() - bytes);
    if (!input.OneIn(24)) return;
    data = nullptr;
    bytes = input.OneIn(3) ? SIZE_MAX - input.UpTo(40) : input.UpTo(40);
  }
  size_t bytes;
  const uint8_t *data;
};

const uint8_t *SomePlace(Input &input, const Heap &memory, size_t bytes) {
  return input.OneIn(24) ? nullptr : memory.data() + input.UpTo(memory.size() - bytes);
}

// An output, and its like that the single call writes to.
struct Output {
  Output(Input &input, const Bytes &content)
      : null(input.OneIn(24)), batch(content), single(content) {}
  uint8_t *data() { return null ? nullptr : batch.data(); }
  uint8_t *twin() { return null ? nullptr : single.data(); }
  bool same() const { return batch.intact() && batch.bytes() == single.bytes(); }
  void Fill(const Bytes &content) {
    std::memcpy(batch.data(), content.data(), content.size());
    std::memcpy(single.data(), content.data(), content.size());
  }
  bool null;
  asconkit_test::Guarded batch, single;
};

// ---- Messages -------------------------------------------------------------------------------

struct AeadMessage {
  AeadMessage(Input &input, const Call &call, const Heap &memory)
      : in(input, memory, 100),
        ad(input, memory, 60),
        out(input, Bytes(in.data ? in.bytes : 0, kUntouched)),
        tag(input, Bytes(call.tag_bytes, kUntouched)),
        job{out.data(),
            in.data,
            in.bytes,
            tag.data(),
            ad.data,
            ad.bytes,
            SomePlace(input, memory, 16),
            input.Flag() ? nullptr : SomePlace(input, memory, 32),
            kNoResult} {}
  // Gives a message to be opened the tag that is right: that of the text which its ciphertext
  // decrypts to.
  void MakeRight(const Call &call, const uint8_t *key) {
    const bool has_strings = (in.data || in.bytes == 0) && (ad.data || ad.bytes == 0);
    if (call.task != Task::kOpen || !has_strings || !job.nonce || !key) return;
    ascon_aead_ctx context;
    Bytes text(in.bytes), sealed(in.bytes), right(call.tag_bytes);
    ASSERT_EQ(ascon_any_aead_init(&context, call.algorithm, job.nonce, key), ASCON_OK);
    ASSERT_EQ(ascon_any_aead_ad(&context, ad.data, ad.bytes), ASCON_OK);
    ASSERT_EQ(ascon_any_aead_decrypt_update_unverified(&context, text.data(), in.data, in.bytes),
              ASCON_OK);
    ascon_wipe(&context, sizeof context);
    ASSERT_EQ(ascon_any_aead_encrypt(call.algorithm, sealed.data(), right.data(), right.size(),
                                     text.data(), text.size(), ad.data, ad.bytes, job.nonce, key),
              ASCON_OK);
    tag.Fill(right);
  }
  ascon_result Single(const Call &call, const uint8_t *key) {
    return call.Single(job, out.twin(), tag.twin(), key);
  }
  bool same() const { return out.same() && tag.same(); }

  Source in, ad;
  Output out, tag;
  ascon_aead_job job;
};

struct SpongeMessage {
  SpongeMessage(Input &input, const Call &call, const Heap &memory)
      : in(input, memory, call.is(ASCON_KIND_PRFSHORT) ? 18 : 100),
        out_bytes(call.OutputLength(input)),
        out(input, Bytes(out_bytes, kUntouched)),
        job{out.data(),
            out_bytes,
            in.data,
            in.bytes,
            input.Flag() ? nullptr : SomePlace(input, memory, 16),
            kNoResult} {}
  void MakeRight(const Call &call, const uint8_t *key) {
    Bytes tag(16);
    if (call.task != Task::kVerify || out_bytes != tag.size()) return;
    if (ascon_any_mac(call.algorithm, tag.data(), in.data, in.bytes, key) == ASCON_OK)
      out.Fill(tag);
  }
  ascon_result Single(const Call &call, const uint8_t *key) {
    return call.Single(job, out.twin(), key);
  }
  bool same() const { return out.same(); }

  Source in;
  size_t out_bytes;
  Output out;
  ascon_sponge_job job;
};

// ---- Calls ----------------------------------------------------------------------------------

template <typename Message>
void Check(Input &input, const Call &call) {
  const Heap memory(input.Some(kInputBytes));
  const uint8_t *key = input.OneIn(6) ? nullptr : call.key.nullable();
  const size_t count = input.UpTo(kMostMessages);
  std::vector<Message> messages;
  std::vector<decltype(Message::job)> jobs;
  std::vector<ascon_result> expected;
  Faults faults = call.faults;
  const bool missing = count != 0 && input.OneIn(20);
  if (missing) faults.push_back(ASCON_ERR_NULL);
  messages.reserve(count);
  for (size_t i = 0; i < count; i++) {
    Message &m = messages.emplace_back(input, call, memory);
    const uint8_t *own = m.job.key ? m.job.key : key;
    if (faults.empty() && input.Flag()) m.MakeRight(call, own);
    expected.push_back(faults.empty() ? m.Single(call, own) : kNoResult);
    jobs.push_back(m.job);
  }
  ExpectReturned(CallJobs(call.Arguments(key), missing ? nullptr : jobs.data(), count), faults,
                 expected);
  for (size_t i = 0; i < count; i++) {
    EXPECT_EQ(jobs[i].result, expected[i])
        << call.algorithm->name << ", message " << i << " of " << count;
    EXPECT_TRUE(messages[i].same()) << call.algorithm->name << ", message " << i << " of " << count;
  }
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  ASSERT_EQ(ascon_batch_engine_force(input.Engine()), ASCON_OK);
  const Call call(input);
  if (call.is(ASCON_KIND_AEAD)) Check<AeadMessage>(input, call);
  else Check<SpongeMessage>(input, call);
}
