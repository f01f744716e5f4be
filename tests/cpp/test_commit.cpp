// Committing AEAD in C++ gives what the C calls give.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "../support/support.h"
#include "asconkit/commit/ascon_commit.hpp"

namespace asconkit_test {
namespace {

using asconkit::error;
using aead = asconkit::committing<asconkit::aead128>;

class CppCommit : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(ascon_commit_encrypt(ASCON_AEAD128, sealed_.data(), tag_.data(), commitment_.data(),
                                   text_.data(), text_.size(), ad_.data(), ad_.size(),
                                   number_.data(), secret_.data()),
              ASCON_OK);
  }

  const Bytes secret_ = Pattern(Field::kKey, 16), number_ = Pattern(Field::kNonce, 16);
  const Bytes text_ = Pattern(Field::kText, 40), ad_ = Pattern(Field::kExtra, 7);
  const aead::key key_ = *aead::key::from(secret_);
  const aead::nonce nonce_ = *aead::nonce::from(number_);
  Bytes sealed_ = Bytes(40), tag_ = Bytes(16), commitment_ = Bytes(32), out_ = Bytes(40, 0xee);
};

TEST_F(CppCommit, IsThatOfC) {
  const auto proof = aead::encrypt(out_, text_, ad_, nonce_, key_);
  ASSERT_TRUE(proof);
  EXPECT_EQ(out_, sealed_);
  EXPECT_TRUE(std::ranges::equal(proof->tag.bytes(), tag_));
  EXPECT_TRUE(std::ranges::equal(proof->commitment.bytes(), commitment_));
  EXPECT_TRUE(aead::commit(ad_, nonce_, key_) == proof->commitment);
  ASSERT_TRUE(aead::decrypt(out_, out_, *proof, ad_, nonce_, key_));
  EXPECT_EQ(out_, text_);
}

TEST_F(CppCommit, AWrongCommitmentIsAForgery) {
  auto proof = *aead::encrypt(out_, text_, ad_, nonce_, key_);
  proof.commitment = aead::commit({}, nonce_, key_);
  EXPECT_EQ(aead::decrypt(out_, sealed_, proof, ad_, nonce_, key_).error(), error::tag);
  EXPECT_EQ(out_, Bytes(40));
  Bytes shorter(39, 0xee);
  EXPECT_EQ(aead::decrypt(shorter, sealed_, proof, ad_, nonce_, key_).error(), error::range);
  EXPECT_EQ(aead::encrypt(shorter, text_, ad_, nonce_, key_).error(), error::range);
  EXPECT_EQ(shorter, Bytes(39, 0xee));
}

using committing_siv = asconkit::committing<asconkit::siv>;

TEST(CppCommitSiv, IsThatOfC) {
  const Bytes secret = Pattern(Field::kKey, 32), number = Pattern(Field::kNonce, 16);
  const Bytes text = Pattern(Field::kText, 40), ad = Pattern(Field::kExtra, 7);
  Bytes sealed(40), tag(16), commitment(32), out(40, 0xee);
  ASSERT_EQ(
      ascon_commit_siv_encrypt(sealed.data(), tag.data(), commitment.data(), text.data(),
                               text.size(), ad.data(), ad.size(), number.data(), secret.data()),
      ASCON_OK);
  const auto key = *committing_siv::key::from(secret);
  const auto nonce = *committing_siv::nonce::from(number);
  auto proof = committing_siv::encrypt(out, text, ad, nonce, key);
  ASSERT_TRUE(proof);
  EXPECT_EQ(out, sealed);
  EXPECT_TRUE(std::ranges::equal(proof->tag.bytes(), tag));
  EXPECT_TRUE(std::ranges::equal(proof->commitment.bytes(), commitment));
  ASSERT_TRUE(committing_siv::decrypt(out, out, *proof, ad, nonce, key));
  EXPECT_EQ(out, text);
  proof->commitment = committing_siv::commit({}, nonce, key);
  EXPECT_EQ(committing_siv::decrypt(out, sealed, *proof, ad, nonce, key).error(), error::tag);
  EXPECT_EQ(out, Bytes(40));
}

}  // namespace
}  // namespace asconkit_test
