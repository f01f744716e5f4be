/* armv6m: assembly for Cortex-M0, M0+, M1 and M23, in the 16-bit instructions that they all have:
   armv6m_rounds.S and armv6m_loops.S. Interleaved or plain: see
   config.h. Data at multiples of 4, which these processors demand; other data goes through C.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ARMV6M_BACKEND_H
#define ASCON_ARMV6M_BACKEND_H

#include "../../platform/compiler.h"

#include "config.h"

/* Bytes of the stack that its functions in assembly use, without secrets. They save registers in
   which C holds some of the text, below a frame of its own. */
#define ASCON_ASSEMBLY_STACK                                                                       \
  (!ASCON_INLINE_PERM   ? (ASCON_ARMV6M_INTERLEAVE ? 52 : 20) + 16                                 \
   : ASCON_UNROLL_LOOPS ? 64 + 16                                                                  \
                        : 64)

/* What the functions below a public call use of the stack at most: for all calls, and for whole
   messages of named ones. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (ASCON_COMPACT ? (ASCON_ARMV6M_INTERLEAVE ? 264 : 168) : 312)
#define ASCON_MESSAGE_STACK_BYTES (ASCON_COMPACT ? (ASCON_ARMV6M_INTERLEAVE ? 240 : 144) : 288)
#endif

#if ASCON_ARMV6M_INTERLEAVE
#include "../../state/words_bi32.h"
#else
#include "../../state/words64.h"
#endif

#define BLOCK_FUNCTIONS_ALIGNMENT 4
#define BLOCKS ascon_armv6m_
#include "../functions.h"

INLINED void permute(state *s, unsigned rounds) { ascon_armv6m_rounds(s, rounds); }

#include "../../state/strings.h"

#endif
