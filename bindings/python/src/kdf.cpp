// KMAC and key derivation over it (asconkit/kdf/ascon_kdf.h); HMAC, HKDF and PBKDF2
// (asconkit/hmac/ascon_hmac.h). The modules asconkit.kdf and asconkit.hmac show them.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/kdf/ascon_kdf.h"
#include "asconkit/hmac/ascon_hmac.h"
#include "message.hpp"

namespace asconkit {

namespace {

using nb::literals::operator""_a;

// ---- KMAC ---------------------------------------------------------------------------------------

/** A customization string of KMAC; ValueError if it is longer than allowed. */
class Purpose : public HeldBuffer {
 public:
  explicit Purpose(Data customization) : HeldBuffer(customization, "customization") {
    if (size > ASCON_KMAC_MAX_CUSTOMIZATION_BYTES) {
      raise(PyExc_ValueError, "customization must be at most %d bytes, not %zu",
            ASCON_KMAC_MAX_CUSTOMIZATION_BYTES, size);
    }
  }
};

constexpr size_t USUAL_TAG_BYTES = 32;
constexpr int CXOF_RATE_BYTES = 8;

/** The argument `tag_length`; ValueError if it is less than allowed. */
size_t kmac_tag_size(Length tag_length) {
  const size_t bytes = number(tag_length, "tag_length");
  if (bytes < ASCON_KMAC_MIN_TAG_BYTES) {
    raise(PyExc_ValueError, "tag_length must be at least %d bytes, not %zu",
          ASCON_KMAC_MIN_TAG_BYTES, bytes);
  }
  return bytes;
}

class Kmac : public ReadableMessage<ascon_kmac_ctx, ascon_kdf_kmac_update, ascon_kdf_kmac_squeeze,
                                    ascon_kdf_kmac_final> {
 public:
  Kmac() = default;
  Kmac(Data key_in, Data data, Data customization) {
    const HeldBuffer key(key_in, "key");
    const Purpose purpose(customization);
    check(ascon_kdf_kmac_init(&ctx, purpose.data, purpose.size, key.data, key.size));
    begin(data);
  }
  [[nodiscard]] static Kmac empty() { return {}; }

  void verify(Data tag_in, Length tag_length) {
    const ReceivedTag tag(tag_in, kmac_tag_size(tag_length));
    const Turn turn(turns);
    ContextCopy<ascon_kmac_ctx> copy(ctx);
    check(ascon_kdf_kmac_verify_final(&copy.ctx, tag.data, tag.size));
  }
};

nb::bytes kmac_digest(Data key_in, Data data, Length length, Data customization) {
  const HeldBuffer key(key_in, "key"), in(data, "data");
  const Purpose purpose(customization);
  const size_t bytes = number(length, "length");
  return fill(bytes, in.size, [&](uint8_t *out) {
    return ascon_kdf_kmac(out, bytes, in.data, in.size, purpose.data, purpose.size, key.data,
                          key.size);
  });
}

void kmac_verify(Data key_in, Data data, Data tag_in, Data customization, Length tag_length) {
  const HeldBuffer key(key_in, "key"), in(data, "data");
  const ReceivedTag tag(tag_in, kmac_tag_size(tag_length));
  const Purpose purpose(customization);
  check(work(in.size, [&] {
    return ascon_kdf_kmac_verify(tag.data, tag.size, in.data, in.size, purpose.data, purpose.size,
                                 key.data, key.size);
  }));
}

// ---- HMAC ---------------------------------------------------------------------------------------

/** The argument `tag_length`, of a whole tag or a truncated one; ValueError for another length. */
size_t hmac_tag_size(Length tag_length) {
  const size_t bytes = number(tag_length, "tag_length");
  if (bytes < ASCON_HMAC_MIN_TAG_BYTES || bytes > ASCON_HMAC_BYTES) {
    raise(PyExc_ValueError, "tag_length must be %d to %d bytes, not %zu", ASCON_HMAC_MIN_TAG_BYTES,
          ASCON_HMAC_BYTES, bytes);
  }
  return bytes;
}

/** The output of FixedMessage, which has one length. */
ascon_result finish_hmac(ascon_hmac_ctx *ctx, uint8_t *mac, size_t /*bytes*/) {
  return ascon_hmac_hash256_final(ctx, mac);
}

class Hmac : public FixedMessage<ascon_hmac_ctx, ascon_hmac_hash256_update, finish_hmac> {
 public:
  Hmac() : FixedMessage(ASCON_HMAC_BYTES) {}
  Hmac(Data key_in, Data data) : Hmac() {
    const HeldBuffer key(key_in, "key");
    check(ascon_hmac_hash256_init(&ctx, key.data, key.size));
    begin(data);
  }
  [[nodiscard]] static Hmac empty() { return {}; }

