// ascon_random_bytes(), with a system that is interrupted, gives less than asked for, or fails. The
// program is linked with --wrap for getrandom. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon.h"

#include <gtest/gtest.h>
#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <set>
#include <vector>

namespace {

using System = std::function<ssize_t(unsigned char *, size_t, unsigned)>;
System g_system;  // instead of the real one, if there is one

}  // namespace

extern "C" {

ssize_t __real_getrandom(void *, size_t, unsigned);
ssize_t __wrap_getrandom(void *, size_t, unsigned);

ssize_t __wrap_getrandom(void *out, size_t bytes, unsigned flags) {
  return g_system ? g_system(static_cast<unsigned char *>(out), bytes, flags)
                  : __real_getrandom(out, bytes, flags);
}
}

namespace asconkit_test {
namespace {

using Bytes = std::vector<unsigned char>;

struct Random : ::testing::Test {
  ~Random() override { g_system = nullptr; }
};

TEST_F(Random, FillsAllOfIt) {
  for (size_t n : {1u, 16u, 20u, 257u, 70000u, 3000000u}) {
    Bytes bytes(n + 8, 0xee);
    ASSERT_EQ(ascon_random_bytes(bytes.data(), n), ASCON_OK);
    EXPECT_EQ(Bytes(bytes.end() - 8, bytes.end()), Bytes(8, 0xee)) << n;
    // 16 equal bytes in a row have a chance of 2^-120 at each place.
    size_t longest = 0, equal = 0;
    for (size_t i = 1; i < n; i++)
      longest = std::max(longest, equal = bytes[i] == bytes[i - 1] ? equal + 1 : 0);
    EXPECT_LT(longest, 15u) << n;
  }
}

TEST_F(Random, NeverGivesTheSameTwice) {
  std::set<Bytes> seen;
  for (int i = 0; i < 100; i++) {
    Bytes bytes(16);
    ASSERT_EQ(ascon_random_bytes(bytes.data(), bytes.size()), ASCON_OK);
    EXPECT_TRUE(seen.insert(bytes).second);
  }
}

TEST_F(Random, NullAndNothing) {
  size_t calls = 0;
  g_system = [&](unsigned char *, size_t, unsigned) {
    calls++;
    return ssize_t{-1};
  };
  EXPECT_EQ(ascon_random_bytes(nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_random_bytes(nullptr, 0), ASCON_OK);
  unsigned char byte = 7;
  EXPECT_EQ(ascon_random_bytes(&byte, 0), ASCON_OK);
  EXPECT_EQ(byte, 7);
  EXPECT_EQ(calls, 0u);
}

// Signals interrupt it, before and within; flags of 0 wait for the seed after the machine's start.
TEST_F(Random, GoesOnAfterInterruptionsAndPartsOfIt) {
  size_t calls = 0, given = 0;
  g_system = [&](unsigned char *out, size_t bytes, unsigned flags) -> ssize_t {
    EXPECT_EQ(flags, 0u);
    if (calls++ % 2 == 0) {
      errno = EINTR;
      return -1;
    }
    const size_t now = std::min<size_t>(bytes, 3);
    for (size_t i = 0; i < now; i++) out[i] = static_cast<unsigned char>(++given);
    return static_cast<ssize_t>(now);
  };
  Bytes bytes(20), expected(20);
  ASSERT_EQ(ascon_random_bytes(bytes.data(), bytes.size()), ASCON_OK);
  for (size_t i = 0; i < expected.size(); i++) expected[i] = static_cast<unsigned char>(i + 1);
  EXPECT_EQ(bytes, expected);
  EXPECT_EQ(calls, 14u);
}

// Half of a key is none.
TEST_F(Random, LeavesZerosWhenTheSystemFails) {
  for (const int error : {ENOSYS, EPERM, EFAULT, 0}) {
    size_t calls = 0;
    g_system = [&](unsigned char *out, size_t, unsigned) -> ssize_t {
      if (calls++ == 0) {
        std::fill_n(out, 5, 0x55);
        return 5;
      }
      errno = error;
      return error ? -1 : 0;
    };
    Bytes bytes(16, 0xee);
    EXPECT_EQ(ascon_random_bytes(bytes.data(), bytes.size()), ASCON_ERR_RANDOM) << error;
    EXPECT_EQ(bytes, Bytes(16)) << error;
    EXPECT_EQ(calls, 2u) << error;
  }
}

}  // namespace
}  // namespace asconkit_test
