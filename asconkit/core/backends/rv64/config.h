/* Where this backend can be compiled, and how it ranks there: see docs/backends.md. The
   assembly includes it too.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__riscv) && defined(__LP64__) && defined(__GNUC__) && defined(__ELF__) &&              \
    !defined(__riscv_e) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ASCON_HAVE_rv64 1
#else
#define ASCON_HAVE_rv64 0
#endif
/* Above c64: fewer instructions per byte of AEAD128 in long messages than gcc 12 (4 % with Zbb, 3 %
   without it) and clang 19 (20 %, 13 %) make of it. */
#define ASCON_RV64_PREFERENCE 60
#define ASCON_RV64_DESCRIPTION                                                                     \
  {.name = "rv64", .preference = ASCON_RV64_PREFERENCE, .merit = "assembly for 64-bit RISC-V"}
