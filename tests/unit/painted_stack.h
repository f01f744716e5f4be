// Runs code on a stack of its own, and searches the stack for secrets afterwards. For the tests of
// zeroizing.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "../support/support.h"

namespace asconkit_test {

class PaintedStack {
 public:
  PaintedStack() : memory_(kBytes) {}

  void Run(const std::function<void()> &task);

  const Bytes &memory() const { return memory_; }
  // The vector registers when the task had ended; none where this file cannot read them.
  const Bytes &registers() const { return registers_; }
  static size_t register_bytes();  // of each
  // How far below the task's own frame anything was written.
  size_t depth() const;
  // How far below the task's frame this place of memory() is.
  size_t DepthOf(size_t place) const { return entry_ > place ? entry_ - place : 0; }

 private:
  static constexpr size_t kBytes = 64 * 1024;
  static constexpr uint8_t kPaint = 0xd3;
  static void Enter();

  Bytes memory_, registers_;
  size_t entry_ = 0;
};

// What must not be found in memory.
class Secrets {
 public:
  // Not secret, even if it is added below: nonce, ciphertext and the like.
  void AddPublic(const Bytes &bytes);
  void AddPublicWord(uint64_t word);
  // Any eight bytes in a row.
  void AddBytes(const Bytes &bytes, const std::string &label);
  // A 64-bit word in any encoding that a backend may use: eight bytes in either order, two 32-bit
  // halves in either order, each the low and high or the even and odd bits.
  void AddWord(uint64_t word, const std::string &label);

  struct Finding {
    std::string label;
    size_t place;
  };
  // The first secret in these bytes.
  std::optional<Finding> Search(const uint8_t *memory, size_t bytes) const;

 private:
  void Add(uint64_t window, const std::string &label);

  std::map<uint64_t, std::string> windows_;  // eight bytes as in memory, lowest address first
  std::map<uint64_t, bool> public_;
};

}  // namespace asconkit_test
