/* c32: each 64-bit word as a low and a high half, for 32-bit processors. A rotation takes two
   funnel shifts. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_C32_BACKEND_H
#define ASCON_C32_BACKEND_H

#include "../../src/state.h"

typedef ascon_words ascon_reg;
#include "../../src/in_place.h"
#include "../../src/substitution.h"

/* w32[2 * i] is the low half of word i, w32[2 * i + 1] the high one, on any byte order. */
typedef struct ascon_lane {
  uint32_t low, high;
} ascon_lane;

ASCON_INLINE ascon_lane reg_lane(const ascon_reg *s, size_t i) {
  return (ascon_lane){s->w32[2 * i], s->w32[2 * i + 1]};
}

ASCON_INLINE void reg_set_lane(ascon_reg *s, size_t i, ascon_lane lane) {
  s->w32[2 * i] = lane.low;
  s->w32[2 * i + 1] = lane.high;
}

ASCON_INLINE ascon_lane lane_bit(unsigned n) {
  uint32_t bit = (uint32_t)1 << n % 32;
  return n < 32 ? (ascon_lane){bit, 0} : (ascon_lane){0, bit};
}

ASCON_INLINE ascon_lane lane_xor(ascon_lane a, ascon_lane b) {
  return (ascon_lane){a.low ^ b.low, a.high ^ b.high};
}

ASCON_INLINE ascon_lane lane_load(const uint8_t *in, ascon_order order) {
  uint32_t first = ascon_load32(in, order), second = ascon_load32(in + 4, order);
  return order == ASCON_LITTLE_ENDIAN ? (ascon_lane){first, second} : (ascon_lane){second, first};
}

ASCON_INLINE void lane_store(uint8_t *out, ascon_lane lane, ascon_order order) {
  ascon_store32(out, order == ASCON_LITTLE_ENDIAN ? lane.low : lane.high, order);
  ascon_store32(out + 4, order == ASCON_LITTLE_ENDIAN ? lane.high : lane.low, order);
}

ASCON_INLINE void reg_init(ascon_reg *s, const uint64_t lanes[5]) {
#define ASCON_HALVES(i)                                                                            \
  reg_set_lane(s, i, (ascon_lane){(uint32_t)lanes[i], (uint32_t)(lanes[i] >> 32)})
  ASCON_HALVES(0), ASCON_HALVES(1), ASCON_HALVES(2), ASCON_HALVES(3), ASCON_HALVES(4);
#undef ASCON_HALVES
}

/* n is a constant, not a multiple of 32. */
ASCON_INLINE ascon_lane lane_rotate(ascon_lane x, unsigned n) {
  uint32_t low = n < 32 ? x.low : x.high, high = n < 32 ? x.high : x.low;
  n %= 32;
  return (ascon_lane){low >> n | high << (32 - n), high >> n | low << (32 - n)};
}

/* x ^ ror(x, a) ^ ror(x, b) with a < b */
ASCON_INLINE void diffuse(ascon_reg *s, size_t i, unsigned a, unsigned b) {
  ascon_lane x = reg_lane(s, i);
  reg_set_lane(s, i, lane_xor(x, lane_xor(lane_rotate(x, a), lane_rotate(x, b))));
}

/* The columns of one half of the words, h = 0 or 1. */
ASCON_INLINE void substitute(ascon_reg *s, size_t h) {
  uint32_t *x = s->w32 + h;
  ASCON_SUBSTITUTION(uint32_t, x[0], x[2], x[4], x[6], x[8]);
}

ASCON_INLINE void reg_round(ascon_reg *s, unsigned left) {
  s->w32[4] ^= ASCON_ROUND_CONSTANT(left);
  substitute(s, 0);
  substitute(s, 1);
  diffuse(s, 0, 19, 28);
  diffuse(s, 1, 39, 61);
  diffuse(s, 2, 1, 6);
  diffuse(s, 3, 10, 17);
  diffuse(s, 4, 7, 41);
}

#define ASCON_PLAIN_FLIP(order)                                                                    \
  ((order) == ASCON_LITTLE_ENDIAN ? (ASCON_NATIVE_ORDER == ASCON_LITTLE_ENDIAN ? 0u : 3u)          \
                                  : (ASCON_NATIVE_ORDER == ASCON_LITTLE_ENDIAN ? 7u : 4u))
#define ASCON_HAVE_REG_ROUNDS 1
#include "../../src/lanes.h"
#include "../../src/rounds.h"

ASCON_NOINLINE void reg_permute(ascon_reg *s, unsigned rounds) { reg_rounds(s, rounds); }

#endif
