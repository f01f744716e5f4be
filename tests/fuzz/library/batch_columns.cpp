// Batches of columns that may be wrong: missing pointers, strides too short or beyond all memory,
// lengths out of range, places outside of the memory, an operation of another kind. A right message
// gets what the single call gives; of a wrong one, or in a wrong call, nothing is written.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "tests/fuzz/support/hostile.h"
#include "tests/fuzz/support/run.h"

namespace asconkit_fuzz {
namespace {

// ---- Columns --------------------------------------------------------------------------------

// The lengths of a column's strings. If they vary, the column has an array of them, and one may be
// longer than all memory.
struct Lengths {
  Lengths(size_t rows, size_t length) : all(rows, length), one(length) {}
  Lengths(Input &input, size_t rows, size_t most) : Lengths(rows, input.UpTo(most)) {
    if (rows == 0 || !input.OneIn(4)) return;
    vary = true;
    one = SIZE_MAX;  // not read
    for (uint64_t &length : all) length = input.UpTo(most);
    if (!input.OneIn(6)) return;
    all[input.UpTo(rows - 1)] = UINT64_MAX - input.UpTo(100);
    has_huge = true;
  }
  std::vector<uint64_t> all;
  size_t one;
  bool vary = false, has_huge = false;
};

constexpr uint64_t kHuge = UINT64_MAX / 2;  // what is longer, or farther away, is in no memory

// A column in memory of exactly its size. If there is something wrong with it for all messages,
// `faults` says so.
class Column {
 public:
  enum class Use { kRead, kNonceOfEncryption, kWritten };
  Column() : lengths_(0, 0) {}
  Column(Input &input, const Lengths &lengths, Use use, bool may_scatter, Faults *faults)
      : lengths_(lengths), start_(input.UpTo(7)), exists_(true) {
    const size_t longest = Longest();
    stride_ = SomeStride(input, longest, use);
    if (may_scatter && input.OneIn(4)) Scatter(input, use);
    is_null_ = longest == 0 ? input.Flag() : input.OneIn(24);
    const size_t end = End();
    memory_ = Heap(end, 0, kUntouched);
    if (use != Use::kWritten) {
      const Bytes content = input.Some(end);
      std::copy(content.begin(), content.end(), memory_.data());
    }
    if (lengths.has_huge || input.Flag()) data_bytes_ = end;
    if (data_bytes_ > 1 && input.OneIn(12))
      data_bytes_ = input.Flag() ? end - 1 : 1 + input.UpTo(end - 2);
    if (is_ragged()) SpoilPlace(input);
    else FindFaults(input, use, faults);
    expected_ = memory_.bytes();
  }

  bool is_ragged() const { return lengths_.vary || !offsets_.empty(); }
  uint64_t length(size_t i) const { return exists_ ? lengths_.all[i] : 0; }
  // ASCON_OK if string i is in the memory, or empty.
  ascon_result Check(size_t i) const {
    if (length(i) == 0) return ASCON_OK;
    if (is_null_) return ASCON_ERR_NULL;
    const uint64_t place = Place(i);
    const bool is_inside =
        place >= start_ &&
        (data_bytes_ == 0 || (place <= data_bytes_ && length(i) <= data_bytes_ - place));
    return is_inside ? ASCON_OK : ASCON_ERR_RANGE;
  }
  // These two are only for strings for which Check() says ASCON_OK.
  uint8_t *row(size_t i) { return length(i) == 0 ? nullptr : memory_.data() + Place(i); }
  Bytes Row(size_t i) { return length(i) == 0 ? Bytes() : Bytes(row(i), row(i) + length(i)); }
  void Fill(size_t i, const Bytes &content) {
    std::copy(content.begin(), content.end(), row(i));
    expected_ = memory_.bytes();
  }
  // What the call should write.
  void Expect(size_t i, const Bytes &content) {
    if (!content.empty())
      std::copy(content.begin(), content.end(),
                expected_.begin() + static_cast<ptrdiff_t>(Place(i)));
  }
  void ExpectWritten() const { EXPECT_EQ(memory_.bytes(), expected_); }

  ascon_column column() {
    if (!exists_) return {};
    return {is_null_ ? nullptr : memory_.data(),
            start_,
            stride_,
            lengths_.one,
            offsets_.empty() ? nullptr : offsets_.data(),
            lengths_.vary ? lengths_.all.data() : nullptr,
            data_bytes_};
  }
  // For a column that must not have them, or another length.
  void AddOffsets() { offsets_.assign(lengths_.all.size(), 0); }
  void AddLength() { lengths_.one++; }

