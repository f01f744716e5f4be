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
#define ASCON_MESSAGE_STACK_BYTES (ASCON_COMPACT ? 240 : 288)
#endif

#include "../../state/words64.h"

#define BLOCK_FUNCTIONS_ALIGNMENT 1
#define BLOCKS ascon_aarch64_
#include "../functions.h"

INLINED void permute(state *s, unsigned rounds) { ascon_aarch64_rounds(s, rounds); }

#include "../../state/strings.h"

#endif
