// Running one computation in all ways; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "calls.h"

#include <cstring>

namespace asconkit_test {
namespace {

size_t Total(const Lengths &lengths) {
  size_t sum = 0;
  for (size_t n : lengths) sum += n;
  return sum;
}

Bytes Seal(const Case &c, size_t skew) {
  Heap key(c.key, skew), nonce(c.nonce, skew / 2), ad(c.extra, skew), text(c.text, 7 - skew);
  Heap out(c.text.size(), skew / 2), tag(c.out_bytes, skew);
  EXPECT_EQ(any_encrypt(c.algorithm, out.nullable(), tag.data(), tag.size(), text.nullable(),
                        text.size(), ad.nullable(), ad.size(), nonce.data(), key.data()),
            ASCON_OK);
  EXPECT_EQ(text.bytes(), c.text);
  return Joined(out.bytes(), tag.bytes());
}

// Calls f(piece's begin, piece's length) for consecutive pieces.
template <typename Function>
void ForPieces(const Lengths &lengths, const Function &f) {
  size_t at = 0;
  for (size_t n : lengths) {
    f(at, n);
    at += n;
  }
}

// A piece in a buffer of its own, so that reading past its end is seen.
Heap Piece(const Bytes &all, size_t at, size_t n) { return Heap(Part(all, at, n), (at + n) % 8); }

void StartAead(ascon_aead_ctx *ctx, const Case &c, const Lengths &ad_pieces) {
  EXPECT_EQ(ascon_any_aead_init(ctx, c.algorithm, c.nonce.data(), c.key.data()), ASCON_OK);
  ForPieces(ad_pieces, [&](size_t at, size_t n) {
    Heap ad = Piece(c.extra, at, n);
    EXPECT_EQ(ascon_any_aead_ad(ctx, ad.nullable(), n), ASCON_OK);
  });
}

Bytes SealInPieces(const Case &c, const Pieces &pieces) {
  ascon_aead_ctx ctx;
  StartAead(&ctx, c, pieces.extra);
  Bytes sealed;
  ForPieces(pieces.text, [&](size_t at, size_t n) {
    Heap in = Piece(c.text, at, n), out(n, at % 8);
    bool in_place = at % 2 != 0;
    uint8_t *to = in_place ? in.nullable() : out.nullable();
    EXPECT_EQ(ascon_any_aead_encrypt_update(&ctx, to, in.nullable(), n), ASCON_OK);
    if (n) sealed.insert(sealed.end(), to, to + n);
  });
  Heap tag(c.out_bytes);
  EXPECT_EQ(ascon_any_aead_encrypt_final(&ctx, tag.data(), tag.size()), ASCON_OK);
  EXPECT_TRUE(IsWiped(ctx));
  return Joined(sealed, tag.bytes());
}

}  // namespace

Case MakeCase(const ascon_algorithm *algorithm, size_t extra, size_t text, size_t out) {
  return {algorithm,
          out,
          Pattern(Field::kKey, algorithm->key_bytes),
          Pattern(Field::kNonce, algorithm->nonce_bytes),
          Pattern(Field::kExtra, extra),
          Pattern(Field::kText, text)};
}

std::string Describe(const Case &c) {
  return std::string(c.algorithm->name) + ": " + std::to_string(c.extra.size()) + " extra, " +
         std::to_string(c.text.size()) + " text, " + std::to_string(c.out_bytes) + " output bytes";
}

Bytes Compute(const Case &c, size_t skew) {
  if (c.algorithm->kind == ASCON_KIND_AEAD) return Seal(c, skew);
  Heap text(c.text, skew), extra(c.extra, 7 - skew), key(c.key, skew / 2), out(c.out_bytes, skew);
  EXPECT_EQ(any_compute(c.algorithm, out.nullable(), out.size(), text.nullable(), text.size(),
                        {key.data(), extra.nullable(), extra.size()}),
            ASCON_OK);
  EXPECT_EQ(text.bytes(), c.text);
  return out.bytes();
}

Pieces Whole(const Case &c) { return {{c.extra.size()}, {c.text.size()}, {c.out_bytes}}; }

Bytes ComputeInPieces(const Case &c, const Pieces &pieces) {
  EXPECT_EQ(Total(pieces.text), c.text.size());
  const auto *a = c.algorithm;
  if (a->kind == ASCON_KIND_AEAD) return SealInPieces(c, pieces);
  ascon_sponge_ctx ctx;
  EXPECT_EQ(any_init(&ctx, a, InputOf(c)), ASCON_OK);
  ForPieces(pieces.text, [&](size_t at, size_t n) {
    Heap in = Piece(c.text, at, n);
    EXPECT_EQ(ascon_any_sponge_update(&ctx, in.nullable(), n), ASCON_OK);
  });
  Bytes result;
  ForPieces(any_output_is_final(a) ? Lengths{c.out_bytes} : pieces.out, [&](size_t at, size_t n) {
    Heap out(n, at % 8);
    EXPECT_EQ(any_output(&ctx, a, out.nullable(), n), ASCON_OK);
    result.insert(result.end(), out.data(), out.data() + n);
  });
  EXPECT_TRUE(!any_output_is_final(a) || IsWiped(ctx));
  return result;
}

std::optional<Bytes> Open(const Case &c, const Bytes &sealed, bool in_place, size_t skew) {
  size_t n = sealed.size() - c.out_bytes;
  Heap key(c.key), nonce(c.nonce), ad(c.extra, skew), in = Piece(sealed, 0, n), out(n, skew);
  Heap tag = Piece(sealed, n, c.out_bytes);
  Heap &to = in_place ? in : out;
  ascon_result result = any_decrypt(c.algorithm, to.nullable(), in.nullable(), n, tag.data(),
                                    tag.size(), ad.nullable(), ad.size(), nonce.data(), key.data());
  if (result == ASCON_OK) return to.bytes();
  EXPECT_EQ(result, ASCON_ERR_TAG);
  EXPECT_TRUE(to.Holds(0)) << Describe(c);
  return std::nullopt;
}

std::optional<Bytes> OpenInPieces(const Case &c, const Bytes &sealed, const Pieces &pieces,
                                  bool in_place) {
  ascon_aead_ctx ctx;
  StartAead(&ctx, c, pieces.extra);
  Bytes text;
  size_t total = Total(pieces.text);
  ForPieces(pieces.text, [&](size_t at, size_t n) {
    Heap in = Piece(sealed, at, n), out(n, at % 8);
    Heap &to = in_place ? in : out;
    EXPECT_EQ(ascon_any_aead_decrypt_update_unverified(&ctx, to.nullable(), in.nullable(), n),
              ASCON_OK);
    text.insert(text.end(), to.data(), to.data() + n);
  });
  Heap tag = Piece(sealed, total, sealed.size() - total);
  ascon_result result = ascon_any_aead_decrypt_final(&ctx, tag.data(), tag.size());
  EXPECT_TRUE(IsWiped(ctx));
  if (result == ASCON_OK) return text;
  EXPECT_EQ(result, ASCON_ERR_TAG);
  return std::nullopt;
}

}  // namespace asconkit_test
