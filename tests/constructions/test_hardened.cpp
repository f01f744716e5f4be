// Hardened decryption and encryption: the answers of the usual calls, nothing of a forgery, nothing
// left on the stack. tests/lab/test_faults.py has the tests with faults.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/hardened/ascon_hardened.h"

#include <algorithm>
#include <functional>

#include "tests/support/support.h"
#include "tests/unit/wipe_test.h"

namespace asconkit_test {
namespace {

struct Sealed {
  explicit Sealed(size_t length, size_t ad_length = 5)
      : key(Pattern(Field::kKey, 16)),
        nonce(Pattern(Field::kNonce, 16)),
        ad(Pattern(Field::kExtra, ad_length)),
        text(Pattern(Field::kText, length)),
        cipher(length),
        tag(16) {
    EXPECT_EQ(ascon_aead128_encrypt(cipher.data(), tag.data(), tag.size(), text.data(), length,
                                    ad.data(), ad.size(), nonce.data(), key.data()),
              ASCON_OK);
  }

  uint32_t OpenInto(uint8_t *out, const uint8_t *in) const {
    const Heap heap_ad(ad, 1), heap_tag(tag, 3), heap_nonce(nonce, 5), heap_key(key, 7);
    return ascon_hardened_aead128_decrypt(out, in, cipher.size(), heap_tag.data(),
                                          heap_ad.nullable(), ad.size(), heap_nonce.data(),
                                          heap_key.data());
  }

  uint32_t EncryptInto(uint8_t *out, uint8_t *new_tag, const uint8_t *in) const {
    const Heap heap_ad(ad, 1), heap_nonce(nonce, 5), heap_key(key, 7);
    return ascon_hardened_aead128_encrypt(out, new_tag, in, text.size(), heap_ad.nullable(),
                                          ad.size(), heap_nonce.data(), heap_key.data());
  }

  // The message as it is given twice.
  ascon_message Message(uint8_t *out, const uint8_t *in, uint8_t *its_tag) const {
    return {out,       in,           cipher.size(), its_tag, 16,      ad.data(),
            ad.size(), nonce.data(), key.data(),    0,       ASCON_OK};
  }

  Bytes key, nonce, ad, text, cipher, tag;
};

class Hardened : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Hardened);

TEST_P(Hardened, OpensWhatTheUsualCallSeals) {
  for (size_t length = 0; length <= 67; length++) {
    const Sealed sealed(length, length % 19);
    const Heap cipher(sealed.cipher, 1);
    Guarded out(Bytes(length, 0xee), 3);
    EXPECT_EQ(sealed.OpenInto(out.nullable(), cipher.nullable()), ASCON_HARDENED_OK) << length;
    EXPECT_EQ(out.bytes(), sealed.text);
    EXPECT_TRUE(out.intact());
  }
}

TEST_P(Hardened, InPlace) {
  const Sealed sealed(85);
  Guarded both(sealed.cipher, 1);
  EXPECT_EQ(sealed.OpenInto(both.data(), both.data()), ASCON_HARDENED_OK);
  EXPECT_EQ(both.bytes(), sealed.text);
  EXPECT_TRUE(both.intact());
}

TEST_P(Hardened, EncryptsAsTheUsualCall) {
  for (size_t length = 0; length <= 67; length++) {
    const Sealed sealed(length, length % 19);
    const Heap text(sealed.text, 1);
    Guarded out(Bytes(length, 0xee), 3), tag(Bytes(16, 0xee), 5);
    EXPECT_EQ(sealed.EncryptInto(out.nullable(), tag.data(), text.nullable()), ASCON_HARDENED_OK);
    EXPECT_EQ(out.bytes(), sealed.cipher) << length;
    EXPECT_EQ(tag.bytes(), sealed.tag) << length;
    EXPECT_TRUE(out.intact() && tag.intact());
    Guarded both(sealed.text, 1);
    EXPECT_EQ(sealed.EncryptInto(both.nullable(), tag.data(), both.nullable()), ASCON_HARDENED_OK);
    EXPECT_EQ(both.bytes(), sealed.cipher) << length;
    EXPECT_TRUE(both.intact());
  }
}

// A message and the same with other copies of what may be a copy.
TEST_P(Hardened, AMessageIsGivenTwice) {
  Sealed sealed(20), copy(20);
  Bytes out(20), tag(16);
  ascon_message first = sealed.Message(out.data(), sealed.cipher.data(), sealed.tag.data());
  ascon_message second = copy.Message(out.data(), copy.cipher.data(), copy.tag.data());
  EXPECT_EQ(ascon_hardened_aead128_decrypt_message(&first, &second), ASCON_HARDENED_OK);
  EXPECT_EQ(out, sealed.text);
  first = sealed.Message(out.data(), sealed.text.data(), tag.data());
  second = copy.Message(out.data(), copy.text.data(), tag.data());
  EXPECT_EQ(ascon_hardened_aead128_encrypt_message(&first, &second), ASCON_HARDENED_OK);
  EXPECT_EQ(out, sealed.cipher);
  EXPECT_EQ(tag, sealed.tag);
  first.in = out.data();  // in place, and the other one not
  std::ranges::copy(copy.text, out.begin());
  const auto refused = static_cast<uint32_t>(ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_hardened_aead128_encrypt_message(&first, &second), refused);
  EXPECT_EQ(tag, Bytes(16));
}

TEST_P(Hardened, TagsMayBeTruncated) {
  for (size_t length = 0; length <= 18; length++) {
    const Sealed sealed(20);
    const Heap text(sealed.text), cipher(sealed.cipher), key(sealed.key), nonce(sealed.nonce);
    Guarded tag(Bytes(length, 0xee), 1), out(Bytes(20, 0xee), 3);
    ascon_message m = sealed.Message(out.data(), text.data(), tag.data());
    m.tag_length = length;
    const bool is_valid = length >= 4 && length <= 16;
    const Bytes start(sealed.tag.data(), sealed.tag.data() + (is_valid ? length : 0));
    const uint32_t expected = is_valid ? ASCON_HARDENED_OK : static_cast<uint32_t>(ASCON_ERR_RANGE);
    EXPECT_EQ(ascon_hardened_aead128_encrypt_message(&m, &m), expected) << length;
    EXPECT_EQ(tag.bytes(), is_valid ? start : Bytes(length, 0xee));
    m.in = cipher.data();
    EXPECT_EQ(ascon_hardened_aead128_decrypt_message(&m, &m), expected) << length;
    EXPECT_EQ(out.bytes(), is_valid ? sealed.text : Bytes(20, 0xee)) << length;
    if (!is_valid) continue;
    tag.data()[length - 1] ^= 1;
    EXPECT_NE(ascon_hardened_aead128_decrypt_message(&m, &m), expected) << length;
    EXPECT_TRUE(tag.intact() && out.intact());
  }
}

// Or erased.
bool Untouched(const Bytes &bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t b) { return b == 0 || b == 0xee; });
}

