// The chunks of a stream once more, as docs/constructions/stream.md describes them. For the targets
// of streams and of encrypted files.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <optional>

#include "asconkit/stream/ascon_stream.h"
#include "tests/fuzz/support/input.h"

namespace asconkit_fuzz {

inline constexpr size_t kTagBytes = 16;

// ---- The page -------------------------------------------------------------------------------

// The secret of a stream, and the AEAD of its chunks. The mask of old files is empty.
struct ChunkKeys {
  const ascon_algorithm *algorithm;
  Bytes key, mask;
};

// From as many bytes as both have: the key, then the mask.
ChunkKeys SplitSecret(const ascon_algorithm *algorithm, const Bytes &secret);
// The keys that replace these ones before the chunk with this index.
ChunkKeys Rekeyed(const ChunkKeys &keys, uint64_t index);

// A piece of text, and what its nonce says of it.
struct Piece {
  uint64_t index;
  bool last;
  Bytes text;
};

// The pieces of a whole text.
std::vector<Piece> PiecesOf(const Bytes &text, size_t chunk_bytes);

Bytes SealChunk(const ChunkKeys &keys, const Piece &piece);
// The text, or nothing if this is not that chunk. An empty chunk is valid only at the beginning.
std::optional<Bytes> OpenChunk(const ChunkKeys &keys, uint64_t index, bool last,
                               const Bytes &sealed);

// A whole stream, whose keys are replaced after as many chunks as `rekey_every` says, unless it
// is 0.
Bytes SealAll(ChunkKeys keys, size_t chunk_bytes, const Bytes &text, uint64_t rekey_every);

// What is released of a stream: all text before the first bad chunk.
struct Released {
  bool is_whole;
  Bytes text;
  bool operator==(const Released &) const = default;
};
Released OpenAll(ChunkKeys keys, size_t chunk_bytes, const Bytes &sealed, uint64_t rekey_every);

// ---- The library ----------------------------------------------------------------------------

// The same by the calls of ascon_stream.h, in pieces of any length.
Released OpenInPieces(Input &input, const ascon_stream &stream, const Bytes &sealed,
                      uint64_t rekey_every);

}  // namespace asconkit_fuzz
