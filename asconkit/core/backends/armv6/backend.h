/* armv6: rounds and block loops in assembly (armv6_permutation.S) in ARM state, for Armv6 (ARM1176)
   and later processors that have it; callable from Thumb code. The fastest and the smallest on
   Armv6. Data at any alignment if the compiler relies on it too, as it does where the system sets
   SCTLR.U, which Linux does; otherwise at multiples of 4, and other data goes through C.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ARMV6_BACKEND_H
#define ASCON_ARMV6_BACKEND_H

#include "../../platform/bytes.h"
#include "config.h"

#define STATE_BYTEWISE 1 /* the size profile counts every byte */
/* Bytes of the stack that its functions in assembly use, without secrets. */
#define ASCON_ASSEMBLY_STACK (ASCON_INLINE_PERM ? 52 : 36)

/* What the functions below a public call use of the stack at most: for all calls, and for whole
   messages of named ones. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (ASCON_COMPACT ? (ASCON_ARMV6_INTERLEAVE ? 240 : 192) : 408)
#define ASCON_MESSAGE_STACK_BYTES (ASCON_COMPACT ? (ASCON_ARMV6_INTERLEAVE ? 216 : 144) : 288)
#endif

#if ASCON_ARMV6_INTERLEAVE
#include "../../state/words_bi32.h"
#else
#include "../../state/words64.h"
#endif

#define BLOCK_FUNCTIONS_ALIGNMENT (ASCON_UNALIGNED_ACCESS ? 1 : 4)
#define BLOCKS ascon_armv6_
#include "../functions.h"

INLINED void permute(state *s, unsigned rounds) { ascon_armv6_rounds(s, rounds); }

#include "../../state/strings.h"

#endif
