/* The round of c64_bmi, in the order of a modulo schedule.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_C64_BMI_ROUND_H
#define ASCON_C64_BMI_ROUND_H

#include "../../state/words64.h"

/* A value that the compiler computes at this place, without any instruction for that: it keeps the
   order. On Zen 4, a round then takes 9.1 cycles, where the limit of four operations a cycle is 9.0
   and compilers on their own reach 10.2. */
#if defined(__GNUC__) && defined(__x86_64__)
#define IN_ORDER(value) __asm__ volatile("" : "+r"(value))
#else
#define IN_ORDER(value) ((void)0)
#endif
#define LET(name, value)                                                                           \
  uint64_t name = (value);                                                                         \
  IN_ORDER(name)

INLINED uint64_t rotate_right(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

/* SP 800-232, sections 3.2 to 3.4. x: input; y: after the S-box, of which y2 is complemented; r and
   t: y rotated; z: output. Word 2 stays complemented from round to round, and so do the constants
   after the first one: the linear layer xors three words, so that a complement passes through it.
 */
INLINED void scheduled_round(state *s, uint64_t constant) {
  const uint64_t x0 = s->w64[0], x1 = s->w64[1], x2 = s->w64[2], x3 = s->w64[3], x4 = s->w64[4];
  LET(q, ~x3 & x4);
  LET(a, x0 ^ x4);
  LET(e, x3 ^ x4);
  LET(c, x2 ^ constant);
  LET(g, x1 ^ c);
  LET(h, c ^ x3);
  LET(b, ~a & x1);
  LET(w, x0 | e);
  LET(u, a ^ c);
  LET(y2, q ^ g);
  LET(y3, w ^ g);
  LET(y4, b ^ e);
  LET(v, u | x1);
  LET(r2, rotate_right(y2, 1));
  LET(i, h | g);
  LET(r4, rotate_right(y4, 7));
  LET(y0, v ^ e);
  LET(t3, rotate_right(y3, 17));
  LET(r3, rotate_right(y3, 10));
  LET(m2, y2 ^ r2);
  LET(m3, y3 ^ r3);
  LET(r0, rotate_right(y0, 19));
  LET(t4, rotate_right(y4, 41));
  LET(y1, i ^ a);
  LET(t2, rotate_right(y2, 6));
  LET(m4, y4 ^ r4);
  LET(m0, y0 ^ r0);
  LET(r1, rotate_right(y1, 61));
  LET(t1, rotate_right(y1, 39));
  LET(z2, m2 ^ t2);
  LET(t0, rotate_right(y0, 28));
  LET(m1, y1 ^ r1);
  LET(z3, m3 ^ t3);
  LET(z4, m4 ^ t4);
  LET(z0, m0 ^ t0);
  LET(z1, m1 ^ t1);
  s->w64[0] = z0, s->w64[1] = z1, s->w64[2] = z2, s->w64[3] = z3, s->w64[4] = z4;
}

/* Printed states are those of the standard. */
INLINED void one_round(state *s, unsigned left, unsigned rounds) {
  const uint64_t complement = left == rounds || ASCON_PRINT_STATE ? 0 : ~(uint64_t)0;
  scheduled_round(s, ASCON_ROUND_CONSTANT(left) ^ complement);
  if (ASCON_PRINT_STATE) s->w64[2] = ~s->w64[2];
}

#define HAVE_ROUND_HOOKS 1
INLINED void before_rounds(state *s, unsigned rounds) { (void)s, (void)rounds; }
INLINED void after_rounds(state *s) {
  if (!ASCON_PRINT_STATE) s->w64[2] = ~s->w64[2];
}

#endif
