// Buffers, inputs and lists; see the header.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "support.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace asconkit_test {

bool IsShortRun() {
  const char *text = std::getenv("ASCONKIT_TESTS");
  return text && std::strcmp(text, "all") != 0;
}

size_t Stride() {
  const size_t usual = ASCON_TEST_EMULATED ? 7 : 1;
  return IsShortRun() ? 7 * usual : usual;
}

// The sanitizer makes one byte of none, so an empty buffer is the end of a longer one.
Heap::Heap(size_t n, size_t skew, uint8_t fill)
    : size_(n), skew_(n + skew ? skew : 8), memory_(std::make_unique<uint8_t[]>(size_ + skew_)) {
  std::fill_n(data(), n, fill);
}

Heap::Heap(const Bytes &content, size_t skew) : Heap(content.size(), skew) {
  std::copy(content.begin(), content.end(), data());
}

bool Heap::Holds(uint8_t value) const {
  return std::all_of(data(), data() + size_, [value](uint8_t byte) { return byte == value; });
}

Guarded::Guarded(const Bytes &content, size_t skew)
    : skew_(skew), size_(content.size()), memory_(skew + size_ + 2 * kCanary, 0xc5) {
  std::copy(content.begin(), content.end(), data());
}

bool Guarded::intact() const {
  auto is_canary = [](uint8_t byte) { return byte == 0xc5; };
  const uint8_t *begin = memory_.data(), *end = begin + memory_.size();
  return std::all_of(begin, data(), is_canary) && std::all_of(data() + size_, end, is_canary);
}

Bytes Pattern(Field field, size_t n) {
  Bytes bytes(n);
  uint32_t x = static_cast<uint32_t>(field);
  for (auto &byte : bytes) {
    x = x * 1664525u + 1013904223u;
    byte = static_cast<uint8_t>(x >> 24);
  }
  return bytes;
}

uint64_t Fnv(const uint8_t *data, size_t n, uint64_t hash) {
  for (size_t i = 0; i < n; i++) hash = (hash ^ data[i]) * 0x100000001b3u;
  return hash;
}

uint64_t Seed() {
  static const uint64_t seed = [] {
    const char *text = std::getenv("ASCON_TEST_SEED");
    return text ? std::strtoull(text, nullptr, 0) : 800232ull;
  }();
  return seed;
}

Bytes Random::Some(size_t n) {
  Bytes bytes(n);
  for (auto &byte : bytes) byte = static_cast<uint8_t>(engine_());
  return bytes;
}

std::vector<size_t> Random::Pieces(size_t n) {
  std::vector<size_t> pieces;
  while (n != 0) {
    size_t longest = engine_() % 4 == 0 ? n : std::min<size_t>(n, 50);
    pieces.push_back(engine_() % 5 == 0 ? 0 : UpTo(longest));
    n -= pieces.back();
  }
  if (engine_() % 2 == 0) pieces.push_back(0);
  return pieces;
}

std::vector<std::string> AvailableBackends() {
  std::vector<std::string> names;
  for (size_t i = 0; ascon_backend_at(i); i++)
    if (ascon_backend_available(ascon_backend_at(i))) names.push_back(ascon_backend_at(i));
  return names;
}

std::vector<const ascon_algorithm *> Algorithms() {
  std::vector<const ascon_algorithm *> rows;
  for (size_t i = 0; ascon_any_at(i); i++) rows.push_back(ascon_any_at(i));
  return rows;
}

std::vector<const ascon_algorithm *> AlgorithmsOf(ascon_kind kind) {
  auto rows = Algorithms();
  std::erase_if(rows, [kind](const auto *row) { return row->kind != kind; });
  return rows;
}

}  // namespace asconkit_test
