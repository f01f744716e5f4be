// SPDX-License-Identifier: Apache-2.0 OR MIT
// Chunks in memory: those of a group by one call of the library, up to the last index that a file
// can have. For chunkstream.cpp and its test.
#pragma once

#include <cstdint>

#include "asconkit/stream/ascon_stream.h"
#include "secret.hpp"

namespace asconkit::cli {

inline constexpr std::size_t tag_bytes = ASCON_STREAM_TAG_BYTES;
inline constexpr std::uint64_t max_chunks = ASCON_STREAM_MAX_CHUNKS;

// What the chunks of a file have in common. It is secret, and wipes itself.
struct FileStream : ascon_stream {
  FileStream() : ascon_stream{} {}
  FileStream(const FileStream &) = default;
  FileStream &operator=(const FileStream &) = default;
  ~FileStream() { ascon_wipe(static_cast<ascon_stream *>(this), sizeof(ascon_stream)); }
};

// Seals chunks with the indices `first`, `first` + 1, ... in place: piece i is at the start of
// chunk i. `ends`: the last of them is the last one of the file. Returns how many are sealed: all
// before the first one whose index is max_chunks.
std::size_t seal_chunks(const FileStream &stream, std::uint8_t *chunks, std::size_t text_bytes,
                        std::uint64_t first, bool ends);

// Opens chunks that stand in a row; so do their texts then. Returns how many are good: all before
// the first one that is not the chunk with this index and flag. The text of all others is zero.
std::size_t open_chunks(const FileStream &stream, std::uint8_t *text, ConstBytes sealed,
                        std::uint64_t first, bool ends);

}  // namespace asconkit::cli
