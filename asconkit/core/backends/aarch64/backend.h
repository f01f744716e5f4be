/* aarch64: permutation and block loops in assembly (aarch64_permutation.S), for every AArch64
   processor: 26 instructions per round, because rotations are part of others.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_AARCH64_BACKEND_H
#define ASCON_AARCH64_BACKEND_H

#include "../../platform/bytes.h"
#include "config.h"

#define STATE_BYTEWISE 1 /* the size profile counts every byte */
/* Bytes of the stack that its functions in assembly use, without secrets. */
#define ASCON_ASSEMBLY_STACK 0

/* What the functions below a public call use of the stack at most: for all calls, and for whole
   messages of named ones. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (ASCON_COMPACT ? 256 : 640)
#define ASCON_MESSAGE_STACK_BYTES (AARCH64_SMALLEST ? 160 : ASCON_COMPACT ? 240 : 288)
#endif

#include "../../state/words64.h"

#define BLOCK_FUNCTIONS_ALIGNMENT 1
#define BLOCKS ascon_aarch64_
#if AARCH64_SMALLEST && !ASCON_PRINT_STATE
#define STRINGS_IN_ASSEMBLY
#define STRINGS INLINED /* they are calls */
#endif
#include "../functions.h"

#if AARCH64_SMALLEST
/* `count` rounds, the first one with this constant: AARCH64_ROUNDS(constant, count). */
void ascon_aarch64_rounds_from(state *s, size_t rounds);
#define AARCH64_ROUNDS(constant, count) ((size_t)(constant) << 8 | (0x7fu + (count)))
#endif

INLINED void permute(state *s, unsigned rounds) {
#if AARCH64_SMALLEST
  if (KNOWN(rounds) && rounds <= 12) {
    ascon_aarch64_rounds_from(s, AARCH64_ROUNDS(ASCON_ROUND_CONSTANT(rounds), rounds));
    return;
  }
#endif
  ascon_aarch64_rounds(s, rounds);
}

#include "../../state/strings.h"

#endif
