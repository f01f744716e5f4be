// HMAC, HKDF and PBKDF2 (ascon_hmac.h): known answers of the model, messages in pieces, what the
// RFCs say, misuse, wiping.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/hmac/ascon_hmac.h"

#include <algorithm>
#include <cstring>

#include "../support/construction_vectors.h"
#include "../unit/wipe_test.h"

namespace asconkit_test {
namespace {

// The vectors whose field "call" says this. At least `count`.
std::vector<KnownAnswer> KnownAnswersOfCall(const std::string &call, size_t count) {
  std::vector<KnownAnswer> all = KnownAnswersOf("hmac"), found;
  for (const KnownAnswer &v : all)
    if (v.text("call") == call) found.push_back(v);
  EXPECT_GE(found.size(), count);
  return found;
}

class Hmac : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Hmac);

TEST_P(Hmac, KnownAnswers) {
  for (const KnownAnswer &v : KnownAnswersOfCall("hmac", 7)) {
    const Heap key(v.bytes("key"), 1), message(v.bytes("message"), 3);
    Heap mac(ASCON_HMAC_BYTES, 5);
    ASSERT_EQ(ascon_hmac_hash256(mac.data(), message.nullable(), message.size(), key.nullable(),
                                 key.size()),
              ASCON_OK);
    EXPECT_EQ(mac.bytes(), v.bytes("output")) << v.name();
  }
}

TEST_P(Hmac, MessagesInPiecesAndContextsForManyMessages) {
  for (const KnownAnswer &v : KnownAnswersOfCall("hmac", 7)) {
    const Heap key(v.bytes("key")), message(v.bytes("message"));
    const Bytes expected = v.bytes("output");
    ascon_hmac_ctx started;
    ASSERT_EQ(ascon_hmac_hash256_init(&started, key.nullable(), key.size()), ASCON_OK);
    for (size_t split = 0; split <= message.size(); split++) {
      ascon_hmac_ctx ctx = started;
      Heap mac(ASCON_HMAC_BYTES);
      const size_t rest = message.size() - split;
      ASSERT_EQ(ascon_hmac_hash256_update(&ctx, message.nullable(), split), ASCON_OK);
      ASSERT_EQ(ascon_hmac_hash256_update(&ctx, rest ? message.data() + split : nullptr, rest),
                ASCON_OK);
      ascon_hmac_ctx other = ctx;
      ASSERT_EQ(ascon_hmac_hash256_final(&ctx, mac.data()), ASCON_OK);
      EXPECT_EQ(mac.bytes(), expected) << v.name() << ", split at " << split;
      EXPECT_TRUE(IsWiped(ctx));
      EXPECT_EQ(ascon_hmac_hash256_verify_final(&other, mac.data(), mac.size()), ASCON_OK);
      EXPECT_TRUE(IsWiped(other));
    }
  }
}

TEST_P(Hmac, VerifyRefusesEveryOtherTag) {
  const Bytes text = Pattern(Field::kText, 20), key = Pattern(Field::kKey, 16);
  Bytes tag(ASCON_HMAC_BYTES);
  ASSERT_EQ(ascon_hmac_hash256(tag.data(), text.data(), 20, key.data(), 16), ASCON_OK);
  for (size_t n = 0; n <= 33; n++) {
    tag.resize(33);
    const Heap given(Bytes(tag.begin(), tag.begin() + static_cast<ptrdiff_t>(n)));
    EXPECT_EQ(ascon_hmac_hash256_verify(given.data(), n, text.data(), 20, key.data(), 16),
              n >= 16 && n <= 32 ? ASCON_OK : ASCON_ERR_RANGE)
        << n;
  }
  tag.resize(32);
  for (size_t bit = 0; bit < 256; bit++) {
    tag[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
    EXPECT_EQ(ascon_hmac_hash256_verify(tag.data(), 32, text.data(), 20, key.data(), 16),
              ASCON_ERR_TAG);
    EXPECT_EQ(ascon_hmac_hash256_verify(tag.data(), 16, text.data(), 20, key.data(), 16),
              bit < 128 ? ASCON_ERR_TAG : ASCON_OK);
    tag[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
  }
}

// What the page warns of: RFC 2104 pads short keys with zeros and hashes long ones.
TEST_P(Hmac, EquivalentKeys) {
  const Bytes text = Pattern(Field::kText, 20);
  Bytes key = Pattern(Field::kKey, 80), first(32), second(32), digest(32);
  ASSERT_EQ(ascon_hmac_hash256(first.data(), text.data(), 20, key.data(), 80), ASCON_OK);
  ASSERT_EQ(ascon_hash256(digest.data(), key.data(), 80), ASCON_OK);
  ASSERT_EQ(ascon_hmac_hash256(second.data(), text.data(), 20, digest.data(), 32), ASCON_OK);
  EXPECT_EQ(first, second);
  digest.resize(ASCON_HMAC_BLOCK_BYTES);
  ASSERT_EQ(ascon_hmac_hash256(second.data(), text.data(), 20, digest.data(), digest.size()),
            ASCON_OK);
  EXPECT_EQ(first, second);
  digest.resize(ASCON_HMAC_BLOCK_BYTES + 1);
  ASSERT_EQ(ascon_hmac_hash256(second.data(), text.data(), 20, digest.data(), digest.size()),
            ASCON_OK);
  EXPECT_NE(first, second);
}

// ---- HKDF -------------------------------------------------------------------------------------

TEST_P(Hmac, KnownAnswersOfHkdf) {
  for (const KnownAnswer &v : KnownAnswersOfCall("hkdf", 4)) {
    const Heap salt(v.bytes("salt"), 1), ikm(v.bytes("ikm"), 2), info(v.bytes("info"), 3);
    Heap prk(ASCON_HMAC_BYTES), out(v.bytes("output").size(), 1), both(out.size());
    ASSERT_EQ(ascon_hmac_hkdf_extract(prk.data(), salt.nullable(), salt.size(), ikm.nullable(),
                                      ikm.size()),
              ASCON_OK);
    EXPECT_EQ(prk.bytes(), v.bytes("prk")) << v.name();
    ASSERT_EQ(ascon_hmac_hkdf_expand(out.nullable(), out.size(), prk.data(), prk.size(),
                                     info.nullable(), info.size()),
              ASCON_OK);
    EXPECT_EQ(out.bytes(), v.bytes("output")) << v.name();
    ASSERT_EQ(ascon_hmac_hkdf(both.nullable(), both.size(), salt.nullable(), salt.size(),
                              ikm.nullable(), ikm.size(), info.nullable(), info.size()),
              ASCON_OK);
    EXPECT_EQ(both.bytes(), out.bytes());
  }
}

// Up to the longest, whose last block has the counter 255.
TEST_P(Hmac, HkdfOutputsAreBeginningsOfOneAnother) {
  const Bytes prk = Pattern(Field::kKey, 32);
  Heap longest(ASCON_HKDF_MAX_BYTES), one_more(ASCON_HKDF_MAX_BYTES + 1);
  ASSERT_EQ(ascon_hmac_hkdf_expand(longest.data(), longest.size(), prk.data(), 32, nullptr, 0),
            ASCON_OK);
  for (size_t n : {size_t{1}, size_t{31}, size_t{32}, size_t{33}, size_t{8159}}) {
    Heap out(n);
    ASSERT_EQ(ascon_hmac_hkdf_expand(out.data(), n, prk.data(), 32, nullptr, 0), ASCON_OK);
    EXPECT_TRUE(std::equal(out.data(), out.data() + n, longest.data())) << n;
  }
  Heap extracted(ASCON_HMAC_BYTES), in_one(ASCON_HKDF_MAX_BYTES);
  ASSERT_EQ(ascon_hmac_hkdf_extract(extracted.data(), nullptr, 0, prk.data(), 32), ASCON_OK);
  ASSERT_EQ(ascon_hmac_hkdf_expand(longest.data(), longest.size(), extracted.data(),
                                   extracted.size(), nullptr, 0),
            ASCON_OK);
  ASSERT_EQ(ascon_hmac_hkdf(in_one.data(), in_one.size(), nullptr, 0, prk.data(), 32, nullptr, 0),
            ASCON_OK);
  EXPECT_EQ(in_one.bytes(), longest.bytes());
  EXPECT_EQ(ascon_hmac_hkdf_expand(one_more.data(), one_more.size(), prk.data(), 32, nullptr, 0),
            ASCON_ERR_RANGE);
  EXPECT_EQ(
      ascon_hmac_hkdf(one_more.data(), one_more.size(), nullptr, 0, prk.data(), 32, nullptr, 0),
      ASCON_ERR_RANGE);
  EXPECT_TRUE(one_more.Holds(0xee));
}

// ---- PBKDF2 -----------------------------------------------------------------------------------

TEST_P(Hmac, KnownAnswersOfPbkdf2) {
  for (const KnownAnswer &v : KnownAnswersOfCall("pbkdf2", 4)) {
    const Heap password(v.bytes("password"), 1), salt(v.bytes("salt"), 3);
    Heap out(v.bytes("output").size(), 5);
    ASSERT_EQ(ascon_hmac_pbkdf2(out.data(), out.size(), password.nullable(), password.size(),
                                salt.nullable(), salt.size(),
                                static_cast<uint32_t>(v.number("iterations"))),
              ASCON_OK);
    EXPECT_EQ(out.bytes(), v.bytes("output")) << v.name();
  }
}

// ---- Misuse -----------------------------------------------------------------------------------

TEST_P(Hmac, WrongArgumentsWriteNothing) {
  const uint8_t in[32] = {}, *none = nullptr;
  Heap out(32);
  uint8_t *to = out.data();
  EXPECT_EQ(ascon_hmac_hash256(nullptr, in, 1, in, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256(to, none, 1, in, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256(to, in, 1, none, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256_verify(none, 32, in, 1, in, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256_verify(in, 32, none, 1, in, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256_verify(in, 32, in, 1, none, 16), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hkdf_extract(nullptr, in, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hkdf_extract(to, none, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hkdf_extract(to, in, 1, none, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hkdf_expand(nullptr, 1, in, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hkdf_expand(to, 1, none, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hkdf_expand(to, 1, in, 1, none, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hkdf(nullptr, 1, in, 1, in, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hkdf(to, 1, none, 1, in, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hkdf(to, 1, in, 1, none, 1, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hkdf(to, 1, in, 1, in, 1, none, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_pbkdf2(nullptr, 1, in, 1, in, 1, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_pbkdf2(to, 1, none, 1, in, 1, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_pbkdf2(to, 1, in, 1, none, 1, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_pbkdf2(to, 1, in, 1, in, 1, 0), ASCON_ERR_RANGE);
  if (const uint64_t longest = uint64_t{0xffffffff} * 32; longest < SIZE_MAX) {
    EXPECT_EQ(ascon_hmac_pbkdf2(to, static_cast<size_t>(longest) + 1, in, 1, in, 1, 1),
              ASCON_ERR_RANGE);
  }
  EXPECT_TRUE(out.Holds(0xee));
}

TEST_P(Hmac, ErrorsLeaveTheContextAsItWas) {
  const uint8_t in[32] = {}, *none = nullptr;
  uint8_t out[32];
  ascon_hmac_ctx ctx = {};
  EXPECT_EQ(ascon_hmac_hash256_update(&ctx, in, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_hmac_hash256_final(&ctx, out), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_hmac_hash256_verify_final(&ctx, in, 32), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_hmac_hash256_init(&ctx, none, 1), ASCON_ERR_NULL);
  EXPECT_TRUE(IsWiped(ctx));
  ASSERT_EQ(ascon_hmac_hash256_init(&ctx, in, 32), ASCON_OK);
  const ascon_hmac_ctx started = ctx;
  EXPECT_EQ(ascon_hmac_hash256_update(&ctx, none, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256_final(&ctx, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256_verify_final(&ctx, none, 32), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256_verify_final(&ctx, in, 15), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_hmac_hash256_verify_final(&ctx, in, 33), ASCON_ERR_RANGE);
  EXPECT_TRUE(Same(ctx, started));
  EXPECT_EQ(ascon_hmac_hash256_init(nullptr, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256_update(nullptr, in, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256_final(nullptr, out), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_hmac_hash256_verify_final(nullptr, in, 32), ASCON_ERR_NULL);
}

// ---- Wiping -----------------------------------------------------------------------------------

class HmacWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(HmacWipe);

// The key as it enters both hashes: 0x36 and 0x5c of RFC 2104.
Bytes Xored(Bytes block, uint8_t byte) {
  for (uint8_t &value : block) value ^= byte;
  return block;
}

Bytes Block(Bytes key) {
  key.resize(ASCON_HMAC_BLOCK_BYTES);
  return key;
}

TEST_P(HmacWipe, NothingIsLeft) {
  const Heap key(Pattern(Field::kKey, 40)), text(Pattern(Field::kText, 70));
  // Whole blocks, so that all of a block is known.
  Heap out(96), wrong(32);
  Bytes mac(32), inner = Xored(Block(key.bytes()), 0x36), expanded(96), derived(96), u(32);
  ASSERT_EQ(ascon_hmac_hash256(mac.data(), text.data(), 70, key.data(), 40), ASCON_OK);
  inner.insert(inner.end(), text.data(), text.data() + 70);
  ASSERT_EQ(ascon_hash256(inner.data(), inner.data(), inner.size()), ASCON_OK);
  inner.resize(32);
  ASSERT_EQ(ascon_hmac_hkdf_expand(expanded.data(), 96, key.data(), 40, nullptr, 0), ASCON_OK);
  ASSERT_EQ(ascon_hmac_pbkdf2(derived.data(), 96, key.data(), 40, text.data(), 8, 2), ASCON_OK);
  ASSERT_EQ(ascon_hmac_pbkdf2(u.data(), 32, key.data(), 40, text.data(), 8, 1), ASCON_OK);
  for (size_t i = 0; i < 32; i++) u[i] ^= derived[i];  // U1, and with it U2
  Secrets secrets;
  secrets.AddBytes(key.bytes(), "the key");
  secrets.AddBytes(Xored(key.bytes(), 0x36), "the inner key");
  secrets.AddBytes(Xored(key.bytes(), 0x5c), "the outer key");
  secrets.AddBytes(Bytes(text.data() + 8, text.data() + 70), "the message");
  secrets.AddBytes(mac, "the tag");
  secrets.AddBytes(inner, "the inner hash");
  secrets.AddBytes(expanded, "the output of HKDF");
  secrets.AddBytes(derived, "the output of PBKDF2");
  secrets.AddBytes(u, "U2 of PBKDF2");
  ascon_hmac_ctx ctx;
  ASSERT_EQ(ascon_hmac_hash256_init(&ctx, key.data(), 40), ASCON_OK);
  secrets.AddBytes(StateOf(ctx.inner), "the inner state after the key");
  secrets.AddBytes(StateOf(ctx.outer), "the outer state after the key");
  Check("hmac", secrets, ASCON_OK,
        [&] { return ascon_hmac_hash256(out.data(), text.data(), 70, key.data(), 40); });
  Check("verify", secrets, ASCON_ERR_TAG, [&] {
    return ascon_hmac_hash256_verify(wrong.data(), 32, text.data(), 70, key.data(), 40);
  });
  Check("init", secrets, ASCON_OK, [&] { return ascon_hmac_hash256_init(&ctx, key.data(), 40); });
  Check("update", secrets, ASCON_OK,
        [&] { return ascon_hmac_hash256_update(&ctx, text.data(), 70); });
  Check("verify final", secrets, ASCON_ERR_TAG,
        [&] { return ascon_hmac_hash256_verify_final(&ctx, wrong.data(), 32); });
  CheckZero(ctx, "verify final");
  Check("extract", secrets, ASCON_OK,
        [&] { return ascon_hmac_hkdf_extract(out.data(), key.data(), 40, text.data(), 70); });
  Check("expand", secrets, ASCON_OK,
        [&] { return ascon_hmac_hkdf_expand(out.data(), 96, key.data(), 40, nullptr, 0); });
  Check("hkdf", secrets, ASCON_OK, [&] {
    return ascon_hmac_hkdf(out.data(), 96, key.data(), 40, text.data(), 70, nullptr, 0);
  });
  // One block: that of U2.
  Check("pbkdf2", secrets, ASCON_OK,
        [&] { return ascon_hmac_pbkdf2(out.data(), 32, key.data(), 40, text.data(), 8, 2); });
}

}  // namespace
}  // namespace asconkit_test
