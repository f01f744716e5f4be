/*
 * Block loops for Xtensa with the state in registers, one for every function of functions.inc, and the
 * start and the end of AEAD. Names and contract: functions.h. Data pointers are multiples of 4.
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
#include "../../ascon_config.h"
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


/* ---- Start and end of AEAD ------------------------------------------------------------------ */

#define TAG SLOT(3)
#define KEYED_SLOTS 4
#define KEY 40                          /* after the state */

.macro READ_WORD low, high, pointer, offset, order
        .ifc \order, le
        l32i    \low, \pointer, \offset + LOW_HALF
        l32i    \high, \pointer, \offset + HIGH_HALF
        .else
        l32i    \low, \pointer, \offset + 4 - LOW_HALF
        l32i    \high, \pointer, \offset + 4 - HIGH_HALF
        REVERSE \low, \low, T2
        REVERSE \high, \high, T2
        .endif
.endm

.macro WRITE_WORD low, high, pointer, offset, order
        .ifc \order, le
        s32i    \low, \pointer, \offset + LOW_HALF
        s32i    \high, \pointer, \offset + HIGH_HALF
        .else
        REVERSE \low, \low, T2
        REVERSE \high, \high, T2
        s32i    \low, \pointer, \offset + 4 - LOW_HALF
        s32i    \high, \pointer, \offset + 4 - HIGH_HALF
        .endif
.endm

.macro XOR_KEY_WORD low, high, pointer, offset
        l32i    T0, \pointer, KEY + \offset + LOW_HALF
        l32i    T2, \pointer, KEY + \offset + HIGH_HALF
        xor     \low, \low, T0
        xor     \high, \high, T2
.endm

/* 12 rounds from true words on. M is -1 and stays so. */
.macro PERMUTE_KEYED
#if ASCON_UNROLL_LOOPS
        XOR_BOTH X1L, X1H, M
        movi    T0, ROUND_CONSTANT(12)
        xor     X2L, X2L, T0
        call0   ascon_xtensa_unrolled_12
#else
        COMPLEMENT
        PERMUTE_ROLLED 12
        movi    M, -1
#endif
        l32i    a0, a1, STATE
        XOR_KEY_WORD X3L, X3H, a0, 0
        XOR_KEY_WORD X4L, X4H, a0, 8
.endm

/* a2: state and key; a3: bytes of the key; a4: the nonce. */
.macro START_FUNCTION name, order
FUNCTION \name
        ENTER_FUNCTION KEYED_SLOTS
        s32i    a2, a1, STATE
        .ifnc \order, le
        ssai    8
        .endif
        READ_WORD X3L, X3H, a4, 0, \order
        READ_WORD X4L, X4H, a4, 8, \order
        READ_WORD X1L, X1H, a3, 0, \order
        READ_WORD X2L, X2H, a3, 8, \order
        READ_WORD X0L, X0H, a2, 0, le
        WRITE_WORD X1L, X1H, a2, KEY, le
        WRITE_WORD X2L, X2H, a2, KEY + 8, le
        movi    M, -1
        PERMUTE_KEYED
        COMPLEMENT
        MOVE_STATE s32i, a0
        LEAVE_FUNCTION KEYED_SLOTS
END_FUNCTION \name
.endm

/* a2: state and key; a3: where the tag goes. */
.macro FINISH_FUNCTION name, rate, order
FUNCTION \name
        ENTER_FUNCTION KEYED_SLOTS
        s32i    a2, a1, STATE
        s32i    a3, a1, TAG
        MOVE_STATE l32i, a2
        movi    M, -1
        .if \rate == 8
        XOR_KEY_WORD X1L, X1H, a2, 0
        XOR_KEY_WORD X2L, X2H, a2, 8
        .elseif \rate == 16
        XOR_KEY_WORD X2L, X2H, a2, 0
        XOR_KEY_WORD X3L, X3H, a2, 8
        .else
        .error "no AEAD has this rate"
        .endif
        PERMUTE_KEYED
        l32i    a0, a1, TAG
        .ifnc \order, le
        ssai    8
        .endif
        WRITE_WORD X3L, X3H, a0, 0, \order
        WRITE_WORD X4L, X4H, a0, 8, \order
        .irp    secret, T0, X0L, X0H, X1L, X1H, X2L, X2H, X3L, X3H
        movi    \secret, 0
        .endr
        LEAVE_FUNCTION KEYED_SLOTS
END_FUNCTION \name
.endm

#define ASSEMBLER_NAME(name) name
#include "functions.inc"

#endif

#include "../../platform/object_marks.inc"
