/* armv7m: rounds and block loops in assembly (armv7m_permutation.S) for processors with Thumb-2:
   Armv7-M, Armv7E-M and Armv8-M Mainline (Cortex-M3, M4, M7, M33 and so on), and any Armv6T2 or
   Armv7 processor in Thumb state. The fastest and the smallest there. Data at any alignment:
   nothing but LDR and STR touches it, which take any address unless the compiler was told not to
   rely on it (-mno-unaligned-access, for systems that set CCR.UNALIGN_TRP).
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ARMV7M_BACKEND_H
#define ASCON_ARMV7M_BACKEND_H

#include "../../platform/compiler.h"
#include "config.h"

/* Bytes of the stack that its functions in assembly use, without secrets. */
#define ASCON_ASSEMBLY_STACK (ASCON_INLINE_PERM ? 52 : 36)

/* What the functions below a public call use of the stack at most: for all calls, and for whole
   messages of named ones. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (ASCON_COMPACT ? (ASCON_ARMV7M_INTERLEAVE ? 240 : 168) : 288)
#define ASCON_MESSAGE_STACK_BYTES (ASCON_COMPACT ? (ASCON_ARMV7M_INTERLEAVE ? 216 : 144) : 240)
#endif

#if ASCON_ARMV7M_INTERLEAVE
#include "../../state/words_bi32.h"
#else
#include "../../state/words64.h"
#endif

#define BLOCK_FUNCTIONS_ALIGNMENT (ASCON_UNALIGNED_ACCESS ? 1 : 4)
#define BLOCKS ascon_armv7m_
#include "../functions.h"

INLINED void permute(state *s, unsigned rounds) { ascon_armv7m_rounds(s, rounds); }

#include "../../state/strings.h"

#endif
