/* Where this backend can be compiled, and how it ranks there: see docs/backends.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__XTENSA__) && !defined(__XTENSA_EB__) && defined(__GNUC__)
#define ASCON_HAVE_xtensa 1
#else
#define ASCON_HAVE_xtensa 0
#endif
/* 1: the smallest code: rounds that are told their first constant. */
#define XTENSA_SMALLEST (!ASCON_INLINE_PERM && !ASCON_UNROLL_LOOPS)
/* Above c32, which takes three times the instructions (gcc 12, AEAD128: 125 per byte against 42).
 */
#define ASCON_XTENSA_PREFERENCE 60
#define ASCON_XTENSA_DESCRIPTION                                                                   \
  {.name = "xtensa", .preference = ASCON_XTENSA_PREFERENCE, .merit = "assembly for Xtensa"}
