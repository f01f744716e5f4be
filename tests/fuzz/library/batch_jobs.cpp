// Batches of messages with wrong ones among them: missing pointers, lengths out of range, inputs
// that overlap. Each gets the result of the single call with its arguments; a call that is wrong as
// a whole writes nothing.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>

#include "tests/fuzz/support/hostile.h"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

constexpr size_t kInputBytes = 400;  // that all messages read from

// A string in the memory that all messages share; sometimes NULL with any length.
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

// The customization string that many messages have at one address.
constexpr size_t kCommonBytes = 30;

Source SomeAd(Input &input, const Call &call, const Heap &memory) {
  Source ad(input, memory, call.is_aead() ? 60 : 258);
  if (!call.is_aead() && input.Flag()) ad.data = memory.data(), ad.bytes = kCommonBytes;
  return ad;
}

const uint8_t *SomePlace(Input &input, const Heap &memory, size_t bytes) {
  return input.OneIn(24) ? nullptr : memory.data() + input.UpTo(memory.size() - bytes);
}

// An output, and its like that the single call writes to.
struct Output {
  Output(Input &input, size_t bytes)
      : null(input.OneIn(24)), batch(Bytes(bytes, kUntouched)), single(Bytes(bytes, kUntouched)) {}
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

class Message {
 public:
  // Fields that the algorithm does not have hold nonsense.
  Message(Input &input, const Call &call, const Heap &memory, const uint8_t *common_key)
      : in_(input, memory, call.MostText()),
        ad_(SomeAd(input, call, memory)),
        length_(call.OutputLength(input)),
        out_(input, call.is_aead()            ? (in_.data ? in_.bytes : 0)
                    : call.has_fixed_output() ? call.algorithm->output_bytes
                                              : length_),
        tag_(input, call.is_mac() ? 16 : length_) {
    std::memset(&given_, 0xa5, sizeof given_);
    given_.in = in_.data, given_.length = in_.bytes;
    given_.result = kNoResult;
    if (!call.is_mac()) given_.out = out_.data();
    if (call.has_tag()) given_.tag = tag_.data();
    if (call.is_aead()) given_.tag_length = length_;
    else if (!call.has_fixed_output()) given_.out_length = length_;
    if (call.has_ad()) given_.ad = ad_.data, given_.ad_length = ad_.bytes;
    if (call.is_aead()) given_.nonce = SomePlace(input, memory, 16);
    if (call.algorithm->key_bytes)
      given_.key = input.Flag() ? common_key : SomePlace(input, memory, call.algorithm->key_bytes);
  }

  const ascon_message &given() const { return given_; }
  ascon_result Single(const Call &call) {
    ascon_message m = given_;
    if (!call.is_mac()) m.out = out_.twin();
    if (call.has_tag()) m.tag = tag_.twin();
    return ascon_any_run(call.algorithm, call.op, &m);
  }
  void MakeRight(const Call &call) {
    if (Single(call) == ASCON_ERR_TAG) tag_.Fill(call.RightTag(given_));
  }
  bool same() const { return out_.same() && tag_.same(); }

 private:
  Source in_, ad_;
  size_t length_;  // of the tag or the output, where the algorithm allows more than one
  Output out_, tag_;
  ascon_message given_;
};

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  ASSERT_EQ(ascon_batch_engine_force(input.Engine()), ASCON_OK);
  const Call call(input);
  const Heap memory(input.Some(kInputBytes)), key(input.Some(call.algorithm->key_bytes));
  const uint8_t *common_key = input.OneIn(6) ? nullptr : key.data();
  const size_t count = input.UpTo(kMostMessages);
  Faults faults = call.faults;
  const bool missing = count != 0 && input.OneIn(20);
  if (missing) faults.push_back(ASCON_ERR_NULL);
  std::vector<Message> messages;
  std::vector<ascon_message> array;
  std::vector<ascon_result> expected;
  messages.reserve(count);
  for (size_t i = 0; i < count; i++) {
    Message &m = messages.emplace_back(input, call, memory, common_key);
    if (faults.empty() && call.reads_tag() && input.Flag()) m.MakeRight(call);
    expected.push_back(faults.empty() ? m.Single(call) : kNoResult);
    array.push_back(m.given());
  }
  ExpectReturned(
      ascon_any_batch(call.algorithm, call.op, missing ? nullptr : array.data(), count, call.pool),
      faults, expected);
  for (size_t i = 0; i < count; i++) {
    EXPECT_EQ(array[i].result, expected[i])
        << call.algorithm->name << ", message " << i << " of " << count;
    EXPECT_TRUE(messages[i].same()) << call.algorithm->name << ", message " << i << " of " << count;
  }
}
