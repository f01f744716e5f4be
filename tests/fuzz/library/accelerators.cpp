// Batches of ascon_accelerator.h on this processor and on a stand-in for CUDA's driver, with which
// host memory goes through staging: in all shapes, at odd offsets, from strings that overlap, they
// give what the single calls give. A batch with something wrong in it is refused, and nothing is
// written.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/messages.h"
#include "tests/fuzz/support/run.h"
#include "tests/support/accelerated_queue.h"

namespace asconkit_test {
namespace {

ascon_device_kind used = ASCON_DEVICE_PROCESSOR;

ascon_queue *MakeQueue(ascon_device_kind kind) {
  ascon_device device = {};
  char text[ASCON_DEVICE_TEXT_BYTES];
  ascon_queue *queue = nullptr;
  EXPECT_GE(ascon_accelerator_devices(kind, &device, 1, text), 1u) << text;
  EXPECT_EQ(ascon_accelerator_create(&queue, &device, nullptr, text), ASCON_OK) << text;
  return queue;
}

}  // namespace

ascon_queue *Queue() {
  static ascon_queue *const processor = MakeQueue(ASCON_DEVICE_PROCESSOR);
  static ascon_queue *const cuda = MakeQueue(ASCON_DEVICE_CUDA);
  return used == ASCON_DEVICE_CUDA ? cuda : processor;
}

}  // namespace asconkit_test

