// SPDX-License-Identifier: Apache-2.0 OR MIT
// Memory that is wiped when it goes out of use, and random bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "asconkit/ascon.h"

namespace asconkit::cli {

using Bytes = std::span<std::uint8_t>;
using ConstBytes = std::span<const std::uint8_t>;

template <std::size_t N>
class SecretArray : public std::array<std::uint8_t, N> {
 public:
  SecretArray() : std::array<std::uint8_t, N>{} {}
  SecretArray(const SecretArray &) = default;
  SecretArray &operator=(const SecretArray &) = default;
  ~SecretArray() { ascon_wipe(this->data(), N); }
};

// Fixed size: growing would leave copies behind.
class SecretBuffer {
 public:
  explicit SecretBuffer(std::size_t bytes) : bytes_(bytes) {}
  SecretBuffer(SecretBuffer &&) = default;
  SecretBuffer &operator=(SecretBuffer &&) = default;
  SecretBuffer(const SecretBuffer &) = delete;
  SecretBuffer &operator=(const SecretBuffer &) = delete;
  ~SecretBuffer() { ascon_wipe(bytes_.data(), bytes_.size()); }
  Bytes all() { return bytes_; }
  Bytes first(std::size_t bytes) { return Bytes(bytes_).first(bytes); }

 private:
  std::vector<std::uint8_t> bytes_;
};

// From the system's generator.
void fill_random(Bytes bytes);

// Keeps secrets out of core dumps.
void disable_core_dumps();

}  // namespace asconkit::cli
