// Columns whose strings are outside of their memory, of every kind, and arrays of places that
// another thread writes to while a batch runs.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <thread>

#include "../support/accelerated_queue.h"
#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"

namespace asconkit_test {
namespace {

// ---- Strides and offsets ------------------------------------------------------------------------

constexpr size_t kCount = 3, kLength = 16, kBytes = kCount * kLength;
constexpr size_t kHalf = SIZE_MAX / 2 + 1;

// A column whose strings are not all within its memory, whatever a sum of size_t says.
struct Hostile {
  const char *name;
  size_t start, stride, count, data_bytes;
};
const Hostile kHostile[] = {
    {"last string is inside by wrapping around", 3000, 0 - size_t{3000}, 2, kBytes},
    {"first and last are inside", 0, kHalf + 8, 3, kBytes},
    {"second one is the first again", 0, kHalf, 3, kBytes},
    {"start at the end", kBytes, kLength, 1, kBytes},
    {"start beyond the end", kBytes + 1, kLength, 1, kBytes},
    {"start before zero", 0 - size_t{16}, kLength, 2, kBytes},
    {"one byte too far", 1, kLength, 3, kBytes},
    {"less memory than a string", 0, kLength, 1, kLength - 1},
    {"wrapping around where the memory's size is unknown", 3000, 0 - size_t{3000}, 2, 0},
    {"more than half of what a size_t counts", 0, kHalf, 2, 0},
};

// An encryption of three messages in memory of the host or of the device.
struct Sealing {
  explicit Sealing(bool on_device) {
    for (size_t c = 0; c < 6; c++)
      places.push_back(std::make_unique<Place>(on_device, memory[c].data(), kBytes));
    result_place = std::make_unique<Place>(on_device, results.data(), results.size());
    b.algorithm = ASCON_AEAD128, b.op = ASCON_ENCRYPT, b.count = kCount;
    for (size_t c = 0; c < 3; c++)
      *ins[c] = {places[c]->get(), 0, kLength, kLength, nullptr, nullptr, kBytes};
    b.columns.key = {places[3]->get(), 0, kLength, kLength, nullptr, nullptr, kBytes};
    b.columns.out = {places[4]->get(), 0, kLength, kLength, nullptr, nullptr, kBytes};
    b.columns.tag = {places[5]->get(), 0, kLength, kLength, nullptr, nullptr, kBytes};
    b.results = result_place->as<uint8_t>();
  }
  void Change(size_t c, const Hostile &h) {
    b.count = h.count;
    if (c < 4) {
      ascon_column *column = c < 3 ? ins[c] : &b.columns.key;
      column->start = h.start, column->stride = h.stride, column->data_bytes = h.data_bytes;
    } else {
      ascon_column *column = c == 4 ? &b.columns.out : &b.columns.tag;
      column->start = h.start, column->stride = h.stride, column->data_bytes = h.data_bytes;
    }
  }
  void ExpectUntouched() {
    for (const auto &place : places) place->Fetch();
    result_place->Fetch();
    EXPECT_EQ(memory[4], Bytes(kBytes, 4));
    EXPECT_EQ(memory[5], Bytes(kBytes, 5));
    EXPECT_EQ(results, Bytes(kCount, 77));
  }

