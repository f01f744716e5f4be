// The calls that are named after an algorithm do what the generic ones do, and the combined
// form of Ascon-AEAD128 is the detached one, one after the other.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "../support/algorithm_rows.h"
#include "../support/calls.h"

namespace asconkit_test {
namespace {

class Named : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Named);

// Lengths at and next to block boundaries of every rate.
constexpr size_t kLengths[] = {0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 41, 80, 100};

struct AeadCalls {
  decltype(&ascon_aead128_encrypt) encrypt;
  decltype(&ascon_aead128_decrypt) decrypt;
};

void CheckAead(const AeadCalls &calls, const Case &c) {
  SCOPED_TRACE(Describe(c));
  size_t n = c.text.size(), m = c.extra.size();
  const uint8_t *text = c.text.data(), *ad = c.extra.data();
  const uint8_t *key = c.key.data(), *nonce = c.nonce.data();
  Bytes expected = Compute(c), back(n);
  Heap out(n), tag(16), generic(n + 16);
  ASSERT_EQ(calls.encrypt(out.data(), tag.data(), 16, text, n, ad, m, nonce, key), ASCON_OK);
  ASSERT_EQ(
      any_encrypt(c.algorithm, generic.data(), generic.data() + n, 16, text, n, ad, m, nonce, key),
      ASCON_OK);
  ASSERT_EQ(generic.bytes(), expected);
  ASSERT_EQ(Bytes(expected.begin(), expected.end() - 16), out.bytes());
  ASSERT_EQ(Bytes(expected.end() - 16, expected.end()), tag.bytes());

  ASSERT_EQ(calls.decrypt(back.data(), out.data(), n, tag.data(), 16, ad, m, nonce, key), ASCON_OK);
  ASSERT_EQ(back, c.text);
  ASSERT_EQ(any_decrypt(c.algorithm, generic.data(), generic.data(), n, generic.data() + n, 16, ad,
                        m, nonce, key),
            ASCON_OK);
  ASSERT_EQ(Bytes(generic.data(), generic.data() + n), c.text);
  tag.data()[15] ^= 1;
  Heap refused(n);
  EXPECT_EQ(calls.decrypt(refused.data(), out.data(), n, tag.data(), 16, ad, m, nonce, key),
            ASCON_ERR_TAG);
  EXPECT_TRUE(refused.Holds(0));
}

void CheckAeadErrors(const AeadCalls &calls, const Case &c) {
  const uint8_t *key = c.key.data(), *nonce = c.nonce.data();
  uint8_t byte = 0, sealed[16] = {0};
  EXPECT_EQ(calls.encrypt(nullptr, nullptr, 16, nullptr, 0, nullptr, 0, nonce, key),
            ASCON_ERR_NULL);
  EXPECT_EQ(calls.encrypt(nullptr, sealed, 17, nullptr, 0, nullptr, 0, nonce, key),
            ASCON_ERR_RANGE);
  EXPECT_EQ(calls.encrypt(&byte, sealed, 16, nullptr, 1, nullptr, 0, nonce, key), ASCON_ERR_NULL);
  EXPECT_EQ(calls.decrypt(nullptr, nullptr, 0, nullptr, 16, nullptr, 0, nonce, key),
            ASCON_ERR_NULL);
  EXPECT_EQ(calls.decrypt(nullptr, nullptr, 0, sealed, 3, nullptr, 0, nonce, key), ASCON_ERR_RANGE);
}

#define ASCON_TEST_AEAD(id, ...)                                                                   \
  TEST_P(Named, id) {                                                                              \
    const AeadCalls calls = {ascon_##id##_encrypt, ascon_##id##_decrypt};                          \
    const ascon_algorithm *a = &ascon_algorithm_##id;                                              \
    for (size_t text : kLengths)                                                                   \
      for (size_t ad : kLengths) {                                                                 \
        ASSERT_NO_FATAL_FAILURE(CheckAead(calls, MakeCase(a, ad, text, 16)));                      \
      }                                                                                            \
    CheckAeadErrors(calls, MakeCase(a, 0, 0, 16));                                                 \
  }
ASCON_AEAD_ROWS(ASCON_TEST_AEAD)

// The other calls append the tag if it is given the place after the ciphertext.
TEST_P(Named, Combined) {
  for (size_t text : kLengths)
    for (size_t ad : kLengths) {
      const Case c = MakeCase(ASCON_AEAD128, ad, text, 16);
      SCOPED_TRACE(Describe(c));
      const size_t n = text, m = ad;
      const uint8_t *extra = c.extra.data(), *key = c.key.data(), *nonce = c.nonce.data();
      const Bytes expected = Compute(c);
      Heap sealed(n + 16), appended(n + 16), back(n), refused(n);
      ASSERT_EQ(
          ascon_aead128_encrypt_combined(sealed.data(), c.text.data(), n, extra, m, nonce, key),
          ASCON_OK);
      ASSERT_EQ(sealed.bytes(), expected);
      ASSERT_EQ(ascon_aead128_encrypt(appended.data(), appended.data() + n, 16, c.text.data(), n,
                                      extra, m, nonce, key),
                ASCON_OK);
      ASSERT_EQ(appended.bytes(), expected);
      ASSERT_EQ(
          ascon_aead128_decrypt_combined(back.data(), sealed.data(), n + 16, extra, m, nonce, key),
          ASCON_OK);
      ASSERT_EQ(back.bytes(), c.text);
      sealed.data()[n + 15] ^= 1;
      EXPECT_EQ(ascon_aead128_decrypt_combined(refused.data(), sealed.data(), n + 16, extra, m,
                                               nonce, key),
                ASCON_ERR_TAG);
      EXPECT_TRUE(refused.Holds(0));
    }
}

// The named call of a kind with the arguments of a case; the same one for all rows of that kind.
template <typename OneCall>
void CheckSponge(const ascon_algorithm *a, const OneCall &one_call) {
  for (size_t text : kLengths) {
    size_t out_bytes = a->output_bytes ? a->output_bytes : text + 3;
    Case c = MakeCase(a, a->kind == ASCON_KIND_CXOF ? text / 2 : 0, text, out_bytes);
    Heap out(out_bytes);
    ASSERT_EQ(one_call(out.data(), c), ASCON_OK);
    ASSERT_EQ(out.bytes(), Compute(c)) << Describe(c);
  }
}

#define ASCON_TEST_SPONGE(id, one_call)                                                            \
  TEST_P(Named, id) {                                                                              \
    CheckSponge(&ascon_algorithm_##id, [](uint8_t *out, const Case &c) {                           \
      const uint8_t *text = c.text.data();                                                         \
      return one_call;                                                                             \
    });                                                                                            \
  }
#define ASCON_TEST_HASH(id, ...) ASCON_TEST_SPONGE(id, ascon_##id(out, text, c.text.size()))
#define ASCON_TEST_XOF(id, ...)                                                                    \
  ASCON_TEST_SPONGE(id, ascon_##id(out, c.out_bytes, text, c.text.size()))
#define ASCON_TEST_CXOF(id, ...)                                                                   \
  ASCON_TEST_SPONGE(                                                                               \
      id, ascon_##id(out, c.out_bytes, text, c.text.size(), c.extra.data(), c.extra.size()))
#define ASCON_TEST_MAC(id, ...)                                                                    \
  ASCON_TEST_SPONGE(id, ascon_##id(out, text, c.text.size(), c.key.data()))
#define ASCON_TEST_PRF(id, ...)                                                                    \
  ASCON_TEST_SPONGE(id, ascon_##id(out, c.out_bytes, text, c.text.size(), c.key.data()))
ASCON_HASH_ROWS(ASCON_TEST_HASH)
ASCON_XOF_ROWS(ASCON_TEST_XOF)
ASCON_CXOF_ROWS(ASCON_TEST_CXOF)
ASCON_MAC_ROWS(ASCON_TEST_MAC)
ASCON_PRF_ROWS(ASCON_TEST_PRF)

#define ASCON_TEST_PRFSHORT(id, ...)                                                               \
  TEST_P(Named, id) {                                                                              \
    for (size_t n = 0; n <= 16; n++)                                                               \
      for (size_t out_bytes = 1; out_bytes <= 16; out_bytes++) {                                   \
        Case c = MakeCase(&ascon_algorithm_##id, 0, n, out_bytes);                                 \
        Heap out(out_bytes);                                                                       \
        ASSERT_EQ(ascon_##id(out.data(), out_bytes, c.text.data(), n, c.key.data()), ASCON_OK);    \
        ASSERT_EQ(out.bytes(), Compute(c)) << Describe(c);                                         \
      }                                                                                            \
    uint8_t byte = 0;                                                                              \
    EXPECT_EQ(ascon_##id(&byte, 0, &byte, 1, &byte), ASCON_ERR_RANGE);                             \
    EXPECT_EQ(ascon_##id(nullptr, 1, &byte, 1, &byte), ASCON_ERR_NULL);                            \
  }
ASCON_PRFSHORT_ROWS(ASCON_TEST_PRFSHORT)

#define ASCON_TEST_VERIFY(id, ...)                                                                 \
  TEST_P(Named, id##_verify) {                                                                     \
    for (size_t n : kLengths) {                                                                    \
      Case c = MakeCase(&ascon_algorithm_##id, 0, n, 16);                                          \
      Heap tag(Compute(c));                                                                        \
      EXPECT_EQ(ascon_##id##_verify(tag.data(), c.text.data(), n, c.key.data()), ASCON_OK);        \
      tag.data()[n % 16] ^= 0x10;                                                                  \
      EXPECT_EQ(ascon_##id##_verify(tag.data(), c.text.data(), n, c.key.data()), ASCON_ERR_TAG);   \
    }                                                                                              \
    EXPECT_EQ(ascon_##id##_verify(nullptr, nullptr, 0, nullptr), ASCON_ERR_NULL);                  \
  }
ASCON_MAC_ROWS(ASCON_TEST_VERIFY)

// ---- In pieces ---------------------------------------------------------------------------------

// call(offset, length) for two pieces of `length` bytes.
template <typename Call>
void InTwo(size_t length, const Call &call) {
  EXPECT_EQ(call(0, length / 3), ASCON_OK);
  EXPECT_EQ(call(length / 3, length - length / 3), ASCON_OK);
}

TEST_P(Named, aead128_in_pieces) {
  for (size_t ad : kLengths) {
    for (size_t text : kLengths) {
      const Case c = MakeCase(ASCON_AEAD128, ad, text, 16);
      const Bytes expected = Compute(c);
      const uint8_t *key = c.key.data(), *nonce = c.nonce.data();
      Heap out(text), back(text), tag(12);
      ascon_aead_ctx ctx;
      const auto add = [&](size_t at, size_t n) {
        return ascon_aead128_ad(&ctx, c.extra.data() + at, n);
      };
      ASSERT_EQ(ascon_aead128_init(&ctx, nonce, key), ASCON_OK);
      InTwo(ad, add);
      InTwo(text, [&](size_t at, size_t n) {
        return ascon_aead128_encrypt_update(&ctx, out.data() + at, c.text.data() + at, n);
      });
      EXPECT_EQ(ascon_aead128_ad(&ctx, c.extra.data(), 0), ASCON_ERR_ORDER);
      ASSERT_EQ(ascon_aead128_encrypt_final(&ctx, tag.data(), 12), ASCON_OK);
      ASSERT_EQ(out.bytes(), Bytes(expected.begin(), expected.end() - 16));
      ASSERT_EQ(tag.bytes(), Bytes(expected.end() - 16, expected.end() - 4));
      for (unsigned change : {0u, 1u}) {
        tag.data()[11] ^= static_cast<uint8_t>(change);
        ASSERT_EQ(ascon_aead128_init(&ctx, nonce, key), ASCON_OK);
        InTwo(ad, add);
        InTwo(text, [&](size_t at, size_t n) {
          return ascon_aead128_decrypt_update_unverified(&ctx, back.data() + at, out.data() + at,
                                                         n);
        });
        EXPECT_EQ(ascon_aead128_decrypt_final(&ctx, tag.data(), 12),
                  change ? ASCON_ERR_TAG : ASCON_OK);
        ASSERT_EQ(back.bytes(), c.text);
      }
    }
  }
  EXPECT_EQ(ascon_aead128_init(nullptr, nullptr, nullptr), ASCON_ERR_NULL);
}

TEST_P(Named, hashes_in_pieces) {
  for (const auto *a : {ASCON_HASH256, ASCON_XOF128, ASCON_CXOF128}) {
    for (size_t text : kLengths) {
      const size_t length = a == ASCON_HASH256 ? 32 : text + 3;
      const Case c = MakeCase(a, a == ASCON_CXOF128 ? text / 2 : 0, text, length);
      Heap out(length);
      ascon_sponge_ctx ctx;
      const auto hash = [&](size_t at, size_t n) {
        return ascon_hash256_update(&ctx, c.text.data() + at, n);
      };
      const auto xof = [&](size_t at, size_t n) {
        return ascon_xof128_update(&ctx, c.text.data() + at, n);
      };
      const auto squeeze = [&](size_t at, size_t n) {
        return ascon_xof128_squeeze(&ctx, out.data() + at, n);
      };
      if (a == ASCON_HASH256) {
        ASSERT_EQ(ascon_hash256_init(&ctx), ASCON_OK);
        InTwo(text, hash);
        EXPECT_EQ(squeeze(0, 1), ASCON_ERR_ALGORITHM);
        EXPECT_EQ(ascon_hash256_final(&ctx, out.data()), ASCON_OK);
        EXPECT_EQ(hash(0, 0), ASCON_ERR_ORDER);
      } else {
        ASSERT_EQ(a == ASCON_XOF128 ? ascon_xof128_init(&ctx)
                                    : ascon_cxof128_init(&ctx, c.extra.data(), c.extra.size()),
                  ASCON_OK);
        InTwo(text, xof);
        EXPECT_EQ(hash(0, 0), ASCON_ERR_ALGORITHM);
        InTwo(length, squeeze);
        EXPECT_EQ(xof(0, 0), ASCON_ERR_ORDER);
      }
      ASSERT_EQ(out.bytes(), Compute(c)) << Describe(c);
    }
  }
  EXPECT_EQ(ascon_hash256_init(nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_xof128_init(nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_cxof128_init(nullptr, nullptr, 0), ASCON_ERR_NULL);
}

// ---- Table -------------------------------------------------------------------------------------

// The table's rows agree with the macros in the public header.
TEST(Table, NamesAndSizes) {
  EXPECT_EQ(ascon_any_at(ASCON_ALGORITHM_COUNT), nullptr);
  EXPECT_EQ(Algorithms().size(), size_t{ASCON_ALGORITHM_COUNT});
  for (const auto *row : Algorithms()) EXPECT_EQ(ascon_any_find(row->name), row);
  EXPECT_EQ(ascon_any_find("ascon-aead12"), nullptr);
  EXPECT_EQ(ascon_any_find("ascon-aead1288"), nullptr);
  EXPECT_EQ(ascon_any_find(""), nullptr);
  EXPECT_EQ(ascon_any_find(nullptr), nullptr);
#define ASCON_TEST_ROW(id, text, standard, what, order, iv, key, rate, squeeze, a, b, output,      \
                       min_tag, mask, initial)                                                     \
  EXPECT_STREQ(ascon_algorithm_##id.name, text);                                                   \
  EXPECT_STREQ(ascon_algorithm_##id.convention, standard);                                         \
  EXPECT_EQ(ascon_algorithm_##id.kind, ASCON_KIND_##what);                                         \
  EXPECT_EQ(ascon_algorithm_##id.key_bytes, key);                                                  \
  EXPECT_EQ(ascon_algorithm_##id.nonce_bytes, ASCON_KIND_##what == ASCON_KIND_AEAD ? 16 : 0);      \
  EXPECT_EQ(ascon_algorithm_##id.min_tag_bytes, min_tag);                                          \
  EXPECT_EQ(ascon_algorithm_##id.output_bytes, output);                                            \
  EXPECT_EQ(ascon_algorithm_##id.rate_bytes, rate);
  ASCON_ROWS(ASCON_TEST_ROW)
  EXPECT_EQ(ASCON_AEAD128_MIN_TAG_BYTES, ASCON_AEAD128->min_tag_bytes);
  EXPECT_EQ(ASCON_V12_80PQ_KEY_BYTES, ASCON_V12_80PQ->key_bytes);
  EXPECT_EQ(ASCON_HASH256_BYTES, ASCON_HASH256->output_bytes);
}

}  // namespace
}  // namespace asconkit_test
