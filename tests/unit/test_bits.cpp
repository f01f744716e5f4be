// Strings of any number of bits (asconkit/ascon_bits.h) against the specification, which takes them
// too: every length of text up to two blocks, and all lengths of the other strings on the way.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_bits.h"

#include <cstring>
#include <optional>

#include "../support/specification.h"

namespace asconkit_test {
namespace {

struct BitVector {
  size_t algorithm, extra, text, out;  // lengths in bits; the output of an AEAD is its tag
  uint64_t hash;
};

constexpr BitVector kVectors[] = {
#include "bits.inc"
};

size_t BytesOf(size_t bits) { return (bits + 7) / 8; }

// The string in as many bytes as it takes, with ones after its last bit: they must have no effect.
Bytes WithOnesBehind(Bytes string, size_t bits) {
  if (bits % 8) string.back() = static_cast<uint8_t>(string.back() | 0xff << bits % 8);
  return string;
}

bool HasZerosBehind(const Bytes &string, size_t bits) {
  return string.empty() || bits % 8 == 0 || string.back() >> bits % 8 == 0;
}

// One computation with all its strings.
struct BitCase {
  explicit BitCase(const BitVector &v)
      : algorithm(ascon_any_at(v.algorithm)),
        extra_bits(v.extra),
        text_bits(v.text),
        out_bits(v.out),
        key(Pattern(Field::kKey, algorithm->key_bytes)),
        nonce(Pattern(Field::kNonce, algorithm->nonce_bytes)),
        extra(WithOnesBehind(Pattern(Field::kExtra, BytesOf(v.extra)), v.extra)),
        text(WithOnesBehind(Pattern(Field::kText, BytesOf(v.text)), v.text)) {}

  [[nodiscard]] bool is(ascon_kind kind) const { return algorithm->kind == kind; }