  Bytes memory[6] = {Bytes(kBytes, 0), Bytes(kBytes, 1), Bytes(kBytes, 2),
                     Bytes(kBytes, 3), Bytes(kBytes, 4), Bytes(kBytes, 5)};
  Bytes results = Bytes(kCount, 77);
  std::vector<std::unique_ptr<Place>> places;
  std::unique_ptr<Place> result_place;
  ascon_accelerator_batch b = {};
  ascon_column *ins[3] = {&b.columns.in, &b.columns.ad, &b.columns.nonce};
};

const char *const kNames[] = {"in", "ad", "nonce", "key", "out", "tag"};

TEST(AcceleratorPlaces, HostileStridesAreRefused) {
  for (bool on_device : {false, true})
    for (size_t c = 0; c < 6; c++)
      for (const Hostile &hostile : kHostile) {
        SCOPED_TRACE(std::string(kNames[c]) + ": " + hostile.name);
        Sealing sealing(on_device);
        sealing.Change(c, hostile);
        const auto call = [&] {
          return on_device ? ascon_accelerator_enqueue(Queue(), &sealing.b, nullptr, nullptr)
                           : ascon_accelerator_run(Queue(), &sealing.b, nullptr, nullptr);
        };
        EXPECT_EQ(call(), ASCON_ERR_RANGE);
        EXPECT_EQ(
            std::string(ascon_accelerator_error(Queue())).find(std::string(kNames[c]) + ": mess"),
            0u)
            << ascon_accelerator_error(Queue());
        EXPECT_EQ(ascon_accelerator_wait(Queue()), ASCON_OK);
        sealing.ExpectUntouched();
      }
}

// The strings' own lengths do not save a stride.
TEST(AcceleratorPlaces, HostileStridesOfRaggedColumns) {
  for (bool on_device : {false, true}) {
    Sealing sealing(on_device);
    uint64_t lengths[kCount] = {8, 8, 8};
    const Place length_place(on_device, lengths, sizeof lengths);
    sealing.b.columns.ad.lengths = length_place.as<uint64_t>();
    sealing.b.columns.ad.start = 3000, sealing.b.columns.ad.stride = 0 - size_t{3000};
    const ascon_result result =
        on_device ? ascon_accelerator_enqueue(Queue(), &sealing.b, nullptr, nullptr)
                  : ascon_accelerator_run(Queue(), &sealing.b, nullptr, nullptr);
    EXPECT_EQ(result, ASCON_ERR_RANGE);
    sealing.ExpectUntouched();
  }
}

// Hashes of three strings of 8 bytes in 48 bytes, after a start.
struct Hashing {
  Hashing(bool on_device, size_t start, const uint64_t (&offsets)[kCount])
      : in_place(on_device, in.data(), kBytes),
        out_place(on_device, out.data(), out.size()),
        result_place(on_device, results.data(), kCount),
        offset_place(on_device, const_cast<uint64_t *>(offsets), sizeof offsets) {
    b.algorithm = ASCON_HASH256, b.op = ASCON_COMPUTE, b.count = kCount;
    b.columns.in = {in_place.get(), start, 0, 8, offset_place.as<uint64_t>(), nullptr, kBytes};
    b.columns.out = {out_place.get(), 0, 32, 32, nullptr, nullptr, out.size()};
    b.results = result_place.as<uint8_t>();
  }
  void Fetch() { out_place.Fetch(), result_place.Fetch(); }

  Bytes in = Bytes(kBytes, 1), out = Bytes(32 * kCount, 0xee), results = Bytes(kCount, 77);
  Place in_place, out_place, result_place, offset_place;
  ascon_accelerator_batch b = {};
};

constexpr uint64_t kWrapping[kCount] = {0, UINT64_MAX - 31, 8};  // 40 + 2^64 - 32 is 8

TEST(AcceleratorPlaces, OffsetsThatWrapAround) {
  Hashing on_host(false, 40, kWrapping), on_device(true, 40, kWrapping);
  EXPECT_EQ(ascon_accelerator_run(Queue(), &on_host.b, nullptr, nullptr), ASCON_ERR_RANGE);
  EXPECT_EQ(on_host.out, Bytes(32 * kCount, 0xee));
  EXPECT_EQ(on_host.results, Bytes(kCount, 77));
  ASSERT_EQ(ascon_accelerator_enqueue(Queue(), &on_device.b, nullptr, nullptr), ASCON_OK);
  ASSERT_EQ(ascon_accelerator_wait(Queue()), ASCON_OK);
  on_device.Fetch();
  EXPECT_EQ(on_device.results, (Bytes{ASCON_OK, ASCON_ERR_RANGE, ASCON_ERR_RANGE}));
  Bytes expected(32 * kCount, 0xee);
  ASSERT_EQ(ascon_hash256(expected.data(), on_device.in.data(), 8), ASCON_OK);
  EXPECT_EQ(on_device.out, expected);
}

// ---- Arrays that change -------------------------------------------------------------------------

// TSan reports the other thread, which is the purpose of these tests.
#if defined(__SANITIZE_THREAD__)
constexpr bool kRaces = false;
#elif defined(__has_feature)
constexpr bool kRaces = !__has_feature(thread_sanitizer);
#else
constexpr bool kRaces = true;
#endif

// Another thread makes one length after the other far too long, for a moment.
class Changing {
 public:
  static constexpr size_t kMessages = 5000, kRight = 8, kWrong = size_t{1} << 40;

