// Mistakes that only show at run time give an error, and change nothing.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <array>

#include "../support/support.h"
#include "every.h"

namespace asconkit_test {
namespace {

using namespace std::string_view_literals;
using asconkit::error, asconkit::aead128, asconkit::cxof128, asconkit::hash256, asconkit::xof128;
namespace v12 = asconkit::v12;

constexpr std::array<unsigned char, 16> kSome = {1, 2, 3};

class Misuse : public ::testing::Test {
 protected:
  const aead128::key key_{kSome};
  const aead128::nonce nonce_{kSome};
};

bool Untouched(const Bytes &bytes) {
  return std::ranges::all_of(bytes, [](auto byte) { return byte == 0xee; });
}

TEST_F(Misuse, ErrorsAreTheLibrarys) {
  EXPECT_TRUE(asconkit::status(ASCON_OK));
  for (int code = ASCON_ERR_TAG; code <= ASCON_ERR_STORE; code++) {
    const auto result = static_cast<ascon_result>(code);
    EXPECT_EQ(static_cast<int>(asconkit::status(result).error()), code);
    EXPECT_STREQ(asconkit::describe(asconkit::status(result).error()), ascon_result_text(result));
  }
}

TEST_F(Misuse, LengthsThatDiffer) {
  Bytes longer(10, 0xee), shorter(9, 0x11), shortest(3, 0xee);
  EXPECT_TRUE(Fails(aead128::encrypt(longer, shorter, {}, nonce_, key_), error::range));
  EXPECT_TRUE(Fails(aead128::encrypt(shortest, shorter, {}, nonce_, key_), error::range));
  EXPECT_TRUE(
      Fails(aead128::decrypt(longer, shorter, aead128::tag(), {}, nonce_, key_), error::range));
  EXPECT_TRUE(Fails(aead128::encrypt_combined(longer, shorter, {}, nonce_, key_), error::range));
  EXPECT_TRUE(Fails(aead128::encrypt_combined(shortest, shorter, {}, nonce_, key_), error::range));
  EXPECT_TRUE(Fails(aead128::decrypt_combined(shortest, shorter, {}, nonce_, key_), error::range));
  const Bytes sealed(20);
  EXPECT_TRUE(Fails(aead128::decrypt_combined(shortest, sealed, {}, nonce_, key_), error::range));
  aead128::encryption context(nonce_, key_);
  EXPECT_TRUE(Fails(context.update(longer, shorter), error::range));
  aead128::decryption back(nonce_, key_);
  EXPECT_TRUE(Fails(back.update_unverified(shortest, shorter), error::range));
  EXPECT_TRUE(Untouched(longer) && Untouched(shortest));
  aead128::tag tag;
  EXPECT_TRUE(
      Fails(aead128::encrypt_message::from(longer, shorter, tag, {}, nonce_, key_), error::range));
  EXPECT_TRUE(
      Fails(aead128::decrypt_message::from(longer, shorter, tag, {}, nonce_, key_), error::range));
}

constexpr bool LengthsThatDifferWhileCompiling() {
  std::array<std::byte, 4> out{};
  constexpr std::array<std::byte, 16> zeros{};
  const std::span<const std::byte> three = std::span(zeros).first(3);
  const auto sealed = aead128::encrypt(out, three, {}, aead128::nonce(zeros), aead128::key(zeros));
  return !sealed && sealed.error() == error::range;
}
static_assert(LengthsThatDifferWhileCompiling());

TEST_F(Misuse, CustomizationThatIsTooLong) {
  const Bytes z(257);
  Bytes out(8, 0xee);
  EXPECT_TRUE(Fails(cxof128::compute(out, {}, z), error::range));
  EXPECT_TRUE(Fails(cxof128::compute<8>({}, z), error::range));
  EXPECT_TRUE(Fails(cxof128::context::from(z), error::range));
  EXPECT_TRUE(Untouched(out));
  EXPECT_TRUE(cxof128::compute(out, {}, std::span(z).first(256)));
}

TEST_F(Misuse, ShortPrfOfTooMuch) {
  const v12::prfshort::key key(kSome);
  const Bytes message(17);
  Bytes out(17, 0xee);
  const auto outputs = [&](size_t n) { return std::span(out).first(n); };
  const auto messages = [&](size_t n) { return std::span(message).first(n); };
  EXPECT_TRUE(Fails(v12::prfshort::compute(outputs(16), messages(17), key), error::range));
  EXPECT_TRUE(Fails(v12::prfshort::compute(outputs(0), messages(16), key), error::range));
  EXPECT_TRUE(Fails(v12::prfshort::compute(outputs(17), messages(16), key), error::range));
  EXPECT_TRUE(Fails(v12::prfshort::compute<4>(messages(17), key), error::range));
  EXPECT_TRUE(Untouched(out));
  EXPECT_TRUE(v12::prfshort::compute(outputs(16), messages(16), key));
}

TEST_F(Misuse, EncryptionOutOfOrder) {
  aead128::encryption context(nonce_, key_);
  Bytes text(5, 0xee);
  EXPECT_TRUE(context.update(text, text));
  EXPECT_TRUE(Fails(context.ad("late"sv), error::order));
  EXPECT_TRUE(context.final());
  EXPECT_TRUE(Fails(context.update(text, text), error::order));
  EXPECT_TRUE(Fails(context.final(), error::order));
}

TEST_F(Misuse, DecryptionOutOfOrder) {
  aead128::decryption context(nonce_, key_);
  EXPECT_TRUE(Fails(context.final(aead128::tag()), error::tag));
  EXPECT_TRUE(Fails(context.final(aead128::tag()), error::order));
}

TEST_F(Misuse, MovedFromContexts) {
  aead128::encryption context(nonce_, key_);
  aead128::encryption moved = std::move(context);
  EXPECT_TRUE(Fails(context.final(), error::order));  // NOLINT: after the move
  EXPECT_TRUE(moved.final());
  hash256::context hash;
  const hash256::context copy = std::move(hash);
  EXPECT_TRUE(Fails(hash.update("text"sv), error::order));  // NOLINT
}

TEST_F(Misuse, SpongesOutOfOrder) {
  hash256::context hash;
  EXPECT_TRUE(hash.final());
  EXPECT_TRUE(Fails(hash.update("text"sv), error::order));
  EXPECT_TRUE(Fails(hash.final(), error::order));
  xof128::context xof;
  Bytes out(3);
  EXPECT_TRUE(xof.squeeze(out));
  EXPECT_TRUE(Fails(xof.update("text"sv), error::order));
  const v12::mac::key key(kSome);
  v12::mac::context mac(key);
  EXPECT_TRUE(Fails(mac.verify_final(v12::mac::tag()), error::tag));
  EXPECT_TRUE(Fails(mac.final(), error::order));
}

TEST_F(Misuse, WrongMac) {
  const v12::mac::key key(kSome);
  const v12::mac::tag tag = v12::mac::compute("message"sv, key);
  EXPECT_TRUE(v12::mac::verify(tag, "message"sv, key));
  EXPECT_TRUE(Fails(v12::mac::verify(tag, "Message"sv, key), error::tag));
  v12::mac::context context(key);
  EXPECT_TRUE(context.update("message"sv));
  EXPECT_TRUE(context.verify_final(tag));
}

TEST_F(Misuse, CopiesGoOnIndependently) {
  hash256::context one;
  EXPECT_TRUE(one.update("abc"sv));
  hash256::context other = one;
  EXPECT_TRUE(one.update("def"sv));
  EXPECT_TRUE(*other.final() == hash256::compute("abc"sv));
  EXPECT_TRUE(*one.final() == hash256::compute("abcdef"sv));
}

#if GTEST_HAS_DEATH_TEST
TEST_F(Misuse, ReadingAFailedResultEndsTheProgram) {
  if (!kForks) GTEST_SKIP() << "child processes can hang";
  const Bytes three(3);
  EXPECT_DEATH(static_cast<void>(*aead128::key::from(three)), "");
  EXPECT_DEATH(static_cast<void>(aead128::key::from(kSome).error()), "");
}
#endif

}  // namespace
}  // namespace asconkit_test
