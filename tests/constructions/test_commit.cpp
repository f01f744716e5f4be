// Committing AEAD and Ascon-SIV: known answers, what opens under two keys without it, forgeries,
// misuse, wiping.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_commit.h"

#include <algorithm>

#include "tests/support/construction_vectors.h"
#include "tests/unit/wipe_test.h"

namespace asconkit_test {
namespace {

struct Message {
  explicit Message(const KnownAnswer &known)
      : name(known.name()),
        algorithm(ascon_algorithm_find(known.text("algorithm").c_str())),
        is_siv(known.text("algorithm") == "ascon-siv"),
        key(known.bytes("key")),
        nonce(known.bytes("nonce")),
        ad(known.bytes("ad")),
        text(known.bytes("plaintext")),
        cipher(known.bytes("ciphertext")),
        tag(known.bytes("tag")),
        commitment(known.bytes("commitment")) {}
  std::string name;
  const ascon_algorithm *algorithm;  // NULL for Ascon-SIV
  bool is_siv;
  Bytes key, nonce, ad, text, cipher, tag, commitment;
};

std::vector<Message> Messages() {
  std::vector<Message> messages;
  for (const auto &known : KnownAnswersOf("commit")) messages.emplace_back(known);
  return messages;
}

// The calls for the algorithm of the message; key, nonce and associated data are the message's.

ascon_result Encrypt(const Message &m, uint8_t *out, uint8_t *tag, uint8_t *commitment,
                     const uint8_t *text) {
  if (m.is_siv)
    return ascon_siv_commit_encrypt(out, tag, commitment, text, m.text.size(), m.ad.data(),
                                    m.ad.size(), m.nonce.data(), m.key.data());
  return ascon_commit_encrypt(m.algorithm, out, tag, commitment, text, m.text.size(), m.ad.data(),
                              m.ad.size(), m.nonce.data(), m.key.data());
}

ascon_result Decrypt(const Message &m, uint8_t *out, const uint8_t *cipher, const uint8_t *tag,
                     const uint8_t *commitment) {
  if (m.is_siv)
    return ascon_siv_commit_decrypt(out, cipher, m.cipher.size(), tag, commitment, m.ad.data(),
                                    m.ad.size(), m.nonce.data(), m.key.data());
  return ascon_commit_decrypt(m.algorithm, out, cipher, m.cipher.size(), tag, commitment,
                              m.ad.data(), m.ad.size(), m.nonce.data(), m.key.data());
}

ascon_result Decrypt(const Message &m, uint8_t *out) {
  return Decrypt(m, out, m.cipher.data(), m.tag.data(), m.commitment.data());
}

ascon_result Commitment(const Message &m, uint8_t *commitment) {
  if (m.is_siv)
    return ascon_siv_commitment(commitment, m.ad.data(), m.ad.size(), m.nonce.data(), m.key.data());
  return ascon_commitment(m.algorithm, commitment, m.ad.data(), m.ad.size(), m.nonce.data(),
                          m.key.data());
}

class Commit : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Commit);

TEST_P(Commit, KnownAnswers) {
  for (const auto &m : Messages()) {
    SCOPED_TRACE(m.name);
    ASSERT_TRUE(m.algorithm || m.is_siv);
    Guarded text(m.text, 7), tag(Bytes(16), 1), commitment(Bytes(32), 3);
    EXPECT_EQ(Encrypt(m, text.nullable(), tag.data(), commitment.data(), text.nullable()),
              ASCON_OK);
    EXPECT_EQ(text.bytes(), m.cipher);
    EXPECT_EQ(tag.bytes(), m.tag);
    EXPECT_EQ(commitment.bytes(), m.commitment);
    EXPECT_EQ(Decrypt(m, text.nullable(), text.nullable(), tag.data(), commitment.data()),
              ASCON_OK);
    EXPECT_EQ(text.bytes(), m.text);
    EXPECT_EQ(Commitment(m, commitment.data()), ASCON_OK);
    EXPECT_EQ(commitment.bytes(), m.commitment);
    EXPECT_TRUE(text.intact() && tag.intact() && commitment.intact());
  }
}

// What the page shows: another second half of the key, and the nonce that gives the same XOR.
TEST_P(Commit, NonceMaskingAloneOpensUnderTwoKeys) {
  for (auto m : Messages()) {
    if (m.algorithm != ASCON_AEAD128_NONCE_MASKED) continue;
    for (size_t i = 0; i < 16; i++) m.key[16 + i] ^= 0xa5, m.nonce[i] ^= 0xa5;
    Bytes out(m.text.size());
    EXPECT_EQ(ascon_aead_decrypt(m.algorithm, out.data(), m.cipher.data(), out.size(), m.tag.data(),
                                 16, m.ad.data(), m.ad.size(), m.nonce.data(), m.key.data()),
              ASCON_OK);
    EXPECT_EQ(out, m.text);
    Heap refused(m.text.size());
    EXPECT_EQ(Decrypt(m, refused.nullable()), ASCON_ERR_TAG);
    EXPECT_TRUE(refused.Holds(0));
  }
}

TEST_P(Commit, EveryChangedBitIsNoticedAndNothingIsReleased) {
  for (const auto &good : Messages()) {
    if (good.text.size() != 16) continue;
    for (Bytes Message::*field : {&Message::key, &Message::nonce, &Message::ad, &Message::cipher,
                                  &Message::tag, &Message::commitment}) {
      for (size_t bit = 0; bit < 8 * (good.*field).size(); bit++) {
        Message m = good;
        (m.*field)[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
        Heap out(m.text.size());
        EXPECT_EQ(Decrypt(m, out.data()), ASCON_ERR_TAG) << m.name << ", bit " << bit;
        EXPECT_TRUE(out.Holds(0)) << m.name << ", bit " << bit;
      }
    }
  }
}

// An algorithm's name is part of what is committed to.
TEST_P(Commit, AlgorithmsHaveCommitmentsOfTheirOwn) {
  const uint8_t key[32] = {1}, nonce[16] = {2};
  std::vector<Bytes> seen;
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    Bytes commitment(32);
    ASSERT_EQ(ascon_commitment(a, commitment.data(), nullptr, 0, nonce, key), ASCON_OK);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), commitment), 0) << a->name;
    seen.push_back(commitment);
  }
}

