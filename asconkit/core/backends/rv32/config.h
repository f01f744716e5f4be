/* Where this backend can be compiled, and how it ranks there: see docs/backends.md. For the
   preprocessor alone: assembly includes it too.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/instruction_set.h"

/* RV32E has too few registers for the state and what goes with it: backends in C serve it. */
#if IS_RV32I && defined(__GNUC__)
#define ASCON_HAVE_rv32 1
#else
#define ASCON_HAVE_rv32 0
#endif

/* Above the backends in C: their rounds take more instructions, whichever extensions there are. */
#define ASCON_RV32_PREFERENCE 60

/* 1: funnel shifts of the draft extension Zbt 0.93, which was never ratified and which compilers do
   not announce. 71 instructions per round without conversions, where Zbb is there too. */
#ifndef ASCON_RV32_ZBT
#define ASCON_RV32_ZBT 0
#endif

/* Even and odd bits apart where there is a rotation of 32 bits and nothing better (71 instructions
   a round for 111 and more). For size always plain: conversions take more code than they save. */
#if defined(ASCON_INTERLEAVE)
#define ASCON_RV32_INTERLEAVE ASCON_INTERLEAVE
#elif ASCON_EXTERN_BI
#define ASCON_RV32_INTERLEAVE 1
#elif IS_RISCV_WITH_ROTATIONS && !ASCON_RV32_ZBT && (ASCON_INLINE_PERM || ASCON_UNROLL_LOOPS)
#define ASCON_RV32_INTERLEAVE 1
#else
#define ASCON_RV32_INTERLEAVE 0
#endif

/* 1: the smallest rounds, which keep the state in memory and take more than twice as long: for the
   size profile where instructions are neither compressed nor of Zbb. */
#if ASCON_INLINE_PERM || ASCON_UNROLL_LOOPS || ASCON_RV32_INTERLEAVE || ASCON_RV32_ZBT ||          \
    defined(__riscv_compressed) || IS_RISCV_WITH_ROTATIONS
#define ASCON_RV32_TINY 0
#else
#define ASCON_RV32_TINY 1
#endif
#define ASCON_RV32_DESCRIPTION                                                                     \
  {.name = "rv32", .preference = ASCON_RV32_PREFERENCE, .merit = "assembly for 32-bit RISC-V"}
