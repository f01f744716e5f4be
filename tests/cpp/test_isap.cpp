// ISAP in C++ gives what the C calls give.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "../support/support.h"
#include "asconkit/isap/ascon_isap.hpp"

namespace asconkit_test {
namespace {

using asconkit::error, asconkit::isap_a_128a;

class CppIsap : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(
        ascon_isap_encrypt(ASCON_ISAP_A_128A, sealed_.data(), tag_.data(), text_.data(),
                           text_.size(), ad_.data(), ad_.size(), number_.data(), secret_.data()),
        ASCON_OK);
  }

  const Bytes secret_ = Pattern(Field::kKey, 16), number_ = Pattern(Field::kNonce, 16);
  const Bytes text_ = Pattern(Field::kText, 40), ad_ = Pattern(Field::kExtra, 7);
  const isap_a_128a::key key_ = *isap_a_128a::key::from(secret_);
  const isap_a_128a::nonce nonce_ = *isap_a_128a::nonce::from(number_);
  Bytes sealed_ = Bytes(40), tag_ = Bytes(16), out_ = Bytes(40, 0xee);
};

TEST_F(CppIsap, WholeMessages) {
  const auto tag = isap_a_128a::encrypt(out_, text_, ad_, nonce_, key_);
  ASSERT_TRUE(tag);
  EXPECT_TRUE(std::ranges::equal(tag->bytes(), tag_));
  EXPECT_EQ(out_, sealed_);
  ASSERT_TRUE(isap_a_128a::decrypt(out_, out_, *tag, ad_, nonce_, key_));
  EXPECT_EQ(out_, text_);
  EXPECT_EQ(isap_a_128a::decrypt(out_, sealed_, *tag, {}, nonce_, key_).error(), error::tag);
  EXPECT_EQ(out_, Bytes(40));
}

TEST_F(CppIsap, Pieces) {
  isap_a_128a::encryption message(nonce_, key_);
  ASSERT_TRUE(message.ad(ad_));
  ASSERT_TRUE(message.update(out_, text_));
  EXPECT_EQ(message.ad(ad_).error(), error::order);
  const auto tag = message.final();
  ASSERT_TRUE(tag);
  EXPECT_TRUE(std::ranges::equal(tag->bytes(), tag_));
  EXPECT_EQ(out_, sealed_);

  isap_a_128a::decryption back(nonce_, key_);
  ASSERT_TRUE(back.ad(ad_));
  EXPECT_EQ(back.update_unverified(out_, sealed_).error(), error::order);
  ASSERT_TRUE(back.read(sealed_));
  ASSERT_TRUE(back.verify(*tag));
  ASSERT_TRUE(back.update_unverified(out_, sealed_));
  ASSERT_TRUE(back.final());
  EXPECT_EQ(out_, text_);
  isap_a_128a::decryption forged(nonce_, key_);
  ASSERT_TRUE(forged.read(sealed_));
  EXPECT_EQ(forged.verify(*tag).error(), error::tag);
  EXPECT_EQ(forged.update_unverified(out_, sealed_).error(), error::order);
}

TEST_F(CppIsap, TheSecondPassHasTheCiphertextOfTheFirst) {
  isap_a_128a::decryption back(nonce_, key_);
  ASSERT_TRUE(back.ad(ad_) && back.read(sealed_) && back.verify(*isap_a_128a::tag::from(tag_)));
  sealed_[0] ^= 1;
  ASSERT_TRUE(back.update_unverified(out_, sealed_));
  EXPECT_EQ(back.final().error(), error::tag);
  EXPECT_EQ(back.final().error(), error::order);
}

TEST_F(CppIsap, LengthsThatDiffer) {
  Bytes shorter(39, 0xee);
  EXPECT_EQ(isap_a_128a::encrypt(shorter, text_, {}, nonce_, key_).error(), error::range);
  EXPECT_EQ(isap_a_128a::decrypt(shorter, text_, isap_a_128a::tag(), {}, nonce_, key_).error(),
            error::range);
  EXPECT_EQ(shorter, Bytes(39, 0xee));
}

}  // namespace
}  // namespace asconkit_test
