// Chunks of streams, over single calls of the library; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/chunks.h"

#include <algorithm>

#include "tests/fuzz/support/strings.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Heap;

Bytes Nonce(const ChunkKeys &keys, uint64_t index, bool last) {
  Bytes nonce = Joined(LittleEndian(index, 8), LittleEndian(0, 8));
  nonce[15] = last;
  Xor(&nonce, keys.mask);
  return nonce;
}

// Whether the keys are replaced before this chunk.
bool IsRekeyed(uint64_t index, uint64_t rekey_every) {
  return rekey_every != 0 && index != 0 && index % rekey_every == 0;
}

// What comes out of a stream is added to the text; all other bytes of `out` are zeros.
void Take(Bytes *text, const Heap &out, size_t bytes) {
  EXPECT_LE(bytes, out.size());
  const Bytes all = out.bytes();
  const auto end = all.begin() + static_cast<ptrdiff_t>(bytes);
  text->insert(text->end(), all.begin(), end);
  EXPECT_TRUE(std::all_of(end, all.end(), [](uint8_t byte) { return byte == 0; }));
}

}  // namespace

// ---- The page -------------------------------------------------------------------------------

ChunkKeys SplitSecret(const ascon_algorithm *algorithm, const Bytes &secret) {
  const size_t key_bytes = algorithm->key_bytes;
  return {algorithm, Part(secret, 0, key_bytes),
          Part(secret, key_bytes, secret.size() - key_bytes)};
}

ChunkKeys Rekeyed(const ChunkKeys &keys, uint64_t index) {
  const Bytes secret = Joined(keys.key, keys.mask);
  return SplitSecret(keys.algorithm, Cxof(Text("asconkit stream v2 rekey"),
                                          Joined(secret, LittleEndian(index, 8)), secret.size()));
}

std::vector<Piece> PiecesOf(const Bytes &text, size_t chunk_bytes) {
  std::vector<Piece> pieces;
  size_t at = 0;
  do {
    const size_t n = std::min(chunk_bytes, text.size() - at);
    pieces.push_back({pieces.size(), at + n == text.size(), Part(text, at, n)});
    at += n;
  } while (at < text.size());
  return pieces;
}

Bytes SealChunk(const ChunkKeys &keys, const Piece &piece) {
  Bytes sealed(piece.text.size() + kTagBytes);
  const Bytes nonce = Nonce(keys, piece.index, piece.last);
  const size_t n = piece.text.size();
  EXPECT_EQ(any_encrypt(keys.algorithm, sealed.data(), sealed.data() + n, kTagBytes,
                        piece.text.data(), n, nullptr, 0, nonce.data(), keys.key.data()),
            ASCON_OK);
  return sealed;
}

std::optional<Bytes> OpenChunk(const ChunkKeys &keys, uint64_t index, bool last,
                               const Bytes &sealed) {
  if (sealed.size() < kTagBytes) return std::nullopt;
  Bytes text(sealed.size() - kTagBytes);
  const Bytes nonce = Nonce(keys, index, last);
  const ascon_result result = any_decrypt(keys.algorithm, text.data(), sealed.data(), text.size(),
                                          sealed.data() + text.size(), kTagBytes, nullptr, 0,
                                          nonce.data(), keys.key.data());
  if (result != ASCON_OK || (text.empty() && index != 0)) return std::nullopt;
  return text;
}

Bytes SealAll(ChunkKeys keys, size_t chunk_bytes, const Bytes &text, uint64_t rekey_every) {
  Bytes sealed;
  for (const Piece &piece : PiecesOf(text, chunk_bytes)) {
    if (IsRekeyed(piece.index, rekey_every)) keys = Rekeyed(keys, piece.index);
    Append(&sealed, SealChunk(keys, piece));
  }
  return sealed;
}

Released OpenAll(ChunkKeys keys, size_t chunk_bytes, const Bytes &sealed, uint64_t rekey_every) {
  const size_t whole = chunk_bytes + kTagBytes;
  Released found = {false, {}};
  size_t at = 0;
  for (uint64_t index = 0; !found.is_whole; index++) {
    if (IsRekeyed(index, rekey_every)) keys = Rekeyed(keys, index);
    const size_t left = sealed.size() - at, size = std::min(left, whole);
    const std::optional<Bytes> text = OpenChunk(keys, index, left <= whole, Part(sealed, at, size));
    if (!text) return found;
    Append(&found.text, *text);
    found.is_whole = left <= whole;
    at += size;
  }
  return found;
}

// ---- The library ----------------------------------------------------------------------------

Released OpenInPieces(Input &input, const ascon_stream &stream, const Bytes &sealed,
                      uint64_t rekey_every) {
  const size_t piece = stream.chunk_bytes, whole = piece + kTagBytes;
  const Heap memory(sealed);
  Heap buffer(whole);
  ascon_stream_ctx ctx;
  EXPECT_EQ(ascon_stream_open_init(&ctx, &stream, buffer.data(), whole), ASCON_OK);
  if (rekey_every != 0) EXPECT_EQ(ascon_stream_rekey_every(&ctx, rekey_every), ASCON_OK);
  Released found = {false, {}};
  size_t written = 0;
  ascon_result result = ASCON_OK;
  InPieces(input, sealed.size(), [&](size_t at, size_t n) {
    if (result != ASCON_OK) return;
    Heap out((n / whole + 1) * piece, n % 8, 0);
    result =
        ascon_stream_open_update(&ctx, out.data(), out.size(), &written, memory.data() + at, n);
    Take(&found.text, out, written);
  });
  Heap out(piece, 0, 0);
  const ascon_result last = ascon_stream_open_final(&ctx, out.data(), out.size(), &written);
  if (result != ASCON_OK) {
    EXPECT_EQ(last, ASCON_ERR_TAG);
    return found;
  }
  Take(&found.text, out, written);
  found.is_whole = last == ASCON_OK;
  return found;
}

}  // namespace asconkit_fuzz
