/* Parts of 64-bit words, for lane_load_part and lane_store_part of lanes.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PART_WORDS_H
#define ASCON_PART_WORDS_H

#include "platform.h"

/* 1 to 7 bytes as an integer, without a loop and without touching any other byte: two loads of the
   largest size that fits, which overlap in the middle. */
ASCON_INLINE uint64_t load_few(const uint8_t *in, size_t n) {
  if (n >= 4) {
    uint64_t low = ascon_load32(in, ASCON_LITTLE_ENDIAN);
    uint64_t high = ascon_load32(in + n - 4, ASCON_LITTLE_ENDIAN);
    return low | high << 8 * (n - 4);
  }
  return (uint64_t)in[0] | (uint64_t)in[n / 2] << 8 * (n / 2) | (uint64_t)in[n - 1] << 8 * (n - 1);
}

ASCON_INLINE void store_few(uint8_t *out, uint64_t w, size_t n) {
  if (n >= 4) {
    ascon_store32(out, (uint32_t)w, ASCON_LITTLE_ENDIAN);
    ascon_store32(out + n - 4, (uint32_t)(w >> 8 * (n - 4)), ASCON_LITTLE_ENDIAN);
    return;
  }
  out[0] = (uint8_t)w;
  out[n / 2] = (uint8_t)(w >> 8 * (n / 2));
  out[n - 1] = (uint8_t)(w >> 8 * (n - 1));
}

ASCON_INLINE uint64_t swap_bytes(uint64_t w) {
  uint8_t bytes[8];
  ascon_store64(bytes, w, ASCON_LITTLE_ENDIAN);
  return ascon_load64(bytes, ASCON_BIG_ENDIAN);
}

ASCON_INLINE uint64_t word_load_part(const uint8_t *in, size_t skip, size_t n, ascon_order order) {
  uint64_t w = load_few(in, n) << 8 * skip;
  return order == ASCON_LITTLE_ENDIAN ? w : swap_bytes(w);
}

ASCON_INLINE void word_store_part(uint8_t *out, uint64_t word, size_t skip, size_t n,
                                  ascon_order order) {
  uint64_t w = order == ASCON_LITTLE_ENDIAN ? word : swap_bytes(word);
  store_few(out, w >> 8 * skip, n);
}

#endif
