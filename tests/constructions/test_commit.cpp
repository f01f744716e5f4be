// Commitments: what opens under two keys without one; test_aead.cpp has whole messages.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/commit/ascon_commit.h"

#include <algorithm>

#include "tests/constructions/messages.h"
#include "tests/support/any_kind.h"

namespace asconkit_test {
namespace {

const ascon_algorithm *Algorithm(const KnownMessage &m) {
  return ascon_any_find(m.algorithm.c_str());
}

class Commit : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Commit);

TEST_P(Commit, TheCommitmentAlone) {
  for (const auto &m : MessagesOf("commit")) {
    Guarded commitment(Bytes(32), 3);
    const Heap ad(m.ad, 1), nonce(m.nonce, 3), key(m.key, 5);
    const ascon_algorithm *algorithm = Algorithm(m);
    EXPECT_EQ(algorithm ? ascon_commit_compute(algorithm, commitment.data(), ad.nullable(),
                                               ad.size(), nonce.data(), key.data())
                        : ascon_commit_siv_compute(commitment.data(), ad.nullable(), ad.size(),
                                                   nonce.data(), key.data()),
              ASCON_OK);
    EXPECT_EQ(commitment.bytes(), m.commitment) << m.name;
    EXPECT_TRUE(commitment.intact());
  }
}

// What the page shows: another second half of the key, and the nonce that gives the same XOR.
TEST_P(Commit, NonceMaskingAloneOpensUnderTwoKeys) {
  for (auto m : MessagesOf("commit")) {
    if (Algorithm(m) != ASCON_AEAD128_NONCE_MASKED) continue;
    for (size_t i = 0; i < 16; i++) m.key[16 + i] ^= 0xa5, m.nonce[i] ^= 0xa5;
    Bytes out(m.text.size());
    EXPECT_EQ(any_decrypt(Algorithm(m), out.data(), m.cipher.data(), out.size(), m.tag.data(), 16,
                          m.ad.data(), m.ad.size(), m.nonce.data(), m.key.data()),
              ASCON_OK);
    EXPECT_EQ(out, m.text);
    Heap refused(m.text.size());
    EXPECT_EQ(ascon_commit_decrypt(Algorithm(m), refused.nullable(), m.cipher.data(),
                                   m.cipher.size(), m.tag.data(), m.commitment.data(), m.ad.data(),
                                   m.ad.size(), m.nonce.data(), m.key.data()),
              ASCON_ERR_TAG);
    EXPECT_TRUE(refused.Holds(0));
  }
}

// An algorithm's name is part of what is committed to.
TEST_P(Commit, AlgorithmsHaveCommitmentsOfTheirOwn) {
  const uint8_t key[32] = {1}, nonce[16] = {2};
  std::vector<Bytes> seen;
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    Bytes commitment(32);
    ASSERT_EQ(ascon_commit_compute(a, commitment.data(), nullptr, 0, nonce, key), ASCON_OK);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), commitment), 0) << a->name;
    seen.push_back(commitment);
  }
}

TEST(CommitMisuse, IsRefusedAndWritesNothing) {
  const uint8_t b[64] = {};
  uint8_t out[64] = {1}, *o = out;
  for (const auto *no_aead : {ASCON_HASH256, ASCON_XOF128}) {
    EXPECT_EQ(ascon_commit_encrypt(no_aead, o, o, o, b, 1, b, 1, b, b), ASCON_ERR_ALGORITHM);
    EXPECT_EQ(ascon_commit_decrypt(no_aead, o, b, 1, b, b, b, 1, b, b), ASCON_ERR_ALGORITHM);
    EXPECT_EQ(ascon_commit_compute(no_aead, o, b, 1, b, b), ASCON_ERR_ALGORITHM);
  }
  EXPECT_EQ(ascon_commit_encrypt(nullptr, o, o, o, b, 1, b, 1, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_commit_decrypt(nullptr, o, b, 1, b, b, b, 1, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_commit_compute(ASCON_AEAD128, nullptr, b, 1, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_commit_siv_compute(nullptr, b, 1, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(out[0], 1);
}

}  // namespace
}  // namespace asconkit_test
