// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a test of the command cannot reach: chunk numbers around 2^32.
#include "chunks.hpp"

#include <cstdio>

namespace {

using namespace asconkit::cli;

using Sealed = std::array<std::uint8_t, 3 + tag_bytes>;
using Text = std::array<std::uint8_t, 3>;

int failures = 0;

void expect(bool good, const char *what) {
  if (!good) std::printf("FAILED: %s\n", what);
  failures += good ? 0 : 1;
}

void test_index_limit(const ChunkCipher &cipher) {
  Sealed sealed{};
  Text text{1, 2, 3};
  expect(cipher.seal(max_chunks - 1, true, text, sealed), "the largest index seals");
  expect(cipher.open(max_chunks - 1, true, sealed, text), "and opens");
  expect(!cipher.open(0xffff, true, sealed, text), "all bits of the index count");
  Sealed untouched = sealed;
  expect(!cipher.seal(max_chunks, true, text, sealed), "2^32 chunks are the limit");
  expect(!cipher.seal(~std::uint64_t{0}, false, text, sealed), "far above it as well");
  expect(sealed == untouched, "nothing is written beyond the limit");
  expect(!cipher.open(max_chunks, true, sealed, text), "nor read");
}

void test_sizes(const ChunkCipher &cipher) {
  Sealed sealed{};
  Text text{};
  expect(!cipher.seal(0, true, ConstBytes(text).first(2), sealed), "sizes must fit when sealing");
  expect(!cipher.open(0, true, sealed, Bytes(text).first(2)), "and when opening");
}

// Each index and flag has a nonce of its own.
void test_nonces() {
  expect(chunk_nonce(0, false) == Nonce{}, "the first chunk of several has nonce 0");
  expect(chunk_nonce(0, true) != chunk_nonce(0, false), "the flag changes the nonce");
  expect(chunk_nonce(1, true) == Nonce{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, "layout");
  expect(chunk_nonce(max_chunks - 1, false) == Nonce{255, 255, 255, 255}, "little-endian");
}

}  // namespace

int main() {
  ChunkCipher cipher(*ascon_algorithm_find("ascon-aead128"), SecretArray<32>());
  test_index_limit(cipher);
  test_sizes(cipher);
  test_nonces();
  return failures == 0 ? 0 : 1;
}
