/* Lanes as even and odd bits, with the conversion where data enters and leaves: for backends that
   compute on bit-interleaved words. Settings: ASCON_INLINE_BI, ASCON_EXTERN_BI.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_LANES_BI32_H
#define ASCON_LANES_BI32_H

#include "interleave.h"

/* A compact build keeps lanes on the stack while it converts them. */
#if ASCON_COMPACT && !defined(ASCON_STACK_BYTES)
#define ASCON_STACK_BYTES 512
#endif

#include "state.h"

typedef ascon_words ascon_reg;

/* w32[2 * i] has the even bits of word i, w32[2 * i + 1] the odd ones. */
typedef ascon_halves ascon_lane;

ASCON_INLINE ascon_lane reg_lane(const ascon_reg *s, size_t i) {
  return (ascon_lane){s->w32[2 * i], s->w32[2 * i + 1]};
}

ASCON_INLINE void reg_set_lane(ascon_reg *s, size_t i, ascon_lane lane) {
  s->w32[2 * i] = lane.even;
  s->w32[2 * i + 1] = lane.odd;
}

ASCON_INLINE ascon_lane lane_bit(unsigned n) {
  uint32_t bit = (uint32_t)1 << n / 2;
  if (ASCON_EXTERN_BI) bit = (uint32_t)1 << n % 32;
  return (ASCON_EXTERN_BI ? n < 32 : n % 2 == 0) ? (ascon_lane){bit, 0} : (ascon_lane){0, bit};
}

ASCON_INLINE ascon_lane lane_xor(ascon_lane a, ascon_lane b) {
  return (ascon_lane){a.even ^ b.even, a.odd ^ b.odd};
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

ASCON_INLINE ascon_lane lane_of(uint64_t word) {
  return interleave((ascon_lane){(uint32_t)word, (uint32_t)(word >> 32)});
}

ASCON_INLINE void reg_init(ascon_reg *s, const uint64_t lanes[5]) {
#define ASCON_SPLIT(i) reg_set_lane(s, i, lane_of(lanes[i]))
#if ASCON_INLINE_BI /* of constants, when the code is compiled */
  ASCON_SPLIT(0), ASCON_SPLIT(1), ASCON_SPLIT(2), ASCON_SPLIT(3), ASCON_SPLIT(4);
#else
  for (size_t i = 0; i < 5; i++) ASCON_SPLIT(i);
#endif
#undef ASCON_SPLIT
}

#include "in_place.h"
#include "lanes.h"

#endif
