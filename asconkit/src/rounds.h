/* The permutation out of a backend's round, SP 800-232, section 3. A backend defines
     reg_round(state, left)    one round, of which `left` - 1 follow
   or, with ASCON_HAVE_REG_ENTER, so that a constant can be added before its round begins,
     reg_enter(state, constant)   adds the first constant
     reg_round(state, next)       one round, and adds the next round's constant (0: there is none)
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ROUNDS_H
#define ASCON_ROUNDS_H

#include "trace.h"

#ifdef ASCON_HAVE_REG_ENTER
ASCON_INLINE void reg_step(ascon_reg *s, unsigned left) {
#if ASCON_PRINT_STATE /* the state without anything of the next round */
  reg_enter(s, ASCON_ROUND_CONSTANT(left));
  reg_round(s, 0);
#else
  reg_round(s, left > 1 ? ASCON_ROUND_CONSTANT(left - 1) : 0);
#endif
}

ASCON_INLINE void reg_first(ascon_reg *s, unsigned rounds) {
  if (!ASCON_PRINT_STATE) reg_enter(s, ASCON_ROUND_CONSTANT(rounds));
}
#else
ASCON_INLINE void reg_step(ascon_reg *s, unsigned left) { reg_round(s, left); }
ASCON_INLINE void reg_first(ascon_reg *s, unsigned rounds) {
  (void)s;
  (void)rounds;
}
#endif

ASCON_INLINE void reg_traced_step(ascon_reg *s, unsigned left) {
  reg_step(s, left);
  ASCON_TRACE_ROUND(ASCON_ROUND_CONSTANT(left), s);
}

#if defined(__GNUC__) && __GNUC__ >= 7
#define ASCON_FALLTHROUGH __attribute__((fallthrough))
#else
#define ASCON_FALLTHROUGH
#endif

/* Inlined into block loops and into reg_permute(). */
ASCON_INLINE void reg_rounds(ascon_reg *s, unsigned rounds) {
  reg_first(s, rounds);
#if ASCON_UNROLL_LOOPS
  for (; rounds > 12; rounds--) reg_traced_step(s, rounds); /* rare: not worth four copies */
  switch (rounds) {
#define ASCON_UNROLLED(left)                                                                       \
  case left: reg_traced_step(s, left##u); ASCON_FALLTHROUGH;
    ASCON_UNROLLED(12)
    ASCON_UNROLLED(11)
    ASCON_UNROLLED(10)
    ASCON_UNROLLED(9)
    ASCON_UNROLLED(8)
    ASCON_UNROLLED(7)
    ASCON_UNROLLED(6)
    ASCON_UNROLLED(5)
    ASCON_UNROLLED(4)
    ASCON_UNROLLED(3)
    ASCON_UNROLLED(2)
    ASCON_UNROLLED(1)
#undef ASCON_UNROLLED
    default: break;
  }
#else
  for (; rounds != 0; rounds--) reg_traced_step(s, rounds);
#endif
}

#endif
