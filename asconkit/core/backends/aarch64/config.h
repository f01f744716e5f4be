/* Where this backend can be compiled, and how it ranks there: see docs/backends.md. The
   assembly includes it too.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__aarch64__) && defined(__LP64__) && !defined(__AARCH64EB__) && defined(__GNUC__) &&   \
    (defined(__ELF__) || defined(__APPLE__))
#define ASCON_HAVE_aarch64 1
#else
#define ASCON_HAVE_aarch64 0
#endif
/* 1: the smallest code: strings in assembly, and rounds that are told their first constant. */
#define AARCH64_SMALLEST (!ASCON_INLINE_PERM && !ASCON_UNROLL_LOOPS)
/* Above c64: 18 to 19 % fewer instructions per byte of AEAD128 in long messages than clang 19 and
   gcc 12 make of it, and 16 to 18 % fewer in messages of 16 bytes. */
#define ASCON_AARCH64_PREFERENCE 60
#define ASCON_AARCH64_DESCRIPTION                                                                  \
  {.name = "aarch64", .preference = ASCON_AARCH64_PREFERENCE, .merit = "assembly for 64-bit Arm"}
