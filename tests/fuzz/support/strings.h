// Strings of bytes, and the single calls of hash and CXOF that specifications of constructions are
// written with. For the targets that write such a page down once more.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <string_view>

#include "tests/fuzz/support/input.h"

namespace asconkit_fuzz {

inline Bytes Text(std::string_view text) { return Bytes(text.begin(), text.end()); }

inline void Append(Bytes *all, const Bytes &more) {
  all->insert(all->end(), more.begin(), more.end());
}

inline Bytes Joined(Bytes first, const Bytes &second) {
  Append(&first, second);
  return first;
}

// The n bytes from this place on.
inline Bytes Part(const Bytes &all, size_t from, size_t n) {
  const auto begin = all.begin() + static_cast<ptrdiff_t>(from);
  return Bytes(begin, begin + static_cast<ptrdiff_t>(n));
}

inline Bytes LittleEndian(uint64_t number, size_t bytes) {
  Bytes all(bytes);
  for (size_t i = 0; i < bytes; i++) all[i] = static_cast<uint8_t>(number >> 8 * i);
  return all;
}

// XORs as many bytes as `mask` has into the first ones of the string.
inline void Xor(Bytes *string, const Bytes &mask) {
  for (size_t i = 0; i < mask.size(); i++)
    (*string)[i] = static_cast<uint8_t>((*string)[i] ^ mask[i]);
}

inline Bytes Hash(const Bytes &message) {
  Bytes digest(32);
  EXPECT_EQ(ascon_hash256(digest.data(), message.data(), message.size()), ASCON_OK);
  return digest;
}

inline Bytes Cxof(const Bytes &customization, const Bytes &message, size_t n) {
  Bytes out(n);
  EXPECT_EQ(ascon_cxof128(out.data(), n, message.data(), message.size(), customization.data(),
                          customization.size()),
            ASCON_OK);
  return out;
}

}  // namespace asconkit_fuzz
