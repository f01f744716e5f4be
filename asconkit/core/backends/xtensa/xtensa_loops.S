/*
 * Block loops for Xtensa with the state in registers, one for every function of functions.inc. Names and contract: functions.h. Data pointers are multiples of 4.
 *
 * Instruction set  base.
 * Registers        as in xtensa_rounds.S, whose subroutines do the rounds; a0 is the data pointer
 *                  between them.
 * Clobbers         call0: a2..a11 and SAR (and the loop registers). Windowed: SAR (and those).
 * Stack            call0: 48 bytes, windowed: 48; lengths, pointers and the caller's values go
 *                  there, never state.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_xtensa && ASCON_INLINE_PERM
#include "xtensa_macros.inc"

#define STATE SLOT(2)
#define PLACE SLOT(3)                   /* where the next block is */
#define LAST SLOT(4)                    /* the last place where a block can begin */
#define DISTANCE SLOT(5)                /* from input to output */
#define SLOTS 6

/* The bytes of `from` in reverse, where SAR is 8; `to` may be `from`. */
.macro REVERSE to, from, t
        srli    \t, \from, 16
        src     \t, \t, \from
        src     \t, \t, \t
        src     \to, \from, \t
.endm

/* 8 bytes at an offset of the block and one word of the state, by operation. T1 and T2 are free.
 * `negative` is 1 for a complemented word. In this processor's byte order: */
.macro NATIVE_absorb low, high, low_at, high_at, negative
        l32i    T1, a0, \low_at
        l32i    T2, a0, \high_at
        xor     \low, \low, T1
        xor     \high, \high, T2
.endm

.macro NATIVE_OUT low, high, low_at, high_at, negative, to
        .if \negative
        xor     T1, \low, M
        xor     T2, \high, M
        s32i    T1, \to, \low_at
        s32i    T2, \to, \high_at
        .else
        s32i    \low, \to, \low_at
        s32i    \high, \to, \high_at
        .endif
.endm

.macro NATIVE_squeeze low, high, low_at, high_at, negative
        NATIVE_OUT \low, \high, \low_at, \high_at, \negative, a0
.endm

.macro NATIVE_encrypt low, high, low_at, high_at, negative
        NATIVE_absorb \low, \high, \low_at, \high_at, \negative
        NATIVE_OUT \low, \high, \low_at, \high_at, \negative, T0
.endm

.macro NATIVE_decrypt low, high, low_at, high_at, negative
        l32i    T1, a0, \low_at
        l32i    T2, a0, \high_at
        .if \negative
        XOR_BOTH T1, T2, M
        .endif
        xor     \low, \low, T1
        xor     \high, \high, T2
        s32i    \low, T0, \low_at
        s32i    \high, T0, \high_at
        mov     \low, T1
        mov     \high, T2
.endm

/* In the other order, 4 bytes: */
.macro REVERSED_absorb half, at, negative
        l32i    T1, a0, \at
        REVERSE T1, T1, T2
        xor     \half, \half, T1
.endm

.macro REVERSED_OUT half, at, negative, to
        .if \negative
        xor     T1, \half, M
        REVERSE T1, T1, T2
        .else
        REVERSE T1, \half, T2
        .endif
        s32i    T1, \to, \at
.endm

.macro REVERSED_squeeze half, at, negative
        REVERSED_OUT \half, \at, \negative, a0
.endm

.macro REVERSED_encrypt half, at, negative
        REVERSED_absorb \half, \at, \negative
        REVERSED_OUT \half, \at, \negative, T0
.endm

.macro REVERSED_decrypt half, at, negative
        l32i    T1, a0, \at
        REVERSE T1, T1, T2
        .if \negative
        xor     T1, T1, M
        .endif
        xor     \half, \half, T1
        REVERSE \half, \half, T2
        s32i    \half, T0, \at
        mov     \half, T1
.endm

/* From the arguments out in a3 and in in a4: the data pointer, and where it is not the output's
 * too, the way from it to the output. */
.macro START_absorb
        mov     a0, a4
.endm

.macro START_squeeze
        mov     a0, a3
.endm

.macro START_encrypt
        mov     a0, a4
        sub     a3, a3, a4
        s32i    a3, a1, DISTANCE
.endm

.macro START_decrypt
        START_encrypt
.endm

/* The output pointer to T0, if there is one. */
.macro OUTPUT_absorb
.endm

.macro OUTPUT_squeeze
.endm

.macro OUTPUT_encrypt
        l32i    T0, a1, DISTANCE
        add     T0, T0, a0
.endm

.macro OUTPUT_decrypt
        OUTPUT_encrypt
.endm

.macro WORD op, rate, order, i, low, high, negative=0
        .if \rate > 8 * \i
        .ifnc \op, absorb
        .if \negative && !COMPLEMENTED_X1
        movi    M, -1                   /* rolled rounds need its register */
        .endif
        .endif
        .ifc \order, le
        NATIVE_\op \low, \high, 8 * \i + LOW_HALF, 8 * \i + HIGH_HALF, \negative
        .else
        REVERSED_\op \low, 8 * \i + 4 - LOW_HALF, \negative
        REVERSED_\op \high, 8 * \i + 4 - HIGH_HALF, \negative
        .endif
        .endif
.endm

.macro BLOCK_FUNCTION name, op, rate, rounds, order
FUNCTION \name
        ENTER_FUNCTION SLOTS
        s32i    a2, a1, STATE
        START_\op
        add     a5, a5, a0
        addi    a5, a5, -\rate
        s32i    a5, a1, LAST
        MOVE_STATE l32i, a2
        movi    M, -1
        COMPLEMENT
.Lblock\@:
        .ifnc \order, le
        ssai    8
        .endif
        OUTPUT_\op
        WORD    \op, \rate, \order, 0, X0L, X0H
        WORD    \op, \rate, \order, 1, X1L, X1H, COMPLEMENTED_X1
        WORD    \op, \rate, \order, 2, X2L, X2H, 1
        WORD    \op, \rate, \order, 3, X3L, X3H
        WORD    \op, \rate, \order, 4, X4L, X4H
        addi    a0, a0, \rate
        s32i    a0, a1, PLACE
        PERMUTE \rounds
        l32i    a0, a1, PLACE
        l32i    T0, a1, LAST
        .ifc \op, squeeze
        bltu    a0, T0, .Lblock\@
        .else
        bgeu    T0, a0, .Lblock\@
        .endif
#if !ASCON_UNROLL_LOOPS
        movi    M, -1
#endif
        COMPLEMENT
        sub     a2, T0, a0
        addi    a2, a2, \rate           /* what is left */
        l32i    a0, a1, STATE
        MOVE_STATE s32i, a0
        LEAVE_FUNCTION SLOTS
END_FUNCTION \name
.endm


#define ASSEMBLER_NAME(name) name
#define BLOCKS ascon_xtensa_
#include "../functions.inc"

#endif

#include "../../platform/object_marks.inc"