TEST(CommitMisuse, IsRefusedAndWritesNothing) {
  const uint8_t b[64] = {};
  uint8_t out[64] = {1};
  const auto *a = ASCON_AEAD128;
  const auto encrypt = [&](const ascon_algorithm *algorithm, uint8_t *to, uint8_t *tag,
                           uint8_t *commitment, const uint8_t *text, const uint8_t *ad,
                           const uint8_t *nonce, const uint8_t *key) {
    return ascon_commit_encrypt(algorithm, to, tag, commitment, text, 1, ad, 1, nonce, key);
  };
  uint8_t *o = out;
  EXPECT_EQ(encrypt(ASCON_HASH256, o, o, o, b, b, b, b), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(encrypt(nullptr, o, o, o, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(a, nullptr, o, o, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(a, o, nullptr, o, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(a, o, o, nullptr, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(a, o, o, o, nullptr, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(a, o, o, o, b, nullptr, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(a, o, o, o, b, b, nullptr, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(a, o, o, o, b, b, b, nullptr), ASCON_ERR_NULL);
  const auto decrypt = [&](const ascon_algorithm *algorithm, uint8_t *to, const uint8_t *text,
                           const uint8_t *tag, const uint8_t *commitment, const uint8_t *ad,
                           const uint8_t *nonce, const uint8_t *key) {
    return ascon_commit_decrypt(algorithm, to, text, 1, tag, commitment, ad, 1, nonce, key);
  };
  EXPECT_EQ(decrypt(ASCON_XOF128, o, b, b, b, b, b, b), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(decrypt(a, nullptr, b, b, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(a, o, nullptr, b, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(a, o, b, nullptr, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(a, o, b, b, nullptr, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(a, o, b, b, b, nullptr, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(a, o, b, b, b, b, nullptr, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(a, o, b, b, b, b, b, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_commitment(a, nullptr, b, 1, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(out[0], 1);
}

TEST(CommitMisuse, OfSivIsRefusedAndWritesNothing) {
  const uint8_t b[64] = {};
  uint8_t out[64] = {1}, *o = out;
  const auto encrypt = [&](uint8_t *to, uint8_t *tag, uint8_t *commitment, const uint8_t *text,
                           const uint8_t *ad, const uint8_t *nonce, const uint8_t *key) {
    return ascon_siv_commit_encrypt(to, tag, commitment, text, 1, ad, 1, nonce, key);
  };
  EXPECT_EQ(encrypt(nullptr, o, o, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(o, nullptr, o, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(o, o, nullptr, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(o, o, o, nullptr, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(o, o, o, b, nullptr, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(o, o, o, b, b, nullptr, b), ASCON_ERR_NULL);
  EXPECT_EQ(encrypt(o, o, o, b, b, b, nullptr), ASCON_ERR_NULL);
  const auto decrypt = [&](uint8_t *to, const uint8_t *text, const uint8_t *tag,
                           const uint8_t *commitment, const uint8_t *ad, const uint8_t *nonce,
                           const uint8_t *key) {
    return ascon_siv_commit_decrypt(to, text, 1, tag, commitment, ad, 1, nonce, key);
  };
  EXPECT_EQ(decrypt(nullptr, b, b, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(o, nullptr, b, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(o, b, nullptr, b, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(o, b, b, nullptr, b, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(o, b, b, b, nullptr, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(o, b, b, b, b, nullptr, b), ASCON_ERR_NULL);
  EXPECT_EQ(decrypt(o, b, b, b, b, b, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_siv_commitment(nullptr, b, 1, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(out[0], 1);
}

class CommitWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(CommitWipe);

TEST_P(CommitWipe, NoKeyAndNoTextStayOnTheStack) {
  for (const Message &m : Messages()) {
    if (m.text.size() != 33) continue;
    Secrets secrets;
    secrets.AddPublic(m.cipher);
    secrets.AddBytes(m.key, "key");
    secrets.AddBytes(m.text, "text");
    Message wrong = m;
    wrong.commitment[0] ^= 1;
    Bytes out(m.text.size()), tag(16), commitment(32);
    Check("encrypt", secrets, ASCON_OK,
          [&] { return Encrypt(m, out.data(), tag.data(), commitment.data(), m.text.data()); });
    Check("decrypt", secrets, ASCON_OK, [&] { return Decrypt(m, out.data()); });
    Check("decrypt a forgery", secrets, ASCON_ERR_TAG, [&] { return Decrypt(wrong, out.data()); });
  }
}

}  // namespace
}  // namespace asconkit_test
