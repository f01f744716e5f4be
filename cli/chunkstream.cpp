// SPDX-License-Identifier: Apache-2.0 OR MIT
// Encryption and decryption of all chunks of a file; see the header.
#include "chunkstream.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "groups.hpp"
#include "progress.hpp"

namespace asconkit::cli {

namespace {

// 0 for a chunk that is shorter than its tag, which ChunkCipher refuses.
std::size_t text_bytes(ConstBytes sealed) {
  return sealed.size() < tag_bytes ? 0 : sealed.size() - tag_bytes;
}

std::vector<Chunk> chunks_to_seal(Group &group) {
  std::vector<Chunk> chunks;
  for (std::size_t i = 0; i < group.count(); ++i) {
    Bytes text = group.piece(i);
    chunks.push_back({text, group.result(i, text.size() + tag_bytes)});
  }
  return chunks;
}

std::vector<Chunk> chunks_to_open(Group &group) {
  std::vector<Chunk> chunks;
  for (std::size_t i = 0; i < group.count(); ++i) {
    Bytes sealed = group.piece(i);
    chunks.push_back({group.result(i, text_bytes(sealed)), sealed});
  }
  return chunks;
}

// Writes one side of these chunks.
void write(Output &output, std::span<const Chunk> chunks, Bytes Chunk::*side) {
  std::vector<iovec> pieces;
  for (const Chunk &chunk : chunks) pieces.push_back(piece_of(chunk.*side));
  output.write(pieces);
}

void check_chunk_size(std::uint64_t index, std::size_t size, const std::string &name) {
  if (size < tag_bytes)
    fail(Exit::corrupted, name, "is truncated in chunk " + std::to_string(index));
  if (size == tag_bytes && index > 0)
    fail(Exit::corrupted, name, "chunk " + std::to_string(index) + " is empty");
}

// Fails for the first chunk that ChunkCipher refused, and says what is wrong with it. A second try
// with the other flag tells a truncated or extended file from a corrupted one. An attacker learns
// nothing from it: both flags of an index can be tried anyway. `whole`: the length of a sealed
// chunk that is not the last one.
[[noreturn]] void fail_chunk(const ChunkCipher &cipher, std::uint64_t index, bool last,
                             const Chunk &chunk, std::size_t whole, const std::string &name) {
  check_chunk_size(index, chunk.sealed.size(), name);
  std::string number = std::to_string(index);
  bool other = cipher.open(index, !last, {&chunk, 1}) == 1;
  ascon_wipe(chunk.text.data(), chunk.text.size());
  bool is_part = chunk.sealed.size() < whole;
  if (!other)
    fail(Exit::corrupted, name,
         "chunk " + number + (is_part ? " is corrupted, truncated or extended" : " is corrupted"));
  fail(Exit::corrupted, name,
       last ? "is truncated: no chunk follows chunk " + number
            : "has data after its last chunk, chunk " + number);
}

}  // namespace

void seal_stream(Input &input, Output &output, const ChunkCipher &cipher, std::size_t chunk_bytes,
                 unsigned threads) {
  GroupShape shape = group_shape(chunk_bytes, chunk_bytes + tag_bytes, false);
  Progress progress(input.name(), input.size());
  auto seal = [&](Group &group) {
    group.good = cipher.seal(group.first(), group.ends(), chunks_to_seal(group));
  };
  auto finish = [&](Group &group) {
    std::vector<Chunk> chunks = chunks_to_seal(group);
    write(output, std::span(chunks).first(group.good), &Chunk::sealed);
    if (group.good < group.count())
      fail(Exit::usage, input.name(), "needs more than 2^32 chunks; a larger --chunk-size helps");
    progress.add(group.bytes());
  };
  for_each_group(input, shape, threads, seal, finish);
}

void open_stream(Input &input, Output &output, const ChunkCipher &cipher, std::size_t chunk_bytes,
                 unsigned threads) {
  GroupShape shape = group_shape(chunk_bytes + tag_bytes, chunk_bytes + tag_bytes, true);
  Progress progress(input.name(), input.size());
  auto open = [&](Group &group) {
    std::vector<Chunk> chunks = chunks_to_open(group);
    group.good = cipher.open(group.first(), group.ends(), chunks);
    // Whoever has the key can make such a chunk, which the format does not allow.
    bool empty = group.good > 0 && chunks[group.good - 1].text.empty();
    if (empty && group.first() + group.good > 1) --group.good;
  };
  auto finish = [&](Group &group) {
    std::vector<Chunk> chunks = chunks_to_open(group);
    write(output, std::span(chunks).first(group.good), &Chunk::text);
    if (group.good < group.count())
      fail_chunk(cipher, group.first() + group.good,
                 group.ends() && group.good + 1 == group.count(), chunks[group.good],
                 chunk_bytes + tag_bytes, input.name());
    progress.add(group.bytes());
  };
  for_each_group(input, shape, threads, open, finish);
}

}  // namespace asconkit::cli