TEST_P(Hardened, MessagesThatDifferAreRefused) {
  const std::vector<std::function<void(ascon_message *, Sealed *)>> changes = {
      [](ascon_message *m, Sealed *) { m->out = nullptr; },
      [](ascon_message *m, Sealed *s) { m->out = s->text.data(); },
      [](ascon_message *m, Sealed *) { m->length--; },
      [](ascon_message *m, Sealed *) { m->ad_length--; },
      [](ascon_message *m, Sealed *) { m->tag_length = 15; },
      [](ascon_message *m, Sealed *) { m->tag_length = 17; },
      [](ascon_message *m, Sealed *) { m->key = nullptr; },
      [](ascon_message *, Sealed *s) { s->key[15] ^= 128; },
      [](ascon_message *, Sealed *s) { s->nonce[0] ^= 1; },
  };
  for (const auto &change : changes)
    for (const bool is_first : {false, true}) {
      Sealed sealed(20), copy(20);
      Bytes out(20, 0xee), tag(16, 0xee);
      ascon_message m[2] = {sealed.Message(out.data(), sealed.cipher.data(), sealed.tag.data()),
                            copy.Message(out.data(), copy.cipher.data(), copy.tag.data())};
      change(&m[!is_first], is_first ? &sealed : &copy);
      const uint32_t decrypted = ascon_hardened_aead128_decrypt_message(&m[0], &m[1]);
      EXPECT_TRUE(decrypted == ASCON_ERR_RANGE || decrypted == ASCON_ERR_NULL);
      EXPECT_TRUE(Untouched(out));
      m[0].tag = m[1].tag = tag.data();
      const uint32_t encrypted = ascon_hardened_aead128_encrypt_message(&m[0], &m[1]);
      EXPECT_EQ(encrypted, decrypted);
      EXPECT_TRUE(Untouched(out) && Untouched(tag));
    }
}

TEST_P(Hardened, OnlyOneNumberIsOk) {
  EXPECT_EQ(ascon_hardened_is_ok(ASCON_HARDENED_OK), 1);
  for (unsigned bit = 0; bit < 32; bit++)
    EXPECT_EQ(ascon_hardened_is_ok(ASCON_HARDENED_OK ^ UINT32_C(1) << bit), 0);
  for (uint32_t result : {uint32_t{0}, uint32_t{1}, ~ASCON_HARDENED_OK, ~uint32_t{0}})
    EXPECT_EQ(ascon_hardened_is_ok(result), 0);
}

