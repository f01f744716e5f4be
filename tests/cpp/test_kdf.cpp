// KMAC, key derivation, HMAC, HKDF and PBKDF2 in C++ give what the C calls give, which are tested
// against their models; values wipe themselves; what cannot fail returns no result.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <type_traits>

#include "../support/support.h"
#include "asconkit/cpp/ascon.hpp"
#include "asconkit/hmac/ascon_hmac.hpp"
#include "asconkit/kdf/ascon_kdf.hpp"

namespace asconkit_test {
namespace {

using asconkit::aead128, asconkit::error, asconkit::hkdf, asconkit::hmac, asconkit::kdf,
    asconkit::kmac;

class CppKdf : public ::testing::Test {
 protected:
  const Bytes key_ = Pattern(Field::kKey, 33), text_ = Pattern(Field::kText, 50),
              custom_ = Pattern(Field::kExtra, 9), too_long_ = Bytes(248);
  Bytes out_ = Bytes(40), expected_ = Bytes(40);
};

template <class Octets>
Bytes BytesOf(const Octets &octets) {
  return Bytes(octets.bytes().begin(), octets.bytes().end());
}

// ---- KMAC -------------------------------------------------------------------------------------

TEST_F(CppKdf, Kmac) {
  ASSERT_EQ(
      ascon_kdf_kmac(expected_.data(), 40, text_.data(), 50, custom_.data(), 9, key_.data(), 33),
      ASCON_OK);
  ASSERT_TRUE(kmac::compute(out_, text_, key_, custom_));
  EXPECT_EQ(out_, expected_);
  const auto tag = kmac::compute<40>(text_, key_, custom_);
  ASSERT_TRUE(tag);
  EXPECT_EQ(BytesOf(*tag), expected_);
  EXPECT_TRUE(kmac::verify(tag->bytes(), text_, key_, custom_));
  EXPECT_EQ(kmac::verify(tag->bytes(), text_, key_).error(), error::tag);
  EXPECT_TRUE(kmac::verify<40>(expected_, text_, key_, custom_));
  EXPECT_EQ(kmac::compute<16>(text_, key_, too_long_).error(), error::range);
  EXPECT_EQ(kmac::compute(out_, text_, key_, too_long_).error(), error::range);
  EXPECT_EQ(out_, expected_);
}

// A tag that arrived never decides how many bytes are verified.
template <class T>
concept VerifiesAnyLength = requires(const Bytes &tag) { T::verify(tag, tag, tag); };
static_assert(VerifiesAnyLength<hmac> && !VerifiesAnyLength<kmac>);  // kmac has no default length

TEST_F(CppKdf, ReceivedTagsHaveOneLength) {
  for (std::size_t n = 0; n <= 33; n++) {
    Bytes tag(n);
    if (n != 0) {
      ASSERT_TRUE(kmac::compute(tag, text_, key_));
    }
    const auto by_kmac = kmac::verify<20>(tag, text_, key_);
    EXPECT_EQ(by_kmac.has_value(), n == 20);
    kmac::context last(key_);
    ASSERT_TRUE(last.update(text_));
    EXPECT_EQ(last.verify_final<20>(tag).has_value(), n == 20);
    if (n != 20) {
      EXPECT_EQ(by_kmac.error(), error::range);
    }
    const hmac::tag whole = hmac::compute(text_, key_);
    tag.assign(whole.bytes().begin(),
               whole.bytes().begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(n, 32)));
    tag.resize(n);
    EXPECT_EQ(hmac::verify(tag, text_, key_).has_value(), n == 32);
    EXPECT_EQ(hmac::verify<16>(tag, text_, key_).has_value(), n == 16);
    hmac::context pieces(key_), cut = pieces;
    ASSERT_TRUE(pieces.update(text_));
    ASSERT_TRUE(cut.update(text_));
    EXPECT_EQ(pieces.verify_final(tag).has_value(), n == 32);
    EXPECT_EQ(cut.verify_final<16>(tag).has_value(), n == 16);
  }
}

TEST_F(CppKdf, KmacXof) {
  ASSERT_EQ(ascon_kdf_kmac_xof(expected_.data(), 40, text_.data(), 50, nullptr, 0, key_.data(), 33),
            ASCON_OK);
  ASSERT_TRUE(kmac::compute_xof(out_, text_, key_));
  EXPECT_EQ(out_, expected_);
  kmac::context pieces(key_);
  ASSERT_TRUE(pieces.update(text_));
  std::ranges::fill(out_, uint8_t{0xee});
  ASSERT_TRUE(pieces.squeeze(std::span(out_).first(7)));
  ASSERT_TRUE(pieces.squeeze(std::span(out_).subspan(7)));
  EXPECT_EQ(out_, expected_);
  EXPECT_EQ(pieces.update(text_).error(), error::order);
}

TEST_F(CppKdf, KmacInPieces) {
  const auto expected = kmac::compute<20>(text_, key_, custom_);
  auto first = kmac::context::from(key_, custom_);
  ASSERT_TRUE(first);
  ASSERT_TRUE(first->update(std::span(text_).first(11)));
  kmac::context second = *first;
  ASSERT_TRUE(first->update(std::span(text_).subspan(11)));
  ASSERT_TRUE(second.update(std::span(text_).subspan(11)));
  EXPECT_EQ(*first->final<20>(), *expected);
  EXPECT_EQ(first->final(out_).error(), error::order);
  EXPECT_TRUE(second.verify_final(expected->bytes()));
  EXPECT_EQ(kmac::context::from(key_, too_long_).error(), error::range);
}

// ---- Key derivation ---------------------------------------------------------------------------

TEST_F(CppKdf, DerivesValuesOfOtherAlgorithms) {
  ASSERT_EQ(
      ascon_kdf_derive(expected_.data(), 16, custom_.data(), 9, key_.data(), 33, text_.data(), 50),
      ASCON_OK);
  expected_.resize(16);
  EXPECT_EQ(BytesOf(kdf::derive<aead128::key>(custom_, key_, text_)), expected_);
  static_assert(std::is_same_v<decltype(kdf::derive<aead128::key>({}, {}, {})), aead128::key>);
  out_.resize(16);
  kdf::derive(out_, custom_, key_, text_);
  EXPECT_EQ(out_, expected_);
}

TEST_F(CppKdf, ExtractAndExpand) {
  Bytes prk(32);
  ASSERT_EQ(ascon_kdf_extract(prk.data(), custom_.data(), 9, key_.data(), 33), ASCON_OK);
  const kdf::prk extracted = kdf::extract(custom_, key_);
  EXPECT_EQ(BytesOf(extracted), prk);
  ASSERT_EQ(ascon_kdf_expand(expected_.data(), 40, prk.data(), 32, text_.data(), 50), ASCON_OK);
  kdf::expand(out_, extracted, text_);
  EXPECT_EQ(out_, expected_);
  ASSERT_EQ(ascon_kdf_expand(expected_.data(), 16, prk.data(), 32, text_.data(), 50), ASCON_OK);
  expected_.resize(16);
  EXPECT_EQ(BytesOf(kdf::expand<aead128::key>(extracted, text_)), expected_);
}

// ---- HMAC, HKDF, PBKDF2 -----------------------------------------------------------------------

TEST_F(CppKdf, Hmac) {
  expected_.resize(32);
  ASSERT_EQ(ascon_hmac_hash256(expected_.data(), text_.data(), 50, key_.data(), 33), ASCON_OK);
  const hmac::tag tag = hmac::compute(text_, key_);
  EXPECT_EQ(BytesOf(tag), expected_);
  EXPECT_TRUE(hmac::verify(tag.bytes(), text_, key_));
  EXPECT_TRUE(hmac::verify(tag.bytes().first<16>(), text_, key_));
  EXPECT_EQ(hmac::verify(tag.bytes().first(16), text_, key_).error(), error::range);
  EXPECT_EQ(hmac::verify(tag.bytes(), key_, key_).error(), error::tag);
  hmac::context pieces(key_), other = pieces;
  ASSERT_TRUE(pieces.update(text_));
  ASSERT_TRUE(other.update(text_));
  EXPECT_EQ(*pieces.final(), tag);
  EXPECT_EQ(pieces.update(text_).error(), error::order);
  EXPECT_TRUE(other.verify_final(tag.bytes()));
}

TEST_F(CppKdf, Hkdf) {
  ASSERT_EQ(
      ascon_hmac_hkdf(expected_.data(), 40, custom_.data(), 9, key_.data(), 33, text_.data(), 50),
      ASCON_OK);
  ASSERT_TRUE(hkdf::derive(out_, custom_, key_, text_));
  EXPECT_EQ(out_, expected_);
  const hkdf::prk prk = hkdf::extract(custom_, key_);
  std::ranges::fill(out_, uint8_t{0xee});
  ASSERT_TRUE(hkdf::expand(out_, prk, text_));
  EXPECT_EQ(out_, expected_);
  expected_.resize(16);
  EXPECT_EQ(BytesOf(hkdf::derive<aead128::key>(custom_, key_, text_)), expected_);
  EXPECT_EQ(BytesOf(hkdf::expand<aead128::key>(prk, text_)), expected_);
  Bytes too_long(hkdf::max_bytes + 1);
  EXPECT_EQ(hkdf::expand(too_long, prk, text_).error(), error::range);
}

TEST_F(CppKdf, Pbkdf2) {
  ASSERT_EQ(ascon_hmac_pbkdf2(expected_.data(), 40, key_.data(), 33, custom_.data(), 9, 3),
            ASCON_OK);
  ASSERT_TRUE(asconkit::pbkdf2(out_, key_, custom_, 3));
  EXPECT_EQ(out_, expected_);
  EXPECT_EQ(asconkit::pbkdf2(out_, key_, custom_, 0).error(), error::range);
}

}  // namespace
}  // namespace asconkit_test
