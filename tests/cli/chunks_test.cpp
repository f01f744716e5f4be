// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a test of the command cannot reach: chunk numbers around 2^32, and groups.
#include "chunks.hpp"

#include <array>
#include <cstdio>
#include <vector>

namespace {

using namespace asconkit::cli;

using Sealed = std::array<std::uint8_t, 3 + tag_bytes>;
using Text = std::array<std::uint8_t, 3>;

int failures = 0;

void expect(bool good, const char *what) {
  if (!good) std::printf("FAILED: %s\n", what);
  failures += good ? 0 : 1;
}

bool seals(const ChunkCipher &cipher, std::uint64_t index, bool last, Chunk chunk) {
  return cipher.seal(index, last, {&chunk, 1}) == 1;
}

bool opens(const ChunkCipher &cipher, std::uint64_t index, bool last, Chunk chunk) {
  return cipher.open(index, last, {&chunk, 1}) == 1;
}

void test_index_limit(const ChunkCipher &cipher) {
  Sealed sealed{};
  Text text{1, 2, 3};
  Chunk chunk{text, sealed};
  expect(seals(cipher, max_chunks - 1, true, chunk), "the largest index seals");
  expect(opens(cipher, max_chunks - 1, true, chunk), "and opens");
  expect(!opens(cipher, 0xffff, true, chunk), "all bits of the index count");
  Sealed untouched = sealed;
  expect(!seals(cipher, max_chunks, true, chunk), "2^32 chunks are the limit");
  expect(!seals(cipher, ~std::uint64_t{0}, false, chunk), "far above it as well");
  expect(sealed == untouched, "nothing is written beyond the limit");
  expect(!opens(cipher, max_chunks, true, chunk), "nor read");
}

void test_sizes(const ChunkCipher &cipher) {
  Sealed sealed{};
  Text text{};
  expect(!seals(cipher, 0, true, {Bytes(text).first(2), sealed}), "sizes must fit when sealing");
  expect(!opens(cipher, 0, true, {Bytes(text).first(2), sealed}), "and when opening");
}

constexpr std::size_t group_size = 40;  // more than any engine has lanes

struct Group {
  std::array<Text, group_size> texts;
  std::array<Sealed, group_size> sealed{};
  std::vector<Chunk> chunks;
  Group() {
    for (std::size_t i = 0; i < group_size; ++i) {
      texts[i] = {static_cast<std::uint8_t>(i), 1, 2};
      chunks.push_back({texts[i], sealed[i]});
    }
  }
};

// A group is what its chunks are one by one.
void test_group(const ChunkCipher &cipher) {
  for (bool ends : {false, true}) {
    Group group;
    expect(cipher.seal(7, ends, group.chunks) == group_size, "a group is sealed");
    for (std::size_t i = 0; i < group_size; ++i) {
      Text text{};
      bool last = ends && i + 1 == group_size;
      expect(opens(cipher, 7 + i, last, {text, group.sealed[i]}), "each with its own nonce");
      expect(text == group.texts[i], "each with its own text");
    }
  }
}

void test_group_at_the_limit(const ChunkCipher &cipher) {
  Group group;
  expect(cipher.seal(max_chunks - 2, true, group.chunks) == 2, "a group ends at the limit");
  expect(group.sealed[2] == Sealed{}, "nothing is written behind it");
  Text text{};
  expect(opens(cipher, max_chunks - 1, false, {text, group.sealed[1]}),
         "the last chunk in range is not marked as the last one of the group");
}

// Whichever it is: those before count, and no other.
void test_damage_in_a_group(const ChunkCipher &cipher) {
  for (std::size_t bad = 0; bad < group_size; ++bad) {
    Group group;
    cipher.seal(0, true, group.chunks);
    group.sealed[bad][0] ^= 1;
    group.sealed[group_size - 1][1] ^= 1;
    expect(cipher.open(0, true, group.chunks) == bad, "the first bad chunk is found");
    expect(group.texts[bad] == Text{}, "nothing of it is left");
  }
}

// Each index and flag has a nonce of its own.
void test_nonces() {
  expect(chunk_nonce(0, false) == Nonce{}, "the first chunk of several has nonce 0");
  expect(chunk_nonce(0, true) != chunk_nonce(0, false), "the flag changes the nonce");
  expect(chunk_nonce(1, true) == Nonce{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, "layout");
  expect(chunk_nonce(max_chunks - 1, false) == Nonce{255, 255, 255, 255}, "little-endian");
}

// Masked nonces are those of SP 800-232: with a mask, Ascon-AEAD128 is its nonce-masked form.
void test_masking() {
  FileSecret secret;
  SecretArray<32> both;
  for (std::size_t i = 0; i < 16; ++i) {
    both[i] = secret.key[i] = static_cast<std::uint8_t>(i + 1);
    both[16 + i] = secret.mask[i] = static_cast<std::uint8_t>(0xa0 + i);
  }
  Group group;
  ChunkCipher(*ascon_algorithm_find("ascon-aead128"), secret).seal(5, true, group.chunks);
  for (std::size_t i = 0; i < group_size; ++i) {
    Sealed expected{};
    ascon_aead_encrypt_combined(ascon_algorithm_find("ascon-aead128-nonce-masked"), expected.data(),
                                group.texts[i].data(), 3, nullptr, 0,
                                chunk_nonce(5 + i, i + 1 == group_size).data(), both.data());
    expect(group.sealed[i] == expected, "the mask is the second half of a nonce-masked key");
  }
}

}  // namespace

int main() {
  ChunkCipher cipher(*ascon_algorithm_find("ascon-aead128"), FileSecret());
  test_index_limit(cipher);
  test_sizes(cipher);
  test_group(cipher);
  test_group_at_the_limit(cipher);
  test_damage_in_a_group(cipher);
  test_nonces();
  test_masking();
  return failures == 0 ? 0 : 1;
}
