/* bi32: bit-interleaved. Each 64-bit word is kept as its even and its odd bits, so that a rotation
   is two rotations of 32-bit words, at the price of a conversion where data enters and leaves.
   For 32-bit processors with a rotate instruction and without a funnel shift.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BI32_BACKEND_H
#define ASCON_BI32_BACKEND_H

#include "../../src/state.h"

typedef ascon_words ascon_reg;
#include "../../src/in_place.h"
#include "../../src/substitution.h"

/* w32[2 * i] has the even bits of word i, w32[2 * i + 1] the odd ones. */
typedef struct ascon_lane {
  uint32_t even, odd;
} ascon_lane;

ASCON_INLINE ascon_lane reg_lane(const ascon_reg *s, size_t i) {
  return (ascon_lane){s->w32[2 * i], s->w32[2 * i + 1]};
}

ASCON_INLINE void reg_set_lane(ascon_reg *s, size_t i, ascon_lane lane) {
  s->w32[2 * i] = lane.even;
  s->w32[2 * i + 1] = lane.odd;
}

ASCON_INLINE ascon_lane lane_xor(ascon_lane a, ascon_lane b) {
  return (ascon_lane){a.even ^ b.even, a.odd ^ b.odd};
}

#if ASCON_INLINE_BI
#define ASCON_CONVERSION ASCON_INLINE
#else
#define ASCON_CONVERSION ASCON_NOINLINE
#endif

/* Exchanges the upper half of each 2n-bit field of `even` with the lower half of that of `odd`. */
ASCON_INLINE void delta_swap(ascon_lane *x, unsigned n, uint32_t mask) {
  uint32_t t = (x->even ^ x->odd << n) & mask;
  x->even ^= t;
  x->odd ^= t >> n;
}

/* From the low and the high half of a word. A bit's place has six binary digits, the first of which
   names the half. Each step exchanges that digit with the next one; in the end the last digit names
   the half, and the others have moved up in order. 22 operations where shifts are free. */
ASCON_CONVERSION ascon_lane interleave(ascon_lane x) {
  delta_swap(&x, 16, 0xffff0000);
  delta_swap(&x, 8, 0xff00ff00);
  delta_swap(&x, 4, 0xf0f0f0f0);
  delta_swap(&x, 2, 0xcccccccc);
  delta_swap(&x, 1, 0xaaaaaaaa);
  return x;
}

ASCON_CONVERSION ascon_lane deinterleave(ascon_lane x) {
  delta_swap(&x, 1, 0xaaaaaaaa);
  delta_swap(&x, 2, 0xcccccccc);
  delta_swap(&x, 4, 0xf0f0f0f0);
  delta_swap(&x, 8, 0xff00ff00);
  delta_swap(&x, 16, 0xffff0000);
  return x;
}

ASCON_INLINE ascon_lane lane_load(const uint8_t *in, ascon_order order) {
  uint32_t first = ascon_load32(in, order), second = ascon_load32(in + 4, order);
  ascon_lane x =
      order == ASCON_LITTLE_ENDIAN ? (ascon_lane){first, second} : (ascon_lane){second, first};
  return ASCON_EXTERN_BI ? x : interleave(x);
}

ASCON_INLINE void lane_store(uint8_t *out, ascon_lane lane, ascon_order order) {
  ascon_lane x = ASCON_EXTERN_BI ? lane : deinterleave(lane);
  ascon_store32(out, order == ASCON_LITTLE_ENDIAN ? x.even : x.odd, order);
  ascon_store32(out + 4, order == ASCON_LITTLE_ENDIAN ? x.odd : x.even, order);
}

ASCON_INLINE void reg_init(ascon_reg *s, const uint64_t lanes[5]) {
  for (size_t i = 0; i < 5; i++)
    reg_set_lane(s, i, interleave((ascon_lane){(uint32_t)lanes[i], (uint32_t)(lanes[i] >> 32)}));
}

ASCON_INLINE uint32_t rotate32(uint32_t x, unsigned n) { return x >> n | x << ((32 - n) & 31); }

/* An even rotation by 2k turns both halves by k; an odd one by 2k + 1 makes the even half out of
   the odd one turned by k, and the odd one out of the even one turned by k + 1. */
ASCON_INLINE ascon_lane lane_rotate(ascon_lane x, unsigned n) {
  unsigned k = n / 2;
  if (n % 2 == 0) return (ascon_lane){rotate32(x.even, k), rotate32(x.odd, k)};
  return (ascon_lane){rotate32(x.odd, k), rotate32(x.even, (k + 1) & 31)};
}

/* x ^ ror(x, a) ^ ror(x, b) */
ASCON_INLINE void diffuse(ascon_reg *s, size_t i, unsigned a, unsigned b) {
  ascon_lane x = reg_lane(s, i);
  reg_set_lane(s, i, lane_xor(x, lane_xor(lane_rotate(x, a), lane_rotate(x, b))));
}

/* The columns of one half of the words, h = 0 or 1. */
ASCON_INLINE void substitute(ascon_reg *s, size_t h) {
  uint32_t *x = s->w32 + h;
  ASCON_SUBSTITUTION(uint32_t, x[0], x[2], x[4], x[6], x[8]);
}

/* The even or the odd bits of a round constant, four of them. */
#define ASCON_EVERY_OTHER_BIT(c) (((c) & 1u) | ((c) >> 1 & 2u) | ((c) >> 2 & 4u) | ((c) >> 3 & 8u))

ASCON_INLINE void reg_round(ascon_reg *s, unsigned left) {
  unsigned constant = ASCON_ROUND_CONSTANT(left);
  s->w32[4] ^= ASCON_EVERY_OTHER_BIT(constant);
  s->w32[5] ^= ASCON_EVERY_OTHER_BIT(constant >> 1);
  substitute(s, 0);
  substitute(s, 1);
  diffuse(s, 0, 19, 28);
  diffuse(s, 1, 61, 39);
  diffuse(s, 2, 1, 6);
  diffuse(s, 3, 10, 17);
  diffuse(s, 4, 7, 41);
}

#define ASCON_HAVE_REG_ROUNDS 1
#include "../../src/lanes.h"
#include "../../src/rounds.h"

ASCON_NOINLINE void reg_permute(ascon_reg *s, unsigned rounds) { reg_rounds(s, rounds); }

#endif
