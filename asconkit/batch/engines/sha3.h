/* The round with the instructions of the SHA-3 extension; neon_data.h has the rest. Included by
   sha3_x4.c. SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 23 operations on two states. Three things make it short:
   - The nonlinear step needs x0, x2 and x4 only as x0 ^ x4, x1 ^ x2 ^ constant and x3 ^ x4. So the
     round before ends with these sums, in which x0 and x4 themselves need not be made.
   - A rotation of a sum is one operation. So y ^ (y >>> p) ^ (y >>> q) takes three, also if y is
     itself a sum that nothing else needs.
   - The constant, with all bits inverted because x2 stays complemented, goes into a rotation that
     would otherwise have zero as its other operand. */
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

#include "neon_data.h"

/* It passes through rotations by 5 and by 1. */
#define VECTOR_CONSTANT(constant) (~UINT64_C(constant) << 6 | ~UINT64_C(constant) >> 58)

/* veor3q_u64: a ^ b ^ c. vbcaxq_u64: a ^ (b & ~c). vxarq_u64: a ^ b, rotated right by n. */

/* Between begin and end: x0 ^ x4, x1, x1 ^ x2 ^ constant, x3, x3 ^ x4. */
INLINED void vector_begin(uint64x2_t x[5], uint64_t constant) {
  x[0] ^= x[4];
  x[4] ^= x[3];
  x[2] = veor3q_u64(x[2], x[1], vdupq_n_u64(constant));
}

INLINED void vector_round(uint64x2_t x[5], const uint64_t *constants) {
  const uint64x2_t next = vld1q_dup_u64(constants + 1);
  const uint64x2_t b0 = vbcaxq_u64(x[0], x[2], x[1]);
  const uint64x2_t b1 = vbcaxq_u64(x[1], x[3], x[2]);
  const uint64x2_t b2 = vbcaxq_u64(x[2], x[4], x[3]);
  const uint64x2_t b3 = vbcaxq_u64(x[3], x[0], x[4]);
  const uint64x2_t b4 = vbcaxq_u64(x[4], x[1], x[0]);
  const uint64x2_t r2 = vxarq_u64(b2, vxarq_u64(b2, next, 5), 1);
  const uint64x2_t r4 = vxarq_u64(b4, vxarq_u64(b4, vdupq_n_u64(0), 34), 7);
  x[0] = veor3q_u64(b0, vxarq_u64(b0, b4, 19), vxarq_u64(b0, b4, 28)) ^ r4;
  x[1] = veor3q_u64(b0, b1, vxarq_u64(b0, b1, 39)) ^ vxarq_u64(b0, b1, 61);
  x[3] = veor3q_u64(b2, b3, vxarq_u64(b2, b3, 10)) ^ vxarq_u64(b2, b3, 17);
  x[2] = veor3q_u64(b2, r2, x[1]);
  x[4] = veor3q_u64(b4, r4, x[3]);
}

INLINED void vector_end(uint64x2_t x[5]) {
  x[2] ^= x[1];
  x[4] ^= x[3];
  x[0] ^= x[4];
}

enum { ENGINE_NEEDS = ASCON_CPU_SHA3 };

#include "rounds.h"

#endif
#endif
