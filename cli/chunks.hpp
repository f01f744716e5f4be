// SPDX-License-Identifier: Apache-2.0 OR MIT
// Encryption and decryption of chunks in memory. Chunks do not depend on each other, so those of a
// group fill the lanes of a batch. docs/file-format.md has the security argument. For
// chunkstream.cpp and its test.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "secret.hpp"

namespace asconkit::cli {

inline constexpr std::size_t tag_bytes = 16;
inline constexpr std::uint64_t max_chunks = std::uint64_t{1} << 32;

using Nonce = std::array<std::uint8_t, 16>;

// Index in bytes 0 to 7, little-endian; byte 15 is 1 only in the last chunk. Not masked yet.
constexpr Nonce chunk_nonce(std::uint64_t index, bool last) {
  Nonce nonce{};
  for (std::size_t i = 0; i < 8; ++i) nonce[i] = static_cast<std::uint8_t>(index >> (8 * i));
  nonce[15] = last ? 1 : 0;
  return nonce;
}

// What all chunks of a file have in common.
struct FileSecret {
  SecretArray<32> key;   // the first key_bytes bytes of the algorithm are used
  SecretArray<16> mask;  // what the nonces are XORed with; zero in version 1 of the format
};

// The two may start at the same place, for work in place.
struct Chunk {
  Bytes text;
  Bytes sealed;  // tag_bytes more than `text`
};

class ChunkCipher {
 public:
  ChunkCipher(const ascon_algorithm &algorithm, const FileSecret &secret)
      : algorithm_(&algorithm), secret_(secret) {}

  // Seals chunks with the indices `first`, `first` + 1, ...; `ends`: the last of them is the last
  // one of the file. Returns how many are sealed: all before the first one whose index is
  // max_chunks or whose sizes do not fit.
  std::size_t seal(std::uint64_t first, bool ends, std::span<const Chunk> chunks) const;

  // Returns how many are good: all before the first one that is not the chunk with this index and
  // flag. The text of that one is zero; the ones behind it must not be used.
  std::size_t open(std::uint64_t first, bool ends, std::span<const Chunk> chunks) const;

 private:
  const ascon_algorithm *algorithm_;
  FileSecret secret_;
};

}  // namespace asconkit::cli