  void verify(Data tag_in, Length tag_length) {
    const ReceivedTag tag(tag_in, hmac_tag_size(tag_length));
    const Turn turn(turns);
    ContextCopy<ascon_hmac_ctx> copy(ctx);
    check(ascon_hmac_hash256_verify_final(&copy.ctx, tag.data, tag.size));
  }
};

nb::bytes hmac_digest(Data key_in, Data data) {
  const HeldBuffer key(key_in, "key"), in(data, "data");
  return fill(ASCON_HMAC_BYTES, in.size, [&](uint8_t *out) {
    return ascon_hmac_hash256(out, in.data, in.size, key.data, key.size);
  });
}

void hmac_verify(Data key_in, Data data, Data tag_in, Length tag_length) {
  const HeldBuffer key(key_in, "key"), in(data, "data");
  const ReceivedTag tag(tag_in, hmac_tag_size(tag_length));
  check(work(in.size, [&] {
    return ascon_hmac_hash256_verify(tag.data, tag.size, in.data, in.size, key.data, key.size);
  }));
}

// ---- Key derivation -----------------------------------------------------------------------------

using Derive = ascon_result (*)(uint8_t *, size_t, const uint8_t *, size_t, const uint8_t *, size_t,
                                const uint8_t *, size_t);
using Extract = ascon_result (*)(uint8_t *, const uint8_t *, size_t, const uint8_t *, size_t);
using Expand = ascon_result (*)(uint8_t *, size_t, const uint8_t *, size_t, const uint8_t *,
                                size_t);

/** The number of bytes to derive; ValueError above `longest`. */
size_t derived_length(Length length, size_t longest) {
  const size_t bytes = number(length, "length");
  if (bytes > longest) {
    raise(PyExc_ValueError, "length must be at most %zu, not %zu", longest, bytes);
  }
  return bytes;
}

template <Derive call, size_t longest>
nb::bytes derive(Data salt_in, Data ikm_in, Data info_in, Length length) {
  const HeldBuffer salt(salt_in, "salt"), ikm(ikm_in, "ikm");
  const SteadyBuffer info(info_in, "info");
  const size_t bytes = derived_length(length, longest);
  return fill(bytes, ikm.size + info.size, [&](uint8_t *out) {
    return call(out, bytes, salt.data, salt.size, ikm.data, ikm.size, info.data, info.size);
  });
}

template <Extract call>
nb::bytes extract(Data salt_in, Data ikm_in) {
  const HeldBuffer salt(salt_in, "salt"), ikm(ikm_in, "ikm");
  return fill(ASCON_KDF_PRK_BYTES, ikm.size,
              [&](uint8_t *out) { return call(out, salt.data, salt.size, ikm.data, ikm.size); });
}

template <Expand call, size_t longest>
nb::bytes expand(Data prk_in, Data info_in, Length length) {
  const HeldBuffer prk(prk_in, "prk");
  const SteadyBuffer info(info_in, "info");
  const size_t bytes = derived_length(length, longest);
  return fill(bytes, info.size, [&](uint8_t *out) {
    return call(out, bytes, prk.data, prk.size, info.data, info.size);
  });
}

/** More iterations than this let other Python threads run meanwhile. */
constexpr size_t FEW_ITERATIONS = 20;

nb::bytes pbkdf2(Data password_in, Data salt_in, Length iterations_in, Length length) {
  const HeldBuffer password(password_in, "password");
  const SteadyBuffer salt(salt_in, "salt");
  const size_t iterations = number(iterations_in, "iterations");
  const size_t bytes = number(length, "length");
  if (iterations < 1 || iterations > UINT32_MAX) {
    raise(PyExc_ValueError, "iterations must be 1 to %zu, not %zu", size_t{UINT32_MAX}, iterations);
  }
  const size_t much = iterations > FEW_ITERATIONS ? LONG_WORK_BYTES : 0;
  return fill(bytes, much, [&](uint8_t *out) {
    return ascon_hmac_pbkdf2(out, bytes, password.data, password.size, salt.data, salt.size,
                             static_cast<uint32_t>(iterations));
  });
}

// ---- Python's view of them ----------------------------------------------------------------------

const char *const KEY_ARGUMENT = "key: At least 16 bytes, for 128-bit security.";
const char *const DATA_ARGUMENT = "data: The message.";
const char *const START_ARGUMENT = "data: The message, or its first piece.";
const char *const CUSTOMIZATION_ARGUMENT =
    "customization: At most 247 bytes. Different strings give unrelated outputs.";
const char *const CUSTOMIZATION_ERROR =
    "ValueError: The customization string is longer than 247 bytes.";
const char *const TAG_ARGUMENT = "tag: The tag, `tag_length` bytes.";
const char *const KMAC_LENGTH_ARGUMENT =
    "tag_length: The length that your protocol fixes, at least 4. Never take the length of the\n"
    "        tag that arrived.";
const char *const HMAC_LENGTH_ARGUMENT =
    "tag_length: The length that your protocol fixes, 16 to 32. Never take the length of the\n"
    "        tag that arrived.";
const char *const TAG_SIZE_ERROR = "ValueError: The tag or the tag length has a wrong size.";
const char *const TAG_ERROR = "InvalidTag: The tag is wrong.";
const char *const SALT_ARGUMENT = "salt: Need not be secret, and may be empty.";
const char *const IKM_ARGUMENT = "ikm: The secret; not a password. Use Argon2id for passwords.";
const char *const INFO_ARGUMENT = "info: The purpose of the output.";
const char *const LENGTH_ARGUMENT = "length: The number of bytes.";
const char *const PRK_ARGUMENT = "prk: A pseudorandom key from extract().";

nb::arg_v no_bytes(const char *name) { return nb::arg(name).sig("b''") = nb::bytes("", 0); }

void define_kmac(nb::module_ &module) {
  auto type = define_message<Kmac>(
      module, "KMAC", "An incremental KMAC: a keyed function with output of any length.");
  define(type, "digest", &Kmac::digest, "length"_a = 32,
         R"(Returns the output for this length. Outputs of different lengths are unrelated.

The message may be updated afterwards.

Args:
    length: The number of bytes.

Returns:
    `length` bytes.)");
  define(type, "hexdigest", &Kmac::hexdigest, "length"_a = 32,
         R"(Like digest(), in hexadecimal.

Args:
    length: The number of bytes.

Returns:
    Two digits for each byte.)");
  define(type, "verify", &Kmac::verify, "tag"_a, nb::kw_only(),
         nb::arg("tag_length") = USUAL_TAG_BYTES,
         docstring("Compares a tag with digest(tag_length), in constant time.",
                   {TAG_ARGUMENT, KMAC_LENGTH_ARGUMENT}, "", {TAG_ERROR, TAG_SIZE_ERROR})
             .c_str());
  define_reading(type);
  type.def_prop_ro(
      "name", [](const Kmac &) { return "kmac-ascon-cxof128"; }, "Always \"kmac-ascon-cxof128\".");
  type.def_prop_ro(
      "digest_size", [](const Kmac &) { return USUAL_TAG_BYTES; },
      "Always 32, the length of digest() without an argument.");
  type.def_prop_ro(
      "block_size", [](const Kmac &) { return CXOF_RATE_BYTES; },
      "Always 8, the number of bytes that one permutation absorbs.");
  type.def("__repr__", [](const Kmac &) { return "<kmac-ascon-cxof128 asconkit.KMAC>"; });
  define(
      module, "kmac",
      [](Data key, Data data, Data customization) { return Kmac(key, data, customization); },
      "key"_a, no_bytes("data"), no_bytes("customization"),
      docstring("Starts KMAC.", {KEY_ARGUMENT, START_ARGUMENT, CUSTOMIZATION_ARGUMENT},
                "A KMAC, which may be updated or read.", {CUSTOMIZATION_ERROR})
          .c_str());
  define(module, "kmac_digest", kmac_digest, "key"_a, "data"_a, "length"_a = 32,
         no_bytes("customization"),
         docstring("Computes KMAC in one call.",
                   {KEY_ARGUMENT, DATA_ARGUMENT, LENGTH_ARGUMENT, CUSTOMIZATION_ARGUMENT},
                   "The output for this length.", {CUSTOMIZATION_ERROR})
             .c_str());
  define(
      module, "kmac_verify", kmac_verify, "key"_a, "data"_a, "tag"_a, no_bytes("customization"),
      nb::kw_only(), nb::arg("tag_length") = USUAL_TAG_BYTES,
      docstring(
          "Compares a tag with kmac_digest() of this length, in constant time.",
          {KEY_ARGUMENT, DATA_ARGUMENT, TAG_ARGUMENT, CUSTOMIZATION_ARGUMENT, KMAC_LENGTH_ARGUMENT},
          "", {TAG_ERROR, "ValueError: The tag or the customization string has a wrong size."})
          .c_str());
}

void define_hmac(nb::module_ &module) {
  auto type = define_message<Hmac>(
      module, "HMAC", "An incremental HMAC-Ascon-Hash256, like the objects of Python's hmac.");
  define_digest(type);
  define(type, "verify", &Hmac::verify, "tag"_a, nb::kw_only(),
         nb::arg("tag_length") = USUAL_TAG_BYTES,
         docstring("Verifies the whole or truncated tag of the message so far, in constant time.",
                   {TAG_ARGUMENT, HMAC_LENGTH_ARGUMENT}, "", {TAG_ERROR, TAG_SIZE_ERROR})
             .c_str());
  type.def_prop_ro(
      "name", [](const Hmac &) { return "hmac-ascon-hash256"; }, "Always \"hmac-ascon-hash256\".");
  type.def_prop_ro("digest_size", [](const Hmac &) { return ASCON_HMAC_BYTES; }, "Always 32.");
  type.def_prop_ro(
      "block_size", [](const Hmac &) { return ASCON_HMAC_BLOCK_BYTES; },
      "Always 64, to which keys are padded.");
  type.def("__repr__", [](const Hmac &) { return "<hmac-ascon-hash256 asconkit.HMAC>"; });
  define(
      module, "hmac_new", [](Data key, Data data) { return Hmac(key, data); }, "key"_a,
      no_bytes("data"),
      docstring("Starts HMAC-Ascon-Hash256.\n\nSource: RFC 2104.", {KEY_ARGUMENT, START_ARGUMENT},
                "An HMAC, which may be updated.")
          .c_str());
  define(module, "hmac_digest", hmac_digest, "key"_a, "data"_a,
         docstring("Computes HMAC-Ascon-Hash256 in one call.\n\nSource: RFC 2104.",
                   {KEY_ARGUMENT, DATA_ARGUMENT}, "32 bytes.")
             .c_str());
  define(module, "hmac_verify", hmac_verify, "key"_a, "data"_a, "tag"_a, nb::kw_only(),
         nb::arg("tag_length") = USUAL_TAG_BYTES,
         docstring("Verifies a whole or truncated tag of hmac_digest(), in constant time.",
                   {KEY_ARGUMENT, DATA_ARGUMENT, TAG_ARGUMENT, HMAC_LENGTH_ARGUMENT}, "",
                   {TAG_ERROR, TAG_SIZE_ERROR})
             .c_str());
}

/** The three calls of key derivation under names that begin with `prefix`. */
template <Derive derive_call, Extract extract_call, Expand expand_call, size_t longest>
void define_derivation(nb::module_ &module, const std::string &prefix, const std::string &source) {
  const auto doc = [&](const char *what, std::initializer_list<const char *> arguments,
                       const char *returns) {
    const std::initializer_list<const char *> none = {};
    const std::initializer_list<const char *> error = {"ValueError: The length is too large."};
    return docstring(what + source, arguments, returns, longest == SIZE_MAX ? none : error);
  };
  define(module, (prefix + "_derive").c_str(), derive<derive_call, longest>, "salt"_a, "ikm"_a,
         "info"_a, "length"_a,
         doc("Derives a key from a secret.",
             {SALT_ARGUMENT, IKM_ARGUMENT, INFO_ARGUMENT, LENGTH_ARGUMENT}, "`length` bytes.")
             .c_str());
  define(module, (prefix + "_extract").c_str(), extract<extract_call>, "salt"_a, "ikm"_a,
         doc("Extracts a pseudorandom key from a secret, for expand() only.",
             {SALT_ARGUMENT, IKM_ARGUMENT}, "32 bytes.")
             .c_str());
  define(module, (prefix + "_expand").c_str(), expand<expand_call, longest>, "prk"_a, "info"_a,
         "length"_a,
         doc("Expands a pseudorandom key to one output for each info.",
             {PRK_ARGUMENT, INFO_ARGUMENT, LENGTH_ARGUMENT}, "`length` bytes.")
             .c_str());
}

}  // namespace

void define_kdf(nb::module_ &module) {
  static_assert(ASCON_KDF_PRK_BYTES == ASCON_HMAC_BYTES);
  define_kmac(module);
  define_hmac(module);
  define_derivation<ascon_kdf_derive, ascon_kdf_extract, ascon_kdf_expand, SIZE_MAX>(module, "kdf",
                                                                                     "");
  define_derivation<ascon_hmac_hkdf, ascon_hmac_hkdf_extract, ascon_hmac_hkdf_expand,
                    ASCON_HKDF_MAX_BYTES>(module, "hkdf", "\n\nSource: RFC 5869.");
  define(module, "pbkdf2", pbkdf2, "password"_a, "salt"_a, "iterations"_a, "length"_a,
         docstring("PBKDF2-HMAC-Ascon-Hash256, for compatibility only: prefer Argon2id.\n\n"
                   "Source: RFC 8018, section 5.2.",
                   {"password: Any number of bytes.", "salt: Random bytes, at least 16.",
                    "iterations: At least 1; use as many as users will wait for.", LENGTH_ARGUMENT},
                   "`length` bytes.", {"ValueError: The number of iterations is 0 or too large."})
             .c_str());
}

}  // namespace asconkit
