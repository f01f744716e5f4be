/* Lanes as 64-bit words, the integers of the specification: for backends that compute on words of
   that size. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_LANES64_H
#define ASCON_LANES64_H

#include "part_words.h"
#include "state.h"

typedef ascon_words ascon_reg;
typedef uint64_t ascon_lane;

ASCON_INLINE ascon_lane reg_lane(const ascon_reg *s, size_t i) { return s->w64[i]; }
ASCON_INLINE void reg_set_lane(ascon_reg *s, size_t i, ascon_lane lane) { s->w64[i] = lane; }
ASCON_INLINE ascon_lane lane_bit(unsigned n) { return (uint64_t)1 << n; }
ASCON_INLINE ascon_lane lane_of(uint64_t word) { return word; }
ASCON_INLINE ascon_lane lane_xor(ascon_lane a, ascon_lane b) { return a ^ b; }

ASCON_INLINE void reg_init(ascon_reg *s, const uint64_t lanes[5]) {
  s->w64[0] = lanes[0], s->w64[1] = lanes[1], s->w64[2] = lanes[2];
  s->w64[3] = lanes[3], s->w64[4] = lanes[4];
}

/* In halves where registers have 32 bits: aligned words are worth a look there, see platform.h. */
#if UINTPTR_MAX > 0xffffffff
ASCON_INLINE ascon_lane lane_load(const uint8_t *in, ascon_order order) {
  return ascon_load64(in, order);
}

ASCON_INLINE void lane_store(uint8_t *out, ascon_lane lane, ascon_order order) {
  ascon_store64(out, lane, order);
}
#else
ASCON_INLINE ascon_lane lane_load(const uint8_t *in, ascon_order order) {
  const size_t low = order == ASCON_LITTLE_ENDIAN ? 0 : 4, high = 4 - low;
  return ascon_load32(in + low, order) | (uint64_t)ascon_load32(in + high, order) << 32;
}

ASCON_INLINE void lane_store(uint8_t *out, ascon_lane lane, ascon_order order) {
  const size_t low = order == ASCON_LITTLE_ENDIAN ? 0 : 4, high = 4 - low;
  ascon_store32(out + low, (uint32_t)lane, order);
  ascon_store32(out + high, (uint32_t)(lane >> 32), order);
}
#endif

#define ASCON_HAVE_LANE_PART 1

ASCON_INLINE ascon_lane lane_load_part(const uint8_t *in, size_t skip, size_t n,
                                       ascon_order order) {
  return word_load_part(in, skip, n, order);
}

ASCON_INLINE void lane_store_part(uint8_t *out, ascon_lane lane, size_t skip, size_t n,
                                  ascon_order order) {
  word_store_part(out, lane, skip, n, order);
}

#define ASCON_PLAIN_64 1
#define ASCON_PLAIN_FLIP(order) ((order) == ASCON_NATIVE_ORDER ? 0u : 7u)
#include "in_place.h"
#include "lanes.h"

#endif
