/* Where this backend can be compiled, and how it ranks there: see docs/backends.md. For the
   preprocessor alone: assembly includes it too.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__arm__) && defined(__ARM_ARCH) && defined(__ARM_ARCH_ISA_ARM) && defined(__GNUC__) && \
    !defined(__ARM_BIG_ENDIAN)
#if __ARM_ARCH >= 6
#define ASCON_HAVE_armv6 1
#endif
#endif
#ifndef ASCON_HAVE_armv6
#define ASCON_HAVE_armv6 0
#endif

/* Above the backends in C, below armv7m (see there). */
#define ASCON_ARMV6_PREFERENCE 56

/* As armv7m. */
#if defined(ASCON_INTERLEAVE)
#define ASCON_ARMV6_INTERLEAVE ASCON_INTERLEAVE
#elif ASCON_EXTERN_BI || ASCON_INLINE_PERM || ASCON_UNROLL_LOOPS
#define ASCON_ARMV6_INTERLEAVE 1
#else
#define ASCON_ARMV6_INTERLEAVE 0
#endif
#define ASCON_ARMV6_DESCRIPTION                                                                    \
  {.name = "armv6",                                                                                \
   .preference = ASCON_ARMV6_PREFERENCE,                                                           \
   .merit = "assembly for Arm from version 6 on"}
