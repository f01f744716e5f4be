// Secrets for the checks of constant time: memory that valgrind's memcheck takes for undefined, so
// that a branch or an address that depends on it is an error.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <valgrind/memcheck.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace asconkit_test {

inline std::vector<uint8_t> Secret(size_t n) {
  std::vector<uint8_t> bytes(n, 0x5a);
  if (n) (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes.data(), n);
  return bytes;
}

inline void Publish(std::vector<uint8_t> *bytes) {
  if (!bytes->empty()) (void)VALGRIND_MAKE_MEM_DEFINED(bytes->data(), bytes->size());
}

// What is forbidden: the checker must see both.
inline int PlantedBranch() {
  const std::vector<uint8_t> secret = Secret(1);
  if (secret[0] & 1) std::printf("odd\n");
  return 0;
}

inline int PlantedIndex() {
  static const uint8_t table[256] = {1, 2, 3};
  const std::vector<uint8_t> secret = Secret(1);
  volatile uint8_t looked_up = table[secret[0]];
  (void)looked_up;
  return 0;
}

}  // namespace asconkit_test
