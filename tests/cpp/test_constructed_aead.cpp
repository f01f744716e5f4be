// ISAP, Ascon-SIV and committing AEAD in C++ give what the C calls give, and what the compiler
// cannot check is an error. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "../support/support.h"
#include "asconkit/commit/ascon_commit.hpp"
#include "asconkit/isap/ascon_isap.hpp"
#include "asconkit/siv/ascon_siv.hpp"

namespace asconkit_test {
namespace {

using asconkit::error, asconkit::isap_a_128a, asconkit::siv;
using committing_aead128 = asconkit::committing<asconkit::aead128>;
using committing_siv = asconkit::committing<siv>;

const Bytes kText = Pattern(Field::kText, 40), kAd = Pattern(Field::kExtra, 7);
const Bytes kSecret = Pattern(Field::kKey, 32), kNumber = Pattern(Field::kNonce, 16);

// What the C call gives: the ciphertext, then the tag, then a commitment if there is one.
struct Sealed {
  Bytes text = Bytes(40), tag = Bytes(16), commitment;
};

template <class Aead>
Sealed SealedInC() {
  Sealed made;
  const auto seal = [&](auto call, auto... outputs) {
    return call(outputs..., kText.data(), kText.size(), kAd.data(), kAd.size(), kNumber.data(),
                kSecret.data());
  };
  uint8_t *text = made.text.data(), *tag = made.tag.data();
  ascon_result result = ASCON_ERR_ALGORITHM;
  if constexpr (std::is_same_v<Aead, isap_a_128a>) {
    result = seal(ascon_isap_encrypt, ASCON_ISAP_A_128A, text, tag);
  } else if constexpr (std::is_same_v<Aead, siv>) {
    result = seal(ascon_siv_encrypt, text, tag);
  } else {
    made.commitment.resize(32);
    uint8_t *commitment = made.commitment.data();
    if constexpr (std::is_same_v<Aead, committing_siv>)
      result = seal(ascon_commit_siv_encrypt, text, tag, commitment);
    else result = seal(ascon_commit_encrypt, ASCON_AEAD128, text, tag, commitment);
  }
  EXPECT_EQ(result, ASCON_OK);
  return made;
}

template <class Aead>
class ConstructedAead : public ::testing::Test {
 protected:
  static constexpr size_t kKeyBytes =
      std::is_same_v<Aead, siv> || std::is_same_v<Aead, committing_siv> ? 32 : 16;
  // A tag, or a tag with a commitment, is what the C call gives.
  static bool IsProof(const auto &proof, const Sealed &made) {
    if constexpr (requires { proof.commitment; })
      return std::ranges::equal(proof.tag.bytes(), made.tag) &&
             std::ranges::equal(proof.commitment.bytes(), made.commitment);
    else return std::ranges::equal(proof.bytes(), made.tag);
  }

