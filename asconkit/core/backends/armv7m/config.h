/* Where this backend can be compiled, and how it ranks there: see docs/backends.md. For the
   preprocessor alone: assembly includes it too.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__thumb__) && defined(__ARM_ARCH_ISA_THUMB) && defined(__GNUC__) &&                    \
    !defined(__ARM_BIG_ENDIAN)
#if __ARM_ARCH_ISA_THUMB >= 2
#define ASCON_HAVE_armv7m 1
#endif
#endif
#ifndef ASCON_HAVE_armv7m
#define ASCON_HAVE_armv7m 0
#endif

/* Above the backends in C, below neon32, and where there is ARM state too, above armv6, which takes
   2 % more instructions. */
#define ASCON_ARMV7M_PREFERENCE 58

/* Even and odd bits apart: 52 instructions per round for 71. Plain for size, where the conversion
   would take more code than the rotations save. */
#if defined(ASCON_INTERLEAVE)
#define ASCON_ARMV7M_INTERLEAVE ASCON_INTERLEAVE
#elif ASCON_EXTERN_BI || ASCON_INLINE_PERM || ASCON_UNROLL_LOOPS
#define ASCON_ARMV7M_INTERLEAVE 1
#else
#define ASCON_ARMV7M_INTERLEAVE 0
#endif
#define ASCON_ARMV7M_DESCRIPTION                                                                   \
  {.name = "armv7m",                                                                               \
   .preference = ASCON_ARMV7M_PREFERENCE,                                                          \
   .merit = "assembly for Arm with Thumb-2, such as Cortex-M3"}
