/* neon32: 64-bit words in NEON registers, two words to an instruction where that pays
   (neon32_permutation.S), for 32-bit Arm with NEON.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_NEON32_BACKEND_H
#define ASCON_NEON32_BACKEND_H

#include "../../platform/bytes.h"
#include "config.h"

/* Bytes of the stack that its functions in assembly use, without secrets. */
#define ASCON_ASSEMBLY_STACK (ASCON_INLINE_PERM ? 84 : 0)

/* What the functions below a public call use of the stack at most: for all calls, and for whole
   messages of named ones. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (ASCON_COMPACT ? 264 : 768)
#define ASCON_MESSAGE_STACK_BYTES (ASCON_COMPACT ? 120 : 360)
#endif

#include "../../state/words64.h"

#define BLOCK_FUNCTIONS_ALIGNMENT 1
#define BLOCKS ascon_neon32_
#include "../functions.h"

INLINED void permute(state *s, unsigned rounds) { ascon_neon32_rounds(s, rounds); }

#include "../../state/strings.h"

#endif