  const ascon_algorithm *algorithm;
  size_t extra_bits, text_bits, out_bits;
  Bytes key, nonce;
  Heap extra, text;
};

std::string Describe(const BitCase &c) {
  return std::string(c.algorithm->name) + ", bits: " + std::to_string(c.extra_bits) + " extra, " +
         std::to_string(c.text_bits) + " text, " + std::to_string(c.out_bits) + " output";
}

// ciphertext || tag, or the output.
Bytes Compute(const BitCase &c) {
  Heap out(BytesOf(c.out_bits)), cipher(c.is(ASCON_KIND_AEAD) ? c.text.size() : 0);
  const uint8_t *text = c.text.nullable(), *extra = c.extra.nullable();
  if (c.is(ASCON_KIND_AEAD)) {
    EXPECT_EQ(
        ascon_bits_aead_encrypt(c.algorithm, cipher.nullable(), out.data(), c.out_bits, text,
                                c.text_bits, extra, c.extra_bits, c.nonce.data(), c.key.data()),
        ASCON_OK);
  } else {
    EXPECT_EQ(ascon_bits_sponge(c.algorithm, out.nullable(), c.out_bits, text, c.text_bits, extra,
                                c.extra_bits),
              ASCON_OK);
  }
  EXPECT_TRUE(HasZerosBehind(cipher.bytes(), c.text_bits));
  EXPECT_TRUE(HasZerosBehind(out.bytes(), c.out_bits));
  return Joined(cipher.bytes(), out.bytes());
}

// Whole bytes of a string in pieces of one to three, by call(at, bytes); returns where the last
// piece begins.
template <typename Call>
size_t InPieces(size_t bits, const Call &call) {
  size_t at = 0;
  for (size_t n = 1; at + n < bits / 8; at += n, n = n % 3 + 1) call(at, n);
  return at;
}

Bytes EncryptInPieces(const BitCase &c) {
  Heap cipher(c.text.size()), tag(BytesOf(c.out_bits));
  ascon_aead_ctx ctx;
  EXPECT_EQ(ascon_any_aead_init(&ctx, c.algorithm, c.nonce.data(), c.key.data()), ASCON_OK);
  size_t at = InPieces(c.extra_bits, [&](size_t i, size_t n) {
    EXPECT_EQ(ascon_any_aead_ad(&ctx, c.extra.data() + i, n), ASCON_OK);
  });
  EXPECT_EQ(ascon_bits_aead_encrypt_ad_last(&ctx, c.extra.data() + at, c.extra_bits - 8 * at),
            ASCON_OK);
  EXPECT_EQ(ascon_any_aead_ad(&ctx, c.extra.data(), 1), ASCON_ERR_ORDER);
  at = InPieces(c.text_bits, [&](size_t i, size_t n) {
    EXPECT_EQ(ascon_any_aead_encrypt_update(&ctx, cipher.data() + i, c.text.data() + i, n),
              ASCON_OK);
  });
  EXPECT_EQ(ascon_bits_aead_encrypt_final(&ctx, cipher.data() + at, tag.data(), c.out_bits,
                                          c.text.data() + at, c.text_bits - 8 * at),
            ASCON_OK);
  return Joined(cipher.bytes(), tag.bytes());
}

Bytes OutputInPieces(const BitCase &c) {
  Heap out(BytesOf(c.out_bits));
  const bool hash = c.is(ASCON_KIND_HASH);
  ascon_sponge_ctx ctx;
  EXPECT_EQ(ascon_bits_sponge_init(&ctx, c.algorithm, c.extra.nullable(), c.extra_bits), ASCON_OK);
  size_t at = InPieces(c.text_bits, [&](size_t i, size_t n) {
    EXPECT_EQ(ascon_any_sponge_update(&ctx, c.text.data() + i, n), ASCON_OK);
  });
  EXPECT_EQ(ascon_bits_sponge_update_last(&ctx, c.text.data() + at, c.text_bits - 8 * at),
            ASCON_OK);
  EXPECT_EQ(ascon_any_sponge_update(&ctx, c.text.data(), 0), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_bits_sponge_update_last(&ctx, c.text.data(), 0), ASCON_ERR_ORDER);
  at = InPieces(hash ? 0 : c.out_bits, [&](size_t i, size_t n) {
    EXPECT_EQ(ascon_any_sponge_squeeze(&ctx, out.data() + i, n), ASCON_OK);
  });
  EXPECT_EQ(ascon_bits_sponge_squeeze_last(&ctx, out.data() + at, c.out_bits - 8 * at), ASCON_OK);
  EXPECT_EQ(IsWiped(ctx), hash);
  return out.bytes();
}

Bytes ComputeInPieces(const BitCase &c) {
  return c.is(ASCON_KIND_AEAD) ? EncryptInPieces(c) : OutputInPieces(c);
}

class Bits : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Bits);

TEST_P(Bits, AsSpecified) {
  size_t cases = 0;
  for (const BitVector &v : kVectors) {
    const BitCase c(v);
    const Bytes result = Compute(c);
    ASSERT_EQ(Fnv(result), v.hash) << Describe(c);
    ASSERT_EQ(ComputeInPieces(c), result) << Describe(c);
    cases++;
  }
  EXPECT_GT(cases, 900u);
}

// What fuzzing compares with.
TEST(Specification, OfBitsIsThatOfPython) {
  for (const BitVector &v : kVectors) {
    const BitCase c(v);
    const Case whole = {c.algorithm, BytesOf(v.out),  c.key,
                        c.nonce,     c.extra.bytes(), c.text.bytes()};
    ASSERT_EQ(Fnv(Specified(whole, {v.extra, v.text, v.out})), v.hash) << Describe(c);
  }
}

// From a published vector set of NIST's validation program: 129 bits of message, 65 of output.
TEST_P(Bits, AsPublished) {
  const uint8_t message[] = {0xed, 0x71, 0x18, 0x04, 0x4e, 0x40, 0x34, 0xaa, 0x70,
                             0xb3, 0x45, 0x39, 0xf8, 0x39, 0x94, 0xae, 0x01};
  const Bytes expected = {0x34, 0xc4, 0x42, 0xa2, 0x71, 0xb0, 0x05, 0x4f, 0x00};
  Bytes out(9);
  ASSERT_EQ(ascon_bits_sponge(ASCON_XOF128, out.data(), 65, message, 129, nullptr, 0), ASCON_OK);
  EXPECT_EQ(out, expected);
}

// ---- Decryption -----------------------------------------------------------------------------

// ASCON_OK with the text, or ASCON_ERR_TAG with zeros alone.
std::optional<Bytes> Open(const BitCase &c, const Bytes &cipher, const Bytes &tag, bool in_place) {
  Heap in(cipher), other(cipher.size());
  Heap &out = in_place ? in : other;
  const ascon_result result = ascon_bits_aead_decrypt(
      c.algorithm, out.nullable(), in.nullable(), c.text_bits, tag.data(), c.out_bits,
      c.extra.nullable(), c.extra_bits, c.nonce.data(), c.key.data());
  if (result == ASCON_OK) return out.bytes();
  EXPECT_EQ(result, ASCON_ERR_TAG);
  EXPECT_TRUE(out.Holds(0));
  return std::nullopt;
}

TEST_P(Bits, DecryptionInvertsAndRefuses) {
  for (const BitVector &v : kVectors) {
    const BitCase c(v);
    if (!c.is(ASCON_KIND_AEAD)) continue;
    const Bytes sealed = Compute(c);
    const auto end = sealed.begin() + static_cast<ptrdiff_t>(c.text.size());
    const Bytes cipher = WithOnesBehind(Bytes(sealed.begin(), end), c.text_bits);
    const Bytes tag = WithOnesBehind(Bytes(end, sealed.end()), c.out_bits);
    Bytes text = Pattern(Field::kText, c.text.size());
    if (c.text_bits % 8) text.back() &= static_cast<uint8_t>((1u << c.text_bits % 8) - 1);
    for (bool in_place : {false, true}) {
      ASSERT_EQ(Open(c, cipher, tag, in_place), text) << Describe(c);
      Bytes wrong = tag;  // in its last bit
      wrong[(c.out_bits - 1) / 8] ^= static_cast<uint8_t>(1u << (c.out_bits - 1) % 8);
      ASSERT_EQ(Open(c, cipher, wrong, in_place), std::nullopt) << Describe(c);
      if (c.text_bits == 0) continue;
      wrong = cipher;
      wrong[(c.text_bits - 1) / 8] ^= static_cast<uint8_t>(1u << (c.text_bits - 1) % 8);
      ASSERT_EQ(Open(c, wrong, tag, in_place), std::nullopt) << Describe(c);
    }
  }
}

TEST_P(Bits, DecryptionInPieces) {
  for (const BitVector &v : kVectors) {
    const BitCase c(v);
    if (!c.is(ASCON_KIND_AEAD)) continue;
    const Bytes sealed = Compute(c);
    const Heap cipher(Part(sealed, 0, c.text.size()));
    const uint8_t *tag = sealed.data() + c.text.size();
    for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
      Bytes given(tag, tag + BytesOf(c.out_bits));
      given[0] ^= change;
      Heap text(c.text.size());
      ascon_aead_ctx ctx;
      ASSERT_EQ(ascon_any_aead_init(&ctx, c.algorithm, c.nonce.data(), c.key.data()), ASCON_OK);
      ASSERT_EQ(ascon_bits_aead_decrypt_ad_last(&ctx, c.extra.nullable(), c.extra_bits), ASCON_OK);
      const size_t at = InPieces(c.text_bits, [&](size_t i, size_t n) {
        EXPECT_EQ(
            ascon_any_aead_decrypt_update_unverified(&ctx, text.data() + i, cipher.data() + i, n),
            ASCON_OK);
      });
      ASSERT_EQ(ascon_bits_aead_decrypt_final(&ctx, text.data() + at, cipher.data() + at,
                                              c.text_bits - 8 * at, given.data(), c.out_bits),
                change ? ASCON_ERR_TAG : ASCON_OK)
          << Describe(c);
      for (size_t i = at; change && i < text.size(); i++) ASSERT_EQ(text.data()[i], 0);
      ASSERT_TRUE(IsWiped(ctx));
    }
  }
}

