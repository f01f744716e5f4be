/* avr: the permutation and the byte access in assembly, for 8-bit AVR processors.
   ASCON_UNROLL_LOOPS=1 (avr_speed.S): a round without any loop inside, 914 bytes of code, and block
   loops around it; the state in registers and on the stack. 0 (avr_size.S): loops and subroutines
   over the state in memory, a third of the code; block loops are in C, as there would be nothing to
   gain, whatever ASCON_INLINE_PERM says.
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

#include "../../state/in_place.h"

/* state_bytes() in assembly (avr_bytes.S). `what` has the number of bytes, the operation, the
   offset and the byte order, so that all arguments are in registers. n is 0 to 40. */
void ascon_avr_bytes(state *s, uint8_t *out, const uint8_t *in, uint16_t what);

#define HAVE_STATE_BYTES 1
INLINED void state_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, byte_order order) {
  uint8_t low = (uint8_t)((uint8_t)n | (uint8_t)((uint8_t)op << 6));
  uint8_t high = (uint8_t)((uint8_t)offset | (order == ASCON_LITTLE_ENDIAN ? 0 : 0x80));
  ascon_avr_bytes(s, out, in, (uint16_t)(low | (uint16_t)high << 8));
}

#include "../../state/bytes8.h"

/* The permutation, and block loops in assembly or in C. */
#if ASCON_UNROLL_LOOPS
#define BLOCK_FUNCTIONS_ALIGNMENT 1
#include "functions.h"
INLINED void permute(state *s, unsigned rounds) { ascon_avr_rounds(s, rounds); }
#else
void ascon_avr_rounds(state *s, unsigned rounds);
INLINED void permute(state *s, unsigned rounds) { ascon_avr_rounds(s, rounds); }
#include "../../state/block_functions.h"
#define BLOCKS_IN_MODES 1 /* a call each of bytes and rounds: less than block functions */
#endif

#include "../../state/engine.h"

#endif
