/*
 * Ascon-p[rounds] for 32-bit RISC-V in as few bytes as possible: the size profile.
 *
 *     void ascon_rv32_rounds(state *s, unsigned rounds);
 *
 * Applies the last `rounds` of the 16 rounds of NIST SP 800-232, section 3; rounds is 1..16, public.
 *
 * Instructions     RV32I, with Zbb or Zbkb: andn, xnor. The time does not depend on data.
 * Registers        a0-a7, t0-t4; where instructions can be compressed, s0 and s1 for a6 and a7, which
 *                  they do not reach
 * Stack            none; where instructions can be compressed 16 bytes, with s0 and s1
 *
 * The state stays in memory. One copy of the S-box does both halves of the words, one rotation by a
 * variable amount all rotations.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_rv32
#if ASCON_RV32_TINY
#include "rv32_macros.inc"

#undef X0L
#undef X1L
#undef X2L
#undef X3L
#undef X4L
#undef A
#undef B

#define LEFT t0
#define CONSTANT t1

/* S-box */
#define X0 a1
#define X1 a2
#define X2 a3
#define X3 a4
#define X4 a5
#if defined(__riscv_compressed)
#define A s0
#define B s1
#else
#define A a6
#define B a7
#endif

/* Linear layer: a word, its new value, amounts of rotations, temporaries */
#define LOW a1
#define HIGH a2
#define NEW_LOW a3
#define NEW_HIGH a4
#define FIRST a5
#define SECOND t2
#define AMOUNT t3
#define OPPOSITE A
#define PART B
#define LINK t4

        .section .text.ascon_rv32_rounds,"ax",%progbits
        .p2align 1

FUNCTION ascon_rv32_rounds
#if defined(__riscv_compressed)
        addi    sp, sp, -16
        sw      s0, 0(sp)
        sw      s1, 4(sp)
#endif
        mv      LEFT, a1
.Lround:
/* 15 * n for n = LEFT + 4, or less by 16 if that is over 16: see ASCON_ROUND_CONSTANT */
        addi    X0, LEFT, 3
        andi    X0, X0, 15
        slli    CONSTANT, X0, 4
        xor     CONSTANT, CONSTANT, X0
        xori    CONSTANT, CONSTANT, 15

/* The low half with the constant, then the high one without: the order of core/state/substitution.h */
.Lhalf: lw      X0, 0(STATE)
        lw      X1, 8(STATE)
        lw      X2, 16(STATE)
        lw      X3, 24(STATE)
        lw      X4, 32(STATE)
        xor     X2, X2, X1
        xor     X2, X2, CONSTANT
        xor     B, X3, X4
        xor     A, X0, X4
        and     X4, X4, B
#if ZBB
        xnor    X4, X4, X2
#else
        xor     X4, X4, X2
        not     X4, X4
#endif
        sw      X4, 16(STATE)
        or      X0, X0, B
        xor     X0, X0, X2
        sw      X0, 24(STATE)
        xor     X3, X3, X1
        or      X3, X3, X2
        xor     X3, X3, A
        sw      X3, 8(STATE)
        xor     X2, X2, A
        or      X2, X2, X1
        xor     X2, X2, B
        sw      X2, 0(STATE)
#if ZBB
        andn    A, X1, A
#else
        and     A, A, X1
        xor     A, A, X1
#endif
        xor     A, A, B
        sw      A, 32(STATE)
        addi    STATE, STATE, 4
        mv      X0, CONSTANT
        li      CONSTANT, 0
        bnez    X0, .Lhalf
        addi    STATE, STATE, -8

/* For each word two rotations, each on top of the one before: 6 bits each, from the right */
        li      FIRST, 19 | 61 << 6 | 1 << 12 | 10 << 18 | 7 << 24
        li      SECOND, 9 | 42 << 6 | 5 << 12 | 7 << 18 | 34 << 24
.Lword: lw      LOW, 0(STATE)
        lw      HIGH, 4(STATE)
        mv      NEW_LOW, LOW
        mv      NEW_HIGH, HIGH
        jal     LINK, .Lrotate
        jal     LINK, .Lrotate
        sw      NEW_LOW, 0(STATE)
        sw      NEW_HIGH, 4(STATE)
        addi    STATE, STATE, 8
        bnez    FIRST, .Lword
        addi    STATE, STATE, -40
        addi    LEFT, LEFT, -1
        bnez    LEFT, .Lround
#if defined(__riscv_compressed)
        lw      s0, 0(sp)
        lw      s1, 4(sp)
        addi    sp, sp, 16
#endif
        ret

/* Rotates LOW and HIGH to the right by the next amount and adds the result to the new value. Shifts
   look at 5 bits of the amount; the sixth one exchanges the halves. */
.Lrotate:
        mv      AMOUNT, FIRST
        mv      FIRST, SECOND
        srli    SECOND, AMOUNT, 6
        slli    PART, AMOUNT, 26
        bgez    PART, 1f
        mv      PART, LOW
        mv      LOW, HIGH
        mv      HIGH, PART
1:      neg     OPPOSITE, AMOUNT
        sll     PART, HIGH, OPPOSITE
        sll     OPPOSITE, LOW, OPPOSITE
        srl     LOW, LOW, AMOUNT
        srl     HIGH, HIGH, AMOUNT
        or      LOW, LOW, PART
        or      HIGH, HIGH, OPPOSITE
        xor     NEW_LOW, NEW_LOW, LOW
        xor     NEW_HIGH, NEW_HIGH, HIGH
        jr      LINK
END ascon_rv32_rounds
#endif
#endif

#include "../../platform/object_marks.inc"
