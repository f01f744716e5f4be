// Ascon-SIV in C++ gives what the C calls give, and what the compiler cannot check is an error.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <array>

#include "../support/support.h"
#include "asconkit/siv/ascon_siv.hpp"

namespace asconkit_test {
namespace {

using asconkit::error, asconkit::siv;

class CppSiv : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(ascon_siv_encrypt(sealed_.data(), tag_.data(), text_.data(), text_.size(), ad_.data(),
                                ad_.size(), number_.data(), secret_.data()),
              ASCON_OK);
  }

  const Bytes secret_ = Pattern(Field::kKey, 32), number_ = Pattern(Field::kNonce, 16);
  const Bytes text_ = Pattern(Field::kText, 40), ad_ = Pattern(Field::kExtra, 7);
  const siv::key key_ = *siv::key::from(secret_);
  const siv::nonce nonce_ = *siv::nonce::from(number_);
  Bytes sealed_ = Bytes(40), tag_ = Bytes(16), out_ = Bytes(40, 0xee);
};

TEST_F(CppSiv, WholeMessages) {
  const auto tag = siv::encrypt(out_, text_, ad_, nonce_, key_);
  ASSERT_TRUE(tag);
  EXPECT_TRUE(std::ranges::equal(tag->bytes(), tag_));
  EXPECT_EQ(out_, sealed_);
  ASSERT_TRUE(siv::decrypt(out_, out_, *tag, ad_, nonce_, key_));
  EXPECT_EQ(out_, text_);
  EXPECT_EQ(siv::decrypt(out_, sealed_, *tag, {}, nonce_, key_).error(), error::tag);
  EXPECT_EQ(out_, Bytes(40));
}

TEST_F(CppSiv, Pieces) {
  siv::encryption message(nonce_, key_);
  ASSERT_TRUE(message.ad(ad_));
  EXPECT_EQ(message.update(out_, text_).error(), error::order);
  ASSERT_TRUE(message.read(text_));
  EXPECT_EQ(message.ad(ad_).error(), error::order);
  const auto tag = message.tag();
  ASSERT_TRUE(tag);
  EXPECT_TRUE(std::ranges::equal(tag->bytes(), tag_));
  ASSERT_TRUE(message.update(out_, text_));
  EXPECT_EQ(out_, sealed_);
  EXPECT_EQ(message.update(out_, text_).error(), error::range);
  ASSERT_TRUE(message.final());
  EXPECT_EQ(message.final().error(), error::order);

  siv::encryption other(nonce_, key_);
  ASSERT_TRUE(other.ad(ad_) && other.read(text_) && other.tag());
  Bytes changed = text_;
  changed[0] ^= 1;
  ASSERT_TRUE(other.update(changed, changed));
  EXPECT_EQ(other.final().error(), error::tag);

  siv::decryption back(*tag, nonce_, key_);
  ASSERT_TRUE(back.ad(ad_));
  ASSERT_TRUE(back.update_unverified(out_, sealed_));
  ASSERT_TRUE(back.final());
  EXPECT_EQ(out_, text_);
  siv::decryption forged(*tag, nonce_, key_);
  ASSERT_TRUE(forged.update_unverified(out_, sealed_));
  EXPECT_EQ(forged.final().error(), error::tag);
}

TEST_F(CppSiv, LengthsThatDiffer) {
  Bytes shorter(39, 0xee);
  EXPECT_EQ(siv::encrypt(shorter, text_, {}, nonce_, key_).error(), error::range);
  EXPECT_EQ(siv::decrypt(shorter, text_, siv::tag(), {}, nonce_, key_).error(), error::range);
  EXPECT_EQ(shorter, Bytes(39, 0xee));
  EXPECT_EQ(siv::key::from(Bytes(16)).error(), error::range);
  static_assert(!std::default_initializable<siv::key>);
}

}  // namespace
}  // namespace asconkit_test
