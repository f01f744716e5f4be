/* Where this backend can be compiled, and how it ranks there: see docs/backends.md. Without
   NEON in the compiler's target it is compiled for Linux, where a processor can be asked, and for a
   build that names it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__arm__) && defined(__ARMEL__) && defined(__GNUC__)
#if defined(__ARM_NEON) || defined(__ARM_NEON__)
#define ASCON_HAVE_neon32 1
#elif defined(__ARM_ARCH) && __ARM_ARCH >= 7 && __ARM_ARCH_PROFILE != 'M' &&                       \
    (defined(__linux__) || defined(ASCON_BACKEND))
#define ASCON_HAVE_neon32 1
#endif
#endif
#ifndef ASCON_HAVE_neon32
#define ASCON_HAVE_neon32 0
#endif
/* Above armv6 and armv7m, which take at least one and a half times as many instructions. */
#define ASCON_NEON32_PREFERENCE 70
/* Where the compiler may use NEON everywhere, nobody needs to ask. */
#if defined(__ARM_NEON) || defined(__ARM_NEON__)
#define ASCON_NEON32_NEEDS 0
#else
#define ASCON_NEON32_NEEDS ASCON_CPU_NEON
#endif
#define ASCON_NEON32_DESCRIPTION                                                                   \
  {.name = "neon32",                                                                               \
   .needs = ASCON_NEON32_NEEDS,                                                                    \
   .preference = ASCON_NEON32_PREFERENCE,                                                          \
   .merit = "assembly for 32-bit Arm with NEON"}
