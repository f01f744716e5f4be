// A build with the address sanitizer must detect an access one byte beyond a buffer.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "../support/calls.h"

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
    EXPECT_DEATH(ascon_hash256(digest, text.data(), n + 1), "heap-buffer-overflow");
  }
}

TEST_P(SanitizerDeathTest, SeesWritingTooMuch) {
  const uint8_t byte = 1;
  for (size_t n : kLengths) {
    Heap out(n);
    EXPECT_DEATH(ascon_xof128(out.data(), n + 1, &byte, 1), "heap-buffer-overflow");
  }
}

}  // namespace
}  // namespace asconkit_test

#endif
