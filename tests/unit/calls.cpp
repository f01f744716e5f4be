// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "calls.h"

#include <algorithm>
#include <cstring>

namespace asconkit_test {
namespace {

const Vector kVectors[] = {
#include "vectors.inc"
};

size_t Total(const Lengths &lengths) {
  size_t sum = 0;
  for (size_t n : lengths) sum += n;
  return sum;
}

Bytes Joined(const Heap &first, const Heap &second) {
  Bytes all = first.bytes();
  all.insert(all.end(), second.data(), second.data() + second.size());
  return all;
}

Bytes Seal(const Case &c, size_t skew) {
  Heap key(c.key, skew), nonce(c.nonce, skew / 2), ad(c.extra, skew), text(c.text, 7 - skew);
  Heap out(c.text.size(), skew / 2), tag(c.out_bytes, skew);
  EXPECT_EQ(ascon_aead_encrypt(c.algorithm, out.nullable(), tag.data(), tag.size(), text.nullable(),
                               text.size(), ad.nullable(), ad.size(), nonce.data(), key.data()),
            ASCON_OK);
  EXPECT_EQ(text.bytes(), c.text);
  return Joined(out, tag);
}

ascon_result Digest(const Case &c, Heap *out, const Heap &text, const Heap &extra,
                    const Heap &key) {
  const auto *a = c.algorithm;
  const uint8_t *in = text.nullable();
  size_t n = text.size();
  switch (a->kind) {
    case ASCON_KIND_HASH: return ascon_hash(a, out->data(), in, n);
    case ASCON_KIND_XOF: return ascon_xof(a, out->nullable(), out->size(), in, n);
    case ASCON_KIND_CXOF:
      return ascon_cxof(a, out->nullable(), out->size(), in, n, extra.nullable(), extra.size());
    case ASCON_KIND_MAC: return ascon_mac(a, out->data(), in, n, key.data());
    case ASCON_KIND_PRF: return ascon_prf(a, out->nullable(), out->size(), in, n, key.data());
    case ASCON_KIND_PRFSHORT: return ascon_prfshort(a, out->data(), out->size(), in, n, key.data());
    default: return ASCON_ERR_ALGORITHM;
  }
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
Heap Piece(const Bytes &all, size_t at, size_t n) {
  auto begin = all.begin() + static_cast<ptrdiff_t>(at);
  return Heap(Bytes(begin, begin + static_cast<ptrdiff_t>(n)), (at + n) % 8);
}

void StartAead(ascon_aead_ctx *ctx, const Case &c, const Lengths &ad_pieces) {
  EXPECT_EQ(ascon_aead_init(ctx, c.algorithm, c.nonce.data(), c.key.data()), ASCON_OK);
  ForPieces(ad_pieces, [&](size_t at, size_t n) {
    Heap ad = Piece(c.extra, at, n);
    EXPECT_EQ(ascon_aead_ad(ctx, ad.nullable(), n), ASCON_OK);
  });
}

void ExpectWiped(const void *context, size_t bytes) {
  const auto *p = static_cast<const uint8_t *>(context);
  EXPECT_TRUE(std::all_of(p, p + bytes, [](uint8_t byte) { return byte == 0; }));
}

Bytes SealInPieces(const Case &c, const Pieces &pieces) {
  ascon_aead_ctx ctx;
  StartAead(&ctx, c, pieces.extra);
  Bytes sealed;
  ForPieces(pieces.text, [&](size_t at, size_t n) {
    Heap in = Piece(c.text, at, n), out(n, at % 8);
    bool in_place = at % 2 != 0;
    uint8_t *to = in_place ? in.nullable() : out.nullable();
    EXPECT_EQ(ascon_aead_encrypt_update(&ctx, to, in.nullable(), n), ASCON_OK);
    if (n) sealed.insert(sealed.end(), to, to + n);
  });
  Heap tag(c.out_bytes);
  EXPECT_EQ(ascon_aead_encrypt_final(&ctx, tag.data(), tag.size()), ASCON_OK);
  ExpectWiped(&ctx, sizeof ctx);
  sealed.insert(sealed.end(), tag.data(), tag.data() + tag.size());
  return sealed;
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

std::vector<Vector> VectorsOf(const ascon_algorithm *algorithm) {
  std::vector<Vector> vectors(std::begin(kVectors), std::end(kVectors));
  std::erase_if(vectors, [algorithm](const Vector &vector) {
    return ascon_algorithm_at(vector.algorithm) != algorithm;
  });
  return vectors;
}

Case MakeCase(const Vector &v) {
  return MakeCase(ascon_algorithm_at(v.algorithm), v.extra, v.text, v.out);
}

std::string Describe(const Case &c) {
  return std::string(c.algorithm->name) + ": " + std::to_string(c.extra.size()) + " extra, " +
         std::to_string(c.text.size()) + " text, " + std::to_string(c.out_bytes) + " output bytes";
}

Bytes Compute(const Case &c, size_t skew) {
  if (c.algorithm->kind == ASCON_KIND_AEAD) return Seal(c, skew);
  Heap text(c.text, skew), extra(c.extra, 7 - skew), key(c.key, skew / 2), out(c.out_bytes, skew);
  EXPECT_EQ(Digest(c, &out, text, extra, key), ASCON_OK);
  EXPECT_EQ(text.bytes(), c.text);
  return out.bytes();
}

Pieces Whole(const Case &c) { return {{c.extra.size()}, {c.text.size()}, {c.out_bytes}}; }

const SpongeCalls &SpongeCallsOf(ascon_kind kind) {
  using Ctx = ascon_sponge_ctx;
  static const SpongeCalls hash = {
      [](Ctx *ctx, const Case &c) { return ascon_hash_init(ctx, c.algorithm); }, ascon_hash_update,
      nullptr, ascon_hash_final};
  static const SpongeCalls xof = {
      [](Ctx *ctx, const Case &c) { return ascon_xof_init(ctx, c.algorithm); }, ascon_xof_update,
      ascon_xof_squeeze, nullptr};
  static const SpongeCalls cxof = {[](Ctx *ctx, const Case &c) {
                                     return ascon_cxof_init(ctx, c.algorithm, c.extra.data(),
                                                            c.extra.size());
                                   },
                                   ascon_xof_update, ascon_xof_squeeze, nullptr};
  static const SpongeCalls mac = {
      [](Ctx *ctx, const Case &c) { return ascon_mac_init(ctx, c.algorithm, c.key.data()); },
      ascon_mac_update, nullptr, ascon_mac_final};
  static const SpongeCalls prf = {
      [](Ctx *ctx, const Case &c) { return ascon_prf_init(ctx, c.algorithm, c.key.data()); },
      ascon_prf_update, ascon_prf_squeeze, nullptr};
  switch (kind) {
    case ASCON_KIND_HASH: return hash;
    case ASCON_KIND_XOF: return xof;
    case ASCON_KIND_CXOF: return cxof;
    case ASCON_KIND_MAC: return mac;
    default: return prf;
  }
}

Bytes ComputeInPieces(const Case &c, const Pieces &pieces) {
  EXPECT_EQ(Total(pieces.text), c.text.size());
  if (c.algorithm->kind == ASCON_KIND_AEAD) return SealInPieces(c, pieces);
  const SpongeCalls &calls = SpongeCallsOf(c.algorithm->kind);
  ascon_sponge_ctx ctx;
  EXPECT_EQ(calls.init(&ctx, c), ASCON_OK);
  ForPieces(pieces.text, [&](size_t at, size_t n) {
    Heap in = Piece(c.text, at, n);
    EXPECT_EQ(calls.update(&ctx, in.nullable(), n), ASCON_OK);
  });
  Bytes result;
  if (calls.finish) {
    Heap out(c.out_bytes);
    EXPECT_EQ(calls.finish(&ctx, out.data()), ASCON_OK);
    ExpectWiped(&ctx, sizeof ctx);
    return out.bytes();
  }
  ForPieces(pieces.out, [&](size_t at, size_t n) {
    Heap out(n, at % 8);
    EXPECT_EQ(calls.squeeze(&ctx, out.nullable(), n), ASCON_OK);
    result.insert(result.end(), out.data(), out.data() + n);
  });
  return result;
}

std::optional<Bytes> Open(const Case &c, const Bytes &sealed, bool in_place, size_t skew) {
  size_t n = sealed.size() - c.out_bytes;
  Heap key(c.key), nonce(c.nonce), ad(c.extra, skew), in = Piece(sealed, 0, n), out(n, skew);
  Heap tag = Piece(sealed, n, c.out_bytes);
  Heap &to = in_place ? in : out;
  ascon_result result =
      ascon_aead_decrypt(c.algorithm, to.nullable(), in.nullable(), n, tag.data(), tag.size(),
                         ad.nullable(), ad.size(), nonce.data(), key.data());
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
    EXPECT_EQ(ascon_aead_decrypt_update_unverified(&ctx, to.nullable(), in.nullable(), n),
              ASCON_OK);
    text.insert(text.end(), to.data(), to.data() + n);
  });
  Heap tag = Piece(sealed, total, sealed.size() - total);
  ascon_result result = ascon_aead_decrypt_final(&ctx, tag.data(), tag.size());
  ExpectWiped(&ctx, sizeof ctx);
  if (result == ASCON_OK) return text;
  EXPECT_EQ(result, ASCON_ERR_TAG);
  return std::nullopt;
}

}  // namespace asconkit_test
