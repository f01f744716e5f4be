// Hardened decryption: the answers of the usual call, nothing of a forgery, nothing left on the
// stack. tests/lab/test_faults.py has the tests with faults.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_hardened.h"

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

}  // namespace
}  // namespace asconkit_test