 private:
  size_t rows() const { return lengths_.all.size(); }
  size_t Longest() const {
    uint64_t longest = 0;
    for (uint64_t length : lengths_.all)
      if (length < kHuge) longest = std::max(longest, length);
    return static_cast<size_t>(longest);
  }
  size_t SomeStride(Input &input, size_t longest, Use use) const {
    if (!lengths_.vary && longest != 0 && input.OneIn(16))
      return input.Flag() ? longest - 1 : input.UpTo(longest);
    if (use == Use::kRead && input.OneIn(3)) return 0;
    return longest + (input.Flag() ? input.UpTo(9) : 0);
  }
  // Anywhere; what is written, from the last one to the first.
  void Scatter(Input &input, Use use) {
    size_t end = 0;
    offsets_.resize(rows());
    for (size_t i = rows(); i-- > 0;) {
      offsets_[i] = use == Use::kWritten ? end + input.UpTo(3) : input.UpTo(100);
      end = static_cast<size_t>(offsets_[i] + (length(i) < kHuge ? length(i) : 0));
    }
    stride_ = SIZE_MAX;  // not read
  }
  uint64_t Place(size_t i) const { return start_ + (offsets_.empty() ? i * stride_ : offsets_[i]); }
  size_t End() const {
    uint64_t end = lengths_.has_huge ? 1 : 0;  // of a size that is known
    for (size_t i = 0; i < rows(); i++)
      if (length(i) != 0 && length(i) < kHuge) end = std::max(end, Place(i) + length(i));
    return static_cast<size_t>(end);
  }
  // One string is outside.
  void SpoilPlace(Input &input) {
    if (offsets_.empty() || data_bytes_ == 0 || !input.OneIn(6)) return;
    offsets_[input.UpTo(rows() - 1)] =
        input.Flag() ? UINT64_MAX - input.UpTo(100) : data_bytes_ + input.UpTo(10);
  }
  // A stride of strings without bytes may have any value.
  void FindFaults(Input &input, Use use, Faults *faults) {
    if (rows() == 0) return;
    if (use == Use::kNonceOfEncryption && stride_ == 0 && rows() > 1)
      faults->push_back(ASCON_ERR_RANGE);
    if (lengths_.one != 0) {
      if (is_null_) faults->push_back(ASCON_ERR_NULL);
      const bool overlaps = use == Use::kWritten && stride_ < lengths_.one && rows() > 1;
      if (overlaps || (data_bytes_ != 0 && data_bytes_ < memory_.size()))
        faults->push_back(ASCON_ERR_RANGE);
    }
    if (!input.OneIn(24)) return;
    // No memory has two such rows, or the first one.
    if (rows() > 1 && input.Flag()) stride_ = SIZE_MAX - input.UpTo(100);
    else start_ = SIZE_MAX - input.UpTo(100);
    if (lengths_.one != 0) faults->push_back(ASCON_ERR_RANGE);
  }

  Lengths lengths_;
  size_t start_ = 0, stride_ = 0, data_bytes_ = 0;
  bool exists_ = false, is_null_ = false;
  std::vector<uint64_t> offsets_;
  Heap memory_ = Heap(0);
  Bytes expected_;
};

// ---- Batches --------------------------------------------------------------------------------

// The columns that the algorithm has, and room for the results, which may be missing.
class Batch {
 public:
  explicit Batch(Input &input)
      : call_(input), faults_(call_.faults), count_(input.UpTo(kMostMessages)) {
    using Use = Column::Use;
    const bool aead = call_.is_aead();
    const Lengths texts(input, count_, call_.MostText());
    in_ = Column(input, texts, Use::kRead, true, &faults_);
    if (call_.algorithm->key_bytes) key_ = Fixed(input, call_.algorithm->key_bytes, Use::kRead);
    if (call_.has_ad()) {
      const Lengths lengths(input, count_, aead ? 40 : 258);
      ad_ = Column(input, lengths, Use::kRead, true, &faults_);
      if (!aead) AllowUpTo(lengths, 256);
    }
    if (aead) {
      nonce_ = Fixed(input, 16, call_.op == ASCON_ENCRYPT ? Use::kNonceOfEncryption : Use::kRead);
      out_ = Column(input, texts, Use::kWritten, true, &faults_);
      AddTag(input);
    } else {
      AddOutput(input);
    }
    if (call_.is(ASCON_KIND_PRFSHORT)) AllowUpTo(texts, 16);
    const bool is_ragged =
        in_.is_ragged() || out_.is_ragged() || ad_.is_ragged() || tag_.is_ragged();
    has_results_ = !input.OneIn(4);
    if (!has_results_ && (call_.reads_tag() || is_ragged)) AddFault(ASCON_ERR_NULL);
  }

