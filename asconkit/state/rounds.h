/* The permutation from a backend's round, SP 800-232, section 3. Included by backends in C, after
   they have defined

     one_round(s, left, rounds)   one of `rounds` rounds, after which `left` - 1 follow

   and, with HAVE_ROUND_HOOKS, what is done around all of them,

     before_rounds(s, rounds), after_rounds(s)

   It gives permute_inlined(), the permutation to be inlined into block loops.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_ROUNDS_H
#define ASCON_ROUNDS_H

#include "trace.h"

/* Block loops in C inline the permutation, with the state in registers. */
#define BLOCKS_IN_REGISTERS 1

#ifndef HAVE_ROUND_HOOKS
INLINED void before_rounds(state *s, unsigned rounds) { (void)s, (void)rounds; }
INLINED void after_rounds(state *s) { (void)s; }
#endif

MODULAR INLINED void traced_round(state *s, unsigned left, unsigned rounds) {
  one_round(s, left, rounds);
  trace_round(ASCON_ROUND_CONSTANT(left), s);
}

/* The last `rounds` of 16. With ASCON_UNROLL_LOOPS, each of the last twelve has code of its own,
   which is entered at the right place; those before are rare, and not worth four copies more.
   Without, all of them are turns of the loop, and the switch is nothing. */
INLINED void permute_inlined(state *s, unsigned rounds) {
  unsigned left = rounds;
  before_rounds(s, rounds);
  for (; left > (ASCON_UNROLL_LOOPS ? 12 : 0); left--) traced_round(s, left, rounds);
  switch (ASCON_UNROLL_LOOPS ? left : 0) {
    case 12: traced_round(s, 12, rounds); FALLTHROUGH;
    case 11: traced_round(s, 11, rounds); FALLTHROUGH;
    case 10: traced_round(s, 10, rounds); FALLTHROUGH;
    case 9: traced_round(s, 9, rounds); FALLTHROUGH;
    case 8: traced_round(s, 8, rounds); FALLTHROUGH;
    case 7: traced_round(s, 7, rounds); FALLTHROUGH;
    case 6: traced_round(s, 6, rounds); FALLTHROUGH;
    case 5: traced_round(s, 5, rounds); FALLTHROUGH;
    case 4: traced_round(s, 4, rounds); FALLTHROUGH;
    case 3: traced_round(s, 3, rounds); FALLTHROUGH;
    case 2: traced_round(s, 2, rounds); FALLTHROUGH;
    case 1: traced_round(s, 1, rounds); FALLTHROUGH;
    default: break;
  }
  after_rounds(s);
}

#endif
