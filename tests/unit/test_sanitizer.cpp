// The sanitizers' builds are only worth something if they see a byte too many, and a race.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "calls.h"

#if ASCON_TEST_ASAN

namespace asconkit_test {
namespace {

using SanitizerDeathTest = BackendTest;
ASCON_ON_EVERY_BACKEND(SanitizerDeathTest);

constexpr size_t kLengths[] = {0, 1, 7, 8, 15, 16, 24};

TEST_P(SanitizerDeathTest, SeesReadingTooMuch) {
  uint8_t digest[32];
  for (size_t n : kLengths) {
    Heap text(n);
    EXPECT_DEATH(ascon_hash(ASCON_HASH256, digest, text.data(), n + 1), "heap-buffer-overflow");
  }
}

TEST_P(SanitizerDeathTest, SeesWritingTooMuch) {
  const uint8_t byte = 1;
  for (size_t n : kLengths) {
    Heap out(n);
    EXPECT_DEATH(ascon_xof(ASCON_XOF128, out.data(), n + 1, &byte, 1), "heap-buffer-overflow");
  }
}

}  // namespace
}  // namespace asconkit_test

#endif

#if ASCON_TEST_TSAN

#include <thread>

namespace asconkit_test {
namespace {

// Both threads write, and nothing orders them.
int Race() {
  int counter = 0;
  std::thread other([&] { counter++; });
  counter++;
  other.join();
  return counter > 5;
}

TEST(SanitizerDeathTest, SeesARace) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::exit(Race()), ::testing::ExitedWithCode(66), "data race");
}

}  // namespace
}  // namespace asconkit_test

#endif
