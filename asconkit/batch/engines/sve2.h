/* The permutation with the scalable vectors of Arm's SVE2; memory_lanes.h has the rest. Included by
   sve2_x16.c. SPDX-License-Identifier: Apache-2.0 OR MIT

   Written once for vectors of any length. The sixteen lanes are in memory; as many of them as fit
   into two vectors are loaded, go through all rounds in registers, and are stored. svcntd() is the
   number of lanes in a vector. A type of SVE cannot stand in an array or a struct, so each word is
   a variable of its own.

   A round takes 23 operations on the states of a vector. eor3, bcax and xar overwrite an operand,
   so that four copies are needed besides: two in the S-box, one for each rotation of x0 and x4. The
   22 operations of sha3.h would need seven. */
#ifndef ASCON_ENGINES_SVE2_H
#define ASCON_ENGINES_SVE2_H

#include "places.h"
#if ASCON_HAVE_SVE2_ENGINE

#ifndef REGISTERS /* read alone */
#define REGISTERS 1
#define ASCON_STACK_BYTES 8192
#endif

#include "../../core/platform/cpu.h"
#include "../../core/platform/stack.h"
#include "../../core/platform/target.h"

#define VECTOR_LANES 16
#include "memory_lanes.h"

/* What is compiled for SVE2 is out of line: the compiler would make vectors of every loop. */
#if defined(__clang__)
TARGET_BEGIN("sve2")
#else
TARGET_BEGIN("arch=armv8.2-a+sve2")
#endif

#include <arm_sve.h>

/* With all bits inverted because x2 stays complemented, and so that it is right after rotations by
   5 and by 1. */
#define SVE2_CONSTANT(constant) (~UINT64_C(constant) << 6 | ~UINT64_C(constant) >> 58)

INLINED svuint64_t sve2_xor(svuint64_t a, svuint64_t b) { return sveor_u64_x(svptrue_b64(), a, b); }

/* Between begin and end: x0 ^ x4, x1, x1 ^ x2 ^ constant, x3, x3 ^ x4: the S-box needs x0, x2 and
   x4 in no other form. */
INLINED void sve2_begin(svuint64_t *x0, svuint64_t x1, svuint64_t *x2, svuint64_t x3,
                        svuint64_t *x4, uint64_t constant) {
  *x0 = sve2_xor(*x0, *x4);
  *x4 = sve2_xor(*x4, x3);
  *x2 = sveor3_n_u64(*x2, x1, constant);
}

/* What uses `later` comes after what made `earlier`: an operand that nothing else needs can be
   overwritten. Without this order, compilers copy two to eight registers more in each round. */
INLINED void sve2_order(svuint64_t earlier, svuint64_t *later) {
  __asm__("" : "+w"(*later) : "w"(earlier));
}

/* svbcax: a ^ (b & ~c). svxar: a ^ b, rotated right by n. As y ^ (y >>> p) ^ (y >>> q) is
   y ^ ((y ^ (y >>> q - p)) >>> p), the sum y and its two operands serve both rotations. */
INLINED void sve2_round(svuint64_t *x0, svuint64_t *x1, svuint64_t *x2, svuint64_t *x3,
                        svuint64_t *x4, uint64_t next) {
  const svuint64_t b0 = svbcax_u64(*x0, *x2, *x1);
  svuint64_t b1 = svbcax_u64(*x1, *x3, *x2);
  sve2_order(b0, x2), sve2_order(b1, x2);
  const svuint64_t b2 = svbcax_u64(*x2, *x4, *x3);
  sve2_order(b2, x3);
  svuint64_t b3 = svbcax_u64(*x3, *x0, *x4);
  sve2_order(b3, x4);
  const svuint64_t b4 = svbcax_u64(*x4, *x1, *x0);
  const svuint64_t y0 = sve2_xor(b0, b4);
  svuint64_t y1 = sve2_xor(b0, b1), y3 = sve2_xor(b2, b3);
  sve2_order(b0, &y1), sve2_order(b2, &y3);
  sve2_order(y1, &b1), sve2_order(y3, &b3);
  const svuint64_t r1 = svxar_n_u64(svxar_n_u64(b1, b0, 61 - 39), y1, 39);
  const svuint64_t r3 = svxar_n_u64(svxar_n_u64(b3, b2, 17 - 10), y3, 10);
  const svuint64_t r2 = svxar_n_u64(svxar_n_u64(svdup_n_u64(next), b2, 6 - 1), b2, 1);
  const svuint64_t r0 = svxar_n_u64(svxar_n_u64(b4, b0, 28 - 19), y0, 19);
  const svuint64_t r4 = svxar_n_u64(svxar_n_u64(svdup_n_u64(0), b4, 41 - 7), b4, 7);
  *x1 = sve2_xor(y1, r1);
  *x3 = sve2_xor(y3, r3);
  *x0 = sveor3_u64(r0, b0, r4);
  *x2 = sveor3_u64(b2, r2, *x1);
  *x4 = sveor3_u64(b4, r4, *x3);
}

INLINED void sve2_end(svuint64_t *x0, svuint64_t x1, svuint64_t *x2, svuint64_t x3,
                      svuint64_t *x4) {
  *x2 = sve2_xor(*x2, x1);
  *x4 = sve2_xor(*x4, x3);
  *x0 = sve2_xor(*x0, *x4);
}

