// Strings of any number of bits in C++ give what the C calls give, which are tested against the
// specification, and what the compiler cannot check is an error.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "../support/support.h"
#include "every.h"

namespace asconkit_test {
namespace {

using asconkit::aead128, asconkit::cxof128, asconkit::hash256, asconkit::xof128;
using asconkit::bit_string, asconkit::error;

constexpr size_t kBits = 155, kBytes = 20;  // of every string
constexpr size_t kTagBits = 101;

class CppBits : public ::testing::Test {
 protected:
  [[nodiscard]] bit_string text() const { return {text_, kBits}; }
  [[nodiscard]] bit_string extra() const { return {extra_, kBits}; }
  // The first two bytes of the text, and what is left of it.
  [[nodiscard]] asconkit::input beginning() const { return asconkit::input(text_).part(0, 2); }
  [[nodiscard]] bit_string rest() const {
    return {asconkit::input(text_).part(2, kBytes - 2), kBits - 16};
  }

  const Bytes text_ = Pattern(Field::kText, kBytes), extra_ = Pattern(Field::kExtra, kBytes);
  const Bytes secret_ = Pattern(Field::kKey, 16), number_ = Pattern(Field::kNonce, 16);
  const aead128::key key_ = *aead128::key::from(secret_);
  const aead128::nonce nonce_ = *aead128::nonce::from(number_);
  Bytes out_ = Bytes(kBytes), expected_ = Bytes(kBytes), tag_ = Bytes(13), its_tag_ = Bytes(13);
};

TEST_F(CppBits, Hash) {
  expected_.resize(32);
  ASSERT_EQ(
      ascon_bits_sponge(ASCON_HASH256, expected_.data(), 256, text_.data(), kBits, nullptr, 0),
      ASCON_OK);
  hash256::context pieces;
  ASSERT_TRUE(pieces.update(beginning()));
  EXPECT_TRUE(std::ranges::equal(hash256::compute_bits(text())->bytes(), expected_));
  EXPECT_TRUE(std::ranges::equal(pieces.final_bits(rest())->bytes(), expected_));
}

TEST_F(CppBits, Xof) {
  ASSERT_EQ(
      ascon_bits_sponge(ASCON_XOF128, expected_.data(), kBits, text_.data(), kBits, nullptr, 0),
      ASCON_OK);
  ASSERT_TRUE(xof128::compute_bits({out_, kBits}, text()));
  EXPECT_EQ(out_, expected_);
  std::ranges::fill(out_, uint8_t{0xee});
  xof128::context pieces;
  ASSERT_TRUE(pieces.update(beginning()));
  ASSERT_TRUE(pieces.update_last_bits(rest()));
  EXPECT_EQ(pieces.update(beginning()).error(), error::order);
  ASSERT_TRUE(pieces.squeeze_last_bits({out_, kBits}));
  EXPECT_EQ(out_, expected_);
}

TEST_F(CppBits, Cxof) {
  ASSERT_EQ(ascon_bits_sponge(ASCON_CXOF128, expected_.data(), kBits, text_.data(), kBits,
                              extra_.data(), kBits),
            ASCON_OK);
  ASSERT_TRUE(cxof128::compute_bits({out_, kBits}, text(), extra()));
  EXPECT_EQ(out_, expected_);
  std::ranges::fill(out_, uint8_t{0xee});
  auto pieces = cxof128::context::from_bits(extra());
  ASSERT_TRUE(pieces);
  ASSERT_TRUE(pieces->update_last_bits(text()));
  ASSERT_TRUE(pieces->squeeze_last_bits({out_, kBits}));
  EXPECT_EQ(out_, expected_);
  const Bytes longer(257);
  EXPECT_EQ(cxof128::context::from_bits({longer, 2049}).error(), error::range);
  EXPECT_EQ(cxof128::compute_bits({out_, kBits}, text(), {longer, 2049}).error(), error::range);
}

TEST_F(CppBits, Aead) {
  ASSERT_EQ(ascon_bits_aead_encrypt(ASCON_AEAD128, expected_.data(), its_tag_.data(), kTagBits,
                                    text_.data(), kBits, extra_.data(), kBits, number_.data(),
                                    secret_.data()),
            ASCON_OK);
  ASSERT_TRUE(
      aead128::encrypt_bits({out_, kBits}, {tag_, kTagBits}, text(), extra(), nonce_, key_));
  EXPECT_EQ(out_, expected_);
  EXPECT_EQ(tag_, its_tag_);
  Bytes back(kBytes);
  ASSERT_TRUE(aead128::decrypt_bits<kTagBits>({back, kBits}, {out_, kBits}, {tag_, kTagBits},
                                              extra(), nonce_, key_));
  Bytes text = text_;
  text.back() &= (1u << kBits % 8) - 1;
  EXPECT_EQ(back, text);
  tag_[0] ^= 1;
  EXPECT_EQ(aead128::decrypt_bits<kTagBits>({back, kBits}, {out_, kBits}, {tag_, kTagBits}, extra(),
                                            nonce_, key_)
                .error(),
            error::tag);
  EXPECT_EQ(back, Bytes(kBytes));
}

TEST_F(CppBits, AeadInPieces) {
  ASSERT_TRUE(aead128::encrypt_bits({expected_, kBits}, {its_tag_, kTagBits}, text(), extra(),
                                    nonce_, key_));
  aead128::encryption pieces(nonce_, key_);
  ASSERT_TRUE(pieces.ad_last_bits(extra()));
  EXPECT_EQ(pieces.ad(beginning()).error(), error::order);
  ASSERT_TRUE(pieces.final_bits({out_, kBits}, text(), {tag_, kTagBits}));
  EXPECT_EQ(out_, expected_);
  EXPECT_EQ(tag_, its_tag_);
  for (bool genuine : {true, false}) {
    Bytes back(kBytes);
    its_tag_[0] ^= static_cast<uint8_t>(!genuine);
    aead128::decryption reverse(nonce_, key_);
    ASSERT_TRUE(reverse.ad_last_bits(extra()));
    const auto done =
        reverse.final_bits<kTagBits>({back, kBits}, {out_, kBits}, {its_tag_, kTagBits});
    EXPECT_EQ(done.has_value(), genuine);
    EXPECT_EQ(back == Bytes(kBytes), !genuine);
  }
}

// A tag that arrived never decides how many bits are verified.
TEST_F(CppBits, ReceivedTagsHaveOneLength) {
  Bytes whole(16), back(kBytes);
  ASSERT_TRUE(aead128::encrypt_bits({out_, kBits}, {whole, 128}, text(), extra(), nonce_, key_));
  for (std::size_t bits = 32; bits <= 128; bits++) {
    Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>((bits + 7) / 8));
    if (bits % 8) cut.back() &= static_cast<uint8_t>((1u << bits % 8) - 1);
    const bit_string tag = {cut, bits};
    EXPECT_EQ(
        aead128::decrypt_bits({back, kBits}, {out_, kBits}, tag, extra(), nonce_, key_).has_value(),
        bits == 128);
    EXPECT_EQ(aead128::decrypt_bits<100>({back, kBits}, {out_, kBits}, tag, extra(), nonce_, key_)
                  .has_value(),
              bits == 100);
    aead128::decryption pieces(nonce_, key_);
    ASSERT_TRUE(pieces.ad_last_bits(extra()));
    EXPECT_EQ(pieces.final_bits({back, kBits}, {out_, kBits}, tag).has_value(), bits == 128);
  }
}

// Bytes and bits that do not belong together.
TEST_F(CppBits, LengthsThatDiffer) {
  const bit_string few = {text_, kBits - 8}, many = {text_, 8 * kBytes + 1};
  for (const bit_string &wrong : {few, many}) {
    EXPECT_EQ(hash256::compute_bits(wrong).error(), error::range);
    EXPECT_EQ(xof128::compute_bits({out_, kBits}, wrong).error(), error::range);
    EXPECT_EQ(cxof128::compute_bits({out_, kBits}, text(), wrong).error(), error::range);
    EXPECT_EQ(
        aead128::encrypt_bits({out_, kBits}, {tag_, kTagBits}, text(), wrong, nonce_, key_).error(),
        error::range);
    EXPECT_EQ(aead128::encryption(nonce_, key_).ad_last_bits(wrong).error(), error::range);
  }
  EXPECT_EQ(xof128::compute_bits({out_, kBits - 8}, text()).error(), error::range);
  EXPECT_EQ(
      aead128::encrypt_bits({out_, kBits - 1}, {tag_, kTagBits}, text(), extra(), nonce_, key_)
          .error(),
      error::range);
  EXPECT_EQ(
      aead128::encrypt_bits({out_, kBits}, {tag_, 128}, text(), extra(), nonce_, key_).error(),
      error::range);
  EXPECT_EQ(out_, Bytes(kBytes));
  EXPECT_EQ(tag_, Bytes(13));
}

}  // namespace
}  // namespace asconkit_test