  void Check(Input &input) {
    std::vector<ascon_result> expected;
    for (size_t i = 0; i < count_ && faults_.empty() && call_.reads_tag(); i++)
      if (input.Flag() && Single(i) == ASCON_ERR_TAG) tag_.Fill(i, call_.RightTag(Message(i)));
    for (size_t i = 0; i < count_ && faults_.empty(); i++) expected.push_back(Single(i));
    Heap results(count_, 0, kUntouched);
    const ascon_columns columns = All();
    ExpectReturned(ascon_any_columns(call_.algorithm, call_.op, &columns, count_,
                                     has_results_ ? results.data() : nullptr, call_.pool),
                   faults_, expected);
    for (size_t i = 0; i < count_; i++)
      EXPECT_EQ(results.data()[i], has_results_ && faults_.empty() ? expected[i] : kUntouched) << i;
    for (const Column *c : {&out_, &in_, &tag_, &ad_, &nonce_, &key_}) c->ExpectWritten();
  }

 private:
  void AddFault(ascon_result fault) {
    if (count_ != 0) faults_.push_back(fault);
  }
  // Lengths that vary are checked with their messages.
  void AllowUpTo(const Lengths &lengths, size_t most) {
    if (!lengths.vary && lengths.one > most) AddFault(ASCON_ERR_RANGE);
  }

  // A column that must not have offsets or another length, and sometimes has.
  Column Fixed(Input &input, size_t length, Column::Use use) {
    Column column(input, Lengths(count_, length), use, false, &faults_);
    if (count_ == 0 || !input.OneIn(48)) return column;
    input.Flag() ? column.AddOffsets() : column.AddLength();
    AddFault(ASCON_ERR_RANGE);
    return column;
  }

  void AddTag(Input &input) {
    const size_t length = call_.OutputLength(input);
    if (length < call_.algorithm->min_tag_bytes || length > 16) AddFault(ASCON_ERR_RANGE);
    tag_ = Fixed(input, length, call_.reads_tag() ? Column::Use::kRead : Column::Use::kWritten);
  }

  void AddOutput(Input &input) {
    const size_t right = call_.algorithm->output_bytes, length = call_.OutputLength(input);
    const bool is_fixed = call_.has_fixed_output();
    const Lengths lengths = !is_fixed || input.OneIn(24)
                                ? Lengths(input, count_, call_.is(ASCON_KIND_PRFSHORT) ? 17 : 80)
                                : Lengths(count_, length);
    if (is_fixed && (lengths.vary || lengths.one != right)) AddFault(ASCON_ERR_RANGE);
    if (call_.is(ASCON_KIND_PRFSHORT)) {
      AllowUpTo(lengths, right);
      if (lengths.one == 0) AddFault(ASCON_ERR_RANGE);
    }
    (call_.is_mac() ? tag_ : out_) =
        Column(input, lengths, call_.reads_tag() ? Column::Use::kRead : Column::Use::kWritten, true,
               &faults_);
  }

  ascon_columns All() {
    ascon_columns all = {out_.column(), in_.column(),    tag_.column(),
                         ad_.column(),  nonce_.column(), key_.column()};
    // The lengths of AEAD's output are those of the input.
    if (call_.is_aead()) all.out.length = SIZE_MAX, all.out.lengths = nullptr;
    return all;
  }

  // Message i, whose strings are all in memory.
  ascon_message Message(size_t i) {
    ascon_message m = {};
    m.out = out_.row(i), m.out_length = static_cast<size_t>(out_.length(i));
    m.in = in_.row(i), m.length = static_cast<size_t>(in_.length(i));
    m.tag = tag_.row(i), m.tag_length = static_cast<size_t>(tag_.length(i));
    m.ad = ad_.row(i), m.ad_length = static_cast<size_t>(ad_.length(i));
    m.nonce = nonce_.row(i), m.key = key_.row(i);
    return m;
  }

  // What the single call gives message i is what the columns should have afterwards.
  ascon_result Single(size_t i) {
    for (ascon_result wrong : {ASCON_ERR_NULL, ASCON_ERR_RANGE})
      for (const Column *c : {&out_, &in_, &tag_, &ad_})
        if (c->Check(i) == wrong) return wrong;
    ascon_message m = Message(i);
    Heap out(out_.Row(i)), tag(tag_.Row(i));
    m.out = out.nullable(), m.tag = tag.nullable();
    const ascon_result result = ascon_any_run(call_.algorithm, call_.op, &m);
    out_.Expect(i, out.bytes()), tag_.Expect(i, tag.bytes());
    return result;
  }

  Call call_;
  Faults faults_;
  size_t count_;
  bool has_results_ = true;
  Column out_, in_, tag_, ad_, nonce_, key_;
};

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  ASSERT_EQ(ascon_batch_engine_force(input.Engine()), ASCON_OK);
  Batch batch(input);
  batch.Check(input);
}
