// Strings of any number of bits: one function for each algorithm of SP 800-232.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_bits.h"
#include "direct.hpp"
#include "docstring.hpp"
#include "support.hpp"

namespace asconkit {

namespace {

using nb::literals::operator""_a;

size_t bytes_of(size_t bits) { return bits / 8 + (bits % 8 != 0); }

/** Any number of bits in the bytes that they take; ValueError if there are more or fewer bytes. */
class BitString : public HeldBuffer {
 public:
  BitString(Data source, const char *name, Length length, const char *length_name)
      : HeldBuffer(source, name), bits(number(length, length_name)) {
    if (size != bytes_of(bits)) {
      raise(PyExc_ValueError, "%s must be %zu bytes for %zu bits, not %zu", name, bytes_of(bits),
            bits, size);
    }
  }
  size_t bits;
};

// ---- Hashes and XOFs

nb::bytes hash256(Data data, Length bits) {
  const BitString in(data, "data", bits, "bits");
  NewBytes digest(ASCON_HASH256->output_bytes);
  check(work(in.size, [&, to = digest.data()] {
    return ascon_bits_sponge(ASCON_HASH256, to, 256, in.data, in.bits, nullptr, 0);
  }));
  return digest.take();
}

nb::bytes xof128(Data data, Length bits, Length length) {
  const BitString in(data, "data", bits, "bits");
  const size_t out_bits = number(length, "length");
  NewBytes out(bytes_of(out_bits));
  check(work(in.size + bytes_of(out_bits), [&, to = out.data()] {
    return ascon_bits_sponge(ASCON_XOF128, to, out_bits, in.data, in.bits, nullptr, 0);
  }));
  return out.take();
}

constexpr size_t MAX_CUSTOMIZATION_BITS = 2048;

nb::bytes cxof128(Data data, Length bits, Length length, Data customization,
                  Length customization_bits) {
  const BitString in(data, "data", bits, "bits");
  const BitString custom(customization, "customization", customization_bits, "customization_bits");
  const size_t out_bits = number(length, "length");
  if (custom.bits > MAX_CUSTOMIZATION_BITS) {
    raise(PyExc_ValueError, "customization must be at most %zu bits, not %zu",
          MAX_CUSTOMIZATION_BITS, custom.bits);
  }
  NewBytes out(bytes_of(out_bits));
  check(work(in.size + bytes_of(out_bits), [&, to = out.data()] {
    return ascon_bits_sponge(ASCON_CXOF128, to, out_bits, in.data, in.bits, custom.data,
                             custom.bits);
  }));
  return out.take();
}

// ---- Authenticated encryption

/** The algorithm that has keys of this size. */
const ascon_algorithm *aead_of(const SteadyBuffer &key) {
  for (const ascon_algorithm *row : {ASCON_AEAD128, ASCON_AEAD128_NONCE_MASKED}) {
    if (key.size == row->key_bytes) {
      return row;
    }
  }
  raise(PyExc_ValueError, "key must be 16 bytes, or 32 with nonce masking, not %zu", key.size);
}

/** What both directions get beside the text. */
struct AeadArguments {
  AeadArguments(Data key_in, Data nonce_in, Data ad_in, Length ad_bits)
      : key(key_in, "key"),
        nonce(nonce_in, "nonce"),
        ad(ad_in, "associated_data", ad_bits, "associated_data_bits"),
        row(aead_of(key)) {
    nonce.require("nonce", row->nonce_bytes);
  }
  const SteadyBuffer key;
  const HeldBuffer nonce;
  const BitString ad;
  const ascon_algorithm *row;
};

void require_tag_bits(const ascon_algorithm &row, size_t bits) {
  const size_t least = 8 * size_t{row.min_tag_bytes}, most = 8 * size_t{row.output_bytes};
  if (bits < least || bits > most) {
    raise(PyExc_ValueError, "tag_bits must be %zu to %zu, not %zu", least, most, bits);
  }
}

nb::tuple aead128_encrypt(Data key, Data nonce, Data data, Length bits, Data associated_data,
                          Length associated_data_bits, Length tag_length) {
  const AeadArguments with(key, nonce, associated_data, associated_data_bits);
  const BitString in(data, "data", bits, "bits");
  const size_t tag_bits = number(tag_length, "tag_bits");
  require_tag_bits(*with.row, tag_bits);
  NewBytes out(in.size), tag(bytes_of(tag_bits));
  check(work(in.size + with.ad.size, [&, to = out.data(), tag_to = tag.data()] {
    return ascon_bits_aead_encrypt(with.row, to, tag_to, tag_bits, in.data, in.bits, with.ad.data,
                                   with.ad.bits, with.nonce.data, with.key.data);
  }));
  return nb::make_tuple(out.take(), tag.take());
}

nb::bytes aead128_decrypt(Data key, Data nonce, Data data, Length bits, Data tag_in,
                          Length tag_length, Data associated_data, Length associated_data_bits) {
  const AeadArguments with(key, nonce, associated_data, associated_data_bits);
  const BitString in(data, "data", bits, "bits");
  const BitString tag(tag_in, "tag", tag_length, "tag_bits");
  require_tag_bits(*with.row, tag.bits);
  NewBytes out(in.size);
  check(work(in.size + with.ad.size, [&, to = out.data()] {
    return ascon_bits_aead_decrypt(with.row, to, in.data, in.bits, tag.data, tag.bits, with.ad.data,
                                   with.ad.bits, with.nonce.data, with.key.data);
  }));
  return out.take();
}

// ---- Python's view of them

const char *const DATA_ARGUMENT =
    "data: The string. Its bit i is bit i % 8 of byte i // 8, where bit 0 is the lowest. Bits of\n"
    "        the last byte beyond the string have no effect.";
const char *const BITS_ARGUMENT = "bits: The number of bits of `data`.";
const char *const LENGTH_ARGUMENT = "length: The number of bits of output.";
const char *const CUSTOMIZATION_ARGUMENT = "customization: At most 2048 bits.";
const char *const CUSTOMIZATION_BITS_ARGUMENT =
    "customization_bits: The number of bits of `customization`.";
const char *const KEY_ARGUMENT = "key: 16 bytes, or 32 with nonce masking.";
const char *const NONCE_ARGUMENT = "nonce: 16 bytes that were never used with this key.";
const char *const AD_ARGUMENT = "associated_data: Data that is authenticated but not encrypted.";
const char *const AD_BITS_ARGUMENT =
    "associated_data_bits: The number of bits of `associated_data`.";
const char *const SIZE_ERROR = "ValueError: The size of a string does not fit its number of bits.";

nb::arg_v no_bytes(const char *name) { return nb::arg(name).sig("b''") = nb::bytes("", 0); }

}  // namespace

void define_bits(nb::module_ &module) {
  define(module, "bits_hash256", hash256, "data"_a, "bits"_a,
         docstring("hash256_digest() for any bit length.\n\nSource: SP 800-232, section 5.1.",
                   {DATA_ARGUMENT, BITS_ARGUMENT}, "The 32-byte digest.", {SIZE_ERROR})
             .c_str());
  define(module, "bits_xof128", xof128, "data"_a, "bits"_a, "length"_a,
         docstring("xof128_digest() for any bit length.\n\nSource: SP 800-232, section 5.2.",
                   {DATA_ARGUMENT, BITS_ARGUMENT, LENGTH_ARGUMENT},
                   "`length` bits; the rest of the last byte is zeros.", {SIZE_ERROR})
             .c_str());
  define(module, "bits_cxof128", cxof128, "data"_a, "bits"_a, "length"_a, no_bytes("customization"),
         nb::arg("customization_bits") = 0,
         docstring("cxof128_digest() for any bit length.\n\nSource: SP 800-232, section 5.3.",
                   {DATA_ARGUMENT, BITS_ARGUMENT, LENGTH_ARGUMENT, CUSTOMIZATION_ARGUMENT,
                    CUSTOMIZATION_BITS_ARGUMENT},
                   "`length` bits; the rest of the last byte is zeros.", {SIZE_ERROR})
             .c_str());
  define(module, "bits_aead128_encrypt", aead128_encrypt, "key"_a, "nonce"_a, "data"_a, "bits"_a,
         no_bytes("associated_data"), nb::arg("associated_data_bits") = 0,
         nb::arg("tag_bits") = 128,
         nb::sig("def bits_aead128_encrypt(key: typing_extensions.Buffer, "
                 "nonce: typing_extensions.Buffer, data: typing_extensions.Buffer, bits: int, "
                 "associated_data: typing_extensions.Buffer = b'', associated_data_bits: int = 0, "
                 "tag_bits: int = 128) -> tuple[bytes, bytes]"),
         docstring("Encrypts any number of bits.\n\nSource: SP 800-232, section 4.1.1.",
                   {KEY_ARGUMENT, NONCE_ARGUMENT, DATA_ARGUMENT, BITS_ARGUMENT, AD_ARGUMENT,
                    AD_BITS_ARGUMENT,
                    "tag_bits: 32 to 128; below 64 only with a documented limit on forgery\n"
                    "        attempts."},
                   "The ciphertext, with as many bits as the text, and the tag.", {SIZE_ERROR})
             .c_str());
  define(module, "bits_aead128_decrypt", aead128_decrypt, "key"_a, "nonce"_a, "data"_a, "bits"_a,
         "tag"_a, nb::arg("tag_bits") = 128, no_bytes("associated_data"),
         nb::arg("associated_data_bits") = 0,
         docstring(
             "Decrypts any number of bits.\n\nSource: SP 800-232, section 4.1.2.",
             {KEY_ARGUMENT, NONCE_ARGUMENT, DATA_ARGUMENT, BITS_ARGUMENT,
              "tag: The tag, in (tag_bits + 7) // 8 bytes.",
              "tag_bits: The number of bits of `tag`, 32 to 128, which your protocol fixes. Never\n"
              "        take the length of the tag that arrived.",
              AD_ARGUMENT, AD_BITS_ARGUMENT},
             "The plaintext.", {"InvalidTag: The message is forged.", SIZE_ERROR})
             .c_str());
}

}  // namespace asconkit
