// After every public call the stack below it and the finished context hold no secret: no eight
// bytes in a row of the key or of the text, and no word that the state had at any step. The states
// are those of the specification's trace.
//
// Each call runs on a stack of its own. That works under emulators too; not with the address
// sanitizer, which keeps local variables elsewhere.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstring>

#include "asconkit/ascon_bits.h"
#include "tests/support/algorithm_rows.h"
#include "traces.h"
#include "wipe_test.h"

namespace asconkit_test {
namespace {

// One computation with all its buffers, none of them on the stack that is searched.
struct Scene {
  explicit Scene(const ascon_algorithm *a)
      : c(SecretCase(a)), result(Compute(c)), key(c.key), text(c.text), out(result.size()) {
    size_t n = c.algorithm->kind == ASCON_KIND_AEAD ? c.text.size() : 0;
    tag = Bytes(result.begin() + static_cast<ptrdiff_t>(n), result.end());
    cipher = Bytes(result.begin(), result.begin() + static_cast<ptrdiff_t>(n));
    wrong = tag;
    wrong.back() ^= 1;
    sealed_wrong = cipher;
    sealed_wrong.insert(sealed_wrong.end(), wrong.begin(), wrong.end());
  }
  size_t text_bytes() const { return c.text.size(); }

  Case c;
  Bytes result, tag, cipher, wrong, sealed_wrong;
  Heap key, text, out;
  Bytes small = Bytes(16);
  ascon_aead_ctx aead = {};
  ascon_sponge_ctx sponge = {};
  ascon_result returned = ASCON_OK;
};

class Wipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(Wipe);

// ---- The checker must find what is there ------------------------------------------------------

[[gnu::noinline]] void LeaveWord(uint64_t word) { __asm__ volatile("" : : "r"(&word) : "memory"); }

[[gnu::noinline]] void LeaveHalves(uint32_t first, uint32_t second) {
  const uint32_t copy[2] = {first, second};
  __asm__ volatile("" : : "r"(copy) : "memory");
}

// The second of the traced states is the one after the first round.
[[gnu::noinline]] void LeaveState(const uint64_t *first_state) {
  ascon_state state;
  if (ascon_permutation_init(&state, first_state) != ASCON_OK) return;
  if (ascon_permutation_apply(&state, 12) != ASCON_OK) return;
  __asm__ volatile("" : : "r"(&state) : "memory");
}

TEST_P(Wipe, PlantedLeaksAreFound) {
  for (const auto *a : Algorithms()) {
    Scene scene(a);
    Secrets secrets = SecretsOf(scene.c, scene.result, Tag::kSecret);
    const auto &words = WordsOf(a);
    ASSERT_GT(words.size(), 60u) << a->name;
    const uint64_t word = words[33];
    uint32_t even = 0, odd = 0;
    for (int i = 0; i < 32; i++) {
      even |= static_cast<uint32_t>(word >> 2 * i & 1) << i;
      odd |= static_cast<uint32_t>(word >> (2 * i + 1) & 1) << i;
    }
    EXPECT_FALSE(Finds(secrets, [] { LeaveWord(0x0123456789abcdef); })) << a->name;
    if (!scene.c.key.empty()) {
      EXPECT_TRUE(Finds(secrets, [&] { LeaveCopy(scene.c.key.data()); })) << a->name;
      EXPECT_TRUE(Finds(secrets, [&] { LeaveCopy(&scene.c.key.back() - 7); })) << a->name;
    }
    EXPECT_TRUE(Finds(secrets, [&] { LeaveCopy(scene.c.text.data() + 3); })) << a->name;
    EXPECT_TRUE(Finds(secrets, [&] { LeaveWord(word); })) << a->name;
    EXPECT_TRUE(Finds(secrets, [&] { LeaveHalves(even, odd); })) << a->name;
    // Whatever the backend's encoding is.
    EXPECT_TRUE(Finds(secrets, [&] { LeaveState(words.data()); })) << a->name;
  }
}

// ---- One call -------------------------------------------------------------------------------

// The generic calls and those named after the algorithm, which are other code in some builds.
struct AeadCalls {
  const ascon_algorithm *algorithm;
  decltype(&ascon_aead128_encrypt) encrypt;
  decltype(&ascon_aead128_decrypt) decrypt;
};

std::vector<AeadCalls> NamedAead() {
  return {
#define ASCON_TEST_AEAD(id, ...)                                                                   \
  {&ascon_algorithm_##id, ascon_##id##_encrypt, ascon_##id##_decrypt},
      ASCON_AEAD_ROWS(ASCON_TEST_AEAD)};
}

TEST_P(Wipe, AeadOneCall) {
  for (const AeadCalls &named : NamedAead()) {
    const auto *a = named.algorithm;
    Scene s(a);
    Secrets open = SecretsOf(s.c, s.result, Tag::kPublic),
            closed = SecretsOf(s.c, s.result, Tag::kSecret);
    const size_t n = s.text_bytes(), m = s.c.extra.size();
    const uint8_t *nonce = s.c.nonce.data(), *key = s.key.data(), *ad = s.c.extra.data();
    uint8_t *out = s.out.data();
    Check(std::string(a->name) + ", encrypt", open, ASCON_OK,
          [&] { return any_encrypt(a, out, out + n, 16, s.text.data(), n, ad, m, nonce, key); });
    Check(std::string(a->name) + ", named encrypt", open, ASCON_OK,
          [&] { return named.encrypt(out, out + n, 16, s.text.data(), n, ad, m, nonce, key); });
    for (const Bytes *tag : {&s.tag, &s.wrong}) {
      const ascon_result expected = tag == &s.tag ? ASCON_OK : ASCON_ERR_TAG;
      const Secrets &secrets = tag == &s.tag ? open : closed;
      Check(std::string(a->name) + ", decrypt", secrets, expected, [&] {
        return any_decrypt(a, out, s.cipher.data(), n, tag->data(), 16, ad, m, nonce, key);
      });
      Check(std::string(a->name) + ", named decrypt", secrets, expected, [&] {
        return named.decrypt(out, s.cipher.data(), n, tag->data(), 16, ad, m, nonce, key);
      });
    }
    if (a != ASCON_AEAD128) continue;
    Check("combined encrypt", open, ASCON_OK,
          [&] { return ascon_aead128_encrypt_combined(out, s.text.data(), n, ad, m, nonce, key); });
    Check("combined decrypt", closed, ASCON_ERR_TAG, [&] {
      return ascon_aead128_decrypt_combined(out, s.sealed_wrong.data(), n + 16, ad, m, nonce, key);
    });
  }
}

// What a truncated tag leaves out is secret.
TEST_P(Wipe, TruncatedTag) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    if (a->min_tag_bytes == 16) continue;
    Scene s(a);
    Secrets secrets = SecretsOf(s.c, s.result, Tag::kSecret);
    Check(std::string(a->name) + ", encrypt", secrets, ASCON_OK, [&] {
      return any_encrypt(a, s.out.data(), s.small.data(), 4, s.text.data(), s.text_bytes(),
                         s.c.extra.data(), s.c.extra.size(), s.c.nonce.data(), s.key.data());
    });
    ASSERT_EQ(ascon_any_aead_init(&s.aead, a, s.c.nonce.data(), s.key.data()), ASCON_OK);
    ASSERT_EQ(ascon_any_aead_ad(&s.aead, s.c.extra.data(), s.c.extra.size()), ASCON_OK);
    ASSERT_EQ(ascon_any_aead_encrypt_update(&s.aead, s.out.data(), s.text.data(), s.text_bytes()),
              ASCON_OK);
    Check(std::string(a->name) + ", encrypt final", secrets, ASCON_OK,
          [&] { return ascon_any_aead_encrypt_final(&s.aead, s.small.data(), 4); });
    CheckZero(s.aead, a->name);
  }
}

ascon_result NamedCall(Scene *s) {
  const uint8_t *text = s->text.data(), *key = s->key.data(), *z = s->c.extra.data();
  const size_t n = s->text_bytes(), out_bytes = s->out.size(), z_bytes = s->c.extra.size();
  uint8_t *out = s->out.data();
#define ASCON_TEST_IF(id, call)                                                                    \
  if (s->c.algorithm == &ascon_algorithm_##id) return call;
#define ASCON_TEST_HASH(id, ...) ASCON_TEST_IF(id, ascon_##id(out, text, n))
#define ASCON_TEST_XOF(id, ...) ASCON_TEST_IF(id, ascon_##id(out, out_bytes, text, n))
#define ASCON_TEST_CXOF(id, ...) ASCON_TEST_IF(id, ascon_##id(out, out_bytes, text, n, z, z_bytes))
#define ASCON_TEST_MAC(id, ...) ASCON_TEST_IF(id, ascon_##id(out, text, n, key))
#define ASCON_TEST_PRF(id, ...) ASCON_TEST_IF(id, ascon_##id(out, out_bytes, text, n, key))
  ASCON_HASH_ROWS(ASCON_TEST_HASH)
  ASCON_XOF_ROWS(ASCON_TEST_XOF)
  ASCON_CXOF_ROWS(ASCON_TEST_CXOF)
  ASCON_MAC_ROWS(ASCON_TEST_MAC)
  ASCON_PRF_ROWS(ASCON_TEST_PRF)
  ASCON_PRFSHORT_ROWS(ASCON_TEST_PRF)
  return ASCON_ERR_ALGORITHM;
}

TEST_P(Wipe, OtherOneCall) {
  for (const auto *a : Algorithms()) {
    if (a->kind == ASCON_KIND_AEAD) continue;
    Scene s(a);
    Secrets secrets = SecretsOf(s.c, s.result, Tag::kPublic);
    const any_input in = {s.key.data(), s.c.extra.data(), s.c.extra.size()};
    Check(a->name, secrets, ASCON_OK, [&] {
      return any_compute(a, s.out.data(), s.out.size(), s.text.data(), s.text_bytes(), in);
    });
    EXPECT_EQ(s.out.bytes(), s.result) << a->name;
    Check(std::string(a->name) + ", named", secrets, ASCON_OK, [&] { return NamedCall(&s); });
    EXPECT_EQ(s.out.bytes(), s.result) << a->name;
  }
}

TEST_P(Wipe, MacVerify) {
  const auto verify_named = [](const ascon_algorithm *a, const uint8_t *tag, const Scene &s) {
#define ASCON_TEST_VERIFY(id, ...)                                                                 \
  if (a == &ascon_algorithm_##id)                                                                  \
    return ascon_##id##_verify(tag, s.text.data(), s.text_bytes(), s.key.data());
    ASCON_MAC_ROWS(ASCON_TEST_VERIFY)
    return ASCON_ERR_ALGORITHM;
  };
  for (const auto *a : AlgorithmsOf(ASCON_KIND_MAC)) {
    Scene s(a);
    for (const Bytes *tag : {&s.tag, &s.wrong}) {
      const ascon_result expected = tag == &s.tag ? ASCON_OK : ASCON_ERR_TAG;
      Secrets secrets = SecretsOf(s.c, s.result, tag == &s.tag ? Tag::kPublic : Tag::kSecret);
      Check(std::string(a->name) + ", verify", secrets, expected, [&] {
        return any_mac_verify(a, tag->data(), s.text.data(), s.text_bytes(), s.key.data());
      });
      Check(std::string(a->name) + ", named verify", secrets, expected,
            [&] { return verify_named(a, tag->data(), s); });
      ASSERT_EQ(ascon_any_sponge_init(&s.sponge, a, s.key.data(), 16), ASCON_OK);
      ASSERT_EQ(ascon_any_sponge_update(&s.sponge, s.text.data(), s.text_bytes()), ASCON_OK);
      Check(std::string(a->name) + ", verify final", secrets, expected,
            [&] { return ascon_any_sponge_verify_final(&s.sponge, tag->data()); });
      CheckZero(s.sponge, a->name);
    }
  }
}

// ---- Strings of bits: all of the text, and 3 bits less ------------------------------------------

TEST_P(Wipe, AeadOfBits) {
  for (const auto *a : {ASCON_AEAD128, ASCON_AEAD128_NONCE_MASKED}) {
    Scene s(a);
    Secrets open = SecretsOf(s.c, s.result, Tag::kPublic),
            closed = SecretsOf(s.c, s.result, Tag::kSecret);
    const size_t n = s.text_bytes(), m = 8 * s.c.extra.size();
    const uint8_t *nonce = s.c.nonce.data(), *key = s.key.data(), *ad = s.c.extra.data();
    uint8_t *out = s.out.data();
    for (size_t bits : {8 * n - 3, 8 * n})
      Check(std::string(a->name) + ", encrypt bits", open, ASCON_OK, [&] {
        return ascon_bits_aead_encrypt(a, out, out + n, 128, s.text.data(), bits, ad, m, nonce,
                                       key);
      });
    EXPECT_EQ(s.out.bytes(), s.result) << a->name;
    for (size_t bits : {8 * n - 3, 8 * n})
      Check(std::string(a->name) + ", decrypt bits", closed, ASCON_ERR_TAG, [&] {
        return ascon_bits_aead_decrypt(a, out, s.cipher.data(), bits, s.wrong.data(), 128, ad, m,
                                       nonce, key);
      });
    Check(std::string(a->name) + ", a tag of 33 bits", closed, ASCON_OK, [&] {
      return ascon_bits_aead_encrypt(a, out, s.small.data(), 33, s.text.data(), 8 * n, ad, m, nonce,
                                     key);
    });
    // What is refused when a context has the key already.
    Check(std::string(a->name) + ", encrypt, no such tag", closed, ASCON_ERR_RANGE, [&] {
      return ascon_bits_aead_encrypt(a, out, s.small.data(), 31, s.text.data(), 8 * n, ad, m, nonce,
                                     key);
    });
    Check(std::string(a->name) + ", decrypt, no such tag", closed, ASCON_ERR_RANGE, [&] {
      return ascon_bits_aead_decrypt(a, out, s.cipher.data(), 8 * n, s.wrong.data(), 31, ad, m,
                                     nonce, key);
    });
  }
}

TEST_P(Wipe, OutputOfBits) {
  for (const auto *a : {ASCON_HASH256, ASCON_XOF128, ASCON_CXOF128}) {
    Scene s(a);
    Secrets secrets = SecretsOf(s.c, s.result, Tag::kPublic);
    const uint8_t *text = s.text.data(), *z = s.c.extra.data();
    const size_t out_bits = 8 * s.out.size(),
                 z_bits = a == ASCON_CXOF128 ? 8 * s.c.extra.size() : 0;
    uint8_t *out = s.out.data();
    for (size_t bits : {8 * s.text_bytes() - 3, 8 * s.text_bytes()})
      Check(std::string(a->name) + ", bits", secrets, ASCON_OK,
            [&] { return ascon_bits_sponge(a, out, out_bits, text, bits, z, z_bits); });
    EXPECT_EQ(s.out.bytes(), s.result) << a->name;
  }
}

// ---- In pieces ------------------------------------------------------------------------------

TEST_P(Wipe, AeadEncryptsInPieces) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    Scene s(a);
    const std::string name = a->name;
    Secrets secrets = SecretsOf(s.c, s.result, Tag::kPublic);
    const size_t n = s.text_bytes(), m = s.c.extra.size();
    Check(name + ", init", secrets, ASCON_OK,
          [&] { return ascon_any_aead_init(&s.aead, a, s.c.nonce.data(), s.key.data()); });
    Check(name + ", ad", secrets, ASCON_OK,
          [&] { return ascon_any_aead_ad(&s.aead, s.c.extra.data(), 3); });
    Check(name + ", more ad", secrets, ASCON_OK,
          [&] { return ascon_any_aead_ad(&s.aead, s.c.extra.data() + 3, m - 3); });
    Check(name + ", encrypt nothing", secrets, ASCON_OK,
          [&] { return ascon_any_aead_encrypt_update(&s.aead, nullptr, nullptr, 0); });
    Check(name + ", encrypt", secrets, ASCON_OK,
          [&] { return ascon_any_aead_encrypt_update(&s.aead, s.out.data(), s.text.data(), 9); });
    Check(name + ", encrypt more", secrets, ASCON_OK, [&] {
      return ascon_any_aead_encrypt_update(&s.aead, s.out.data() + 9, s.text.data() + 9, n - 9);
    });
    Check(name + ", final", secrets, ASCON_OK,
          [&] { return ascon_any_aead_encrypt_final(&s.aead, s.out.data() + n, 16); });
    CheckZero(s.aead, name);
    EXPECT_EQ(s.out.bytes(), s.result) << name;
  }
}

TEST_P(Wipe, AeadDecryptsInPieces) {
  for (const auto *a : AlgorithmsOf(ASCON_KIND_AEAD)) {
    Scene s(a);
    const std::string name = a->name;
    for (const Bytes *tag : {&s.tag, &s.wrong}) {
      Secrets secrets = SecretsOf(s.c, s.result, tag == &s.tag ? Tag::kPublic : Tag::kSecret);
      const size_t n = s.text_bytes();
      ASSERT_EQ(ascon_any_aead_init(&s.aead, a, s.c.nonce.data(), s.key.data()), ASCON_OK);
      ASSERT_EQ(ascon_any_aead_ad(&s.aead, s.c.extra.data(), s.c.extra.size()), ASCON_OK);
      uint8_t *out = s.out.data();
      Check(name + ", decrypt", secrets, ASCON_OK, [&] {
        return ascon_any_aead_decrypt_update_unverified(&s.aead, out, s.cipher.data(), 9);
      });
      Check(name + ", decrypt more", secrets, ASCON_OK, [&] {
        return ascon_any_aead_decrypt_update_unverified(&s.aead, out + 9, s.cipher.data() + 9,
                                                        n - 9);
      });
      Check(name + ", final", secrets, tag == &s.tag ? ASCON_OK : ASCON_ERR_TAG,
            [&] { return ascon_any_aead_decrypt_final(&s.aead, tag->data(), 16); });
      CheckZero(s.aead, name);
    }
  }
}

TEST_P(Wipe, SpongesInPieces) {
  for (const auto *a : Algorithms()) {
    if (a->kind == ASCON_KIND_AEAD || a->kind == ASCON_KIND_PRFSHORT) continue;
    Scene s(a);
    const std::string name = a->name;
    Secrets secrets = SecretsOf(s.c, s.result, Tag::kPublic);
    const uint8_t *text = s.text.data();
    const size_t n = s.text_bytes();
    uint8_t *out = s.out.data();
    Check(name + ", init", secrets, ASCON_OK, [&] { return any_init(&s.sponge, a, InputOf(s.c)); });
    Check(name + ", update", secrets, ASCON_OK,
          [&] { return ascon_any_sponge_update(&s.sponge, text, 9); });
    Check(name + ", update again", secrets, ASCON_OK,
          [&] { return ascon_any_sponge_update(&s.sponge, text + 9, n - 9); });
    if (any_output_is_final(a)) {
      Check(name + ", final", secrets, ASCON_OK,
            [&] { return any_output(&s.sponge, a, out, s.out.size()); });
    } else {
      Check(name + ", squeeze", secrets, ASCON_OK,
            [&] { return any_output(&s.sponge, a, out, 3); });
      Check(name + ", squeeze again", secrets, ASCON_OK,
            [&] { return any_output(&s.sponge, a, out + 3, s.out.size() - 3); });
      ascon_wipe(&s.sponge, sizeof s.sponge);
    }
    CheckZero(s.sponge, name);
    EXPECT_EQ(s.out.bytes(), s.result) << name;
  }
}

// ---- The permutation ------------------------------------------------------------------------

TEST_P(Wipe, State) {
  Scene s(ASCON_AEAD128);
  Secrets secrets = SecretsOf(s.c, s.result, Tag::kSecret);
  const auto &words = WordsOf(ASCON_AEAD128);  // the second state is that after the first round
  auto state = std::make_unique<ascon_state>();
  Check("init", secrets, ASCON_OK,
        [&] { return ascon_permutation_init(state.get(), words.data()); });
  Check("permute", secrets, ASCON_OK, [&] { return ascon_permutation_apply(state.get(), 12); });
  Bytes all(40);
  Check("get", secrets, ASCON_OK,
        [&] { return ascon_permutation_get(state.get(), ASCON_LITTLE_ENDIAN, 0, all.data(), 40); });
  Check("get a part", secrets, ASCON_OK,
        [&] { return ascon_permutation_get(state.get(), ASCON_BIG_ENDIAN, 3, all.data(), 30); });
  Check("xor", secrets, ASCON_OK, [&] {
    return ascon_permutation_xor(state.get(), ASCON_LITTLE_ENDIAN, 40 - 16, s.key.data(), 16);
  });
  Check("xor a part", secrets, ASCON_OK, [&] {
    return ascon_permutation_xor(state.get(), ASCON_LITTLE_ENDIAN, 3, s.text.data(), 30);
  });
}

}  // namespace
}  // namespace asconkit_test
