/* rv32: RISC-V with 32-bit words, the rounds and the block loops in assembly (rv32_permutation.S,
   rv32_loops.S, and rv32_size.S for the smallest code). RV32I; Zbb or Zbkb, the draft Zbt by a
   macro of config.h. Data at multiples of 4; other accesses may trap, and go through C.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_RV32_BACKEND_H
#define ASCON_RV32_BACKEND_H

#include "../../platform/bytes.h"
#include "config.h"

#define STATE_BYTEWISE 1 /* which pays for rounds in registers in the size profile */
/* Bytes of the stack that its functions in assembly use, without secrets. */
#define ASCON_ASSEMBLY_STACK (ASCON_INLINE_PERM ? 32 : 16)

/* What the functions below a public call use of the stack at most: for all calls, and for whole
   messages of named ones. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (ASCON_COMPACT ? (ASCON_RV32_INTERLEAVE ? 256 : 224) : 512)
#define ASCON_MESSAGE_STACK_BYTES (ASCON_COMPACT ? (ASCON_RV32_INTERLEAVE ? 224 : 160) : 304)
#endif

#if ASCON_RV32_INTERLEAVE
#include "../../state/words_bi32.h"
#else
#include "../../state/words64.h"
#endif

#define BLOCK_FUNCTIONS_ALIGNMENT 4
#define BLOCKS ascon_rv32_
#include "../functions.h"

INLINED void permute(state *s, unsigned rounds) { ascon_rv32_rounds(s, rounds); }

#include "../../state/strings.h"

#endif
