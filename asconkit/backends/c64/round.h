/* The round of c64 and c64_bmi: 36 operations with BMI, 37 without, in the order of ROUND_ORDER.
   docs/scheduling.md explains where that comes from.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_C64_ROUND_H
#define ASCON_C64_ROUND_H

#include "../../state/words64.h"

/* A generated file: the operations, as LET(name, value) each. c64_bmi has another. */
#ifndef ROUND_ORDER
#define ROUND_ORDER "round_order.inc"
#endif

/* A value that the compiler computes at this place, without any instruction for that: it keeps the
   order. On Zen 4, a round then takes 9.1 cycles, where the limit of four operations a cycle is 9.0
   and compilers on their own reach 10.2; on Zen 5, 7 % less than in the compiler's order. Where
   rotation and xor are one instruction (AArch64) it would only separate them. */
#if defined(__GNUC__) && defined(__x86_64__)
#define IN_ORDER(value) __asm__ volatile("" : "+r"(value))
#else
#define IN_ORDER(value) ((void)0)
#endif
#define LET(name, value)                                                                           \
  uint64_t name = (value);                                                                         \
  IN_ORDER(name)

MODULAR INLINED uint64_t rotate_right(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

/* SP 800-232, sections 3.2 to 3.4. x: input, word 2 with the constant of this round; y: after the
   S-box, of which y2 is complemented; r and t: y rotated; m: y and r; z: output, word 2 with the
   constant of the next round. The S-box is that of state/substitution.h, where g, e and a are the
   same. `constant` is the complement of the next round's: the linear layer xors three words, so
   that the complement of y2 passes through it and is taken back here. */
INLINED void scheduled_round(state *s, uint64_t constant) {
  const uint64_t x0 = s->w64[0], x1 = s->w64[1], x2 = s->w64[2], x3 = s->w64[3], x4 = s->w64[4];
#include ROUND_ORDER
  s->w64[0] = z0, s->w64[1] = z1, s->w64[2] = z2, s->w64[3] = z3, s->w64[4] = z4;
}

/* The constant is added a round early, beside the rotations: nothing waits for it. Printed states
   are those of the standard, so there every round adds its own. */
MODULAR INLINED void one_round(state *s, unsigned left, unsigned rounds) {
  (void)rounds;
  if (ASCON_PRINT_STATE) s->w64[2] ^= ASCON_ROUND_CONSTANT(left);
  const unsigned next = left > 1 && !ASCON_PRINT_STATE ? ASCON_ROUND_CONSTANT(left - 1) : 0;
  scheduled_round(s, ~(uint64_t)next);
}

#define HAVE_ROUND_HOOKS 1
MODULAR INLINED void before_rounds(state *s, unsigned rounds) {
  if (!ASCON_PRINT_STATE) s->w64[2] ^= ASCON_ROUND_CONSTANT(rounds);
}
INLINED void after_rounds(state *s) { (void)s; }

#endif