// ---- Calls that are refused -------------------------------------------------------------------

TEST_P(Bits, AlgorithmsOfOtherDocuments) {
  const uint8_t in[32] = {};
  uint8_t out[32];
  ascon_sponge_ctx sponge;
  ascon_aead_ctx aead;
  for (const auto *a : {ASCON_V12_HASH, ASCON_V12_XOF, ASCON_V12_MAC, ASCON_V13_MAC, ASCON_V13_PRF,
                        ASCON_V13_PRFSHORT}) {
    EXPECT_EQ(ascon_bits_sponge(a, out, 256, in, 8, nullptr, 0), ASCON_ERR_ALGORITHM);
    EXPECT_EQ(ascon_bits_sponge_init(&sponge, a, nullptr, 0), ASCON_ERR_ALGORITHM);
  }
  EXPECT_EQ(ascon_bits_aead_encrypt(ASCON_V12_128, out, out, 128, in, 8, in, 8, in, in),
            ASCON_ERR_ALGORITHM);
  ASSERT_EQ(ascon_any_sponge_init(&sponge, ASCON_V12_XOF, nullptr, 0), ASCON_OK);
  EXPECT_EQ(ascon_bits_sponge_update_last(&sponge, in, 8), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_bits_sponge_squeeze_last(&sponge, out, 8), ASCON_ERR_ALGORITHM);
  ASSERT_EQ(ascon_any_sponge_init(&sponge, ASCON_V13_MAC, in, 16), ASCON_OK);
  EXPECT_EQ(ascon_bits_sponge_update_last(&sponge, in, 8), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_bits_sponge_squeeze_last(&sponge, out, 128), ASCON_ERR_ALGORITHM);
  ASSERT_EQ(ascon_any_aead_init(&aead, ASCON_V12_128A, in, in), ASCON_OK);
  EXPECT_EQ(ascon_bits_aead_encrypt_ad_last(&aead, in, 7), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_bits_aead_encrypt_final(&aead, out, out, 128, in, 7), ASCON_ERR_ALGORITHM);
  // Algorithms of another kind than the call.
  EXPECT_EQ(ascon_bits_sponge(ASCON_AEAD128, out, 8, in, 8, nullptr, 0), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_bits_sponge_init(&sponge, ASCON_AEAD128, in, 8), ASCON_ERR_ALGORITHM);
  EXPECT_EQ(ascon_bits_sponge(nullptr, out, 8, in, 8, nullptr, 0), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_bits_sponge_init(&sponge, nullptr, in, 8), ASCON_ERR_NULL);
}

