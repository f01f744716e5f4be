// AEAD that is built over the modes (SIV, ISAP, commitment): one Python class for each
// construction, all with the same code.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/commit/ascon_commit.h"
#include "asconkit/isap/ascon_isap.h"
#include "asconkit/siv/ascon_siv.h"
#include "direct.hpp"
#include "docstring.hpp"
#include "held_key.hpp"

namespace asconkit {

namespace {

using nb::literals::operator""_a;

constexpr size_t NONCE_BYTES = 16;
constexpr size_t TAG_BYTES = 16;
constexpr const char *NEVER_TWICE = "nonce: 16 bytes that were never used with this key.";

// ---- One message --------------------------------------------------------------------------------

/** What both directions get. */
struct Message {
  Message(const HeldKey &held, Data nonce_in, Data data_in, OptionalData ad_in)
      : nonce(nonce_in, "nonce"), data(data_in, "data"), ad(ad_in, "associated_data"), key(held) {
    nonce.require("nonce", NONCE_BYTES);
  }
  [[nodiscard]] size_t bytes() const { return data.size + ad.size; }

  SteadyBuffer nonce;
  HeldBuffer data;
  SteadyBuffer ad;
  KeyCopy key;
};

// ---- The constructions --------------------------------------------------------------------------
// Each says what stands after the ciphertext, and how a text is encrypted and decrypted in place:
// they read texts, nonces and associated data more than once, so the text is a copy too.

struct Siv {
  static constexpr const char *NAME = "AsconSIV";
  static constexpr const char *SUMMARY =
      "Authenticated encryption that withstands repeated nonces.\n\n"
      "Source: docs/constructions/siv.md.";
  static constexpr const char *NONCE =
      "nonce: 16 bytes. Messages with the same nonce reveal whether they are equal.";
  static constexpr const char *RESULT = "The ciphertext, followed by a tag of 16 bytes.";
  static constexpr size_t KEY = ASCON_SIV_KEY_BYTES;
  static constexpr size_t OVERHEAD = ASCON_SIV_TAG_BYTES;

  static ascon_result encrypt(uint8_t *text, size_t length, const Message &m) {
    return ascon_siv_encrypt(text, text + length, text, length, m.ad.data, m.ad.size, m.nonce.data,
                             m.key.bytes);
  }
  static ascon_result decrypt(uint8_t *text, size_t length, const Message &m) {
    return ascon_siv_decrypt(text, text, length, m.data.data + length, m.ad.data, m.ad.size,
                             m.nonce.data, m.key.bytes);
  }
};

/** What both committing forms say and have after the ciphertext. */
struct Committing {
  static constexpr const char *RESULT =
      "The ciphertext, followed by 16 bytes of tag and 32 bytes of commitment.";
  static constexpr size_t OVERHEAD = TAG_BYTES + ASCON_COMMITMENT_BYTES;
};
struct CommittingAead128 : Committing {
  static constexpr const char *NAME = "AsconCommittingAEAD128";
  static constexpr const char *SUMMARY =
      "Ascon-AEAD128 with a commitment to key, nonce and associated data.\n\n"
      "Source: docs/constructions/commit.md.";
  static constexpr const char *NONCE = NEVER_TWICE;
  static constexpr size_t KEY = ASCON_AEAD128_KEY_BYTES;

  static ascon_result encrypt(uint8_t *text, size_t length, const Message &m) {
    uint8_t *const tag = text + length;
    return ascon_commit_encrypt(ASCON_AEAD128, text, tag, tag + TAG_BYTES, text, length, m.ad.data,
                                m.ad.size, m.nonce.data, m.key.bytes);
  }
  static ascon_result decrypt(uint8_t *text, size_t length, const Message &m) {
    const uint8_t *const tag = m.data.data + length;
    return ascon_commit_decrypt(ASCON_AEAD128, text, text, length, tag, tag + TAG_BYTES, m.ad.data,
                                m.ad.size, m.nonce.data, m.key.bytes);
  }
};
struct CommittingSiv : Committing {
  static constexpr const char *NAME = "AsconCommittingSIV";
  static constexpr const char *SUMMARY =
      "Ascon-SIV with a commitment to key, nonce and associated data.\n\n"
      "Source: docs/constructions/commit.md.";
  static constexpr const char *NONCE = Siv::NONCE;
  static constexpr size_t KEY = ASCON_SIV_KEY_BYTES;

  static ascon_result encrypt(uint8_t *text, size_t length, const Message &m) {
    uint8_t *const tag = text + length;
    return ascon_commit_siv_encrypt(text, tag, tag + TAG_BYTES, text, length, m.ad.data, m.ad.size,
                                    m.nonce.data, m.key.bytes);
  }
  static ascon_result decrypt(uint8_t *text, size_t length, const Message &m) {
    const uint8_t *const tag = m.data.data + length;
    return ascon_commit_siv_decrypt(text, text, length, tag, tag + TAG_BYTES, m.ad.data, m.ad.size,
                                    m.nonce.data, m.key.bytes);
  }
};

/** Both instances. */
template <const ascon_isap &instance>
struct Isap {
  static constexpr const char *SUMMARY =
      "ISAP v2.0: authenticated encryption for devices whose power an attacker measures.\n\n"
      "Source: docs/constructions/isap.md.";
  static constexpr const char *NONCE = NEVER_TWICE;
  static constexpr const char *RESULT = "The ciphertext, followed by a tag of 16 bytes.";
  static constexpr size_t KEY = ASCON_ISAP_KEY_BYTES;
  static constexpr size_t OVERHEAD = ASCON_ISAP_TAG_BYTES;

