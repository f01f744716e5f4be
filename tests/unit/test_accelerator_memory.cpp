// A queue's life when the system gives no memory: each allocation of the library fails in turn.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>

#include "../support/accelerated_queue.h"
#include "../support/failing_memory.h"
#include "asconkit/ascon_any.h"

namespace asconkit_test {
namespace {

// 40 messages of two lengths, in the caller's order or in the one that the queue chooses.
struct Digests {
  static constexpr size_t kCount = 40, kRoom = 100, kDigest = 32;

  explicit Digests(bool ordered)
      : in(Random(3).Some(kCount * kRoom)), out(kCount * kDigest), results(kCount) {
    for (size_t i = 0; i < kCount; i++) {
      offsets.push_back(kRoom * i), lengths.push_back(i % 2 ? kRoom : 9);
      if (ordered) order.push_back(static_cast<uint32_t>(kCount - 1 - i));
    }
  }
  ascon_result RunOn(ascon_queue *queue) {
    ascon_accelerator_batch b = {};
    b.algorithm = ASCON_HASH256, b.op = ASCON_COMPUTE, b.count = kCount;
    b.columns.in.data = in.data(), b.columns.in.offsets = offsets.data(),
    b.columns.in.lengths = lengths.data();
    b.columns.out.data = out.data(), b.columns.out.length = b.columns.out.stride = kDigest;
    if (!order.empty()) b.order = order.data();
    b.results = results.data();
    return ascon_accelerator_run(queue, &b, nullptr, nullptr);
  }
  void ExpectRight() const {
    for (size_t i = 0; i < kCount; i++) {
      uint8_t digest[kDigest];
      ascon_hash256(digest, in.data() + offsets[i], lengths[i]);
      EXPECT_EQ(0, std::memcmp(digest, out.data() + kDigest * i, kDigest)) << i;
    }
  }

  Bytes in, out, results;
  std::vector<uint64_t> offsets, lengths;
  std::vector<uint32_t> order;
};

class NoMemory : public ::testing::Test {
 protected:
  // Creates a queue, or says why not.
  ascon_queue *Created() {
    char text[ASCON_DEVICE_TEXT_BYTES] = "";
    ascon_queue *queue = nullptr;
    const ascon_result result = ascon_accelerator_create(&queue, &device_, nullptr, text);
    if (result == ASCON_OK) return queue;
    EXPECT_EQ(queue, nullptr);
    Expect(result, text);
    return nullptr;
  }
  void Expect(ascon_result result, const char *text) {
    EXPECT_EQ(result, ASCON_ERR_RESOURCES);
    EXPECT_NE(std::strstr(text, "no memory"), nullptr) << text;
    refused_++;
  }
  void Use(ascon_queue *queue, Digests *digests) {
    const ascon_result result = digests->RunOn(queue);
    if (result == ASCON_OK) digests->ExpectRight();
    else Expect(result, ascon_accelerator_error(queue));
  }

  ascon_device device_ = DeviceOfTests();
  size_t refused_ = 0;  // calls
};

TEST_F(NoMemory, EachAllocationFails) {
  Digests ordered(true), ragged(false);
  bool failed = true;
  for (size_t successes = 0; failed; successes++) {
    SCOPED_TRACE(successes);
    const FailingMemory memory(successes);
    if (ascon_queue *queue = Created()) {
      Use(queue, &ordered);
      Use(queue, &ragged);
      ascon_accelerator_destroy(queue);
    }
    failed = memory.has_failed();
  }
  EXPECT_GE(refused_, 3u);
}

}  // namespace
}  // namespace asconkit_test
