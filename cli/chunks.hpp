// SPDX-License-Identifier: Apache-2.0 OR MIT
// One chunk at a time, without any input or output: chunks do not depend on each other, so
// several may be processed at once. docs/file-format.md has the security argument.
#pragma once

#include <array>
#include <cstdint>

#include "secret.hpp"

namespace asconkit::cli {

inline constexpr std::size_t tag_bytes = 16;
inline constexpr std::uint64_t max_chunks = std::uint64_t{1} << 32;

using Nonce = std::array<std::uint8_t, 16>;

// Index in bytes 0 to 7, little-endian; byte 15 is 1 in the last chunk alone.
constexpr Nonce chunk_nonce(std::uint64_t index, bool last) {
  Nonce nonce{};
  for (std::size_t i = 0; i < 8; ++i) nonce[i] = static_cast<std::uint8_t>(index >> (8 * i));
  nonce[15] = last ? 1 : 0;
  return nonce;
}

class ChunkCipher {
 public:
  // The first algorithm.key_bytes bytes of the key are used.
  ChunkCipher(const ascon_algorithm &algorithm, const SecretArray<32> &key)
      : algorithm_(&algorithm), key_(key) {}

  // `sealed` has tag_bytes more than `text`. False: the index is max_chunks or more.
  bool seal(std::uint64_t index, bool last, ConstBytes text, Bytes sealed) const;

  // False: the chunk is not the one with this index and flag; `text` is zero then.
  bool open(std::uint64_t index, bool last, ConstBytes sealed, Bytes text) const;

 private:
  const ascon_algorithm *algorithm_;
  SecretArray<32> key_;
};

}  // namespace asconkit::cli
