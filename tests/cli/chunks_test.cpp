// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a test of the command cannot reach: groups of chunks around index 2^32. The chunks are the
// library's: tests/constructions has their tests.
#include "chunks.hpp"

#include <array>
#include <cstdio>

namespace {

using namespace asconkit::cli;

constexpr std::size_t chunk_bytes = 3;
constexpr std::size_t whole = chunk_bytes + tag_bytes;
constexpr std::size_t group_size = 40;  // more than any engine has lanes

using Chunk = std::array<std::uint8_t, whole>;
using Group = std::array<Chunk, group_size>;
using Texts = std::array<std::uint8_t, group_size * chunk_bytes>;

int failures = 0;

void expect(bool good, const char *what) {
  if (!good) std::printf("FAILED: %s\n", what);
  failures += good ? 0 : 1;
}

FileStream some_stream() {
  FileStream stream;
  const std::array<std::uint8_t, 32> secret = {1, 2, 3};
  expect(ascon_stream_init(&stream, ASCON_AEAD128, chunk_bytes, secret.data()) == ASCON_OK,
         "a stream");
  return stream;
}

// Each with another text, in its first bytes.
Group texts_in_place() {
  Group group{};
  for (std::size_t i = 0; i < group_size; ++i) group[i] = {static_cast<std::uint8_t>(i), 1, 2};
  return group;
}

std::size_t seal(const FileStream &stream, Group &group, std::uint64_t first, bool ends) {
  return seal_chunks(stream, group[0].data(), group_size * chunk_bytes, first, ends);
}

std::size_t open(const FileStream &stream, const Group &group, std::uint64_t first, bool ends) {
  Texts texts;
  return open_chunks(stream, texts.data(), {group[0].data(), sizeof group}, first, ends);
}

bool opens(const FileStream &stream, const Chunk &chunk, std::uint64_t index, bool last) {
  std::array<std::uint8_t, chunk_bytes> text{};
  return ascon_stream_open_chunk(&stream, text.data(), chunk.data(), whole, index, last ? 1 : 0) ==
         ASCON_OK;
}

void test_group(const FileStream &stream) {
  for (bool ends : {false, true}) {
    Group group = texts_in_place();
    expect(seal(stream, group, 7, ends) == group_size, "a group is sealed");
    for (std::size_t i = 0; i < group_size; ++i)
      expect(opens(stream, group[i], 7 + i, ends && i + 1 == group_size), "each with its index");
    expect(open(stream, group, 7, ends) == group_size, "a group is opened");
    expect(open(stream, group, 7, !ends) == group_size - 1, "all but the one with another flag");
  }
}

void test_group_at_the_limit(const FileStream &stream) {
  Group group = texts_in_place();
  const Group before = group;
  expect(seal(stream, group, max_chunks - 2, true) == 2, "a group ends at the limit");
  expect(group[2] == before[2], "nothing is written after it");
  expect(opens(stream, group[1], max_chunks - 1, false),
         "the last chunk in range is not marked as the last one of the group");
  expect(open(stream, group, max_chunks - 2, true) == 2, "nothing is read after it");
  for (const std::uint64_t first : {max_chunks, ~std::uint64_t{0}}) {
    group = before;
    expect(seal(stream, group, first, true) == 0, "2^32 chunks are the limit");
    expect(group == before, "nothing is written beyond it");
    expect(open(stream, group, first, true) == 0, "nor read");
  }
}

void test_empty_texts(const FileStream &stream) {
  Chunk chunk{};
  expect(seal_chunks(stream, chunk.data(), 0, 0, true) == 1, "an empty text has a chunk");
  expect(open_chunks(stream, nullptr, {chunk.data(), tag_bytes}, 0, true) == 1, "and is opened");
}

// Whichever it is: those before count, and no other.
void test_damage_in_a_group(const FileStream &stream) {
  for (std::size_t bad = 0; bad < group_size; ++bad) {
    Group group = texts_in_place();
    seal(stream, group, 0, true);
    group[bad][0] ^= 1;
    group[group_size - 1][1] ^= 1;
    expect(open(stream, group, 0, true) == bad, "the first bad chunk is found");
  }
}

}  // namespace

int main() {
  const FileStream stream = some_stream();
  test_group(stream);
  test_group_at_the_limit(stream);
  test_empty_texts(stream);
  test_damage_in_a_group(stream);
  return failures == 0 ? 0 : 1;
}
