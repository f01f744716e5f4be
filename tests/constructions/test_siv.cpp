// Ascon-SIV: pieces, batches, what repeated nonces reveal; test_aead.cpp has whole messages.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/siv/ascon_siv.h"

#include <cstring>

#include "tests/support/batches.h"
#include "tests/constructions/messages.h"
#include "tests/unit/wipe_test.h"

namespace asconkit_test {
namespace {

constexpr size_t kTag = ASCON_SIV_TAG_BYTES;

std::vector<KnownMessage> Messages() { return MessagesOf("siv"); }

KnownMessage LongMessage() { return Messages().back(); }

ascon_result Encrypt(const KnownMessage &m, uint8_t *out, uint8_t *tag) {
  return ascon_siv_encrypt(out, tag, m.text.data(), m.text.size(), m.ad.data(), m.ad.size(),
                           m.nonce.data(), m.key.data());
}

class Siv : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Siv);

// Under one key and nonce: equal messages give equal ciphertexts, and messages that differ in one
// bit give ciphertexts and tags that have nothing in common.
TEST_P(Siv, RepeatedNoncesRevealEqualityAlone) {
  const KnownMessage m = LongMessage();
  KnownMessage other = m;
  other.text.back() ^= 1;
  Bytes out(m.text.size()), changed(m.text.size()), tag(kTag), changed_tag(kTag);
  ASSERT_EQ(Encrypt(m, out.data(), tag.data()), ASCON_OK);
  EXPECT_EQ(out, m.cipher);
  ASSERT_EQ(Encrypt(other, changed.data(), changed_tag.data()), ASCON_OK);
  EXPECT_NE(tag, changed_tag);
  size_t same = 0;
  for (size_t i = 0; i < out.size(); i++) same += out[i] == changed[i];
  EXPECT_LT(same, out.size() / 16);
}

// ---- Pieces -------------------------------------------------------------------------------------

void CheckPieces(const KnownMessage &m, const std::vector<size_t> &ad,
                 const std::vector<size_t> &first, const std::vector<size_t> &second) {
  ascon_siv_ctx ctx;
  Bytes out(m.text.size()), tag(kTag);
  const auto add = [&](const uint8_t *from, size_t, size_t n) {
    return ascon_siv_ad(&ctx, from, n);
  };
  ASSERT_EQ(ascon_siv_encrypt_init(&ctx, m.nonce.data(), m.key.data()), ASCON_OK);
  ForEachPiece(m.ad, ad, add);
  ForEachPiece(m.text, first, [&](const uint8_t *from, size_t, size_t n) {
    return ascon_siv_read(&ctx, from, n);
  });
  ASSERT_EQ(ascon_siv_tag(&ctx, tag.data()), ASCON_OK);
  ForEachPiece(m.text, second, [&](const uint8_t *from, size_t at, size_t n) {
    return ascon_siv_encrypt_update(&ctx, out.data() + at, from, n);
  });
  EXPECT_EQ(ascon_siv_encrypt_final(&ctx), ASCON_OK);
  EXPECT_EQ(out, m.cipher);
  EXPECT_EQ(tag, m.tag);

  ASSERT_EQ(ascon_siv_decrypt_init(&ctx, m.tag.data(), m.nonce.data(), m.key.data()), ASCON_OK);
  ForEachPiece(m.ad, ad, add);
  ForEachPiece(m.cipher, second, [&](const uint8_t *from, size_t at, size_t n) {
    return ascon_siv_decrypt_update_unverified(&ctx, out.data() + at, from, n);
  });
  EXPECT_EQ(ascon_siv_decrypt_final(&ctx), ASCON_OK);
  EXPECT_EQ(out, m.text);
}

TEST_P(Siv, PiecesAtEverySplit) {
  for (const auto &m : Messages()) {
    if (m.text.size() > 100) continue;
    SCOPED_TRACE(m.name);
    for (size_t i = 0; i <= m.text.size(); i++) {
      const size_t j = m.text.size() - i, k = m.ad.size() / 2;
      CheckPieces(m, {k, m.ad.size() - k}, {i, m.text.size() - i}, {j, 0, m.text.size() - j});
    }
  }
}

TEST_P(Siv, RandomPieces) {
  ASCON_TRACE_SEED();
  Random random;
  for (const auto &m : Messages())
    for (int i = 0; i < 8; i++)
      CheckPieces(m, random.Pieces(m.ad.size()), random.Pieces(m.text.size()),
                  random.Pieces(m.text.size()));
}

TEST_P(Siv, ForgedPiecesAreNoticedAtTheEnd) {
  const KnownMessage m = LongMessage();
  Bytes out(m.cipher.size()), wrong = m.tag;
  wrong[0] ^= 1;
  ascon_siv_ctx ctx;
  ASSERT_EQ(ascon_siv_decrypt_init(&ctx, wrong.data(), m.nonce.data(), m.key.data()), ASCON_OK);
  ASSERT_EQ(ascon_siv_decrypt_update_unverified(&ctx, out.data(), m.cipher.data(), out.size()),
            ASCON_OK);
  EXPECT_EQ(ascon_siv_decrypt_final(&ctx), ASCON_ERR_TAG);
  EXPECT_TRUE(IsWiped(ctx));
  EXPECT_EQ(ascon_siv_decrypt_final(&ctx), ASCON_ERR_ORDER);
}

TEST_P(Siv, TheSecondPassHasAsMuchTextAsTheFirst) {
  const uint8_t key[32] = {1}, nonce[16] = {2}, text[8] = {3};
  uint8_t tag[kTag], out[9];
  std::memset(out, 0xee, sizeof out);
  ascon_siv_ctx ctx;
  ASSERT_EQ(ascon_siv_encrypt_init(&ctx, nonce, key), ASCON_OK);
  ASSERT_EQ(ascon_siv_read(&ctx, text, 5), ASCON_OK);
  ASSERT_EQ(ascon_siv_tag(&ctx, tag), ASCON_OK);
  EXPECT_EQ(ascon_siv_encrypt_update(&ctx, out, text, 6), ASCON_ERR_RANGE);
  EXPECT_EQ(out[0], 0xee);
  EXPECT_EQ(ascon_siv_encrypt_update(&ctx, out, text, 4), ASCON_OK);
  EXPECT_EQ(ascon_siv_encrypt_final(&ctx), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_siv_encrypt_update(&ctx, out, text + 4, 1), ASCON_OK);
  EXPECT_EQ(ascon_siv_encrypt_final(&ctx), ASCON_OK);
}

TEST_P(Siv, TheSecondPassHasTheTextOfTheFirst) {
  for (const auto &m : Messages()) {
    if (m.text.size() > 40) continue;
    for (size_t bit = 0; bit < 8 * m.text.size(); bit++) {
      Bytes other = m.text, tag(kTag);
      other[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
      ascon_siv_ctx ctx;
      ASSERT_EQ(ascon_siv_encrypt_init(&ctx, m.nonce.data(), m.key.data()), ASCON_OK);
      ASSERT_EQ(ascon_siv_ad(&ctx, m.ad.data(), m.ad.size()), ASCON_OK);
      ASSERT_EQ(ascon_siv_read(&ctx, m.text.data(), m.text.size()), ASCON_OK);
      ASSERT_EQ(ascon_siv_tag(&ctx, tag.data()), ASCON_OK);
      ASSERT_EQ(ascon_siv_encrypt_update(&ctx, other.data(), other.data(), other.size()), ASCON_OK);
      EXPECT_EQ(ascon_siv_encrypt_final(&ctx), ASCON_ERR_TAG) << m.name << ", bit " << bit;
      EXPECT_TRUE(IsWiped(ctx));
    }
  }
}

// ---- Misuse -------------------------------------------------------------------------------------

TEST(SivMisuse, NullPointers) {
  uint8_t b[64] = {};
  ascon_siv_ctx ctx;
  EXPECT_EQ(ascon_siv_encrypt_init(nullptr, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_siv_encrypt_init(&ctx, nullptr, b), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_siv_encrypt_init(&ctx, b, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_siv_decrypt_init(&ctx, nullptr, b, b), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_siv_decrypt_init(nullptr, b, b, b), ASCON_ERR_NULL);
}

// What each phase of a context allows.
TEST(SivMisuse, Order) {
  uint8_t b[64] = {};
  ascon_siv_ctx none = {}, ad, read, second, decrypt_ad, decrypt;
  ASSERT_EQ(ascon_siv_encrypt_init(&ad, b, b), ASCON_OK);
  read = ad;
  ASSERT_EQ(ascon_siv_read(&read, b, 1), ASCON_OK);
  second = read;
  ASSERT_EQ(ascon_siv_tag(&second, b), ASCON_OK);
  ASSERT_EQ(ascon_siv_decrypt_init(&decrypt_ad, b, b, b), ASCON_OK);
  decrypt = decrypt_ad;
  ASSERT_EQ(ascon_siv_decrypt_update_unverified(&decrypt, b, b, 1), ASCON_OK);

  const auto allowed = [&](ascon_siv_ctx ctx) {
    const auto is_allowed = [&](auto call) {
      ascon_siv_ctx copy = ctx;
      const ascon_result result = call(&copy);
      if (result == ASCON_ERR_ORDER) {
        EXPECT_TRUE(Same(copy, ctx));
      }
      return result != ASCON_ERR_ORDER;
    };
    std::string names;
    if (is_allowed([&](auto *c) { return ascon_siv_ad(c, b, 0); })) names += "ad ";
    if (is_allowed([&](auto *c) { return ascon_siv_read(c, b, 0); })) names += "read ";
    if (is_allowed([&](auto *c) { return ascon_siv_tag(c, b); })) names += "tag ";
    if (is_allowed([&](auto *c) { return ascon_siv_encrypt_update(c, b, b, 0); }))
      names += "update ";
    if (is_allowed([&](auto *c) { return ascon_siv_encrypt_final(c); })) names += "final ";
    if (is_allowed([&](auto *c) { return ascon_siv_decrypt_update_unverified(c, b, b, 0); }))
      names += "unverified ";
    if (is_allowed([&](auto *c) { return ascon_siv_decrypt_final(c); })) names += "decrypt_final ";
    return names;
  };
  EXPECT_EQ(allowed(none), "");
  EXPECT_EQ(allowed(ad), "ad read tag ");
  EXPECT_EQ(allowed(read), "read tag ");
  EXPECT_EQ(allowed(second), "update final ");
  EXPECT_EQ(allowed(decrypt_ad), "ad unverified decrypt_final ");
  EXPECT_EQ(allowed(decrypt), "unverified decrypt_final ");
}

// ---- Batches ------------------------------------------------------------------------------------

// A batch of random messages, some of them longer than what is computed side by side.
struct SivBatch {
  explicit SivBatch(size_t count, uint64_t salt) {
    Random random(salt);
    for (size_t i = 0; i < count; i++) {
      const size_t longest = i % 17 == 16 ? 5000 : i % 5 == 4 ? 700 : 80;
      keys.push_back(random.Some(ASCON_SIV_KEY_BYTES));
      nonces.push_back(random.Some(16));
      ads.push_back(random.Some(random.UpTo(longest / 2)));
      texts.push_back(random.Some(random.UpTo(longest)));
      tags.emplace_back(kTag);
      sealed.emplace_back(texts.back().size());
    }
    single = texts, single_tags = tags;
    for (size_t i = 0; i < count; i++)
      EXPECT_EQ(ascon_siv_encrypt(single[i].data(), single_tags[i].data(), texts[i].data(),
                                  texts[i].size(), ads[i].data(), ads[i].size(), nonces[i].data(),
                                  keys[i].data()),
                ASCON_OK);
  }
  std::vector<ascon_message> Messages(std::vector<Bytes> *out, std::vector<Bytes> *in) {
    std::vector<ascon_message> messages(texts.size());
    for (size_t i = 0; i < texts.size(); i++) {
      ascon_message &m = messages[i];
      m.out = (*out)[i].data(), m.in = (*in)[i].data(), m.length = texts[i].size();
      m.tag = tags[i].data(), m.ad = ads[i].data(), m.ad_length = ads[i].size();
      m.nonce = nonces[i].data(), m.key = keys[i].data(), m.result = ASCON_ERR_RANGE;
    }
    return messages;
  }
  std::vector<Bytes> keys, nonces, ads, texts, tags, sealed, single, single_tags;
};

class SivBatches : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(ascon_batch_engine_force(nullptr), ASCON_OK); }
};

TEST_F(SivBatches, AreTheSingleCallsOnEveryEngine) {
  ASCON_TRACE_SEED();
  for (const auto &engine : AvailableEngines()) {
    ASSERT_EQ(ascon_batch_engine_force(engine.c_str()), ASCON_OK);
    for (size_t count : std::initializer_list<size_t>{0, 1, 2, 7, 40, 100}) {
      SCOPED_TRACE(engine + ", " + std::to_string(count));
      SivBatch b(count, count);
      auto messages = b.Messages(&b.sealed, &b.texts);
      EXPECT_EQ(ascon_siv_batch_encrypt(messages.data(), count, nullptr), ASCON_OK);
      EXPECT_EQ(b.sealed, b.single);
      EXPECT_EQ(b.tags, b.single_tags);
      auto in_place = b.Messages(&b.sealed, &b.sealed);
      EXPECT_EQ(ascon_siv_batch_decrypt(in_place.data(), count, nullptr), ASCON_OK);
      EXPECT_EQ(b.sealed, b.texts);
    }
  }
}

TEST_F(SivBatches, AForgedMessageIsZeroAndHarmsNoOther) {
  SivBatch b(50, 1);
  for (size_t wrong = 0; wrong < 50; wrong += 7) {
    b.tags = b.single_tags;
    b.tags[wrong][wrong % kTag] ^= 0x10;
    std::vector<Bytes> out = b.texts;
    for (auto &one : out) std::fill(one.begin(), one.end(), uint8_t{0xee});
    auto messages = b.Messages(&out, &b.single);
    EXPECT_EQ(ascon_siv_batch_decrypt(messages.data(), messages.size(), nullptr), ASCON_ERR_TAG);
    for (size_t i = 0; i < messages.size(); i++) {
      EXPECT_EQ(messages[i].result, i == wrong ? ASCON_ERR_TAG : ASCON_OK);
      EXPECT_EQ(out[i], i == wrong ? Bytes(out[i].size()) : b.texts[i]);
    }
  }
}

TEST_F(SivBatches, AMalformedMessageIsLeftOut) {
  SivBatch b(20, 2);
  auto messages = b.Messages(&b.sealed, &b.texts);
  messages[3].nonce = nullptr;
  messages[11].key = nullptr;
  const Bytes untouched = b.sealed[3];
  EXPECT_EQ(ascon_siv_batch_encrypt(messages.data(), messages.size(), nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(messages[3].result, ASCON_ERR_NULL);
  EXPECT_EQ(messages[11].result, ASCON_ERR_NULL);
  EXPECT_EQ(b.sealed[3], untouched);
  EXPECT_EQ(b.sealed[12], b.single[12]);
  EXPECT_EQ(ascon_siv_batch_encrypt(nullptr, 1, nullptr), ASCON_ERR_NULL);
}

// ---- Wiping -------------------------------------------------------------------------------------

class SivWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(SivWipe);

TEST_P(SivWipe, ABatchLeavesNoKeyAndNoTextOnTheStack) {
  const KnownMessage m = LongMessage();
  Secrets secrets;
  secrets.AddPublic(m.cipher);
  secrets.AddBytes(m.key, "key");
  secrets.AddBytes(m.text, "text");
  Bytes out(m.text.size()), tag(kTag);
  ascon_message message = {};
  message.out = out.data(), message.in = m.text.data(), message.length = out.size();
  message.tag = tag.data(), message.nonce = m.nonce.data(), message.key = m.key.data();
  Check("batch", secrets, ASCON_OK, [&] { return ascon_siv_batch_encrypt(&message, 1, nullptr); });
}

}  // namespace
}  // namespace asconkit_test