TEST_P(Hardened, EveryChangedBitIsRefusedAndNothingIsWritten) {
  Sealed sealed(20);
  for (Bytes *part : {&sealed.tag, &sealed.cipher, &sealed.ad, &sealed.nonce, &sealed.key})
    for (size_t bit = 0; bit < 8 * part->size(); bit++) {
      (*part)[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
      Heap out(sealed.cipher.size());
      const uint32_t result = sealed.OpenInto(out.data(), sealed.cipher.data());
      EXPECT_NE(result, ASCON_HARDENED_OK) << bit;
      EXPECT_NE(result, 0u) << bit;
      EXPECT_TRUE(out.Holds(0xee)) << bit;
      (*part)[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
    }
}

TEST_P(Hardened, MissingStringsAreRefused) {
  const Sealed s(20);
  const auto open = [&](uint8_t *out, const Bytes *cipher, const Bytes *tag, const Bytes *ad,
                        const Bytes *nonce, const Bytes *key) {
    const auto at = [](const Bytes *bytes) { return bytes ? bytes->data() : nullptr; };
    return ascon_hardened_aead128_decrypt(out, at(cipher), 20, at(tag), at(ad), s.ad.size(),
                                          at(nonce), at(key));
  };
  Bytes out(20);
  uint8_t *o = out.data();
  const uint32_t missing = ASCON_ERR_NULL;
  EXPECT_EQ(open(nullptr, &s.cipher, &s.tag, &s.ad, &s.nonce, &s.key), missing);
  EXPECT_EQ(open(o, nullptr, &s.tag, &s.ad, &s.nonce, &s.key), missing);
  EXPECT_EQ(open(o, &s.cipher, nullptr, &s.ad, &s.nonce, &s.key), missing);
  EXPECT_EQ(open(o, &s.cipher, &s.tag, nullptr, &s.nonce, &s.key), missing);
  EXPECT_EQ(open(o, &s.cipher, &s.tag, &s.ad, nullptr, &s.key), missing);
  EXPECT_EQ(open(o, &s.cipher, &s.tag, &s.ad, &s.nonce, nullptr), missing);
  EXPECT_EQ(out, Bytes(20));
  EXPECT_EQ(open(o, &s.cipher, &s.tag, &s.ad, &s.nonce, &s.key), ASCON_HARDENED_OK);
  EXPECT_EQ(ascon_hardened_aead128_decrypt_message(nullptr, nullptr), missing);
  EXPECT_EQ(ascon_hardened_aead128_encrypt_message(nullptr, nullptr), missing);
}

class HardenedWipe : public WipeTest {};
ASCON_ON_EVERY_BACKEND(HardenedWipe);

TEST_P(HardenedWipe, NoKeyAndNoTextStayOnTheStack) {
  for (const bool forged : {false, true}) {
    Sealed sealed(85);
    Bytes out(85);
    Secrets secrets;
    for (const Bytes *bytes : {&sealed.cipher, &sealed.nonce, &sealed.ad})
      secrets.AddPublic(*bytes);
    secrets.AddBytes(sealed.key, "key");
    secrets.AddBytes(sealed.text, "text");
    if (forged) {
      secrets.AddBytes(sealed.tag, "right tag");
      sealed.tag[0] ^= 1;
    }
    Check(forged ? "forgery" : "message", secrets, forged ? ASCON_ERR_TAG : ASCON_OK, [&] {
      const uint32_t result = ascon_hardened_aead128_decrypt(
          out.data(), sealed.cipher.data(), out.size(), sealed.tag.data(), sealed.ad.data(),
          sealed.ad.size(), sealed.nonce.data(), sealed.key.data());
      return result == ASCON_HARDENED_OK ? ASCON_OK : ASCON_ERR_TAG;
    });
  }
}

TEST_P(HardenedWipe, NoKeyAndNoTextOfAnEncryptionStayOnTheStack) {
  Sealed sealed(85);
  Bytes out(85), tag(16);
  Secrets secrets;
  for (const Bytes *bytes : {&sealed.cipher, &sealed.nonce, &sealed.ad, &sealed.tag})
    secrets.AddPublic(*bytes);
  secrets.AddBytes(sealed.key, "key");
  secrets.AddBytes(sealed.text, "text");
  Check("encryption", secrets, ASCON_OK, [&] {
    const uint32_t result = ascon_hardened_aead128_encrypt(
        out.data(), tag.data(), sealed.text.data(), out.size(), sealed.ad.data(), sealed.ad.size(),
        sealed.nonce.data(), sealed.key.data());
    return result == ASCON_HARDENED_OK ? ASCON_OK : ASCON_ERR_TAG;
  });
}

}  // namespace
}  // namespace asconkit_test
