// Strings of bits (ascon_bits.h): in one call and in pieces they give what the specification says;
// bits after the end of a string have no effect, and are zeros in outputs. Decryption gives the
// text back, and refuses what was changed.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_bits.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "tests/fuzz/support/run.h"
#include "tests/fuzz/support/strings.h"
#include "tests/support/specification.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::BitLengths;
using asconkit_test::Heap;

size_t BytesOf(size_t bits) { return (bits + 7) / 8; }

std::vector<const ascon_algorithm *> WithBits() {
  return {ASCON_AEAD128, ASCON_AEAD128_NONCE_MASKED, ASCON_HASH256, ASCON_XOF128, ASCON_CXOF128};
}

// A computation of strings, whose last bytes may have bits that do not count.
struct BitCase {
  explicit BitCase(Input &input) : c(input.Computation(input.OneOf(WithBits()))) {
    bits = {Shortened(input, c.extra.size()), Shortened(input, c.text.size()), 8 * c.out_bytes};
    if (c.algorithm->output_bytes != 32) bits.out = Shortened(input, c.out_bytes);
    if (is_aead()) bits.out = std::max<size_t>(bits.out, 32);
    c.out_bytes = BytesOf(bits.out);
    skew = input.UpTo(7);
  }
  bool is_aead() const { return c.algorithm->kind == ASCON_KIND_AEAD; }

  Case c;
  BitLengths bits;
  size_t skew;

 private:
  static size_t Shortened(Input &input, size_t bytes) {
    return bytes == 0 ? 0 : 8 * bytes - input.UpTo(7);
  }
};

Bytes Both(const Heap &first, const Heap &second) { return Joined(first.bytes(), second.bytes()); }

// ---- One call -------------------------------------------------------------------------------

ascon_result Seal(const BitCase &b, Heap *cipher, Heap *tag, size_t tag_bits) {
  const Heap text(b.c.text, b.skew), ad(b.c.extra, 7 - b.skew);
  return ascon_bits_aead_encrypt(b.c.algorithm, cipher->nullable(), tag->data(), tag_bits,
                                 text.nullable(), b.bits.text, ad.nullable(), b.bits.extra,
                                 b.c.nonce.data(), b.c.key.data());
}

ascon_result Decrypt(const BitCase &b, Heap *out, const Heap &cipher, const Heap &tag,
                     size_t tag_bits) {
  const Heap ad(b.c.extra, b.skew);
  return ascon_bits_aead_decrypt(b.c.algorithm, out->nullable(), cipher.nullable(), b.bits.text,
                                 tag.data(), tag_bits, ad.nullable(), b.bits.extra,
                                 b.c.nonce.data(), b.c.key.data());
}

Bytes Compute(const BitCase &b) {
  const Heap text(b.c.text, b.skew), extra(b.c.extra, 7 - b.skew);
  Heap out(b.c.out_bytes, b.skew), cipher(b.is_aead() ? b.c.text.size() : 0, 7 - b.skew);
  const ascon_result result =
      b.is_aead() ? Seal(b, &cipher, &out, b.bits.out)
                  : ascon_bits_sponge(b.c.algorithm, out.nullable(), b.bits.out, text.nullable(),
                                      b.bits.text, extra.nullable(), b.bits.extra);
  EXPECT_EQ(result, ASCON_OK);
  return Both(cipher, out);
}

// The text, or nothing if the tag is refused.
std::optional<Bytes> Open(const BitCase &b, const Bytes &sealed, bool in_place) {
  const size_t text_bytes = b.c.text.size();
  Heap in(Part(sealed, 0, text_bytes)), out(text_bytes, b.skew);
  const Heap tag(Part(sealed, text_bytes, sealed.size() - text_bytes));
  Heap &to = in_place ? in : out;
  const ascon_result result = Decrypt(b, &to, in, tag, b.bits.out);
  if (result == ASCON_OK) return to.bytes();
  EXPECT_EQ(result, ASCON_ERR_TAG);
  EXPECT_TRUE(to.Holds(0));
  return std::nullopt;
}

// ---- In pieces ------------------------------------------------------------------------------

// Gives some whole bytes at the beginning of a string to call(at, bytes), and returns where its
// last piece begins.
template <typename Function>
size_t WholeBytesInPieces(Input &input, size_t bits, const Function &call) {
  return InPieces(input, input.UpTo(bits / 8), call);
}

