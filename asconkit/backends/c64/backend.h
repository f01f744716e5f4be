/* c64: 64-bit words, for 64-bit processors. A round takes 36 operations: round.h.
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

/* Calls in pieces, whose number of rounds is a variable, share one. */
OUTLINED void permute_outlined(state *s, unsigned rounds) {
  state local;
  state_copy(&local, s);
  permute_inlined(&local, rounds);
  state_copy(s, &local);
}

/* Not where registers have 32 bits; and where c64_bmi is for nearly all processors, the code of
   this one stays small. */
#if UINTPTR_MAX > 0xffffffff &&                                                                    \
    (ASCON_DIRECT || !defined(__x86_64__) || defined(ASCON_C64_BMI_ROUND_H))
#define BLOCKS_IN_MODES 1
#endif
INLINED void permute(state *s, unsigned rounds) {
  if (KNOWN(rounds) && !ASCON_COMPACT) permute_inlined(s, rounds);
  else permute_outlined(s, rounds);
}

#include "../../state/block_functions.h"
#include "../../state/engine.h"

#endif
