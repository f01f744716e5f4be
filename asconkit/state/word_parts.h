/* Parts of 64-bit words: load_part and store_part of words.h without loops.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_WORD_PARTS_H
#define ASCON_WORD_PARTS_H

#include "../platform/bytes.h"

/* 1 to 7 bytes as an integer, touching no other byte: two loads of the largest size that fits,
   which overlap in the middle. */
INLINED uint64_t load_few(const uint8_t *in, size_t n) {
  if (n >= 4) {
    uint64_t low = load32(in, ASCON_LITTLE_ENDIAN);
    uint64_t high = load32(in + n - 4, ASCON_LITTLE_ENDIAN);
    return low | high << 8 * (n - 4);
  }
  return (uint64_t)in[0] | (uint64_t)in[n / 2] << 8 * (n / 2) | (uint64_t)in[n - 1] << 8 * (n - 1);
}

/* The other way, with stores that overlap. */
INLINED void store_few(uint8_t *out, uint64_t word, size_t n) {
  if (n >= 4) {
    store32(out, (uint32_t)word, ASCON_LITTLE_ENDIAN);
    store32(out + n - 4, (uint32_t)(word >> 8 * (n - 4)), ASCON_LITTLE_ENDIAN);
    return;
  }
  out[0] = (uint8_t)word;
  out[n / 2] = (uint8_t)(word >> 8 * (n / 2));
  out[n - 1] = (uint8_t)(word >> 8 * (n - 1));
}

/* One instruction, where the processor has it. */
INLINED uint64_t swap_bytes(uint64_t word) {
  uint8_t bytes[8];
  store64(bytes, word, ASCON_LITTLE_ENDIAN);
  return load64(bytes, ASCON_BIG_ENDIAN);
}

/* n bytes that stand from byte `skip` of a word on; the others are zero. */
INLINED uint64_t load_part64(const uint8_t *in, size_t skip, size_t n, byte_order order) {
  uint64_t word = load_few(in, n) << 8 * skip;
  return order == ASCON_LITTLE_ENDIAN ? word : swap_bytes(word);
}

/* The other way: n bytes from byte `skip` of a word on. */
INLINED void store_part64(uint8_t *out, uint64_t word, size_t skip, size_t n, byte_order order) {
  uint64_t bytes = order == ASCON_LITTLE_ENDIAN ? word : swap_bytes(word);
  store_few(out, bytes >> 8 * skip, n);
}

#endif