static const uint64_t sve2_constants[13] = {
    SVE2_CONSTANT(0xf0), SVE2_CONSTANT(0xe1), SVE2_CONSTANT(0xd2), SVE2_CONSTANT(0xc3),
    SVE2_CONSTANT(0xb4), SVE2_CONSTANT(0xa5), SVE2_CONSTANT(0x96), SVE2_CONSTANT(0x87),
    SVE2_CONSTANT(0x78), SVE2_CONSTANT(0x69), SVE2_CONSTANT(0x5a), SVE2_CONSTANT(0x4b),
    SVE2_CONSTANT(0)};

/* The lanes from `first` on that fit into one vector. */
INLINED void sve2_permute_one(lane_vector x[5], size_t first, unsigned rounds) {
  const svbool_t some = svwhilelt_b64_u64(first, VECTOR_LANES);
  svuint64_t x0 = svld1_u64(some, x[0].lane + first), x1 = svld1_u64(some, x[1].lane + first),
             x2 = svld1_u64(some, x[2].lane + first), x3 = svld1_u64(some, x[3].lane + first),
             x4 = svld1_u64(some, x[4].lane + first);
  sve2_begin(&x0, x1, &x2, x3, &x4, 0xf0 - 0x0f * (12 - rounds));
#pragma GCC unroll 1
  for (size_t i = 13 - rounds; i < 13; i++) sve2_round(&x0, &x1, &x2, &x3, &x4, sve2_constants[i]);
  sve2_end(&x0, x1, &x2, x3, &x4);
  svst1_u64(some, x[0].lane + first, x0), svst1_u64(some, x[1].lane + first, x1);
  svst1_u64(some, x[2].lane + first, x2), svst1_u64(some, x[3].lane + first, x3);
  svst1_u64(some, x[4].lane + first, x4);
}

/* Those of two vectors, which hide each other's latencies. */
INLINED void sve2_permute_two(lane_vector x[5], size_t first, unsigned rounds) {
  const size_t second = first + svcntd();
  const svbool_t all = svptrue_b64(), some = svwhilelt_b64_u64(second, VECTOR_LANES);
  svuint64_t x0 = svld1_u64(all, x[0].lane + first), x1 = svld1_u64(all, x[1].lane + first),
             x2 = svld1_u64(all, x[2].lane + first), x3 = svld1_u64(all, x[3].lane + first),
             x4 = svld1_u64(all, x[4].lane + first);
  svuint64_t y0 = svld1_u64(some, x[0].lane + second), y1 = svld1_u64(some, x[1].lane + second),
             y2 = svld1_u64(some, x[2].lane + second), y3 = svld1_u64(some, x[3].lane + second),
             y4 = svld1_u64(some, x[4].lane + second);
  sve2_begin(&x0, x1, &x2, x3, &x4, 0xf0 - 0x0f * (12 - rounds));
  sve2_begin(&y0, y1, &y2, y3, &y4, 0xf0 - 0x0f * (12 - rounds));
#pragma GCC unroll 1
  for (size_t i = 13 - rounds; i < 13; i++) {
    sve2_round(&x0, &x1, &x2, &x3, &x4, sve2_constants[i]);
    sve2_round(&y0, &y1, &y2, &y3, &y4, sve2_constants[i]);
  }
  sve2_end(&x0, x1, &x2, x3, &x4);
  sve2_end(&y0, y1, &y2, y3, &y4);
  svst1_u64(all, x[0].lane + first, x0), svst1_u64(some, x[0].lane + second, y0);
  svst1_u64(all, x[1].lane + first, x1), svst1_u64(some, x[1].lane + second, y1);
  svst1_u64(all, x[2].lane + first, x2), svst1_u64(some, x[2].lane + second, y2);
  svst1_u64(all, x[3].lane + first, x3), svst1_u64(some, x[3].lane + second, y3);
  svst1_u64(all, x[4].lane + first, x4), svst1_u64(some, x[4].lane + second, y4);
}

OUTLINED void sve2_permute(lane_vector x[5], unsigned rounds) {
  size_t first = 0;
  for (; first + svcntd() < VECTOR_LANES; first += 2 * svcntd()) sve2_permute_two(x, first, rounds);
  if (first < VECTOR_LANES) sve2_permute_one(x, first, rounds);
}

/* The registers hold secrets of all lanes. Calls preserve the lowest words of z8 to z15, which the
   compiler sees to. */
OUTLINED void sve2_clear(void) {
  __asm__ __volatile__(
      ".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, "
      "19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n\t"
      "mov z\\n\\().d, #0\n\t.endr" ::
          : "z0", "z1", "z2", "z3", "z4", "z5", "z6", "z7", "z8", "z9", "z10", "z11", "z12", "z13",
            "z14", "z15", "z16", "z17", "z18", "z19", "z20", "z21", "z22", "z23", "z24", "z25",
            "z26", "z27", "z28", "z29", "z30", "z31");
}
TARGET_END

INLINED void lanes_permute(lane_vector s[REGISTERS][5], unsigned rounds, int n) {
  (void)n;
  sve2_permute(s[0], rounds);
}

INLINED void clear_vectors(void) { sve2_clear(); }

enum { ENGINE_NEEDS = ASCON_CPU_SVE2 };

#include "contract.h"

#endif
#endif
