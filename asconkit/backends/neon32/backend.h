/* neon32: 64-bit words in NEON registers, two words to an instruction where that pays
   (neon32_permutation.S), for 32-bit Arm with NEON.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_NEON32_BACKEND_H
#define ASCON_NEON32_BACKEND_H

#include "../../platform/bytes.h"
#include "config.h"

/* Bytes that the functions use, without secrets: block loops, or rounds alone; and by how
   much C's frames are larger here, where words pass between two kinds of registers. */
#define ASCON_ASSEMBLY_STACK (ASCON_INLINE_PERM ? 84 + 72 : 0)

#include "../../state/words64.h"

#define BLOCK_FUNCTIONS_ALIGNMENT 1
#include "functions.h"

INLINED void permute(state *s, unsigned rounds) { ascon_neon32_rounds(s, rounds); }

#include "../../state/engine.h"

#endif
