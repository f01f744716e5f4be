// What all unit tests share: buffers, inputs, and the lists that tests run over.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "asconkit/ascon_any.h"
#include "asconkit/ascon_backend.h"
#include "asconkit/ascon_permutation.h"
#include "asconkit/ascon_prf.h"
#include "asconkit/ascon_v12.h"

namespace asconkit_test {

using Bytes = std::vector<uint8_t>;

inline Bytes Joined(Bytes first, const Bytes &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// n bytes from this place on.
inline Bytes Part(const Bytes &all, size_t at, size_t n) {
  const auto begin = all.begin() + static_cast<ptrdiff_t>(at);
  return Bytes(begin, begin + static_cast<ptrdiff_t>(n));
}

// The heaviest sweeps take every Stride()-th step: all of them natively, few under an emulator, and
// fewer unless ASCONKIT_TESTS is all or not set; ./dev test sets it to the tier.
bool IsShortRun();
size_t Stride();

// Whether tests may make child processes, as death tests do: qemu-i386 can hang in one.
#if defined(_WIN32)
constexpr bool kForks = false;
#elif defined(__i386__)
constexpr bool kForks = ASCON_TEST_EMULATED == 0;
#else
constexpr bool kForks = true;
#endif

#if defined(__SANITIZE_ADDRESS__)
#define ASCON_TEST_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASCON_TEST_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define ASCON_TEST_TSAN 1
#endif
#endif

template <typename Context>
bool Same(const Context &a, const Context &b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <typename Context>
bool IsWiped(const Context &ctx) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(&ctx);
  return Bytes(bytes, bytes + sizeof ctx) == Bytes(sizeof ctx);
}

// Exactly n bytes on the heap, the last one at the end of the allocation, so that the address
// sanitizer sees every byte too many. The address is `skew` past an aligned one.
class Heap {
 public:
  explicit Heap(size_t n, size_t skew = 0, uint8_t fill = 0xee);
  explicit Heap(const Bytes &content, size_t skew = 0);

  uint8_t *data() { return memory_.get() + skew_; }
  const uint8_t *data() const { return memory_.get() + skew_; }
  // NULL where the length is 0, which all calls allow.
  uint8_t *nullable() { return size_ ? data() : nullptr; }
  const uint8_t *nullable() const { return size_ ? data() : nullptr; }
  size_t size() const { return size_; }
  Bytes bytes() const { return Bytes(data(), data() + size_); }
  bool Holds(uint8_t value) const;  // in all bytes

 private:
  size_t size_, skew_;
  std::unique_ptr<uint8_t[]> memory_;
};

// n bytes at some alignment between canaries: writing outside of them is seen on any machine. What
// is read outside of a Heap, which the inputs are in, the address sanitizer sees.
class Guarded {
 public:
  explicit Guarded(const Bytes &content, size_t skew = 0);

  uint8_t *data() { return memory_.data() + kCanary + skew_; }
  const uint8_t *data() const { return memory_.data() + kCanary + skew_; }
  uint8_t *nullable() { return size_ ? data() : nullptr; }
  Bytes bytes() const { return Bytes(data(), data() + size_); }
  bool intact() const;

 private:
  static constexpr size_t kCanary = 24;
  size_t skew_, size_;
  Bytes memory_;
};

// Inputs that make_vectors.py computes too; one sequence of bytes for each field.
enum class Field : uint32_t { kKey = 1, kNonce, kExtra, kText };
Bytes Pattern(Field field, size_t n);

uint64_t Fnv(const uint8_t *data, size_t n, uint64_t hash = 0xcbf29ce484222325u);
inline uint64_t Fnv(const Bytes &data, uint64_t hash = 0xcbf29ce484222325u) {
  return Fnv(data.data(), data.size(), hash);
}

// The sequence is the same in every run; ASCON_TEST_SEED changes it. Failures show the seed.
uint64_t Seed();
#define ASCON_TRACE_SEED()                                                                         \
  SCOPED_TRACE(::testing::Message() << "ASCON_TEST_SEED=" << ::asconkit_test::Seed())

class Random {
 public:
  explicit Random(uint64_t salt = 0) : engine_(Seed() + salt) {}
  uint64_t Word() { return engine_(); }
  size_t UpTo(size_t limit) { return static_cast<size_t>(engine_() % (limit + 1)); }
  Bytes Some(size_t n);
  // Lengths that add up to n, zeros among them.
  std::vector<size_t> Pieces(size_t n);

 private:
  std::mt19937_64 engine_;
};

std::vector<std::string> AvailableBackends();
std::vector<const ascon_algorithm *> Algorithms();
std::vector<const ascon_algorithm *> AlgorithmsOf(ascon_kind kind);

// A test that runs with one backend forced.
class BackendTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_EQ(ascon_backend_force(GetParam().c_str()), ASCON_OK); }
  void TearDown() override { EXPECT_EQ(ascon_backend_force(nullptr), ASCON_OK); }
};

#define ASCON_ON_EVERY_BACKEND(suite)                                                              \
  INSTANTIATE_TEST_SUITE_P(Backends, suite,                                                        \
                           ::testing::ValuesIn(::asconkit_test::AvailableBackends()),              \
                           [](const auto &test) { return test.param; })

}  // namespace asconkit_test
