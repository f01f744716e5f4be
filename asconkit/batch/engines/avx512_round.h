/* What vector engines with AVX-512 share, whatever the width of their registers: the round, strings
   shorter than 64 bytes, and how registers are cleared. Included by avx512.h and avx512vl.h after
   these have defined lane_vector, TERNARY, ROTATE and in_turn().
   SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 24 operations: nine for the S-box (with the complement of y2 and the constant
   inside), the fewest functions of three bits that there are (docs/scheduling.md), and for each
   word two rotations and one operation of three inputs. Against ten for the S-box, batches are 1.03
   times faster on Intel, family 6 model 207. */
#ifndef REGISTERS /* read alone */
#include "avx512.h"
#endif

#ifndef ASCON_ENGINES_AVX512_ROUND_H
#define ASCON_ENGINES_AVX512_ROUND_H

#include "places.h"
#if ASCON_HAVE_X86_64_ENGINES

#include "vzeroall.h"

/* ---- The round ------------------------------------------------------------------------------- */

/* The truth table of an expression in A, B and C. */
enum { A = 0xf0, B = 0xcc, C = 0xaa };

INLINED lane_vector vector_where(lane_vector mask, lane_vector a, lane_vector b) {
  return TERNARY(mask, a, b, (A & B) | (~A & C));
}

INLINED void vector_begin(lane_vector x[5], uint64_t constant) { (void)x, (void)constant; }

/* With g = x1 ^ x2 ^ constant, e = x3 ^ x4 and w = (x1 | g) ^ x0 ^ x4, the S-box is
     y0 = (x1 | w) ^ e    y1 = (x3 & ~g) ^ w    y2 = ~((x4 & ~x3) ^ g)
     y3 = (x0 | e) ^ g    y4 = (x1 & w) ^ e
   pi and qi: yi rotated by its two distances. The first operand of TERNARY is overwritten. Order
   and operands came out of a search by measurement on Zen 4, with registers of 256 bits between
   which the compiler moves nothing: twelve rounds and a block take 0.97 of the time that ten
   functions took in their best order, and batches 0.98. The order of the text above takes 1.05. */
INLINED void vector_round(lane_vector x[5], const uint64_t *constants) {
  /* Nothing waits in a mask register for a permutation to end: gcc 12 would keep lengths there, and
     the check of machine code takes what comes from a mask for a secret. */
  __asm__ volatile("" : : : "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7");
  const lane_vector constant = vector_set(constants[0]);
  const lane_vector x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4];
  const lane_vector g = in_turn(TERNARY(x1, x2, constant, A ^ B ^ C));
  const lane_vector e = in_turn(vector_xor(x3, x4));
  const lane_vector a = in_turn(vector_xor(x0, x4));
  const lane_vector y2 = in_turn(TERNARY(g, x3, x4, ~((C & ~B) ^ A)));
  const lane_vector w = in_turn(TERNARY(a, g, x1, (C | B) ^ A));
  const lane_vector y4 = in_turn(TERNARY(w, x1, e, (B & A) ^ C));
  const lane_vector y1 = in_turn(TERNARY(w, g, x3, (C & ~B) ^ A));
  const lane_vector y3 = in_turn(TERNARY(g, x0, e, (B | C) ^ A));
  const lane_vector q4 = in_turn(ROTATE(y4, 41));
  const lane_vector y0 = in_turn(TERNARY(w, x1, e, (A | B) ^ C));
  const lane_vector p4 = in_turn(ROTATE(y4, 7));
  const lane_vector p1 = in_turn(ROTATE(y1, 61));
  const lane_vector p2 = in_turn(ROTATE(y2, 1));
  const lane_vector p3 = in_turn(ROTATE(y3, 10));
  const lane_vector q2 = in_turn(ROTATE(y2, 6));
  const lane_vector z4 = in_turn(TERNARY(q4, y4, p4, A ^ B ^ C));
  const lane_vector q3 = in_turn(ROTATE(y3, 17));
  const lane_vector q1 = in_turn(ROTATE(y1, 39));
  const lane_vector q0 = in_turn(ROTATE(y0, 28));
  const lane_vector z3 = in_turn(TERNARY(q3, p3, y3, A ^ B ^ C));
  const lane_vector z1 = in_turn(TERNARY(q1, p1, y1, A ^ B ^ C));
  const lane_vector z2 = in_turn(TERNARY(q2, p2, y2, A ^ B ^ C));
  const lane_vector p0 = in_turn(ROTATE(y0, 19));
  const lane_vector z0 = in_turn(TERNARY(p0, y0, q0, A ^ B ^ C));
  x[0] = z0, x[1] = z1, x[2] = z2, x[3] = z3, x[4] = z4;
}

INLINED void vector_end(lane_vector x[5]) { (void)x; }

/* ---- Strings and registers ------------------------------------------------------------------- */

/* A mask of as many bits as there are bytes: no branch on the length. */
INLINED void copy_short(uint8_t *to, const uint8_t *from, size_t n) {
  const __mmask64 some = ((__mmask64)1 << n) - 1;
  _mm512_mask_storeu_epi8(to, some, _mm512_maskz_loadu_epi8(some, from));
}

INLINED void pad_short(uint8_t row[64], const uint8_t *from, size_t n, uint8_t byte) {
  const __mmask64 next = (__mmask64)1 << n;
  const __m512i x = _mm512_maskz_loadu_epi8(next - 1, from);
  _mm512_storeu_si512(row, _mm512_mask_set1_epi8(x, next, (char)byte));
}

/* The registers hold secrets of all lanes; the upper sixteen have no other way. */
INLINED void clear_vectors(void) {
  __asm__ __volatile__(
      ".irp n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, "
      "27, 28, 29, 30, 31\n\t"
      "vpxorq %%zmm\\n, %%zmm\\n, %%zmm\\n\n\t.endr" ::
          : "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24",
            "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31");
  clear_sixteen_registers();
}

enum { ENGINE_NEEDS = ASCON_CPU_AVX512 };

#include "rounds.h"

#endif
#endif
