/* Strings shorter than 64 bytes, for engines without loads and stores under a mask: see
   contract.h. Included by the families. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINES_SHORT_STRINGS_H
#define ASCON_ENGINES_SHORT_STRINGS_H

#include "../../core/platform/bytes.h"

/* `part` bytes if n has that bit, else as many from `aside` to itself: the same instructions for
   every n. */
MODULAR INLINED void copy_part(uintptr_t *to, uintptr_t *from, size_t n, size_t part,
                               uint8_t aside[8]) {
  const uintptr_t wanted = 0 - (uintptr_t)(n / part & 1), other = (uintptr_t)aside;
  uint64_t bytes;
  __builtin_memcpy(&bytes, (const uint8_t *)(other ^ ((other ^ *from) & wanted)), part);
  __builtin_memcpy((uint8_t *)(other ^ ((other ^ *to) & wanted)), &bytes, part);
  *to += part & wanted, *from += part & wanted;
}

/* One branch, on the number of whole 16 bytes; the rest by the bits of the length. */
INLINED void copy_short(uint8_t *to_bytes, const uint8_t *from_bytes, size_t n) {
  uintptr_t to = (uintptr_t)to_bytes, from = (uintptr_t)from_bytes;
  uint8_t aside[8] = {0};
  for (size_t whole = n / 16; whole; whole--) {
    copy_part(&to, &from, 8, 8, aside);
    copy_part(&to, &from, 8, 8, aside);
  }
  copy_part(&to, &from, n, 8, aside);
  copy_part(&to, &from, n, 4, aside);
  copy_part(&to, &from, n, 2, aside);
  copy_part(&to, &from, n, 1, aside);
}

/* Bits of word i that are among the first n bytes of a row. */
INLINED uint64_t bits_before(size_t n, size_t i) {
  const size_t bytes = n < 8 * i ? 0 : smaller(n - 8 * i, 8);
  return bytes == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * bytes) - 1;
}

/* A last block of n bytes in a row of 64: the bytes, the padding byte, and zeros. `row` may be
   `from`. */
INLINED void pad_short(uint8_t row[64], const uint8_t *from, size_t n, uint8_t byte) {
  if (row != from) {
    for (size_t i = 0; i < 8; i++) store64(row + 8 * i, 0, ASCON_LITTLE_ENDIAN);
    copy_short(row, from, n);
  } else {
    /* In place: what is after the first n bytes goes. */
    for (size_t i = 0; i < 8; i++) {
      const uint64_t word = load64(row + 8 * i, ASCON_LITTLE_ENDIAN);
      store64(row + 8 * i, word & bits_before(n, i), ASCON_LITTLE_ENDIAN);
    }
  }
  row[n] = byte;
}

#endif
