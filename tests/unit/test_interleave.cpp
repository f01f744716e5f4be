// The conversion for peers of devices that interleave. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "../support/support.h"

namespace asconkit_test {
namespace {

constexpr ascon_order kOrders[] = {ASCON_LITTLE_ENDIAN, ASCON_BIG_ENDIAN};

// The place in memory of bit n of an 8-byte integer.
std::pair<std::size_t, int> Place(int n, ascon_order order) {
  const int byte = n / 8;
  return {static_cast<std::size_t>(order == ASCON_LITTLE_ENDIAN ? byte : 7 - byte), n % 8};
}

bool Bit(const Bytes &word, int n, ascon_order order) {
  const auto [byte, bit] = Place(n, order);
  return (word[byte] >> bit & 1) != 0;
}

TEST(Interleave, EachBitByItsDefinition) {
  for (ascon_order order : kOrders)
    for (int n = 0; n < 64; n++) {
      const auto [byte, bit] = Place(n, order);
      Bytes word(8), result(8);
      word[byte] = static_cast<uint8_t>(1 << bit);
      ASSERT_EQ(ascon_permutation_interleave(result.data(), word.data(), 8, order), ASCON_OK);
      // Even bits into the low half, odd ones into the high half.
      for (int i = 0; i < 64; i++)
        ASSERT_EQ(Bit(result, i, order), i == n / 2 + (n % 2 != 0 ? 32 : 0)) << n << " " << i;
    }
}

TEST(Interleave, ThereAndBackInPlace) {
  ASCON_TRACE_SEED();
  Random random(31);
  for (ascon_order order : kOrders)
    for (std::size_t n = 0; n <= 64; n += 8) {
      const Bytes text = random.Some(n);
      Bytes copy = text;
      ASSERT_EQ(ascon_permutation_interleave(copy.data(), copy.data(), n, order), ASCON_OK);
      ASSERT_EQ(ascon_permutation_deinterleave(copy.data(), copy.data(), n, order), ASCON_OK);
      ASSERT_EQ(copy, text);
    }
}

TEST(Interleave, BadArgumentsChangeNothing) {
  Bytes out(8, 0x5a);
  const Bytes in(8);
  for (auto call : {ascon_permutation_interleave, ascon_permutation_deinterleave}) {
    for (std::size_t n : {std::size_t{1}, std::size_t{4}, std::size_t{7}, std::size_t{9}})
      EXPECT_EQ(call(out.data(), in.data(), n, ASCON_LITTLE_ENDIAN), ASCON_ERR_RANGE) << n;
    EXPECT_EQ(call(nullptr, in.data(), 8, ASCON_LITTLE_ENDIAN), ASCON_ERR_NULL);
    EXPECT_EQ(call(out.data(), nullptr, 8, ASCON_LITTLE_ENDIAN), ASCON_ERR_NULL);
    EXPECT_EQ(call(nullptr, nullptr, 0, ASCON_LITTLE_ENDIAN), ASCON_OK);
  }
  EXPECT_EQ(out, Bytes(8, 0x5a));
}

}  // namespace
}  // namespace asconkit_test
