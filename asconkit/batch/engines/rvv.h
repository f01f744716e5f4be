/* The permutation with the vectors of RISC-V's extension V; memory_lanes.h has the rest. Included
   by rvv_x16.c. SPDX-License-Identifier: Apache-2.0 OR MIT

   Written once for vectors of any length. The sixteen lanes are in memory; as many of them as the
   processor takes are loaded, go through all rounds in registers, and are stored. A word of these
   lanes takes two registers (LMUL = 2), so that one instruction works on both. A vector's type
   cannot stand in an array or a struct, so each word is a variable of its own.

   A round takes 57 operations on the states of two registers: 17 for the S-box and the constant,
   and for each word four shifts and four exclusive ors. In a program for Zvbb, which RVA23 has, its
   rotations and its and-not make 36 of it. */
#ifndef ASCON_ENGINES_RVV_H
#define ASCON_ENGINES_RVV_H

#include "places.h"
#if ASCON_HAVE_RVV_ENGINE

#ifndef REGISTERS /* read alone */
#define REGISTERS 1
#define ASCON_STACK_BYTES 8192
#endif

#include <riscv_vector.h>

#include "../../core/platform/cpu.h"
#include "../../core/platform/stack.h"

#define VECTOR_LANES 16
#include "memory_lanes.h"

/* One word of the lanes in use, of which there are `vl`. */
typedef vuint64m2_t rvv_word;

INLINED rvv_word rvv_xor(rvv_word a, rvv_word b, size_t vl) {
  return __riscv_vxor_vv_u64m2(a, b, vl);
}

INLINED rvv_word rvv_or(rvv_word a, rvv_word b, size_t vl) {
  return __riscv_vor_vv_u64m2(a, b, vl);
}

/* Compilers declare its functions from gcc 14 and clang 20 on; clang 19 only for experiments. */
#if defined __riscv_zvbb && (!defined __clang__ || __clang_major__ >= 20 || defined ASCON_TEST_ZVBB)
#define RVV_ZVBB 1
#else
#define RVV_ZVBB 0
#endif

/* First a & ~b, then sum ^ (y >>> n). */
#if RVV_ZVBB
INLINED rvv_word rvv_and_not(rvv_word a, rvv_word b, size_t vl) {
  return __riscv_vandn_vv_u64m2(a, b, vl);
}

INLINED rvv_word rvv_rotation_and(rvv_word sum, rvv_word y, size_t n, size_t vl) {
  return rvv_xor(sum, __riscv_vror_vx_u64m2(y, n, vl), vl);
}
#else
INLINED rvv_word rvv_and_not(rvv_word a, rvv_word b, size_t vl) {
  return rvv_xor(rvv_or(a, b, vl), b, vl);
}

/* The two halves of a rotation go into the sum by themselves. */
INLINED rvv_word rvv_rotation_and(rvv_word sum, rvv_word y, size_t n, size_t vl) {
  sum = rvv_xor(sum, __riscv_vsrl_vx_u64m2(y, n, vl), vl);
  return rvv_xor(sum, __riscv_vsll_vx_u64m2(y, 64 - n, vl), vl);
}
#endif

/* SP 800-232, section 3.4: y ^ (y >>> p) ^ (y >>> q). */
INLINED rvv_word rvv_linear(rvv_word y, size_t p, size_t q, size_t vl) {
  return rvv_rotation_and(rvv_rotation_and(y, y, p, vl), y, q, vl);
}

/* The S-box in terms of g, e and a, as in core/state/substitution.h, then the linear layer. Before
   and after it, x2 has the next round's constant in it; the complement of y2 stays in its sum,
   where `next` is added with all bits inverted. */
INLINED void rvv_round(rvv_word *x0, rvv_word *x1, rvv_word *x2, rvv_word *x3, rvv_word *x4,
                       uint64_t next, size_t vl) {
  const rvv_word g = rvv_xor(*x1, *x2, vl), e = rvv_xor(*x3, *x4, vl), a = rvv_xor(*x0, *x4, vl);
  const rvv_word y0 = rvv_xor(rvv_or(rvv_xor(a, g, vl), *x1, vl), e, vl);
  const rvv_word y1 = rvv_xor(rvv_or(g, rvv_xor(*x1, *x3, vl), vl), a, vl);
  const rvv_word y2 = rvv_xor(__riscv_vand_vv_u64m2(*x4, e, vl), g, vl); /* complement */
  const rvv_word y3 = rvv_xor(rvv_or(*x0, e, vl), g, vl);
  const rvv_word y4 = rvv_xor(rvv_and_not(*x1, a, vl), e, vl);
  *x0 = rvv_linear(y0, 19, 28, vl);
  *x1 = rvv_linear(y1, 61, 39, vl);
  *x2 = __riscv_vxor_vx_u64m2(rvv_linear(y2, 1, 6, vl), ~next, vl);
  *x3 = rvv_linear(y3, 10, 17, vl);
  *x4 = rvv_linear(y4, 7, 41, vl);
}

/* The `vl` lanes from `first` on. After the last round the constant is 0. */
INLINED void rvv_permute_some(lane_vector x[5], size_t first, unsigned rounds, size_t vl) {
  uint64_t constant = 0xf0 - 0x0f * (12 - rounds);
  rvv_word x0 = __riscv_vle64_v_u64m2(x[0].lane + first, vl);
  rvv_word x1 = __riscv_vle64_v_u64m2(x[1].lane + first, vl);
  rvv_word x2 = __riscv_vle64_v_u64m2(x[2].lane + first, vl);
  rvv_word x3 = __riscv_vle64_v_u64m2(x[3].lane + first, vl);
  rvv_word x4 = __riscv_vle64_v_u64m2(x[4].lane + first, vl);
  x2 = __riscv_vxor_vx_u64m2(x2, constant, vl);
  for (; constant != 0x4b; constant -= 0x0f)
    rvv_round(&x0, &x1, &x2, &x3, &x4, constant - 0x0f, vl);
  rvv_round(&x0, &x1, &x2, &x3, &x4, 0, vl);
  __riscv_vse64_v_u64m2(x[0].lane + first, x0, vl);
  __riscv_vse64_v_u64m2(x[1].lane + first, x1, vl);
  __riscv_vse64_v_u64m2(x[2].lane + first, x2, vl);
  __riscv_vse64_v_u64m2(x[3].lane + first, x3, vl);
  __riscv_vse64_v_u64m2(x[4].lane + first, x4, vl);
}

OUTLINED void rvv_permute(lane_vector x[5], unsigned rounds) {
  for (size_t first = 0, vl; first < VECTOR_LANES; first += vl) {
    vl = __riscv_vsetvl_e64m2(VECTOR_LANES - first);
    rvv_permute_some(x, first, rounds, vl);
  }
}

INLINED void lanes_permute(lane_vector s[REGISTERS][5], unsigned rounds, int n) {
  (void)n;
  rvv_permute(s[0], rounds);
}

/* All registers, eight with each instruction: they hold secrets of all lanes, and calls preserve
   none of them. */
INLINED void clear_vectors(void) {
  size_t vl;
  __asm__ __volatile__(
      "vsetvli %0, zero, e64, m8, ta, ma\n\t"
      "vmv.v.i v0, 0\n\tvmv.v.i v8, 0\n\tvmv.v.i v16, 0\n\tvmv.v.i v24, 0"
      : "=r"(vl)
      :
      : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",
        "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26",
        "v27", "v28", "v29", "v30", "v31", "vl", "vtype");
}

/* Where it is compiled, the whole program needs V. */
enum { ENGINE_NEEDS = 0 };

#include "contract.h"

#endif
#endif
