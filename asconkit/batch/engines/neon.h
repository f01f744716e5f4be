/* The round with instructions that every AArch64 has; neon_data.h has the rest. Included by
   neon_x4.c. SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 46 operations on two states: 16 for the S-box and the constant, and for each word
   two rotations, of two operations each, and two exclusive ors. */
#ifndef ASCON_ENGINES_NEON_H
#define ASCON_ENGINES_NEON_H

#include "places.h"
#if ASCON_HAVE_AARCH64_ENGINES

#include "neon_data.h"

#define ROTATE(y, n) vsriq_n_u64(vshlq_n_u64(y, 64 - (n)), y, n)
#define LINEAR(y, p, q) ((y) ^ ROTATE(y, p) ^ ROTATE(y, q))

/* Between begin and end, x2 has the next round's constant in it. */
INLINED void vector_begin(uint64x2_t x[5], uint64_t constant) { x[2] ^= vdupq_n_u64(constant); }

/* The S-box in terms of g, e and a, as in core/state/substitution.h, then the linear layer. */
INLINED void vector_round(uint64x2_t x[5], const uint64_t *constants) {
  const uint64x2_t next = vld1q_dup_u64(constants + 1);
  const uint64x2_t g = x[1] ^ x[2], e = x[3] ^ x[4], a = x[0] ^ x[4];
  const uint64x2_t y0 = ((a ^ g) | x[1]) ^ e;
  const uint64x2_t y1 = (g | (x[1] ^ x[3])) ^ a;
  const uint64x2_t y2 = vornq_u64(x[3], x[4]) ^ g;
  const uint64x2_t y3 = (x[0] | e) ^ g;
  const uint64x2_t y4 = vbicq_u64(x[1], a) ^ e;
  x[0] = LINEAR(y0, 19, 28);
  x[1] = LINEAR(y1, 61, 39);
  x[2] = LINEAR(y2, 1, 6) ^ next;
  x[3] = LINEAR(y3, 10, 17);
  x[4] = LINEAR(y4, 7, 41);
}

INLINED void vector_end(uint64x2_t x[5]) { (void)x; }

enum { ENGINE_NEEDS = 0 };

#include "rounds.h"

#endif
#endif
