// Batches of ascon_accelerator.h on one device, against the single calls: in host memory and in
// memory of the device, equal and ragged, in parts and in orders. ASCONKIT_TEST_DEVICE names the
// kind of device; without it, this processor.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../support/accelerated_queue.h"
#include "asconkit/ascon_any.h"
#include "asconkit/ascon_prf.h"

namespace asconkit_test {
namespace {

// ---- The device -----------------------------------------------------------------------------

ascon_device_kind KindOfTests() {
  const char *name = std::getenv("ASCONKIT_TEST_DEVICE");
  const std::string kind = name && *name ? name : "processor";
  if (kind == "processor") return ASCON_DEVICE_PROCESSOR;
  if (kind == "cuda") return ASCON_DEVICE_CUDA;
  if (kind == "opencl") return ASCON_DEVICE_OPENCL;
  ADD_FAILURE() << "ASCONKIT_TEST_DEVICE is " << kind << "; expected processor, cuda or opencl";
  return ASCON_DEVICE_PROCESSOR;
}

}  // namespace

ascon_device DeviceOfTests() {
  ascon_device device = {};
  char text[ASCON_DEVICE_TEXT_BYTES];
  EXPECT_GE(ascon_accelerator_devices(KindOfTests(), &device, 1, text), 1u) << text;
  return device;
}

// One queue for all tests, as compiling the kernels takes a while.
ascon_queue *Queue() {
  static ascon_queue *queue = [] {
    ascon_queue *made = nullptr;
    char text[ASCON_DEVICE_TEXT_BYTES];
    const ascon_device device = DeviceOfTests();
    EXPECT_EQ(ascon_accelerator_create(&made, &device, nullptr, text), ASCON_OK) << text;
    return made;
  }();
  return queue;
}

namespace {

// Before the program's end, when drivers have begun to end themselves.
class Ending : public ::testing::Environment {
  void TearDown() override { ascon_accelerator_destroy(Queue()); }
};
[[maybe_unused]] const auto *const kEnding = ::testing::AddGlobalTestEnvironment(new Ending);

class AcceleratorTest : public ::testing::TestWithParam<const ascon_algorithm *> {
 protected:
  void SetUp() override { ASSERT_NE(Queue(), nullptr); }
};

constexpr size_t kCounts[] = {1, 2, 127, 128, 129, 300};

TEST_P(AcceleratorTest, EqualLengths) {
  Random random(1);
  for (size_t count : kCounts)
    for (Shape shape : {Shape::kEqual, Shape::kDense})
      ExpectSingles(GetParam(), count, {shape, false, count % 2 == 0, false}, &random);
}

TEST_P(AcceleratorTest, RaggedLengths) {
  Random random(2);
  for (size_t count : kCounts)
    for (bool ordered : {false, true})
      ExpectSingles(GetParam(), count, {Shape::kRagged, false, !ordered, ordered}, &random);
}

TEST_P(AcceleratorTest, MemoryOfTheDevice) {
  Random random(3);
  for (Shape shape : {Shape::kEqual, Shape::kDense, Shape::kRagged})
    for (bool ordered : {false, true})
      ExpectSingles(GetParam(), 129, {shape, true, ordered, ordered}, &random);
}

// Slots of 4096 bytes: a batch has many parts, and some messages fill a whole slot.
TEST_P(AcceleratorTest, ManyParts) {
  Random random(4);
  ASSERT_EQ(ascon_accelerator_set_staging(Queue(), 4096), ASCON_OK);
  for (Shape shape : {Shape::kEqual, Shape::kRagged})
    ExpectSingles(GetParam(), 150, {shape, false, false, false}, &random);
  if (GetParam()->kind != ASCON_KIND_PRFSHORT) {
    Messages messages;
    for (size_t i = 0; i < 9; i++)
      messages.push_back(
          {RandomCase(GetParam(), 0, i % 2 ? 9000 : 40,
                      GetParam()->output_bytes ? GetParam()->output_bytes : 5000, &random)});
    const Task task = MainTask(GetParam());
    EXPECT_EQ(RunOnDevice(task, messages, {Shape::kRagged}, &random), Singles(task, messages));
  }
  ASSERT_EQ(ascon_accelerator_set_staging(Queue(), 8 << 20), ASCON_OK);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, AcceleratorTest, ::testing::ValuesIn(Algorithms()),
                         AlgorithmName);

// ---- Calls that have no messages, shared strings, progress --------------------------------------

ascon_accelerator_batch Hashes(size_t count, uint8_t *digests, uint8_t *in, size_t length,
                               uint8_t *results) {
  ascon_accelerator_batch b = {};
  b.algorithm = ASCON_HASH256, b.op = ASCON_COMPUTE, b.count = count;
  b.columns.in.data = in, b.columns.in.length = b.columns.in.stride = length;
  b.columns.out.data = digests, b.columns.out.length = b.columns.out.stride = 32;
  b.results = results;
  return b;
}

TEST(Accelerator, NoMessages) {
  ascon_accelerator_batch b = Hashes(0, nullptr, nullptr, 0, nullptr);
  EXPECT_EQ(ascon_accelerator_run(Queue(), &b, nullptr, nullptr), ASCON_OK);
  EXPECT_EQ(ascon_accelerator_enqueue(Queue(), &b, nullptr, nullptr), ASCON_OK);
  EXPECT_EQ(ascon_accelerator_wait(Queue()), ASCON_OK);
}

// That all strings are empty is seen in lengths of the host; lengths of the device, only the device
// can read.
TEST(Accelerator, EmptyStringsWithoutMemory) {
  uint64_t lengths[1] = {0};
  Bytes digest(32), results(1);
  const Place device_lengths(true, lengths, sizeof lengths);
  const Place device_digest(true, digest.data(), digest.size()),
      device_results(true, results.data(), 1);
  ascon_accelerator_batch b = {};
  b.algorithm = ASCON_HASH256, b.op = ASCON_COMPUTE, b.count = 1;
  b.columns.in.lengths = device_lengths.as<uint64_t>();
  b.columns.out.data = device_digest.get(),
  b.columns.out.length = b.columns.out.stride = digest.size();
  b.results = device_results.as<uint8_t>();
  EXPECT_EQ(ascon_accelerator_enqueue(Queue(), &b, nullptr, nullptr), ASCON_ERR_NULL);
  EXPECT_STREQ(ascon_accelerator_error(Queue()), "in: data is NULL");
  b.columns.in.lengths = lengths, b.columns.out.data = digest.data(), b.results = results.data();
  EXPECT_EQ(ascon_accelerator_run(Queue(), &b, nullptr, nullptr), ASCON_OK)
      << ascon_accelerator_error(Queue());
}

TEST(Accelerator, SharedStrings) {
  Random random(5);
  Bytes key = random.Some(16), ad = random.Some(37), nonces = random.Some(16 * 40),
        text = random.Some(100);
  Bytes out(40 * 100), tags(40 * 16), results(40);
  ascon_accelerator_batch b = {};
  b.algorithm = ASCON_AEAD128, b.op = ASCON_ENCRYPT, b.count = 40;
  b.columns.in.data = text.data(), b.columns.in.length = 100;
  b.columns.out.data = out.data(), b.columns.out.stride = 100;
  b.columns.ad.data = ad.data(), b.columns.ad.length = 37;
  b.columns.nonce.data = nonces.data(), b.columns.nonce.length = b.columns.nonce.stride = 16;
  b.columns.key.data = key.data(), b.columns.key.length = 16;
  b.columns.tag.data = tags.data(), b.columns.tag.length = b.columns.tag.stride = 16;
  b.results = results.data();
  b.columns.out.length = 100;
  ASSERT_EQ(ascon_accelerator_run(Queue(), &b, nullptr, nullptr), ASCON_OK)
      << ascon_accelerator_error(Queue());
  for (size_t i = 0; i < 40; i++) {
    Bytes wanted(100), tag(16);
    ascon_aead128_encrypt(wanted.data(), tag.data(), 16, text.data(), 100, ad.data(), 37,
                          nonces.data() + 16 * i, key.data());
    EXPECT_EQ(Part(out, 100 * i, 100), wanted);
    EXPECT_EQ(0, std::memcmp(tag.data(), tags.data() + 16 * i, 16));
  }
}

TEST(Accelerator, Progress) {
  const size_t count = 1000;
  Bytes in(count * 64, 1), digests(count * 32), results(count);
  const ascon_accelerator_batch b = Hashes(count, digests.data(), in.data(), 64, results.data());
  std::vector<size_t> steps;
  ASSERT_EQ(ascon_accelerator_set_staging(Queue(), 4096), ASCON_OK);
  const auto note = [](void *user, size_t done, size_t of) {
    EXPECT_EQ(of, 1000u);
    static_cast<std::vector<size_t> *>(user)->push_back(done);
  };
  EXPECT_EQ(ascon_accelerator_run(Queue(), &b, note, &steps), ASCON_OK);
  ASSERT_EQ(ascon_accelerator_set_staging(Queue(), 8 << 20), ASCON_OK);
  ASSERT_FALSE(steps.empty());
  EXPECT_TRUE(std::is_sorted(steps.begin(), steps.end()));
  EXPECT_EQ(steps.back(), count);
}

// A new queue has large slots: this batch is one part of it.
TEST(Accelerator, SlotsOfANewQueue) {
  const size_t count = 1000;
  Bytes in(count * 64, 1), digests(count * 32), results(count);
  const ascon_accelerator_batch b = Hashes(count, digests.data(), in.data(), 64, results.data());
  const ascon_device device = DeviceOfTests();
  ascon_queue *queue = nullptr;
  ASSERT_EQ(ascon_accelerator_create(&queue, &device, nullptr, nullptr), ASCON_OK);
  size_t parts = 0;
  const auto note = [](void *user, size_t, size_t) { ++*static_cast<size_t *>(user); };
  EXPECT_EQ(ascon_accelerator_run(queue, &b, note, &parts), ASCON_OK)
      << ascon_accelerator_error(queue);
  EXPECT_EQ(parts, 1u);
  ascon_accelerator_destroy(queue);
}

// On the device each message of PrfShort has its own result, and a refused one has no output. In
// memory of the host the whole batch is refused.
TEST(Accelerator, RaggedPrfShort) {
  for (bool on_device : {false, true}) {
    const Bytes key(16, 3);
    Bytes in(64, 1), out(3 * 16, 0xee), results(3, 77);
    uint64_t offsets[] = {0, 16, 32}, lengths[] = {16, 17, 5}, outs[] = {16, 16, 0};
    Place in_place(on_device, in.data(), 64), out_place(on_device, out.data(), 48);
    Place key_place(on_device, const_cast<uint8_t *>(key.data()), 16);
    Place result_place(on_device, results.data(), 3), offset_place(on_device, offsets, 24);
    Place length_place(on_device, lengths, 24), outs_place(on_device, outs, 24);
    ascon_accelerator_batch b = {};
    b.algorithm = ASCON_V13_PRFSHORT, b.op = ASCON_COMPUTE, b.count = 3;
    b.columns.in.data = in_place.get(), b.columns.in.offsets = offset_place.as<uint64_t>();
    b.columns.in.lengths = length_place.as<uint64_t>();
    b.columns.out.data = out_place.get(), b.columns.out.offsets = offset_place.as<uint64_t>();
    b.columns.out.lengths = outs_place.as<uint64_t>();
    b.columns.key.data = key_place.get(), b.columns.key.length = 16,
    b.results = result_place.as<uint8_t>();
    if (on_device) {
      ASSERT_EQ(ascon_accelerator_enqueue(Queue(), &b, nullptr, nullptr), ASCON_OK);
      ASSERT_EQ(ascon_accelerator_wait(Queue()), ASCON_OK);
    } else {
      ASSERT_EQ(ascon_accelerator_run(Queue(), &b, nullptr, nullptr), ASCON_ERR_RANGE);
    }
    out_place.Fetch(), result_place.Fetch();
    if (!on_device) {
      EXPECT_EQ(results, Bytes(3, 77));
      EXPECT_EQ(out, Bytes(3 * 16, 0xee));
      continue;
    }
    EXPECT_EQ(results, (Bytes{ASCON_OK, ASCON_ERR_RANGE, ASCON_ERR_RANGE}));
    Bytes wanted(16);
    ASSERT_EQ(ascon_v13_prfshort(wanted.data(), 16, in.data(), 16, key.data()), ASCON_OK);
    wanted.resize(48, 0xee);
    EXPECT_EQ(out, wanted);
  }
}

// A place of the caller's order that names no message, in memory that the host does not check.
TEST(Accelerator, OrderOutOfRangeOnTheDevice) {
  Bytes in(4 * 8, 1), digests(4 * 32, 0xee), results(4, 77);
  uint32_t order[] = {3, 4, 0xffffffffu, 1};
  Place in_place(true, in.data(), in.size()), out_place(true, digests.data(), digests.size());
  Place result_place(true, results.data(), 4), order_place(true, order, sizeof order);
  ascon_accelerator_batch b =
      Hashes(4, out_place.as<uint8_t>(), in_place.as<uint8_t>(), 8, result_place.as<uint8_t>());
  b.order = order_place.as<uint32_t>();
  ASSERT_EQ(ascon_accelerator_enqueue(Queue(), &b, nullptr, nullptr), ASCON_OK);
  ASSERT_EQ(ascon_accelerator_wait(Queue()), ASCON_OK);
  result_place.Fetch();
  EXPECT_EQ(results, (Bytes{ASCON_ERR_DEVICE, ASCON_OK, ASCON_ERR_DEVICE, ASCON_OK}));
}

// Five strings in 64 bytes, of which the second, third and fourth are outside: where they begin,
// where they end, and where a sum of 64 bits is a small number.
struct Outside {
  static constexpr size_t kCount = 5, kBytes = 64;
  uint64_t offsets[kCount] = {0, 65, 60, UINT64_MAX - 3, 44};
  uint64_t lengths[kCount] = {10, 1, 5, 10, 20};
  const Bytes expected = {ASCON_OK, ASCON_ERR_RANGE, ASCON_ERR_RANGE, ASCON_ERR_RANGE, ASCON_OK};
};

// Runs the batch in memory of the device. One of its columns is `outside`; the strings of all other
// columns are in their memory.
void ExpectRefusals(ascon_accelerator_batch *b, Place *out, Bytes *results) {
  Place result_place(true, results->data(), results->size());
  b->count = Outside::kCount, b->results = result_place.as<uint8_t>();
  ASSERT_EQ(ascon_accelerator_enqueue(Queue(), b, nullptr, nullptr), ASCON_OK)
      << ascon_accelerator_error(Queue());
  ASSERT_EQ(ascon_accelerator_wait(Queue()), ASCON_OK);
  out->Fetch(), result_place.Fetch();
  EXPECT_EQ(*results, Outside().expected);
}

TEST(Accelerator, HashesOfStringsOutsideOfTheirMemory) {
  Outside outside;
  Bytes in(Outside::kBytes, 1), digests(Outside::kCount * 32, 0xee), results(Outside::kCount, 77);
  Place in_place(true, in.data(), in.size()), out_place(true, digests.data(), digests.size());
  Place offsets(true, outside.offsets, sizeof outside.offsets);
  Place lengths(true, outside.lengths, sizeof outside.lengths);
  ascon_accelerator_batch b =
      Hashes(Outside::kCount, out_place.as<uint8_t>(), in_place.as<uint8_t>(), 0, nullptr);
  b.columns.in.offsets = offsets.as<uint64_t>(), b.columns.in.lengths = lengths.as<uint64_t>();
  b.columns.in.data_bytes = in.size();
  ExpectRefusals(&b, &out_place, &results);
  for (size_t i = 0; i < Outside::kCount; i++) {
    Bytes wanted(32, 0xee);
    if (outside.expected[i] == ASCON_OK)
      ascon_hash256(wanted.data(), in.data(), static_cast<size_t>(outside.lengths[i]));
    EXPECT_EQ(0, std::memcmp(wanted.data(), digests.data() + 32 * i, 32)) << i;
  }
}

// The text, the associated data or the place for the ciphertexts: nothing of a message is written.
TEST(Accelerator, EncryptionOfStringsOutsideOfTheirMemory) {
  Random random(11);
  for (int wrong = 0; wrong < 3; wrong++) {
    Outside outside;
    uint64_t inside[Outside::kCount] = {0, 10, 11, 16, 44};
    Bytes in = random.Some(Outside::kBytes), ad = in, out(Outside::kBytes, 0xee), key(16, 3),
          nonces = random.Some(16 * Outside::kCount), tags(16 * Outside::kCount, 0xee),
          results(Outside::kCount, 77);
    Place in_place(true, in.data(), in.size()), out_place(true, out.data(), out.size()),
        ad_place(true, ad.data(), ad.size()), key_place(true, key.data(), key.size()),
        nonce_place(true, nonces.data(), nonces.size()), tag_place(true, tags.data(), tags.size());
    Place bad(true, outside.offsets, sizeof outside.offsets), good(true, inside, sizeof inside),
        lengths(true, outside.lengths, sizeof outside.lengths);
    const auto offsets = [&](int column) { return (column == wrong ? bad : good).as<uint64_t>(); };
    ascon_accelerator_batch b = {};
    b.algorithm = ASCON_AEAD128, b.op = ASCON_ENCRYPT;
    b.columns.in.data = in_place.get(), b.columns.in.offsets = offsets(0),
    b.columns.in.lengths = lengths.as<uint64_t>();
    b.columns.out.data = out_place.get(), b.columns.out.offsets = offsets(1);
    b.columns.ad.data = ad_place.get(), b.columns.ad.offsets = offsets(2),
    b.columns.ad.lengths = lengths.as<uint64_t>();
    b.columns.in.data_bytes = b.columns.out.data_bytes = b.columns.ad.data_bytes = Outside::kBytes;
    b.columns.nonce.data = nonce_place.get(), b.columns.nonce.length = b.columns.nonce.stride = 16;
    b.columns.key.data = key_place.get(), b.columns.key.length = 16;
    b.columns.tag.data = tag_place.get(), b.columns.tag.length = b.columns.tag.stride = 16;
    ExpectRefusals(&b, &out_place, &results);
    tag_place.Fetch();
    Bytes wanted(Outside::kBytes, 0xee), wanted_tags(16 * Outside::kCount, 0xee);
    for (size_t i : {size_t{0}, Outside::kCount - 1}) {
      const auto at = static_cast<size_t>(inside[i]), n = static_cast<size_t>(outside.lengths[i]);
      ascon_aead128_encrypt(wanted.data() + at, wanted_tags.data() + 16 * i, 16, in.data() + at, n,
                            ad.data() + at, n, nonces.data() + 16 * i, key.data());
    }
    EXPECT_EQ(out, wanted) << wrong;
    EXPECT_EQ(tags, wanted_tags) << wrong;
  }
}

// For an emulator that finds it: strings that are longer than the memory that they are in.
TEST(PlantedFault, StringsLongerThanTheirMemory) {
  if (!std::getenv("ASCONKIT_TEST_PLANTED")) GTEST_SKIP() << "reads outside of its memory";
  Bytes in(64, 1), digests(32), results(1);
  Place in_place(true, in.data(), 64), out_place(true, digests.data(), 32);
  Place result_place(true, results.data(), 1);
  const ascon_accelerator_batch b =
      Hashes(1, out_place.as<uint8_t>(), in_place.as<uint8_t>(), 72, result_place.as<uint8_t>());
  ASSERT_EQ(ascon_accelerator_enqueue(Queue(), &b, nullptr, nullptr), ASCON_OK);
  ASSERT_EQ(ascon_accelerator_wait(Queue()), ASCON_OK);
}

// ---- Misuse -------------------------------------------------------------------------------------

struct Misuse {
  const char *name, *text;
  ascon_result result;
  void (*change)(ascon_accelerator_batch *);
};

class AcceleratorMisuse : public ::testing::TestWithParam<Misuse> {};

TEST_P(AcceleratorMisuse, IsRefusedBeforeAnythingIsWritten) {
  Bytes in(4 * 32, 1), out(4 * 32, 0xee), keys(16 * 4), results(4, 77);
  ascon_accelerator_batch b = {};
  b.algorithm = ASCON_AEAD128, b.op = ASCON_ENCRYPT, b.count = 4;
  b.columns.in.data = in.data(), b.columns.in.length = b.columns.in.stride = 16;
  b.columns.out.data = out.data(), b.columns.out.length = b.columns.out.stride = 16;
  b.columns.nonce.data = keys.data(), b.columns.nonce.length = b.columns.nonce.stride = 16;
  b.columns.key.data = keys.data(), b.columns.key.length = 16;
  b.columns.tag.data = out.data() + 64, b.columns.tag.length = b.columns.tag.stride = 16;
  b.results = results.data();
  GetParam().change(&b);
  EXPECT_EQ(ascon_accelerator_run(Queue(), &b, nullptr, nullptr), GetParam().result);
  EXPECT_NE(std::string(ascon_accelerator_error(Queue())).find(GetParam().text), std::string::npos)
      << ascon_accelerator_error(Queue());
  EXPECT_EQ(out, Bytes(4 * 32, 0xee));
  EXPECT_EQ(results, Bytes(4, 77));
}

using B = ascon_accelerator_batch;
const uint32_t kTwice[] = {0, 1, 1, 3}, kBeyond[] = {0, 1, 2, 4};
const uint64_t kLengths[] = {16, 16, 16, 16}, kOtherLengths[] = {32, 0, 33, 1};
const uint64_t kOffsets[] = {0, 50, 16, 32};
const Misuse kMisuse[] = {
    {"Algorithm", "algorithm is NULL", ASCON_ERR_NULL, [](B *b) { b->algorithm = nullptr; }},
    {"Results", "results is NULL", ASCON_ERR_NULL, [](B *b) { b->results = nullptr; }},
    {"Task", "has no operation", ASCON_ERR_ALGORITHM, [](B *b) { b->op = ASCON_COMPUTE; }},
    {"Verify", "has no operation", ASCON_ERR_ALGORITHM,
     [](B *b) { b->algorithm = ASCON_HASH256, b->op = ASCON_VERIFY; }},
    {"In", "in: data is NULL", ASCON_ERR_NULL, [](B *b) { b->columns.in.data = nullptr; }},
    {"Out", "out: data is NULL", ASCON_ERR_NULL, [](B *b) { b->columns.out.data = nullptr; }},
    {"Ad", "ad: data is NULL", ASCON_ERR_NULL, [](B *b) { b->columns.ad.length = 1; }},
    {"Tag", "tag: data is NULL", ASCON_ERR_NULL, [](B *b) { b->columns.tag.data = nullptr; }},
    {"NonceLength", "nonce: length 12, expected 16", ASCON_ERR_RANGE,
     [](B *b) { b->columns.nonce.length = 12; }},
    {"KeyLengths", "key: length 16 and others", ASCON_ERR_RANGE,
     [](B *b) { b->columns.key.lengths = kLengths; }},
    {"TagLengths", "tag: length 16 and others", ASCON_ERR_RANGE,
     [](B *b) { b->columns.tag.lengths = kLengths; }},
    {"KeyOffsets", "key: offsets", ASCON_ERR_RANGE,
     [](B *b) { b->columns.key.offsets = kLengths; }},
    {"NonceStride", "nonce: stride 0", ASCON_ERR_RANGE, [](B *b) { b->columns.nonce.stride = 0; }},
    {"OutStride", "out: stride 8, expected at least its length, 16", ASCON_ERR_RANGE,
     [](B *b) { b->columns.out.stride = 8; }},
    {"TagLength", "tag: length 3, expected 4 to 16", ASCON_ERR_RANGE,
     [](B *b) { b->columns.tag.length = 3; }},
    {"Digest", "out: length 16, expected 32", ASCON_ERR_RANGE,
     [](B *b) { b->algorithm = ASCON_HASH256, b->op = ASCON_COMPUTE; }},
    {"PrfShort", "expected at most 16", ASCON_ERR_RANGE,
     [](B *b) {
       b->algorithm = ASCON_V13_PRFSHORT, b->op = ASCON_COMPUTE, b->columns.in.length = 17;
     }},
    {"Customization", "ad: 257 bytes", ASCON_ERR_RANGE,
     [](B *b) {
       static uint8_t string[257] = {};
       b->algorithm = ASCON_CXOF128, b->op = ASCON_COMPUTE;
       b->columns.ad.data = string, b->columns.ad.length = sizeof string;
     }},
    {"CustomizationMissing", "ad: data is NULL", ASCON_ERR_NULL,
     [](B *b) { b->algorithm = ASCON_CXOF128, b->op = ASCON_COMPUTE, b->columns.ad.length = 1; }},
    {"CustomizationForEach", "ad: expected one customization string", ASCON_ERR_RANGE,
     [](B *b) { b->algorithm = ASCON_CXOF128, b->op = ASCON_COMPUTE, b->columns.ad.stride = 1; }},
    {"Outside", "in: message 3 has 16 bytes from byte 0 + 3 * 16 on, expected within 63",
     ASCON_ERR_RANGE, [](B *b) { b->columns.in.data_bytes = 63; }},
    {"OutsideByOffsets", "out: message 1 has 16 bytes from byte 50 on, expected within 64",
     ASCON_ERR_RANGE,
     [](B *b) { b->columns.out.offsets = kOffsets, b->columns.out.data_bytes = 64; }},
    {"OutsideByLengths", "ad: message 2 has 33 bytes from byte 0 on, expected within 32",
     ASCON_ERR_RANGE,
     [](B *b) {
       b->columns.ad.data = b->columns.in.data, b->columns.ad.lengths = kOtherLengths,
       b->columns.ad.data_bytes = 32;
     }},
    {"OrderTwice", "order: 1 at 2", ASCON_ERR_RANGE, [](B *b) { b->order = kTwice; }},
    {"OrderBeyond", "order: 4 at 3", ASCON_ERR_RANGE, [](B *b) { b->order = kBeyond; }},
};

INSTANTIATE_TEST_SUITE_P(All, AcceleratorMisuse, ::testing::ValuesIn(kMisuse),
                         [](const auto &test) { return std::string(test.param.name); });

TEST(Accelerator, MisuseOfQueues) {
  char text[ASCON_DEVICE_TEXT_BYTES];
  ascon_queue *queue = nullptr;
  ascon_device device = DeviceOfTests();
  EXPECT_EQ(ascon_accelerator_create(nullptr, &device, nullptr, text), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_accelerator_create(&queue, nullptr, nullptr, text), ASCON_ERR_NULL);
  EXPECT_STREQ(text, "device is NULL");
  const int unknown = 9; /* a value that C++ would not convert */
  std::memcpy(&device.kind, &unknown, sizeof unknown);
  EXPECT_EQ(ascon_accelerator_create(&queue, &device, nullptr, text), ASCON_ERR_DEVICE);
  EXPECT_STREQ(text, "device: unknown kind");
  if (KindOfTests() != ASCON_DEVICE_PROCESSOR) {
    device = DeviceOfTests();
    device.index = 1000;
    EXPECT_EQ(ascon_accelerator_create(&queue, &device, nullptr, text), ASCON_ERR_DEVICE);
    EXPECT_NE(std::string(text).find("device 1000, expected 0 to"), std::string::npos) << text;
  }
  EXPECT_EQ(queue, nullptr);
  EXPECT_EQ(ascon_accelerator_set_staging(Queue(), 4095), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_accelerator_set_staging(nullptr, 1 << 20), ASCON_ERR_NULL);
  EXPECT_STREQ(ascon_accelerator_error(nullptr), "queue is NULL");
  ascon_accelerator_destroy(nullptr);
}

TEST(Accelerator, CallsWithoutAQueueAreRefused) {
  const ascon_accelerator_batch b = Hashes(0, nullptr, nullptr, 0, nullptr);
  void *memory = nullptr;
  uint8_t byte = 0;
  EXPECT_EQ(ascon_accelerator_run(nullptr, &b, nullptr, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_accelerator_enqueue(nullptr, &b, nullptr, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_accelerator_wait(nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_accelerator_wait_for(nullptr, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_accelerator_allocate(nullptr, &memory, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_accelerator_write(nullptr, &byte, &byte, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_accelerator_read(nullptr, &byte, &byte, 1), ASCON_ERR_NULL);
}

TEST(Accelerator, MisuseOfMemory) {
  void *memory = &memory;
  uint8_t byte = 0;
  EXPECT_EQ(ascon_accelerator_allocate(Queue(), &memory, 0), ASCON_ERR_RANGE);
  EXPECT_STREQ(ascon_accelerator_error(Queue()), "0 bytes, expected at least 1");
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(ascon_accelerator_allocate(Queue(), nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_accelerator_write(Queue(), nullptr, &byte, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_accelerator_read(Queue(), &byte, nullptr, 1), ASCON_ERR_NULL);
  ascon_accelerator_free(Queue(), nullptr, 1);
  ASSERT_EQ(ascon_accelerator_allocate(Queue(), &memory, 1), ASCON_OK);
  byte = 7;
  EXPECT_EQ(ascon_accelerator_read(Queue(), &byte, memory, 1), ASCON_OK);
  EXPECT_EQ(byte, 0);
  ascon_accelerator_free(Queue(), memory, 1);
}

TEST(Accelerator, Devices) {
  ascon_device devices[4];
  char text[ASCON_DEVICE_TEXT_BYTES];
  for (ascon_device_kind kind : {ASCON_DEVICE_PROCESSOR, ASCON_DEVICE_CUDA, ASCON_DEVICE_OPENCL}) {
    const size_t count = ascon_accelerator_devices(kind, devices, 4, text);
    EXPECT_EQ(count, ascon_accelerator_devices(kind, nullptr, 0, nullptr));
    EXPECT_EQ(count == 0, text[0] != 0) << text;
    for (size_t i = 0; i < std::min<size_t>(count, 4); i++) {
      EXPECT_EQ(devices[i].kind, kind);
      EXPECT_EQ(devices[i].index, i);
      EXPECT_GT(devices[i].units, 0u);
      EXPECT_NE(devices[i].name[0], 0);
    }
  }
}

}  // namespace
}  // namespace asconkit_test
