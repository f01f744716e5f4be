// Batches of columns that may be wrong: missing pointers, strides too short or beyond all memory,
// lengths out of range, an algorithm of another kind. A right one gives what the single calls give;
// of a wrong one nothing is written.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "tests/fuzz/support/hostile.h"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

// A column in memory of exactly its size. If there is something wrong with it, `faults` says so.
class Column {
 public:
  enum class Use { kRead, kNonceOfEncryption, kWritten };
  Column(Input &input, size_t bytes, size_t rows, Use use, Faults *faults)
      : bytes_(bytes), stride_(SomeStride(input, bytes, use)) {
    memory_ =
        std::make_unique<Heap>(rows ? (rows - 1) * stride_ + bytes : 0, input.UpTo(7), kUntouched);
    if (use != Use::kWritten) {
      const Bytes content = input.Some(memory_->size());
      std::copy(content.begin(), content.end(), memory_->data());
    }
    null_ = bytes == 0 || input.OneIn(24);
    if (rows == 0 || bytes == 0) return;
    const bool overlaps = use == Use::kWritten             ? stride_ < bytes
                          : use == Use::kNonceOfEncryption ? stride_ == 0
                                                           : false;
    if (overlaps && rows > 1) faults->push_back(ASCON_ERR_RANGE);
    if (null_) faults->push_back(ASCON_ERR_NULL);
    if (rows == 1 || !input.OneIn(24)) return;
    stride_ = SIZE_MAX - input.UpTo(100);  // no memory has two such rows
    faults->push_back(ASCON_ERR_RANGE);
  }
  uint8_t *base() const { return null_ ? nullptr : memory_->data(); }
  size_t stride() const { return stride_; }
  size_t bytes() const { return bytes_; }
  uint8_t *row(size_t i) const { return null_ ? nullptr : memory_->data() + i * stride_; }
  Bytes Row(size_t i) const { return null_ ? Bytes() : Bytes(row(i), row(i) + bytes_); }
  Bytes All() const { return memory_->bytes(); }
  // The column with these rows.
  Bytes With(const std::vector<Bytes> &rows) const {
    Bytes all = All();
    for (size_t i = 0; i < rows.size() && !null_; i++)
      std::copy(rows[i].begin(), rows[i].end(), all.begin() + static_cast<ptrdiff_t>(i * stride_));
    return all;
  }

 private:
  static size_t SomeStride(Input &input, size_t bytes, Use use) {
    if (input.OneIn(16)) return input.UpTo(bytes);
    if (use == Use::kRead && input.OneIn(3)) return 0;
    return bytes + (input.Flag() ? input.UpTo(9) : 0);
  }
  size_t bytes_, stride_;
  bool null_;
  std::unique_ptr<Heap> memory_;
};

// A column that is written or, where the task only reads it, not.
class OutColumn : public Column {
 public:
  OutColumn(Input &input, size_t bytes, size_t rows, bool read, Faults *faults)
      : Column(input, bytes, rows, read ? Use::kRead : Use::kWritten, faults), read_(read) {}
  void Expect(const std::vector<Bytes> &rows) { expected_ = read_ ? All() : With(rows); }
  void Check() const { EXPECT_EQ(All(), expected_); }

 private:
  bool read_;
  Bytes expected_;
};

// The results of all messages, for which there may be no place.
class Results {
 public:
  Results(Input &input, const Call &call, size_t count, Faults *faults)
      : missing_(input.OneIn(4)), bytes_(count, 0, kUntouched) {
    if (missing_ && count != 0 && call.reads_out()) faults->push_back(ASCON_ERR_NULL);
  }
  uint8_t *data() { return missing_ ? nullptr : bytes_.data(); }
  void Check(const Faults &faults, const std::vector<ascon_result> &expected) const {
    for (size_t i = 0; i < bytes_.size(); i++)
      EXPECT_EQ(bytes_.data()[i], missing_ || !faults.empty() ? kUntouched : expected[i]) << i;
  }

 private:
  bool missing_;
  Heap bytes_;
};

