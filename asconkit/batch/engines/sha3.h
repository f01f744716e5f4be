/* The round with the instructions of the SHA-3 extension; neon_data.h has the rest. Included by
   sha3_x4.c. SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 22 operations on two states; docs/scheduling.md has the formulas and how they were
   found. Two things make it short:
   - The state between rounds is ~x0, ~x1, x1 ^ x2 ^ constant, x3 and ~(x0 ^ x4), so that each
     operation of the S-box is one instruction.
   - A rotation takes an exclusive or with it. So (y >>> p) ^ (y >>> q), as ((y >>> q - p) ^ y)
     >>> p, takes two, with a constant inside: the round's, or all ones where a word comes out
     complemented. */
#ifndef ASCON_ENGINES_SHA3_H
#define ASCON_ENGINES_SHA3_H

#include "places.h"
#if ASCON_HAVE_AARCH64_ENGINES

#include "../../core/platform/target.h"

#if defined(__clang__)
TARGET_BEGIN("sha3")
#else
TARGET_BEGIN("arch=armv8.2-a+sha3")
#endif

/* It passes through rotations by 5 and by 1. */
#define VECTOR_CONSTANT(constant) ((uint64_t)(constant) << 6)

#include "neon_data.h"

/* veor3q_u64: a ^ b ^ c. vbcaxq_u64: a ^ (b & ~c). vxarq_u64: a ^ b, rotated right by n. */

INLINED void vector_begin(uint64x2_t x[5], uint64_t constant) {
  x[2] = veor3q_u64(x[2], x[1], vdupq_n_u64(constant));
  x[0] = ~x[0], x[1] = ~x[1];
  x[4] ^= x[0];
}

/* (y >>> p) ^ (y >>> q) ^ (more >>> q) */
#define BOTH_ROTATIONS(y, more, p, q) vxarq_u64(y, vxarq_u64(y, more, (q) - (p)), p)

/* y ^ (y >>> p) ^ (y >>> q) ^ more. One operation less waits for another than with both rotations
   in one. */
#define LINEAR(y, more, p, q) veor3q_u64(y, vxarq_u64(y, none, p), vxarq_u64(y, more, q))

INLINED void vector_round(uint64x2_t x[5], const uint64_t *constants) {
  const uint64x2_t next = vld1q_dup_u64(constants + 1), none = vdupq_n_u64(0), all = ~none;
  const uint64x2_t e = veor3q_u64(x[0], x[3], x[4]); /* x3 ^ x4 */
  const uint64x2_t w = vbcaxq_u64(x[4], x[1], x[2]); /* (x1 | x1 ^ x2 ^ constant) ^ x0 ^ x4 */
  const uint64x2_t y4 = vbcaxq_u64(e, w, x[1]);
  const uint64x2_t not_y0 = vbcaxq_u64(e, x[1], w);
  const uint64x2_t y1 = vbcaxq_u64(w, x[3], x[2]);
  const uint64x2_t not_y2 = vbcaxq_u64(x[2], e, x[3]);
  const uint64x2_t not_y3 = vbcaxq_u64(x[2], x[0], e);
  x[0] = LINEAR(not_y0, none, 19, 28);
  x[1] = LINEAR(y1, all, 39, 61);
  x[2] = veor3q_u64(x[1], not_y2, BOTH_ROTATIONS(not_y2, next, 1, 6));
  x[3] = not_y3 ^ BOTH_ROTATIONS(not_y3, all, 10, 17);
  x[4] = veor3q_u64(x[0], y4, BOTH_ROTATIONS(y4, none, 7, 41));
}

INLINED void vector_end(uint64x2_t x[5]) {
  x[4] ^= x[0];
  x[0] = ~x[0], x[1] = ~x[1];
  x[2] ^= x[1];
}

enum { ENGINE_NEEDS = ASCON_CPU_SHA3 };

#include "rounds.h"

#endif
#endif
