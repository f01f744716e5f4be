/* c64: 64-bit words in C, for 64-bit processors without a backend of their own, and for x86-64
   before BMI2. A round takes 36 operations: round.h. With BLOCKS_IN_MODES, the state is in
   registers for a whole message. c64_bmi includes this file after a round of its own.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_C64_BACKEND_H
#define ASCON_C64_BACKEND_H

#include "../../platform/compiler.h"

/* What gcc and clang use, 216 bytes where registers have 64 bits and 1450 where half of the words
   are on the stack, and some more to be safe. */
#ifndef ASCON_STACK_BYTES
#if UINTPTR_MAX > 0xffffffff
#define ASCON_STACK_BYTES 384
#else
#define ASCON_STACK_BYTES 2048
#endif
#endif

#include "../../state/words64.h"

#ifndef ASCON_C64_BMI_ROUND_H /* c64_bmi brings its own */
#include "round.h"
#endif
#include "../../state/rounds.h"

/* Calls in pieces, whose number of rounds is a variable, share one permutation. By way of a local
   copy, which can be in registers. */
OUTLINED void permute_outlined(state *s, unsigned rounds) {
  state local;
  state_copy(&local, s);
  permute_inlined(&local, rounds);
  state_copy(s, &local);
}

/* BLOCKS_IN_MODES: block loops are inlined in each algorithm's mode (state/inlined.h). Not where
   registers have 32 bits; and where c64_bmi is for nearly all processors, the code of this one
   stays small. */
#if UINTPTR_MAX > 0xffffffff &&                                                                    \
    (ASCON_DIRECT || !defined(__x86_64__) || defined(ASCON_C64_BMI_ROUND_H))
#define BLOCKS_IN_MODES 1
#endif
/* Modes have constant numbers of rounds, and inline them. */
INLINED void permute(state *s, unsigned rounds) {
  if (KNOWN(rounds) && !ASCON_COMPACT) permute_inlined(s, rounds);
  else permute_outlined(s, rounds);
}

#include "../../state/block_functions.h"
#include "../../state/engine.h"

#endif