void CheckAead(Input &input, const Call &call) {
  const size_t count = input.UpTo(kMostMessages), text = input.UpTo(70), ad_bytes = input.UpTo(40);
  const bool seals = call.task == Task::kSeal;
  Faults faults = call.faults;
  using Use = Column::Use;
  const Column in(input, text, count, Use::kRead, &faults),
      ad(input, ad_bytes, count, Use::kRead, &faults);
  const Column nonce(input, 16, count, seals ? Use::kNonceOfEncryption : Use::kRead, &faults);
  const Column key(input, call.algorithm->key_bytes, count, Use::kRead, &faults);
  OutColumn out(input, text, count, false, &faults),
      tag(input, call.tag_bytes, count, !seals, &faults);
  Results results(input, call, count, &faults);
  const ascon_aead_columns columns = {out.base(),     out.stride(), in.base(),    in.stride(),
                                      text,           tag.base(),   tag.stride(), call.tag_bytes,
                                      ad.base(),      ad.stride(),  ad_bytes,     nonce.base(),
                                      nonce.stride(), key.base(),   key.stride()};
  std::vector<Bytes> outs, tags;
  std::vector<ascon_result> expected;
  for (size_t i = 0; i < count && faults.empty(); i++) {
    Heap text_out(text), tag_out(tag.Row(i));
    ascon_aead_job job = {};
    job.in = in.row(i), job.text_bytes = text, job.ad = ad.row(i), job.ad_bytes = ad_bytes,
    job.nonce = nonce.row(i);
    expected.push_back(call.Single(job, text_out.nullable(), tag_out.data(), key.row(i)));
    outs.push_back(text_out.bytes()), tags.push_back(tag_out.bytes());
  }
  out.Expect(outs), tag.Expect(tags);
  ExpectReturned(CallColumns(call.Arguments(nullptr), &columns, count, results.data()), faults,
                 expected);
  out.Check(), tag.Check(), results.Check(faults, expected);
}

bool LengthsFit(const Call &call, size_t text, size_t out) {
  if (call.is(ASCON_KIND_PRFSHORT)) return text <= 16 && out >= 1 && out <= 16;
  return call.algorithm->output_bytes == 0 || out == call.algorithm->output_bytes;
}

void CheckSponge(Input &input, const Call &call) {
  const size_t count = input.UpTo(kMostMessages),
               text = input.UpTo(call.is(ASCON_KIND_PRFSHORT) ? 18 : 70);
  const size_t out_bytes = call.OutputLength(input);
  Faults faults = call.faults;
  if (count != 0 && !LengthsFit(call, text, out_bytes)) faults.push_back(ASCON_ERR_RANGE);
  const Column in(input, text, count, Column::Use::kRead, &faults);
  const Column key(input, call.algorithm->key_bytes, count, Column::Use::kRead, &faults);
  OutColumn out(input, out_bytes, count, call.task == Task::kVerify, &faults);
  Results results(input, call, count, &faults);
  const ascon_sponge_columns columns = {out.base(),  out.stride(), out_bytes,  in.base(),
                                        in.stride(), text,         key.base(), key.stride()};
  std::vector<Bytes> outs;
  std::vector<ascon_result> expected;
  for (size_t i = 0; i < count && faults.empty(); i++) {
    Heap row(out.Row(i));
    const ascon_sponge_job job = {nullptr, out_bytes, in.row(i), text, nullptr, kNoResult};
    expected.push_back(call.Single(job, row.nullable(), key.row(i)));
    outs.push_back(row.bytes());
  }
  out.Expect(outs);
  ExpectReturned(CallColumns(call.Arguments(nullptr), &columns, count, results.data()), faults,
                 expected);
  out.Check(), results.Check(faults, expected);
}

// Calls for other kinds of algorithms.
void CheckOtherKind(const Call &call) {
  const ascon_algorithm *a = call.algorithm;
  uint8_t result = kUntouched;
  const ascon_aead_columns aead = {};
  const ascon_sponge_columns sponge = {};
  if (!call.is(ASCON_KIND_AEAD)) {
    EXPECT_EQ(ascon_batch_encrypt_columns(a, &aead, 1, &result, nullptr), ASCON_ERR_ALGORITHM);
  }
  if (!call.is(ASCON_KIND_HASH)) {
    EXPECT_EQ(ascon_batch_hash_columns(a, &sponge, 1, &result, nullptr), ASCON_ERR_ALGORITHM);
  }
  if (!call.is(ASCON_KIND_MAC)) {
    EXPECT_EQ(ascon_batch_mac_verify_columns(a, &sponge, 1, &result, nullptr), ASCON_ERR_ALGORITHM);
  }
  EXPECT_EQ(result, kUntouched);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  ASSERT_EQ(ascon_batch_engine_force(input.Engine()), ASCON_OK);
  const Call call(input);
  if (input.OneIn(32)) return CheckOtherKind(call);
  if (call.is(ASCON_KIND_AEAD)) CheckAead(input, call);
  else CheckSponge(input, call);
}