  const typename Aead::key key_ = *Aead::key::from(std::span(kSecret).first(kKeyBytes));
  const typename Aead::nonce nonce_ = *Aead::nonce::from(kNumber);
  Sealed sealed_ = SealedInC<Aead>();
  Bytes out_ = Bytes(40, 0xee);
};

using Aeads = ::testing::Types<isap_a_128a, siv, committing_aead128, committing_siv>;
TYPED_TEST_SUITE(ConstructedAead, Aeads);

TYPED_TEST(ConstructedAead, WholeMessages) {
  auto &out = this->out_;
  const auto proof = TypeParam::encrypt(out, kText, kAd, this->nonce_, this->key_);
  ASSERT_TRUE(proof && this->IsProof(*proof, this->sealed_));
  EXPECT_EQ(out, this->sealed_.text);
  ASSERT_TRUE(TypeParam::decrypt(out, out, *proof, kAd, this->nonce_, this->key_));
  EXPECT_EQ(out, kText);
  const auto forged =
      TypeParam::decrypt(out, this->sealed_.text, *proof, {}, this->nonce_, this->key_);
  EXPECT_EQ(forged.error(), error::tag);
  EXPECT_EQ(out, Bytes(40));
}

TYPED_TEST(ConstructedAead, LengthsThatDiffer) {
  Bytes shorter(39, 0xee);
  EXPECT_EQ(TypeParam::encrypt(shorter, kText, {}, this->nonce_, this->key_).error(), error::range);
  const auto proof = *TypeParam::encrypt(this->out_, kText, {}, this->nonce_, this->key_);
  EXPECT_EQ(TypeParam::decrypt(shorter, kText, proof, {}, this->nonce_, this->key_).error(),
            error::range);
  EXPECT_EQ(shorter, Bytes(39, 0xee));
  EXPECT_EQ(TypeParam::key::from(Bytes(24)).error(), error::range);
  static_assert(!std::default_initializable<typename TypeParam::key>);
}

TYPED_TEST(ConstructedAead, AWrongCommitmentIsAForgery) {
  if constexpr (requires { TypeParam::commit({}, this->nonce_, this->key_); }) {
    auto proof = *TypeParam::encrypt(this->out_, kText, kAd, this->nonce_, this->key_);
    EXPECT_TRUE(TypeParam::commit(kAd, this->nonce_, this->key_) == proof.commitment);
    proof.commitment = TypeParam::commit({}, this->nonce_, this->key_);
    const auto forged =
        TypeParam::decrypt(this->out_, this->sealed_.text, proof, kAd, this->nonce_, this->key_);
    EXPECT_EQ(forged.error(), error::tag);
    EXPECT_EQ(this->out_, Bytes(40));
  }
}

// ---- Pieces -------------------------------------------------------------------------------------

using CppIsap = ConstructedAead<isap_a_128a>;

TEST_F(CppIsap, Pieces) {
  isap_a_128a::encryption message(nonce_, key_);
  ASSERT_TRUE(message.ad(kAd));
  ASSERT_TRUE(message.update(out_, kText));
  EXPECT_EQ(message.ad(kAd).error(), error::order);
  const auto tag = message.final();
  ASSERT_TRUE(tag);
  EXPECT_TRUE(std::ranges::equal(tag->bytes(), sealed_.tag));
  EXPECT_EQ(out_, sealed_.text);

  isap_a_128a::decryption back(nonce_, key_);
  ASSERT_TRUE(back.ad(kAd));
  EXPECT_EQ(back.update_unverified(out_, sealed_.text).error(), error::order);
  ASSERT_TRUE(back.read(sealed_.text));
  ASSERT_TRUE(back.verify(*tag));
  ASSERT_TRUE(back.update_unverified(out_, sealed_.text));
  ASSERT_TRUE(back.final());
  EXPECT_EQ(out_, kText);
  isap_a_128a::decryption forged(nonce_, key_);
  ASSERT_TRUE(forged.read(sealed_.text));
  EXPECT_EQ(forged.verify(*tag).error(), error::tag);
  EXPECT_EQ(forged.update_unverified(out_, sealed_.text).error(), error::order);
}

TEST_F(CppIsap, TheSecondPassHasTheCiphertextOfTheFirst) {
  isap_a_128a::decryption back(nonce_, key_);
  ASSERT_TRUE(back.ad(kAd) && back.read(sealed_.text) &&
              back.verify(*isap_a_128a::tag::from(sealed_.tag)));
  sealed_.text[0] ^= 1;
  ASSERT_TRUE(back.update_unverified(out_, sealed_.text));
  EXPECT_EQ(back.final().error(), error::tag);
  EXPECT_EQ(back.final().error(), error::order);
}

using CppSiv = ConstructedAead<siv>;

TEST_F(CppSiv, Pieces) {
  siv::encryption message(nonce_, key_);
  ASSERT_TRUE(message.ad(kAd));
  EXPECT_EQ(message.update(out_, kText).error(), error::order);
  ASSERT_TRUE(message.read(kText));
  EXPECT_EQ(message.ad(kAd).error(), error::order);
  const auto tag = message.tag();
  ASSERT_TRUE(tag);
  EXPECT_TRUE(std::ranges::equal(tag->bytes(), sealed_.tag));
  ASSERT_TRUE(message.update(out_, kText));
  EXPECT_EQ(out_, sealed_.text);
  EXPECT_EQ(message.update(out_, kText).error(), error::range);
  ASSERT_TRUE(message.final());
  EXPECT_EQ(message.final().error(), error::order);

  siv::encryption other(nonce_, key_);
  ASSERT_TRUE(other.ad(kAd) && other.read(kText) && other.tag());
  Bytes changed = kText;
  changed[0] ^= 1;
  ASSERT_TRUE(other.update(changed, changed));
  EXPECT_EQ(other.final().error(), error::tag);

  siv::decryption back(*tag, nonce_, key_);
  ASSERT_TRUE(back.ad(kAd));
  ASSERT_TRUE(back.update_unverified(out_, sealed_.text));
  ASSERT_TRUE(back.final());
  EXPECT_EQ(out_, kText);
  siv::decryption forged(*tag, nonce_, key_);
  ASSERT_TRUE(forged.update_unverified(out_, sealed_.text));
  EXPECT_EQ(forged.final().error(), error::tag);
}

}  // namespace
}  // namespace asconkit_test
