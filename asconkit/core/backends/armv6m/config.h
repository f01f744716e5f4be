/* Where this backend can be compiled, and how it ranks there: see docs/backends.md.
   Preprocessor only: the assembly includes it too.
   SPDX-License-Identifier: Apache-2.0 OR MIT */

#include "../../../ascon_config.h"

/* For processors that have nothing but this instruction set. On others that know it, only if it is
   asked for: -DASCON_BACKEND=armv6m. */
#define ASCON_ARMV6M_IF_armv6m 1
#if defined(__ARMEL__) && defined(__GNUC__) && defined(__ELF__) &&                                 \
    (defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__) ||                                  \
     (__ARM_ARCH >= 6 && ASCON_JOINED(ASCON_ARMV6M_IF_, ASCON_BACKEND)))
#define ASCON_HAVE_armv6m 1
#else
#define ASCON_HAVE_armv6m 0
#endif
/* Above c32, which takes 185 instructions per round, and bi32, 158. */
#define ASCON_ARMV6M_PREFERENCE 50

/* Interleaved, a round takes 114 instructions instead of 132. That pays for the conversion of long
   AEAD text just so, and wins 11 % in hashing and 8 % in short AEAD messages. Plain, programs have
   no code for conversion, and a rolled AEAD is the faster one too. */
#if defined(ASCON_INTERLEAVE)
#define ASCON_ARMV6M_INTERLEAVE ASCON_INTERLEAVE
#elif ASCON_EXTERN_BI || ASCON_UNROLL_LOOPS
#define ASCON_ARMV6M_INTERLEAVE 1
#else
#define ASCON_ARMV6M_INTERLEAVE 0
#endif
#define ASCON_ARMV6M_DESCRIPTION                                                                   \
  {.name = "armv6m",                                                                               \
   .preference = ASCON_ARMV6M_PREFERENCE,                                                          \
   .merit = "assembly for Arm with Thumb-1, such as Cortex-M0"}
