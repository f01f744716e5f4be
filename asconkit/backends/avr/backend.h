/* avr: the permutation and the byte access in assembly, for 8-bit AVR processors.
   ASCON_UNROLL_LOOPS=1 (avr_speed.S): a round without any loop inside, 914 bytes of code, and block
   loops around it; the state in registers and on the stack. 0 (avr_size.S): loops and subroutines
   over the state in memory, a third of the code; block loops are in C, as there would be nothing to
   gain, whatever ASCON_INLINE_PERM says. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_AVR_BACKEND_H
#define ASCON_AVR_BACKEND_H

#include "config.h"

#include "../../src/platform.h"

/* The deepest of all public calls, less the return addresses at the end, as measured by simulation
   at -O2 and, for the last, at -Os. Modes with parameters that are not constant keep more. */
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

#include "../../src/state.h"

/* What to do with which bytes of the state, in one word: see avr_bytes.S. */
void ascon_avr_bytes(ascon_words *state, uint8_t *out, const uint8_t *in, uint16_t what);

#define ASCON_HAVE_REG_BYTES 1
#include "../../src/lanes8.h"

ASCON_INLINE void reg_bytes(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                            const uint8_t *in, size_t n, ascon_order order) {
  uint8_t low = (uint8_t)((uint8_t)n | (uint8_t)((uint8_t)op << 6));
  uint8_t high = (uint8_t)((uint8_t)offset | (order == ASCON_LITTLE_ENDIAN ? 0 : 0x80));
  ascon_avr_bytes(s, out, in, (uint16_t)(low | (uint16_t)high << 8));
}

#if ASCON_UNROLL_LOOPS
#define ASCON_ASSEMBLY ascon_avr
#define ASCON_ASSEMBLY_ALIGNMENT 1
#define ASCON_ASSEMBLY_SQUEEZE 1
#include "../../src/assembly.h"
#else
void ascon_avr_rounds(ascon_words *state, unsigned rounds);

ASCON_INLINE void reg_permute(ascon_reg *s, unsigned rounds) { ascon_avr_rounds(s, rounds); }
#endif

#endif
