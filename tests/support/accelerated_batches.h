// Random batches in memory of a device or of the host, in all shapes, against the single calls. The
// program that includes it says what the device is.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <algorithm>
#include <numeric>

#include "asconkit/accelerators/ascon_accelerator.h"
#include "batches.h"

namespace asconkit_test {

constexpr uint8_t kGap = 0xc5;

inline std::string AlgorithmName(const ::testing::TestParamInfo<const ascon_algorithm *> &test) {
  std::string name = test.param->name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// ---- The device: of the program ---------------------------------------------------------------

void *AllocateOnDevice(size_t bytes);
void WriteToDevice(void *memory, const void *from, size_t bytes);
void ReadFromDevice(void *to, const void *memory, size_t bytes);
void FreeOnDevice(void *memory, size_t bytes);

// Memory that the device works on: that of the host, or a copy of it on the device.
class Place {
 public:
  Place(bool on_device, void *host, size_t bytes) : host_(host), bytes_(bytes) {
    if (!on_device || bytes == 0) return;
    memory_ = AllocateOnDevice(bytes);
    WriteToDevice(memory_, host, bytes);
  }
  Place(const Place &) = delete;
  Place &operator=(const Place &) = delete;
  ~Place() {
    if (memory_) FreeOnDevice(memory_, bytes_);
  }
  void *get() const { return bytes_ == 0 ? nullptr : memory_ ? memory_ : host_; }
  size_t bytes() const { return bytes_; }
  template <typename T>
  T *as() const {
    return static_cast<T *>(get());
  }
  void Fetch() {
    if (memory_) ReadFromDevice(host_, memory_, bytes_);
  }

 private:
  void *host_;
  size_t bytes_;
  void *memory_ = nullptr;
};

// ---- Columns --------------------------------------------------------------------------------

enum class Shape { kEqual, kDense, kRagged };

// Strings in one piece of memory of exactly their size, with gaps between; ragged ones shuffled.
class Strings {
 public:
  Strings(const std::vector<Bytes> &contents, Shape shape, bool on_device, Random *random)
      : lengths_(contents.size()), offsets_(contents.size()) {
    const size_t skew = shape == Shape::kDense ? 0 : random->UpTo(7);
    length_ = contents.empty() ? 0 : contents.front().size();
    stride_ = shape == Shape::kDense ? (length_ + 15) / 16 * 16 : length_ + random->UpTo(9);
    std::vector<size_t> order(contents.size());
    std::iota(order.begin(), order.end(), size_t{0});
    if (shape == Shape::kRagged) std::reverse(order.begin(), order.end());
    size_t end = skew;
    for (size_t i : order) {
      offsets_[i] = shape == Shape::kRagged ? end - skew : i * stride_;
      lengths_[i] = contents[i].size();
      end = skew + offsets_[i] + lengths_[i] + (shape == Shape::kRagged ? random->UpTo(20) : 0);
    }
    start_ = skew;
    ragged_ = shape == Shape::kRagged;
    memory_ = std::make_unique<Heap>(std::max<size_t>(end, 1), 0, kGap);
    for (size_t i = 0; i < contents.size(); i++)
      std::copy(contents[i].begin(), contents[i].end(), memory_->data() + start_ + offsets_[i]);
    const bool any = std::any_of(lengths_.begin(), lengths_.end(), [](uint64_t n) { return n; });
    const bool needs_memory = any || (on_device && ragged_);
    place_ =
        std::make_unique<Place>(on_device, memory_->data(), needs_memory ? memory_->size() : 0);
    arrays_[0] = std::make_unique<Place>(on_device, offsets_.data(), 8 * offsets_.size());
    arrays_[1] = std::make_unique<Place>(on_device, lengths_.data(), 8 * lengths_.size());
  }

  // Fixed: all have one length, though their places may be anywhere.
  ascon_column Column(bool fixed = false) const {
    ascon_column column = {place_->get(), start_,  stride_,        length_,
                           nullptr,       nullptr, place_->bytes()};
    if (!ragged_) return column;
    column.offsets = arrays_[0]->as<uint64_t>();
    if (!fixed) column.lengths = arrays_[1]->as<uint64_t>();
    return column;
  }
  void Fetch() { place_->Fetch(); }
  Bytes Get(size_t i) const {
    const uint8_t *at = memory_->data() + start_ + offsets_[i];
    return Bytes(at, at + lengths_[i]);
  }
  // Whether nothing but the strings was written.
  bool gaps_intact() const {
    Bytes all = memory_->bytes();
    for (size_t i = 0; i < lengths_.size(); i++)
      std::fill_n(all.begin() + static_cast<ptrdiff_t>(start_ + offsets_[i]), lengths_[i], kGap);
    return std::all_of(all.begin(), all.end(), [](uint8_t byte) { return byte == kGap; });
  }

 private:
  size_t start_ = 0, stride_ = 0, length_ = 0;
  bool ragged_ = false;
  std::vector<uint64_t> lengths_, offsets_;
  std::unique_ptr<Heap> memory_;
  std::unique_ptr<Place> place_, arrays_[2];
};

// ---- Batches --------------------------------------------------------------------------------

struct Way {
  Shape shape = Shape::kEqual;
  bool on_device = false, in_place = false, ordered = false;
};

// One batch in memory, as the call is given it.
struct Prepared {
  Prepared(Task wanted, const Messages &messages, Way wanted_way, Random *random)
      : task(wanted),
        way(wanted_way),
        aead(messages.front().c.algorithm->kind == ASCON_KIND_AEAD),
        in(Make(
            messages, [&](const Message &m) { return TextOf(task, m); }, random)),
        out(Make(
            messages,
            [&](const Message &m) {
              if (!aead) return TagOf(task, m);
              return way.in_place ? TextOf(task, m) : Bytes(TextOf(task, m).size(), 0xee);
            },
            random)),
        ad(Make(
            messages, [](const Message &m) { return m.c.extra; }, random)),
        nonce(Regular(
            messages, [](const Message &m) { return m.c.nonce; }, random)),
        key(Regular(
            messages, [](const Message &m) { return m.c.key; }, random)),
        tag(Regular(
            messages, [&](const Message &m) { return aead ? TagOf(task, m) : Bytes(); }, random)),
        customization(messages.front().c.extra),
        results(messages.size(), 77),
        result_place(way.on_device, results.data(), results.size()),
        order(messages.size()) {
    std::iota(order.begin(), order.end(), 0u);
    std::rotate(order.begin(), order.begin() + static_cast<ptrdiff_t>(order.size() / 3),
                order.end());
    order_place = std::make_unique<Place>(way.on_device, order.data(), 4 * order.size());
  }

  template <typename Function>
  Strings Make(const Messages &messages, const Function &f, Random *random) const {
    return Strings(Each(messages, f), way.shape, way.on_device, random);
  }

  // The strings of a column that has no offsets.
  template <typename Function>
  Strings Regular(const Messages &messages, const Function &f, Random *random) const {
    const Shape shape = way.shape == Shape::kRagged ? Shape::kEqual : way.shape;
    return Strings(Each(messages, f), shape, way.on_device, random);
  }

  ascon_accelerator_batch Batch(const ascon_algorithm *algorithm) const {
    ascon_accelerator_batch b = {};
    b.algorithm = algorithm, b.op = OperationOf(task), b.count = results.size();
    ascon_columns &c = b.columns;
    const bool fixed =
        !aead && algorithm->output_bytes != 0 && algorithm->kind != ASCON_KIND_PRFSHORT;
    c.in = (aead && way.in_place ? out : in).Column();
    (algorithm->kind == ASCON_KIND_MAC ? c.tag : c.out) = out.Column(fixed);
    if (aead) c.ad = ad.Column(), c.nonce = nonce.Column(), c.tag = tag.Column();
    c.key = key.Column();
    if (algorithm->kind == ASCON_KIND_CXOF) {
      c.ad = {};
      c.ad.data = const_cast<uint8_t *>(customization.data()), c.ad.length = customization.size();
    }
    b.results = result_place.as<uint8_t>();
    if (way.ordered) b.order = order_place->as<uint32_t>();
    return b;
  }

  Outcomes Read() {
    Outcomes outcomes;
    out.Fetch(), tag.Fetch(), result_place.Fetch();
    for (size_t i = 0; i < results.size(); i++) {
      Bytes bytes = task == Task::kVerify ? Bytes() : out.Get(i);
      if (task == Task::kSeal) bytes = Joined(bytes, tag.Get(i));
      outcomes.push_back({static_cast<ascon_result>(results[i]), bytes});
    }
    EXPECT_TRUE(out.gaps_intact() && tag.gaps_intact());
    return outcomes;
  }

  Task task;
  Way way;
  bool aead;
  Strings in, out, ad, nonce, key, tag;
  Bytes customization, results;
  Place result_place;
  std::vector<uint32_t> order;
  std::unique_ptr<Place> order_place;
};

// Lengths around blocks; ragged ones random.
inline Messages RandomMessages(const ascon_algorithm *a, size_t count, Shape shape,
                               Random *random) {
  Messages messages;
  const bool ragged = shape == Shape::kRagged, shorter = a->kind == ASCON_KIND_PRFSHORT;
  const size_t tag =
      a->kind == ASCON_KIND_AEAD ? a->min_tag_bytes + random->UpTo(16u - a->min_tag_bytes) : 0;
  const bool any_output = a->output_bytes == 0;
  auto text_length = [&] { return shorter ? random->UpTo(16) : EdgeLength(a->rate_bytes, random); };
  auto out_length = [&] {
    if (shorter) return 1 + random->UpTo(15);
    return tag ? tag : any_output ? random->UpTo(70) : a->output_bytes;
  };
  const size_t text = text_length(), extra = EdgeLength(8, random), out = out_length();
  const Bytes customization = random->Some(random->UpTo(40));
  for (size_t i = 0; i < count; i++) {
    const bool aead = a->kind == ASCON_KIND_AEAD;
    Case c = RandomCase(a, aead ? (ragged ? EdgeLength(8, random) : extra) : 0,
                        ragged ? text_length() : text, ragged ? out_length() : out, random);
    if (a->kind == ASCON_KIND_CXOF) c.extra = customization;
    messages.push_back({c});
  }
  return messages;
}

// Every fifth message is forged, at any place.
inline void Forge(Messages *messages, Random *random) {
  for (size_t i = 0; i < messages->size(); i += 5) {
    Bytes &given = (*messages)[i].given;
    if (!given.empty()) given[random->UpTo(given.size() - 1)] ^= 0x10;
  }
}

// Runs the messages on a device. Each test program defines this function for its kind of device.
Outcomes RunOnDevice(Task task, const Messages &messages, Way way, Random *random);

inline void ExpectSingles(const ascon_algorithm *a, size_t count, Way way, Random *random) {
  for (Task task : TasksOf(a)) {
    Messages messages = RandomMessages(a, count, way.shape, random);
    Complete(task, &messages);
    Forge(&messages, random);
    SCOPED_TRACE(std::string(a->name) + ", task " + std::to_string(static_cast<int>(task)) +
                 ", messages " + std::to_string(count));
    const Outcomes expected = Singles(task, messages),
                   found = RunOnDevice(task, messages, way, random);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); i++) {
      if (task == Task::kVerify) ASSERT_EQ(found[i].result, expected[i].result) << i;
      else ASSERT_EQ(found[i], expected[i]) << i << ": " << Describe(messages[i].c);
    }
  }
}

}  // namespace asconkit_test
