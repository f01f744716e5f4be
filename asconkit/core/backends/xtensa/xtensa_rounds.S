/*
 * Ascon-p[rounds] for Xtensa, with the state in registers.
 *
 *     void ascon_xtensa_rounds(state *s, unsigned rounds);
 *     void ascon_xtensa_rounds_from(state *s, int complement);
 *
 * Replaces the five words by the last `rounds` of the 16 rounds, 1..16. Algorithm: NIST SP 800-232,
 * section 3. rounds_from, for the smallest code, takes the complement of the first constant of at
 * most 12 rounds instead.
 *
 * Instruction set  base, and LOOP where the processor has it (rolled rounds).
 * Registers        a4..a13 hold the state, a2, a3 and a14 temporaries, a15 is -1 or the constant.
 * Clobbers         call0: a2..a11 and SAR (and the loop registers). Windowed: SAR (and those).
 * Stack            call0: 32 bytes, windowed: 32; the caller's values go there, never state.
 *
 * The trick: most NOTs vanish because words travel complemented (SBOX), the round constant goes
 * into x2 where a NOT is needed anyway, and words share shift amounts (DIFFUSE). Unrolled, that is
 * 82 and 81 instructions for two rounds.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_xtensa
#include "xtensa_macros.inc"

#define STATE SLOT(2)

/* From the number of rounds in a3: the complement of the first constant to a15. That is
 * ~(60 + 15 * rounds), above 12 rounds ~(15 * (rounds - 12)). Changes T1. With LOOP, T0 becomes the
 * number of rounds to the end of the 12, or to the end of the 4 before them. */
.macro FIRST_CONSTANT
        movi    T1, 12
        sub     T1, T1, a3
        slli    a15, T1, 4
        sub     a15, a15, T1
        addi    a15, a15, -1
#if ASCON_XTENSA_LOOPS
        neg     T1, T1
        movgez  T0, T1, T1
        movi    T1, 12
        moveqz  T0, T1, T0
#endif
        blti    a15, -1, .Lready\@
        movi    T1, -240
        add     a15, a15, T1
.Lready\@:
.endm

/* After 0x0f, the constant goes on with 0xf0: jumps to `again` if that is the case. */
.macro NEXT_CONSTANT again
#if ASCON_XTENSA_LOOPS
        bnei    a15, -1, .Lend\@
        movi    T0, 12
#else
        beqi    T0, 3, .Lend\@
        bnei    a15, -1, \again
#endif
        movi    a15, ~0xf0
        j       \again
.Lend\@:
.endm

/* From the state in memory to the registers, with words complemented as the subroutines want. */
.macro LOAD_STATE
        ENTER_FUNCTION 3
        s32i    a2, a1, STATE
        MOVE_STATE l32i, a2
        movi    M, -1
#if ASCON_UNROLL_LOOPS
        XOR_BOTH X1L, X1H, M
#else
        COMPLEMENT
#endif
.endm

/* The way back, at the end of a function. */
.macro STORE_STATE
        COMPLEMENT
        l32i    T0, a1, STATE
        MOVE_STATE s32i, T0
        LEAVE_FUNCTION 3
.endm

FUNCTION ascon_xtensa_rounds
        LOAD_STATE
#if ASCON_UNROLL_LOOPS
        bnei    a3, 12, .Lnot_12
        movi    T0, ROUND_CONSTANT(12)
        xor     X2L, X2L, T0
        call0   ascon_xtensa_unrolled_12
.Ldone:
#else
        FIRST_CONSTANT
.Lagain:
        call0   ascon_xtensa_rounds_rolled
        NEXT_CONSTANT .Lagain
        movi    M, -1
#endif
        STORE_STATE

#if ASCON_UNROLL_LOOPS
.Lnot_12:                               /* PERMUTE, but x2 is not complemented */
        bnei    a3, 8, .Lnot_8
        movi    T0, ROUND_CONSTANT(8)
        xor     X2H, X2H, M
        call0   ascon_xtensa_unrolled_8
        j       .Ldone
.Lnot_8:
        bnei    a3, 6, .Lnot_6
        movi    T0, ROUND_CONSTANT(6)
        xor     X2L, X2L, T0
        xor     X2H, X2H, M
        call0   ascon_xtensa_unrolled_6
        j       .Ldone
.Lnot_6:                                /* no algorithm has such a number */
        COMPLEMENT
        FIRST_CONSTANT
.Lagain:
        call0   ascon_xtensa_rounds_rolled
        NEXT_CONSTANT .Lagain
        movi    M, -1
        XOR_BOTH X1L, X1H, M
        j       .Ldone
#endif
END_FUNCTION ascon_xtensa_rounds

#if XTENSA_SMALLEST
/* Nothing is computed that the caller knows: 34 bytes less. */
FUNCTION ascon_xtensa_rounds_from
        LOAD_STATE
        mov     a15, a3
#if ASCON_XTENSA_LOOPS
        srai    T0, a3, 4               /* the constant of `left` rounds has left + 3 there */
        movi    T1, -4
        sub     T0, T1, T0
#endif
        call0   ascon_xtensa_rounds_rolled
        movi    M, -1
        STORE_STATE
END_FUNCTION ascon_xtensa_rounds_from
#endif

/* The constants go on to the end of the 12 rounds or of the 4 before them. Without LOOP, T0 is
 * then 63 less the constant that would come next, 0 or 60. */
FUNCTION ascon_xtensa_rounds_rolled
        s32i    a0, a1, LINK
        movi    a0, -1
#if ASCON_XTENSA_LOOPS
        loop    T0, .Lend_of_rounds
#endif
.Lround:
        xor     X2L, X2L, a15
        xor     X2H, X2H, a0
        SBOX_TRUE
        DIFFUSE
        addi    a15, a15, 15
#if ASCON_XTENSA_LOOPS
.Lend_of_rounds:
#else
        addi    T0, a15, 64
        bltz    T0, .Lround
#endif
        l32i    a0, a1, LINK
        ret
END_FUNCTION ascon_xtensa_rounds_rolled

#if ASCON_UNROLL_LOOPS
/* At the beginning x2 has this round's constant and x1 is complemented; between the two rounds x0
 * and x4 are, too; at the end x1 and, unless its constant is added, x2. */
.macro TWO_ROUNDS left
        SBOX_EVEN
        DIFFUSE
        movi    T0, ROUND_CONSTANT(\left - 1)
        xor     X2L, X2L, T0
        SBOX_ODD
        DIFFUSE
        .if \left > 2
        movi    T0, ~ROUND_CONSTANT(\left - 2)
        .if \left == 10
        LABEL   ascon_xtensa_unrolled_8
        .endif
        xor     X2L, X2L, T0
        .if \left == 8
        LABEL   ascon_xtensa_unrolled_6
        .endif
        xor     X2H, X2H, M
        .endif
.endm

FUNCTION ascon_xtensa_unrolled_12
        .begin  no-transform            /* all have 3 bytes */
        TWO_ROUNDS 12
        TWO_ROUNDS 10
        TWO_ROUNDS 8
        TWO_ROUNDS 6
        TWO_ROUNDS 4
        TWO_ROUNDS 2
        ret
        .end    no-transform
END_FUNCTION ascon_xtensa_unrolled_12
#endif

#endif

#include "../../platform/object_marks.inc"
