/* avr: the permutation and the byte access in assembly, for 8-bit AVR processors.
   ASCON_UNROLL_LOOPS=1 (avr_speed.S): a round without any loop inside, 914 bytes of code, and block
   loops around it; the state in registers and on the stack. 0 (avr_size.S): loops and subroutines
   over the state in memory, a third of the code, and no block functions: a block is one call for
   its bytes, and one of the permutation.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_AVR_BACKEND_H
#define ASCON_AVR_BACKEND_H

#include "config.h"

#include "../../platform/compiler.h"

/* ASCON_STACK_BYTES, what a public call overwrites of the stack below it: the deepest of all public
   calls, less the return addresses at the end, as measured by simulation at -O2 and, for the last,
   at -Os. Return addresses have one byte more on processors with more than 128 KiB of code. Modes
   with parameters that are not constant keep more. */
#ifndef ASCON_STACK_BYTES
#if ASCON_UNROLL_LOOPS
#define ASCON_AVR_STACK_BYTES 160
#elif ASCON_INLINE_PERM
#define ASCON_AVR_STACK_BYTES 96
#else
#define ASCON_AVR_STACK_BYTES 88
#endif
#ifdef __AVR_3_BYTE_PC__
#define ASCON_AVR_STACK_CALLS 8
#else
#define ASCON_AVR_STACK_CALLS 0
#endif
#define ASCON_STACK_BYTES                                                                          \
  (ASCON_AVR_STACK_BYTES + ASCON_AVR_STACK_CALLS + (ASCON_INLINE_MODE ? 0 : 64))
#endif

#include "../../state/bytes8.h"

/* The permutation, and block loops in assembly or in C. */
#if ASCON_UNROLL_LOOPS
#define BLOCK_FUNCTIONS_ALIGNMENT 1
#define BLOCKS ascon_avr_
#include "../functions.h"
INLINED void permute(state *s, unsigned rounds) { ascon_avr_rounds(s, rounds); }
#else
void ascon_avr_rounds(state *s, unsigned rounds);
INLINED void permute(state *s, unsigned rounds) { ascon_avr_rounds(s, rounds); }
#if ASCON_INLINE_PERM && ASCON_INLINE_MODE /* Hash256 has 894 bytes of code so, not 1133 */
#define STRINGS INLINED
#endif
#endif

#include "../../state/strings.h"

#endif