namespace asconkit_fuzz {
namespace {

using asconkit_test::Heap;
using asconkit_test::Prepared;
using asconkit_test::Queue;
using asconkit_test::Random;
using asconkit_test::Shape;
using asconkit_test::Task;
using asconkit_test::Way;

constexpr size_t kMostMessages = 30;

Way SomeWay(Input &input, bool equal_lengths) {
  Way way;
  way.shape = !equal_lengths || input.OneIn(3) ? Shape::kRagged
              : input.Flag()                   ? Shape::kDense
                                               : Shape::kEqual;
  way.on_device = input.Flag();
  way.in_place = input.Flag();
  way.ordered = input.Flag();
  return way;
}

void ExpectSingles(Input &input) {
  const Batch batch = SomeBatch(input, kMostMessages);
  const Way way = SomeWay(input, batch.equal_lengths);
  Random random(input.UpTo(0xffff));
  EXPECT_EQ(asconkit_test::RunOnDevice(batch.task, batch.messages, way, &random),
            Singles(batch.task, batch.messages))
      << Describe(batch.messages.front().c);
}

// Messages anywhere in one piece of memory, in part or as a whole the same.
void ExpectDigestsOfOverlappingStrings(Input &input) {
  Heap memory(input.Some(300));
  const size_t count = input.UpTo(kMostMessages), start = input.UpTo(20);
  std::vector<uint64_t> offsets, lengths;
  for (size_t i = 0; i < count; i++) {
    offsets.push_back(input.UpTo(memory.size() - start));
    lengths.push_back(input.UpTo(memory.size() - start - static_cast<size_t>(offsets[i])));
  }
  Heap digests(count * 32), results(count);
  ascon_accelerator_batch b = {};
  b.algorithm = ASCON_HASH256, b.op = ASCON_COMPUTE, b.count = count;
  b.columns.in = {memory.data(), start, 0, 0, offsets.data(), lengths.data(), 0};
  b.columns.out = {digests.nullable(), 0, 32, 32, nullptr, nullptr, 0};
  b.results = results.nullable();
  ASSERT_EQ(ascon_accelerator_run(Queue(), &b, nullptr, nullptr), ASCON_OK)
      << ascon_accelerator_error(Queue());
  for (size_t i = 0; i < count; i++) {
    uint8_t digest[32];
    ASSERT_EQ(ascon_hash256(digest, memory.data() + start + offsets[i], lengths[i]), ASCON_OK);
    EXPECT_EQ(Bytes(digest, digest + 32),
              Bytes(digests.data() + 32 * i, digests.data() + 32 * i + 32))
        << i;
  }
}

// ---- Wrong batches --------------------------------------------------------------------------

struct Fault {
  const char *name;
  ascon_result expected;
  void (*make)(Input &, ascon_accelerator_batch *);
};

// Faults for every batch with a message.
const std::vector<Fault> kFaults = {
    {"no results", ASCON_ERR_NULL, [](Input &, auto *b) { b->results = nullptr; }},
    {"no algorithm", ASCON_ERR_NULL, [](Input &, auto *b) { b->algorithm = nullptr; }},
    {"too many messages", ASCON_ERR_RANGE,
     [](Input &input, auto *b) {
       b->count = size_t{UINT32_MAX} + 1 + input.UpTo(SIZE_MAX - UINT32_MAX - 1);
     }},
    {"another operation", ASCON_ERR_ALGORITHM, [](Input &input, auto *b) {
       const bool aead = b->algorithm->kind == ASCON_KIND_AEAD;
       b->op = static_cast<ascon_operation>((aead ? 2 : 0) + input.UpTo(1));
     }}};

// Faults for batches with a key, of AEAD, of several messages to encrypt, of a CXOF, of PrfShort.
const std::vector<Fault> kFaultsOfKeys = {
    {"no key", ASCON_ERR_NULL, [](Input &, auto *b) { b->columns.key.data = nullptr; }},
    {"length of key", ASCON_ERR_RANGE,
     [](Input &input, auto *b) { b->columns.key.length += 1 + input.UpTo(300); }},
    {"offsets of keys", ASCON_ERR_RANGE, [](Input &, auto *b) {
       static const uint64_t none[kMostMessages] = {};
       b->columns.key.offsets = none;
     }}};
const std::vector<Fault> kFaultsOfAead = {
    {"no nonces", ASCON_ERR_NULL, [](Input &, auto *b) { b->columns.nonce.data = nullptr; }},
    {"length of nonces", ASCON_ERR_RANGE,
     [](Input &input, auto *b) { b->columns.nonce.length = input.UpTo(15); }},
    {"no tags", ASCON_ERR_NULL, [](Input &, auto *b) { b->columns.tag.data = nullptr; }},
    {"length of tags", ASCON_ERR_RANGE,
     [](Input &input, auto *b) { b->columns.tag.length = 17 + input.UpTo(300); }},
    {"short tags", ASCON_ERR_RANGE, [](Input &input, auto *b) {
       b->columns.tag.length = input.UpTo(b->algorithm->min_tag_bytes - 1u);
     }}};
const std::vector<Fault> kFaultsOfSeveral = {
    {"one nonce", ASCON_ERR_RANGE, [](Input &, auto *b) { b->columns.nonce.stride = 0; }},
    {"tags that overlap", ASCON_ERR_RANGE,
     [](Input &input, auto *b) { b->columns.tag.stride = input.UpTo(b->columns.tag.length - 1); }}};
const std::vector<Fault> kFaultsOfCxof = {
    {"no customization", ASCON_ERR_NULL,
     [](Input &input, auto *b) {
       b->columns.ad.data = nullptr;
       b->columns.ad.length = 1 + input.UpTo(255);
     }},
    {"long customization", ASCON_ERR_RANGE,
     [](Input &input, auto *b) {
       static uint8_t some = 0;
       b->columns.ad.data = &some;
       b->columns.ad.length = 257 + input.UpTo(300);
     }},
    {"several customizations", ASCON_ERR_RANGE,
     [](Input &input, auto *b) { b->columns.ad.stride = 1 + input.UpTo(300); }}};
const std::vector<Fault> kFaultsOfPrfshort = {
    {"long message", ASCON_ERR_RANGE, [](Input &input, auto *b) {
       static uint8_t some = 0;
       b->columns.in = {&some, 0, 0, 17 + input.UpTo(300), nullptr, nullptr, 0};
     }}};

void Append(std::vector<Fault> *all, const std::vector<Fault> &more) {
  all->insert(all->end(), more.begin(), more.end());
}

void ExpectRefusal(Input &input) {
  const Batch batch = SomeBatch(input, kMostMessages);
  const ascon_algorithm *a = batch.messages.front().c.algorithm;
  std::vector<Fault> faults = kFaults;
  if (a->key_bytes != 0) Append(&faults, kFaultsOfKeys);
  if (a->kind == ASCON_KIND_AEAD) Append(&faults, kFaultsOfAead);
  if (batch.task == Task::kSeal && batch.messages.size() > 1) Append(&faults, kFaultsOfSeveral);
  if (a->kind == ASCON_KIND_CXOF) Append(&faults, kFaultsOfCxof);
  if (a->kind == ASCON_KIND_PRFSHORT) Append(&faults, kFaultsOfPrfshort);
  const Fault fault = input.OneOf(faults);
  Way way = SomeWay(input, batch.equal_lengths);
  way.on_device = false;
  Random random(input.UpTo(0xffff));
  Prepared prepared(batch.task, batch.messages, way, &random);
  const Bytes results = prepared.results;
  std::vector<Bytes> outs;
  for (size_t i = 0; i < results.size(); i++) outs.push_back(prepared.out.Get(i));
  ascon_accelerator_batch b = prepared.Batch(a);
  fault.make(input, &b);
  EXPECT_EQ(ascon_accelerator_run(Queue(), &b, nullptr, nullptr), fault.expected)
      << fault.name << ", " << a->name;
  EXPECT_EQ(prepared.results, results) << fault.name;
  for (size_t i = 0; i < results.size(); i++) EXPECT_EQ(prepared.out.Get(i), outs[i]) << fault.name;
}

// A column with any start, stride and size of its memory, of every kind: it is refused if a place
// is outside, in numbers that do not wrap around, and nothing is written. What fits may be run.
void ExpectHostileColumnRefused(Input &input) {
  using Wide = unsigned __int128;
  const size_t count = 1 + input.UpTo(3), which = input.UpTo(5), bytes = 64;
  const auto number = [&] {
    const size_t small = input.UpTo(100);
    return input.OneIn(3) ? 0 - small : input.OneIn(3) ? SIZE_MAX / 2 + 1 + small : small;
  };
  const size_t start = number(), stride = number();
  Heap memory[6] = {Heap(bytes), Heap(bytes),        Heap(bytes),
                    Heap(bytes), Heap(bytes, 0, 99), Heap(bytes, 0, 99)};
  Heap results(count, 0, 99);
  ascon_accelerator_batch b = {};
  b.algorithm = ASCON_AEAD128, b.op = ASCON_ENCRYPT, b.count = count;
  ascon_columns &c = b.columns;
  ascon_column *const columns[] = {&c.in, &c.ad, &c.nonce, &c.key, &c.out, &c.tag};
  for (size_t i = 0; i < 6; i++)
    *columns[i] = {memory[i].data(), 0, 16, 16, nullptr, nullptr, bytes};
  b.results = results.data();
  columns[which]->start = start, columns[which]->stride = stride;
  const bool fits = Wide{start} + Wide{count - 1} * stride + 16 <= bytes;
  const ascon_result result = ascon_accelerator_run(Queue(), &b, nullptr, nullptr);
  if (!fits) EXPECT_EQ(result, ASCON_ERR_RANGE);
  if (result == ASCON_OK) return;
  EXPECT_EQ(result, ASCON_ERR_RANGE);
  EXPECT_TRUE(memory[4].Holds(99) && memory[5].Holds(99) && results.Holds(99));
}

// An order of messages that names some twice, or none.
void ExpectOrdersChecked(Input &input) {
  const size_t count = 1 + input.UpTo(kMostMessages - 1);
  std::vector<uint32_t> order;
  std::vector<size_t> seen(count);
  bool right = true;
  for (size_t i = 0; i < count; i++) {
    order.push_back(static_cast<uint32_t>(input.Flag() ? input.UpTo(count) : i));
    right = right && order[i] < count && seen[order[i]]++ == 0;
  }
  Heap memory(count * 8), digests(count * 32), results(count, 0, 99);
  ascon_accelerator_batch b = {};
  b.algorithm = ASCON_HASH256, b.op = ASCON_COMPUTE, b.count = count;
  b.columns.in = {memory.data(), 0, 8, 8, nullptr, nullptr, 0};
  b.columns.out = {digests.data(), 0, 32, 32, nullptr, nullptr, 0};
  b.results = results.data();
  b.order = order.data();
  EXPECT_EQ(ascon_accelerator_run(Queue(), &b, nullptr, nullptr),
            right ? ASCON_OK : ASCON_ERR_RANGE);
  EXPECT_TRUE(results.Holds(right ? ASCON_OK : 99));
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  asconkit_test::used = input.Flag() ? ASCON_DEVICE_CUDA : ASCON_DEVICE_PROCESSOR;
  // Slots that hold few of the messages, or all.
  ASSERT_EQ(ascon_accelerator_set_staging(Queue(), input.Flag() ? 4096 : 1 << 16), ASCON_OK);
  switch (input.UpTo(5)) {
    case 0:
    case 1: return ExpectSingles(input);
    case 2: return ExpectDigestsOfOverlappingStrings(input);
    case 3: return ExpectRefusal(input);
    case 5: return ExpectHostileColumnRefused(input);
    default: return ExpectOrdersChecked(input);
  }
}