TEST_P(Bits, ErrorsLeaveEverythingAsItWas) {
  const uint8_t in[257] = {}, *none = nullptr;
  Heap out(32);
  ascon_sponge_ctx sponge = {};
  ascon_aead_ctx aead = {};
  EXPECT_EQ(ascon_bits_sponge_update_last(&sponge, in, 3), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_bits_sponge_squeeze_last(&sponge, out.data(), 3), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_bits_aead_decrypt_ad_last(&aead, in, 3), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_bits_aead_encrypt_final(&aead, out.data(), out.data(), 128, in, 3),
            ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_bits_sponge_init(&sponge, ASCON_CXOF128, in, 2049), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_bits_sponge_init(&sponge, ASCON_CXOF128, none, 1), ASCON_ERR_NULL);
  for (const auto *a : {ASCON_HASH256, ASCON_XOF128, ASCON_CXOF128}) {
    const size_t wrong = a == ASCON_CXOF128 ? 2049 : 1;
    EXPECT_EQ(ascon_bits_sponge_init(&sponge, a, in, wrong), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_bits_sponge(a, out.data(), 256, in, 3, in, wrong), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_bits_sponge_init(nullptr, a, none, 0), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_bits_sponge(a, out.data(), 256, none, 3, none, 0), ASCON_ERR_NULL);
    EXPECT_EQ(ascon_bits_sponge(a, nullptr, 256, in, 3, none, 0), ASCON_ERR_NULL);
  }

  ASSERT_EQ(ascon_any_sponge_init(&sponge, ASCON_HASH256, nullptr, 0), ASCON_OK);
  const ascon_sponge_ctx started = sponge;
  EXPECT_EQ(ascon_bits_sponge_squeeze_last(&sponge, nullptr, 256), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_bits_sponge_update_last(&sponge, none, 3), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_bits_sponge_update_last(nullptr, in, 3), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_bits_sponge_squeeze_last(nullptr, out.data(), 256), ASCON_ERR_NULL);
  for (size_t bits : {size_t{0}, size_t{8}, size_t{249}, size_t{255}, size_t{257}, SIZE_MAX}) {
    EXPECT_EQ(ascon_bits_sponge_squeeze_last(&sponge, out.data(), bits), ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_bits_sponge(ASCON_HASH256, out.data(), bits, in, 3, none, 0), ASCON_ERR_RANGE);
  }
  EXPECT_TRUE(Same(sponge, started));

  ASSERT_EQ(ascon_any_aead_init(&aead, ASCON_AEAD128, in, in), ASCON_OK);
  const ascon_aead_ctx begun = aead;
  EXPECT_EQ(ascon_bits_aead_encrypt_ad_last(&aead, none, 3), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_bits_aead_encrypt_final(&aead, out.data(), nullptr, 128, in, 3), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_bits_aead_encrypt_final(&aead, nullptr, out.data(), 128, in, 3), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_bits_aead_decrypt_final(&aead, out.data(), none, 3, in, 128), ASCON_ERR_NULL);
  for (size_t tag_bits : {size_t{0}, size_t{31}, size_t{129}}) {
    EXPECT_EQ(ascon_bits_aead_encrypt_final(&aead, out.data(), out.data(), tag_bits, in, 3),
              ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_bits_aead_decrypt_final(&aead, out.data(), in, 3, in, tag_bits),
              ASCON_ERR_RANGE);
  }
  EXPECT_TRUE(Same(aead, begun));
  ASSERT_EQ(ascon_bits_aead_encrypt_ad_last(&aead, in, 3), ASCON_OK);
  const ascon_aead_ctx with_ad = aead;
  EXPECT_EQ(ascon_bits_aead_decrypt_final(&aead, out.data(), in, 3, in, 128), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_bits_aead_encrypt_ad_last(&aead, in, 3), ASCON_ERR_ORDER);
  EXPECT_TRUE(Same(aead, with_ad));
  EXPECT_TRUE(out.Holds(0xee));
}

}  // namespace
}  // namespace asconkit_test
