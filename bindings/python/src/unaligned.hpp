// Numbers at any alignment. For Arrow arrays and for nonces; includes nothing of Python.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace asconkit {

/** Number i of an array of any alignment. A copy, as another thread may change it meanwhile. */
template <typename Number>
Number number_at(const void *numbers, size_t i) {
  Number number;
  std::memcpy(&number, static_cast<const uint8_t *>(numbers) + i * sizeof number, sizeof number);
  return number;
}

}  // namespace asconkit
