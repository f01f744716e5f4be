/* c64: 64-bit words in C, for 64-bit processors without a backend of their own, and for x86-64
   before BMI2. A round takes 37 operations: round.h. c64_bmi includes this file with an order of
   its own and STRINGS_IN_MODES. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_C64_BACKEND_H
#define ASCON_C64_BACKEND_H

#include "../../platform/compiler.h"

/* What gcc and clang use, 216 bytes on x86-64, 440 on RV64 and 1450 where half of the words are on
   the stack, and some more to be safe. */
#ifndef ASCON_STACK_BYTES
#if defined(__x86_64__)
#define ASCON_STACK_BYTES 384
#elif UINTPTR_MAX > 0xffffffff
#define ASCON_STACK_BYTES ASCON_STACK_OF_C
#else
#define ASCON_STACK_BYTES 2048
#endif
#endif

/* Parts of a word do not go through memory: on Zen 4, AEAD128 of 1 to 15 bytes would take 5 to 14 %
   more time. In order to save code and stack, other backends let them. */
#define HAVE_WORD_PARTS 1
#include "../../state/words64.h"

/* A whole message is one function, with the state in registers. With string functions that
   algorithms share, AEAD128 of 16 bytes takes 1.23 of the time, and the code with all algorithms is
   100 kB less: so it is where this backend is one of several, for processors before BMI2. */
#if defined(__x86_64__) && ASCON_DIRECT && !defined(STRINGS_IN_MODES)
#define STRINGS_IN_MODES 1
#endif

#include "round.h"
#include "../../state/rounds.h"

/* One copy of the permutation, in registers while it runs. */
OUTLINED void permute_outlined(state *s, unsigned rounds) {
  state local;
  state_copy(&local, s);
  permute_inlined(&local, rounds);
  state_copy(s, &local);
}

/* Modes with strings inlined have the permutation inlined too. Their numbers of rounds are
   constants; those of calls in pieces are not. */
INLINED void permute(state *s, unsigned rounds) {
#ifdef STRINGS_IN_MODES
  if (KNOWN(rounds) && !ASCON_COMPACT) {
    permute_inlined(s, rounds);
    return;
  }
#endif
  permute_outlined(s, rounds);
}

#include "../../state/block_functions.h"
#include "../../state/shapes.h"

#endif
