/* Where this backend can be compiled, and how it ranks there: see docs/backends.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__x86_64__) && defined(__GNUC__) && defined(__SSE2__)
#define ASCON_HAVE_avx512vl 1
#else
#define ASCON_HAVE_avx512vl 0
#endif
/* The same statements in C, for valgrind, which does not know the instructions, and for tests that
   compile every backend without assembly files for other processors. */
#define ASCON_AVX512VL_EMULATED (ASCON_CHECK_CONSTANT_TIME || !ASCON_HAVE_avx512vl)
/* Cycles a round in long messages. AMD Zen 5, measured: 12.7, after c64's 9.2, because an
   operation on a vector takes two cycles there. Intel since Ice Lake, where it takes one: 9.3
   to 9.9 by llvm-mca's models, where c64 has 13 and more; a round of this kind was measured at 11.8
   in any order and 10.7 in a searched one, the best C with rorx at 13.5. */
#define ASCON_AVX512VL_PREFERENCE 40 /* but first with ASCON_CPU_VECTOR_FIRST */
/* Emulated in C, it runs everywhere. */
#define ASCON_AVX512VL_DESCRIPTION                                                                 \
  {.name = "avx512vl",                                                                             \
   .needs = ASCON_AVX512VL_EMULATED ? 0 : ASCON_CPU_AVX512,                                        \
   .first_with = ASCON_CPU_VECTOR_FIRST,                                                           \
   .preference = ASCON_AVX512VL_PREFERENCE,                                                        \
   .merit = "the fastest as measured on Intel with AVX-512: a word in each vector register"}
