// ISAP in pieces; test_aead.cpp has whole messages.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/isap/ascon_isap.h"

#include <cstring>

#include "tests/constructions/messages.h"

namespace asconkit_test {
namespace {

constexpr size_t kTag = ASCON_ISAP_TAG_BYTES;

std::vector<KnownMessage> Messages() { return MessagesOf("isap"); }

ascon_result Start(ascon_isap_ctx *ctx, const KnownMessage &m) {
  return ascon_isap_init(ctx, IsapNamed(m.algorithm), m.nonce.data(), m.key.data());
}

class Isap : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Isap);

void CheckPieces(const KnownMessage &m, const std::vector<size_t> &ad,
                 const std::vector<size_t> &first, const std::vector<size_t> &second) {
  ascon_isap_ctx ctx;
  Bytes out(m.text.size()), tag(kTag);
  const auto add = [&](const uint8_t *from, size_t, size_t n) {
    return ascon_isap_ad(&ctx, from, n);
  };
  ASSERT_EQ(Start(&ctx, m), ASCON_OK);
  ForEachPiece(m.ad, ad, add);
  ForEachPiece(m.text, first, [&](const uint8_t *from, size_t at, size_t n) {
    return ascon_isap_encrypt_update(&ctx, out.data() + at, from, n);
  });
  EXPECT_EQ(ascon_isap_encrypt_final(&ctx, tag.data()), ASCON_OK);
  EXPECT_EQ(out, m.cipher);
  EXPECT_EQ(tag, m.tag);

  ASSERT_EQ(Start(&ctx, m), ASCON_OK);
  ForEachPiece(m.ad, ad, add);
  ForEachPiece(m.cipher, first, [&](const uint8_t *from, size_t, size_t n) {
    return ascon_isap_read(&ctx, from, n);
  });
  ASSERT_EQ(ascon_isap_verify(&ctx, m.tag.data()), ASCON_OK);
  ForEachPiece(m.cipher, second, [&](const uint8_t *from, size_t at, size_t n) {
    return ascon_isap_decrypt_update_unverified(&ctx, out.data() + at, from, n);
  });
  EXPECT_EQ(ascon_isap_decrypt_final(&ctx), ASCON_OK);
  EXPECT_EQ(out, m.text);
}

TEST_P(Isap, PiecesAtEverySplit) {
  for (const auto &m : Messages()) {
    if (m.text.size() > 40) continue;
    SCOPED_TRACE(m.name);
    for (size_t i = 0; i <= m.text.size(); i++) {
      const size_t j = m.text.size() - i, k = m.ad.size() / 2;
      CheckPieces(m, {k, m.ad.size() - k}, {i, j}, {j, 0, i});
    }
  }
}

TEST_P(Isap, RandomPieces) {
  ASCON_TRACE_SEED();
  Random random;
  for (const auto &m : Messages())
    CheckPieces(m, random.Pieces(m.ad.size()), random.Pieces(m.text.size()),
                random.Pieces(m.text.size()));
}

TEST_P(Isap, AForgeryCannotBeDecrypted) {
  for (const auto &m : Messages()) {
    Bytes wrong = m.tag, out(m.cipher.size());
    wrong[0] ^= 1;
    ascon_isap_ctx ctx;
    ASSERT_EQ(Start(&ctx, m), ASCON_OK);
    ASSERT_EQ(ascon_isap_ad(&ctx, m.ad.data(), m.ad.size()), ASCON_OK);
    ASSERT_EQ(ascon_isap_read(&ctx, m.cipher.data(), m.cipher.size()), ASCON_OK);
    EXPECT_EQ(ascon_isap_verify(&ctx, wrong.data()), ASCON_ERR_TAG);
    EXPECT_TRUE(IsWiped(ctx));
    EXPECT_EQ(ascon_isap_decrypt_update_unverified(&ctx, out.data(), m.cipher.data(), 0),
              ASCON_ERR_ORDER);
  }
}

TEST_P(Isap, TheSecondPassHasAsMuchTextAsTheFirst) {
  const KnownMessage m = Messages().back();
  uint8_t out[200];
  std::memset(out, 0xee, sizeof out);
  ascon_isap_ctx ctx;
  ASSERT_EQ(Start(&ctx, m), ASCON_OK);
  ASSERT_EQ(ascon_isap_ad(&ctx, m.ad.data(), m.ad.size()), ASCON_OK);
  ASSERT_EQ(ascon_isap_read(&ctx, m.cipher.data(), m.cipher.size()), ASCON_OK);
  ASSERT_EQ(ascon_isap_verify(&ctx, m.tag.data()), ASCON_OK);
  EXPECT_EQ(ascon_isap_decrypt_update_unverified(&ctx, out, m.cipher.data(), 101), ASCON_ERR_RANGE);
  EXPECT_EQ(out[0], 0xee);
  EXPECT_EQ(ascon_isap_decrypt_update_unverified(&ctx, out, m.cipher.data(), 99), ASCON_OK);
  EXPECT_EQ(ascon_isap_decrypt_final(&ctx), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_isap_decrypt_update_unverified(&ctx, out + 99, m.cipher.data() + 99, 1),
            ASCON_OK);
  EXPECT_EQ(ascon_isap_decrypt_final(&ctx), ASCON_OK);
  EXPECT_EQ(Bytes(out, out + 100), m.text);
}

// Whoever can write to the ciphertext between the passes: a bit changed, and bytes exchanged.
TEST_P(Isap, TheSecondPassHasTheCiphertextOfTheFirst) {
  for (const auto &m : Messages()) {
    if (m.text.size() > 40) continue;
    for (size_t bit = 0; bit < 8 * m.cipher.size(); bit++) {
      Bytes other = m.cipher;
      other[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
      ascon_isap_ctx ctx;
      ASSERT_EQ(Start(&ctx, m), ASCON_OK);
      ASSERT_EQ(ascon_isap_ad(&ctx, m.ad.data(), m.ad.size()), ASCON_OK);
      ASSERT_EQ(ascon_isap_read(&ctx, m.cipher.data(), m.cipher.size()), ASCON_OK);
      ASSERT_EQ(ascon_isap_verify(&ctx, m.tag.data()), ASCON_OK);
      EXPECT_EQ(
          ascon_isap_decrypt_update_unverified(&ctx, other.data(), other.data(), other.size()),
          ASCON_OK);
      EXPECT_EQ(ascon_isap_decrypt_final(&ctx), ASCON_ERR_TAG) << m.name << ", bit " << bit;
      EXPECT_TRUE(IsWiped(ctx));
    }
  }
}

// ---- Misuse -------------------------------------------------------------------------------------

TEST(IsapMisuse, NoInstance) {
  const uint8_t b[16] = {};
  uint8_t out[16] = {1};
  EXPECT_EQ(ascon_isap_encrypt(nullptr, out, out, b, 1, b, 1, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_isap_decrypt(nullptr, out, b, 1, b, b, 1, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(out[0], 1);
}

// What each phase of a context allows.
TEST(IsapMisuse, Order) {
  const uint8_t key[16] = {1}, nonce[16] = {2};
  uint8_t b[16] = {};
  ascon_isap_ctx none = {}, ad, encrypt, read, decrypt;
  ASSERT_EQ(ascon_isap_init(&ad, ASCON_ISAP_A_128A, nonce, key), ASCON_OK);
  encrypt = read = decrypt = ad;
  ASSERT_EQ(ascon_isap_encrypt_update(&encrypt, b, b, 0), ASCON_OK);
  ASSERT_EQ(ascon_isap_read(&read, b, 0), ASCON_OK);
  uint8_t tag[kTag];
  ASSERT_EQ(ascon_isap_encrypt(ASCON_ISAP_A_128A, nullptr, tag, nullptr, 0, nullptr, 0, nonce, key),
            ASCON_OK);
  ASSERT_EQ(ascon_isap_verify(&decrypt, tag), ASCON_OK);

  const auto allowed = [&](const ascon_isap_ctx &ctx) {
    std::string names;
    const auto look = [&](const char *name, auto call) {
      ascon_isap_ctx copy = ctx;
      if (call(&copy) != ASCON_ERR_ORDER) names += std::string(name) + " ";
    };
    look("ad", [&](auto *c) { return ascon_isap_ad(c, b, 0); });
    look("encrypt", [&](auto *c) { return ascon_isap_encrypt_update(c, b, b, 0); });
    look("encrypt_final", [&](auto *c) { return ascon_isap_encrypt_final(c, b); });
    look("read", [&](auto *c) { return ascon_isap_read(c, b, 0); });
    look("verify", [&](auto *c) { return ascon_isap_verify(c, b); });
    look("decrypt", [&](auto *c) { return ascon_isap_decrypt_update_unverified(c, b, b, 0); });
    look("decrypt_final", [&](auto *c) { return ascon_isap_decrypt_final(c); });
    return names;
  };
  EXPECT_EQ(allowed(none), "");
  EXPECT_EQ(allowed(ad), "ad encrypt encrypt_final read verify ");
  EXPECT_EQ(allowed(encrypt), "encrypt encrypt_final ");
  EXPECT_EQ(allowed(read), "read verify ");
  EXPECT_EQ(allowed(decrypt), "decrypt decrypt_final ");
}

}  // namespace
}  // namespace asconkit_test