Bytes SealInPieces(Input &input, const BitCase &b) {
  const Case &c = b.c;
  const Heap ad(c.extra), text(c.text);
  Heap cipher(c.text.size()), tag(c.out_bytes);
  ascon_aead_ctx ctx;
  EXPECT_EQ(ascon_any_aead_init(&ctx, c.algorithm, c.nonce.data(), c.key.data()), ASCON_OK);
  size_t at = WholeBytesInPieces(input, b.bits.extra, [&](size_t i, size_t n) {
    EXPECT_EQ(ascon_any_aead_ad(&ctx, ad.data() + i, n), ASCON_OK);
  });
  EXPECT_EQ(ascon_bits_aead_encrypt_ad_last(&ctx, ad.data() + at, b.bits.extra - 8 * at), ASCON_OK);
  at = WholeBytesInPieces(input, b.bits.text, [&](size_t i, size_t n) {
    EXPECT_EQ(ascon_any_aead_encrypt_update(&ctx, cipher.data() + i, text.data() + i, n), ASCON_OK);
  });
  EXPECT_EQ(ascon_bits_aead_encrypt_final(&ctx, cipher.data() + at, tag.data(), b.bits.out,
                                          text.data() + at, b.bits.text - 8 * at),
            ASCON_OK);
  return Both(cipher, tag);
}

Bytes OutputInPieces(Input &input, const BitCase &b) {
  const Case &c = b.c;
  const Heap text(c.text), extra(c.extra);
  Heap out(c.out_bytes);
  ascon_sponge_ctx ctx;
  EXPECT_EQ(ascon_bits_sponge_init(&ctx, c.algorithm, extra.nullable(), b.bits.extra), ASCON_OK);
  size_t at = WholeBytesInPieces(input, b.bits.text, [&](size_t i, size_t n) {
    EXPECT_EQ(ascon_any_sponge_update(&ctx, text.data() + i, n), ASCON_OK);
  });
  EXPECT_EQ(ascon_bits_sponge_update_last(&ctx, text.data() + at, b.bits.text - 8 * at), ASCON_OK);
  at = 0;
  if (c.algorithm->kind != ASCON_KIND_HASH) {  // a digest is squeezed whole
    at = WholeBytesInPieces(input, b.bits.out, [&](size_t i, size_t n) {
      EXPECT_EQ(ascon_any_sponge_squeeze(&ctx, out.data() + i, n), ASCON_OK);
    });
  }
  EXPECT_EQ(ascon_bits_sponge_squeeze_last(&ctx, out.data() + at, b.bits.out - 8 * at), ASCON_OK);
  return out.bytes();
}

// ---- Decryption -----------------------------------------------------------------------------

// Zeros after the last bit.
Bytes Cut(Bytes string, size_t bits) {
  if (bits % 8) string.back() = static_cast<uint8_t>(string.back() & ((1u << bits % 8) - 1));
  return string;
}

void CheckOpening(Input &input, BitCase b, Bytes sealed) {
  // What is after the end of ciphertext and tag does not count.
  if (b.bits.text % 8) sealed[b.c.text.size() - 1] ^= static_cast<uint8_t>(0xff << b.bits.text % 8);
  if (b.bits.out % 8) sealed.back() ^= static_cast<uint8_t>(0xff << b.bits.out % 8);
  EXPECT_EQ(Open(b, sealed, input.Flag()), Cut(b.c.text, b.bits.text));
  // A bit that counts.
  const size_t cipher_bits = b.bits.text, which = input.UpTo(cipher_bits + b.bits.out - 1);
  const size_t bit = which < cipher_bits ? which : 8 * b.c.text.size() + which - cipher_bits;
  sealed[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
  EXPECT_EQ(Open(b, sealed, input.Flag()), std::nullopt);
}

// A tag of a length that there is not.
void CheckTagLength(Input &input, const BitCase &b) {
  const size_t bits = input.Flag() ? input.UpTo(31) : 129 + input.UpTo(SIZE_MAX - 129);
  Heap cipher(b.c.text.size()), text(b.c.text.size()), tag(16);
  const Bytes untouched = cipher.bytes();
  EXPECT_EQ(Seal(b, &cipher, &tag, bits), ASCON_ERR_RANGE);
  EXPECT_EQ(Decrypt(b, &text, cipher, tag, bits), ASCON_ERR_RANGE);
  EXPECT_EQ(cipher.bytes(), untouched);
  EXPECT_EQ(text.bytes(), untouched);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  ASSERT_EQ(ascon_backend_force(input.Backend()), ASCON_OK);
  const BitCase b(input);
  const Bytes expected = asconkit_test::Specified(b.c, b.bits);
  EXPECT_EQ(Compute(b), expected);
  EXPECT_EQ(b.is_aead() ? SealInPieces(input, b) : OutputInPieces(input, b), expected);
  if (!b.is_aead()) return;
  CheckOpening(input, b, expected);
  CheckTagLength(input, b);
}
