// SPDX-License-Identifier: Apache-2.0 OR MIT
// Memory that is zeroized at the end of its use, and random bytes. For the whole command.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

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

// Keeps the pages of this memory out of swap until the program ends, where the system allows it.
void try_to_lock(void *memory, std::size_t bytes);

// Fixed size: growing would leave copies. Not initialised, and only what was handed out is
// wiped: the rest of a large buffer costs no memory.
class SecretBuffer {
 public:
  enum class Paging { free, locked };  // `locked` is for keys: systems allow little of it
  explicit SecretBuffer(std::size_t bytes, Paging paging = Paging::free)
      : bytes_(std::make_unique_for_overwrite<std::uint8_t[]>(bytes)), size_(bytes) {
    if (paging == Paging::locked) try_to_lock(bytes_.get(), bytes);
  }
  SecretBuffer(SecretBuffer &&other) noexcept
      : bytes_(std::move(other.bytes_)),
        size_(std::exchange(other.size_, 0)),
        touched_(std::exchange(other.touched_, 0)) {}
  SecretBuffer &operator=(SecretBuffer &&) = delete;
  ~SecretBuffer() { ascon_wipe(bytes_.get(), touched_); }
  std::size_t size() const { return size_; }
  Bytes all() { return first(size_); }
  Bytes first(std::size_t bytes) {
    touched_ = std::max(touched_, bytes);
    return unused().first(bytes);
  }
  // For data of unknown length; then get the part that was filled with first(), which marks it for
  // wiping.
  Bytes unused() { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t size_;
  std::size_t touched_ = 0;
};

// From the system's generator.
void fill_random(Bytes bytes);

// Keeps secrets out of core dumps, other processes of the user away from this one's memory, and the
// stack, which holds keys, out of swap.
void protect_memory();

}  // namespace asconkit::cli