  static ascon_result encrypt(uint8_t *text, size_t length, const Message &m) {
    return ascon_isap_encrypt(&instance, text, text + length, text, length, m.ad.data, m.ad.size,
                              m.nonce.data, m.key.bytes);
  }
  static ascon_result decrypt(uint8_t *text, size_t length, const Message &m) {
    return ascon_isap_decrypt(&instance, text, text, length, m.data.data + length, m.ad.data,
                              m.ad.size, m.nonce.data, m.key.bytes);
  }
};
struct IsapA128a : Isap<ascon_isap_a_128a> {
  static constexpr const char *NAME = "IsapA128a";
};
struct IsapA128 : Isap<ascon_isap_a_128> {
  static constexpr const char *NAME = "IsapA128";
};

// ---- The classes --------------------------------------------------------------------------------

template <typename Construction>
class Cipher {
 public:
  explicit Cipher(Data key_in) : key(key_in, Construction::KEY) {}
  static size_t KeyBytes() { return Construction::KEY; }
  static size_t NonceBytes() { return NONCE_BYTES; }

  nb::bytes encrypt(Data nonce, Data data, OptionalData ad) const {
    const Message m(key, nonce, data, ad);
    NewBytes out(m.data.size + Construction::OVERHEAD);
    check(work(m.bytes(), [&, to = out.data()] {
      std::copy_n(m.data.data, m.data.size, to);
      return Construction::encrypt(to, m.data.size, m);
    }));
    return out.take();
  }
  nb::bytes decrypt(Data nonce, Data data, OptionalData ad) const {
    const Message m(key, nonce, data, ad);
    if (m.data.size < Construction::OVERHEAD) {
      raise_too_short(m.data.size);
    }
    const size_t text = m.data.size - Construction::OVERHEAD;
    NewBytes out(text);
    check(work(m.bytes(), [&, to = out.data()] {
      std::copy_n(m.data.data, text, to);
      return Construction::decrypt(to, text, m);
    }));
    return out.take();
  }

  HeldKey key;
};

const char *const AD_ARGUMENT = "associated_data: Data that is authenticated but not encrypted.";
const char *const SIZE_ERROR = "ValueError: The nonce has a wrong size.";

template <typename Construction, typename Type>
void define_methods(Type &type) {
  define(type, "encrypt", &Cipher<Construction>::encrypt, "nonce"_a, "data"_a,
         nb::arg("associated_data").none() = nb::none(),
         docstring("Encrypts and authenticates a message.",
                   {Construction::NONCE, "data: The plaintext.", AD_ARGUMENT}, Construction::RESULT,
                   {SIZE_ERROR})
             .c_str());
  define(
      type, "decrypt", &Cipher<Construction>::decrypt, "nonce"_a, "data"_a,
      nb::arg("associated_data").none() = nb::none(),
      docstring(
          "Verifies and decrypts a message.",
          {"nonce: The nonce given to encrypt().", "data: The result of encrypt().", AD_ARGUMENT},
          "The plaintext.", {"InvalidTag: The key is wrong, or a part was changed.", SIZE_ERROR})
          .c_str());
}

template <typename Construction>
void define_class(nb::module_ &module) {
  using Class = Cipher<Construction>;
  const std::string key = "key: " + std::to_string(Construction::KEY) + " bytes.";
  // The first line is the text signature, as that of the other AEAD classes.
  const std::string doc = Construction::NAME + std::string("(key)\n--\n\n") +
                          docstring(Construction::SUMMARY, {key.c_str()}, "",
                                    {"ValueError: The key has a wrong size."});
  auto type = nb::class_<Class>(module, Construction::NAME, doc.c_str());
  define_key_constructor<Class>(type);
  define_generators<Class>(type);
  define_methods<Construction>(type);
  define_wiping<Class>(type);
  type.def("__repr__", [](const Class &self) {
    return nb::str("<asconkit.{}{}>").format(Construction::NAME, self.key.wiped() ? ", wiped" : "");
  });
  type.attr("key_size") = Construction::KEY;
  type.attr("nonce_size") = NONCE_BYTES;
  refuse_pickling(type);
}

}  // namespace

void define_constructed_aead(nb::module_ &module) {
  define_class<Siv>(module);
  define_class<CommittingAead128>(module);
  define_class<CommittingSiv>(module);
  define_class<IsapA128a>(module);
  define_class<IsapA128>(module);
}

}  // namespace asconkit