  explicit Changing(volatile uint64_t *lengths) : lengths_(lengths), thread_([this] { Run(); }) {}
  ~Changing() {
    end_ = true;
    thread_.join();
  }
  size_t sweeps() const { return sweeps_; }

 private:
  void Run() {
    for (size_t i = 0; !end_; i++) {
      lengths_[i % kMessages] = kRight;
      lengths_[(i + 1) % kMessages] = kWrong;
      if (i % kMessages == 0) sweeps_++;
    }
  }
  volatile uint64_t *lengths_;
  std::atomic<bool> end_{false};
  std::atomic<size_t> sweeps_{0};
  std::thread thread_;
};

// A call uses what it has checked: it does not crash, and whatever it has computed is right.
void ExpectWhatWasChecked(bool on_device) {
  const size_t count = Changing::kMessages;
  Bytes in(64, 1), digest(32), out(32 * count), results(count);
  std::vector<uint64_t> lengths(count, Changing::kRight);
  ASSERT_EQ(ascon_hash256(digest.data(), in.data(), Changing::kRight), ASCON_OK);
  Place in_place(on_device, in.data(), in.size()), out_place(on_device, out.data(), out.size()),
      result_place(on_device, results.data(), count),
      length_place(on_device, lengths.data(), 8 * count);
  const Changing changing(length_place.as<uint64_t>());
  for (int round = 0; round < 40 || changing.sweeps() < 1000; round++) {
    ascon_accelerator_batch b = {};
    b.algorithm = ASCON_HASH256, b.op = ASCON_COMPUTE, b.count = count;
    b.columns.in = {in_place.get(), 0, 0, 0, nullptr, length_place.as<uint64_t>(), in.size()};
    b.columns.out = {out_place.get(), 0, 32, 32, nullptr, nullptr, out.size()};
    b.results = result_place.as<uint8_t>();
    if (on_device) {
      ASSERT_EQ(ascon_accelerator_enqueue(Queue(), &b, nullptr, nullptr), ASCON_OK);
      ASSERT_EQ(ascon_accelerator_wait(Queue()), ASCON_OK);
      out_place.Fetch(), result_place.Fetch();
    } else if (ascon_accelerator_run(Queue(), &b, nullptr, nullptr) != ASCON_OK) {
      continue;
    }
    for (size_t i = 0; i < count; i++) {
      const bool right = std::memcmp(out.data() + 32 * i, digest.data(), 32) == 0;
      ASSERT_TRUE(right || results[i] != ASCON_OK) << i;
    }
  }
}

TEST(AcceleratorPlaces, LengthsThatChangeInMemoryOfTheHost) {
  if (kRaces) ExpectWhatWasChecked(false);
}

// Where the host can write to memory of the device: the processor's, and the stand-in's.
TEST(AcceleratorPlaces, LengthsThatChangeInMemoryOfTheDevice) {
  const ascon_device_kind kind = DeviceOfTests().kind;
  void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  const bool emulated = kind == ASCON_DEVICE_CUDA && driver && dlsym(driver, "standin_fail");
  if (kRaces && (kind == ASCON_DEVICE_PROCESSOR || emulated)) ExpectWhatWasChecked(true);
}

}  // namespace
}  // namespace asconkit_test
