// The generator in C++ gives what the C calls give, which are tested against the model, and fits
// where the standard library wants a source of random bits.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <utility>

#include "../support/support.h"
#include "asconkit/cpp/ascon.hpp"
#include "asconkit/drbg/ascon_drbg.hpp"

namespace asconkit_test {
namespace {

using asconkit::aead128, asconkit::drbg, asconkit::error;

static_assert(std::uniform_random_bit_generator<drbg>);
static_assert(!std::is_copy_constructible_v<drbg> && std::is_nothrow_move_constructible_v<drbg>);

const Bytes kSeed = Pattern(Field::kText, 40);

TEST(CppDrbg, GivesWhatCGives) {
  ascon_drbg expected;
  Bytes first(50), second(16), out(50);
  ASSERT_EQ(ascon_drbg_init(&expected, nullptr, kSeed.data(), kSeed.size()), ASCON_OK);
  ASSERT_EQ(ascon_drbg_generate(&expected, first.data(), 50, kSeed.data(), 3), ASCON_OK);
  ASSERT_EQ(ascon_drbg_reseed(&expected, kSeed.data(), kSeed.size()), ASCON_OK);
  ASSERT_EQ(ascon_drbg_generate(&expected, second.data(), 16, nullptr, 0), ASCON_OK);

  auto made = drbg::from_seed(kSeed);
  ASSERT_TRUE(made);
  ASSERT_TRUE(made->generate(out, std::span(kSeed).first(3)));
  EXPECT_EQ(out, first);
  ASSERT_TRUE(made->reseed(kSeed));
  const auto key = made->generate<aead128::key>();
  ASSERT_TRUE(key);
  EXPECT_TRUE(std::ranges::equal(key->bytes(), second));
}

TEST(CppDrbg, WordsAreLittleEndian) {
  auto one = drbg::from_seed(kSeed), two = drbg::from_seed(kSeed);
  std::array<unsigned char, 8> bytes = {};
  ASSERT_TRUE(one->generate(bytes));
  std::uint64_t word = 0;
  for (size_t i = 0; i < 8; i++) word |= std::uint64_t{bytes[i]} << 8 * i;
  EXPECT_EQ((*two)(), word);
}

TEST(CppDrbg, ServesTheStandardLibrary) {
  auto made = drbg::from_system();
  ASSERT_TRUE(made);
  std::array<int, 52> cards = {};
  std::iota(cards.begin(), cards.end(), 0);
  std::ranges::shuffle(cards, *made);
  EXPECT_FALSE(std::ranges::is_sorted(cards));  // by chance: 1 in 2^225
  std::uniform_int_distribution<int> die(1, 6);
  for (int i = 0; i < 100; i++) {
    const int roll = die(*made);
    EXPECT_TRUE(roll >= 1 && roll <= 6);
  }
}

TEST(CppDrbg, Errors) {
  EXPECT_EQ(drbg::from_seed(std::span(kSeed).first(31)).error(), error::range);
  const ascon_entropy failing = {[](void *, std::uint8_t *, std::size_t) { return 0; }, nullptr,
                                 nullptr};
  EXPECT_EQ(drbg::from(failing).error(), error::random);
  Bytes out(16, 0xee);
  drbg none;
  EXPECT_EQ(none.generate(out).error(), error::order);
  EXPECT_EQ(none.generate<aead128::key>().error(), error::order);
  EXPECT_EQ(none.reseed(kSeed).error(), error::order);
  EXPECT_EQ(out, Bytes(16, 0xee));
}

TEST(CppDrbg, AMoveLeavesNothingBehind) {
  auto made = drbg::from_seed(kSeed);
  auto expected = drbg::from_seed(kSeed);
  drbg moved = std::move(*made);
  EXPECT_EQ(moved(), (*expected)());
  Bytes out(16);
  EXPECT_EQ(made->generate(out).error(), error::order);
}

#if GTEST_HAS_DEATH_TEST
TEST(CppDrbgDeathTest, WordsCannotReportErrors) {
  if (!kForks) GTEST_SKIP() << "child processes can hang";
  drbg none;
  EXPECT_DEATH(static_cast<void>(none()), "");
}
#endif

}  // namespace
}  // namespace asconkit_test
