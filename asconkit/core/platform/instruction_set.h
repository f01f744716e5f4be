/* What this is compiled for, where assembly has to fit: 1 or 0. Used by the config.h of folders in
   masked/ and backends/. For the preprocessor alone: assembly includes it too.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_INSTRUCTION_SET_H
#define ASCON_INSTRUCTION_SET_H

/* 16-bit Thumb instructions only, as on Armv6-M. */
#if defined(__thumb__) && !defined(__thumb2__) && !defined(__ARM_BIG_ENDIAN) &&                    \
    defined(__ARM_ARCH) && __ARM_ARCH >= 6
#define IS_THUMB_1 1
#else
#define IS_THUMB_1 0
#endif

/* Armv7-M, and later cores with its instructions. */
#if defined(__thumb2__)
#define IS_THUMB_2 1
#else
#define IS_THUMB_2 0
#endif

/* With MOVW, and so not the reduced cores with 16 registers. */
#if defined(__AVR__) && defined(__AVR_HAVE_MOVW__) && !defined(__AVR_TINY__)
#define IS_AVR 1
#else
#define IS_AVR 0
#endif

/* For assembly on AVR: calls and jumps to other sections, which may be far away. Small processors
   have only the short forms. */
#if IS_AVR && defined(__AVR_HAVE_JMP_CALL__)
#define XCALL call
#define XJMP jmp
#elif IS_AVR
#define XCALL rcall
#define XJMP rjmp
#endif

/* Not RV32E, which has 15 registers. */
#if defined(__riscv_xlen) && __riscv_xlen == 32 && !defined(__riscv_32e) && !defined(__riscv_e)
#define IS_RV32I 1
#else
#define IS_RV32I 0
#endif

/* RISC-V with Zbb or Zbkb: andn, xnor, rori and rev8 are common to both. */
#if defined(__riscv_zbb) || defined(__riscv_zbkb)
#define IS_RISCV_WITH_ROTATIONS 1
#else
#define IS_RISCV_WITH_ROTATIONS 0
#endif

#endif
