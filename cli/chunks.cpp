// SPDX-License-Identifier: Apache-2.0 OR MIT
// Chunks by the batch calls of the library; see the header.
#include "chunks.hpp"

#include <algorithm>
#include <cstdint>

namespace asconkit::cli {

namespace {

// Chunks of a row, of which the last one may be short.
struct Row {
  std::size_t bytes;
  std::size_t count;
  bool ends;
};

// Those with an index that a chunk can have. `unit`: the bytes of a whole one.
Row within_limit(std::size_t bytes, std::size_t unit, std::uint64_t first, bool ends) {
  const std::size_t count = std::max<std::size_t>((bytes + unit - 1) / unit, ends ? 1 : 0);
  const std::uint64_t left = first < max_chunks ? max_chunks - first : 0;
  if (count <= left) return {bytes, count, ends};
  return {static_cast<std::size_t>(left) * unit, static_cast<std::size_t>(left), false};
}

}  // namespace

std::size_t seal_chunks(const FileStream &stream, std::uint8_t *chunks, std::size_t text_bytes,
                        std::uint64_t first, bool ends) {
  const Row row = within_limit(text_bytes, stream.chunk_bytes, first, ends);
  ascon_stream_seal_chunks(&stream, chunks, chunks, stream.chunk_bytes + tag_bytes, row.bytes,
                           first, row.ends ? 1 : 0, nullptr);
  return row.count;
}

std::size_t open_chunks(const FileStream &stream, std::uint8_t *text, ConstBytes sealed,
                        std::uint64_t first, bool ends) {
  const Row row = within_limit(sealed.size(), stream.chunk_bytes + tag_bytes, first, ends);
  std::size_t text_bytes = 0;
  const ascon_result result =
      ascon_stream_open_chunks(&stream, text, stream.chunk_bytes, &text_bytes, sealed.data(),
                               row.bytes, first, row.ends ? 1 : 0, nullptr);
  return result == ASCON_OK ? row.count : text_bytes / stream.chunk_bytes;
}

}  // namespace asconkit::cli
