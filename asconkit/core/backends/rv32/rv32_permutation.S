/*
 * Ascon-p[rounds] for 32-bit RISC-V; for the loops over blocks, its last rounds on registers.
 *
 *     void ascon_rv32_rounds(state *s, unsigned rounds);
 *
 * Applies the last `rounds` of the 16 rounds of NIST SP 800-232, section 3; rounds is 1..16, public.
 * The size profile has its own one, in rv32_size.S.
 *
 * Instructions     RV32I, with Zbb or Zbkb: andn, xnor, rori. No multiplication; the time does not
 *                  depend on data.
 * Registers        a0 state; a1-a7, t1-t6 the words and three temporaries; t0 link or round.
 * Stack            unrolled: none. A loop: 16 bytes, with the return address. 13 to 16 rounds: 16
 *                  bytes more, with the pointer to the state.
 * A round          RV32I 112.5 instructions, as a loop 117; Zbb, interleaved 71, as a loop 75;
 *                  Zbt and Zbb 71, Zbt alone 72.5.
 *
 * What makes it fast: the S-box needs three registers besides the state and leaves its results in
 * others than it took them from, and the linear layer moves them back at no cost: so the rounds need
 * no stack and no moves.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_rv32
#if !ASCON_RV32_TINY
#include "rv32_macros.inc"

        .section .text.ascon_rv32_rounds,"ax",%progbits
        .p2align 2

FUNCTION ascon_rv32_rounds
.Lrounds:
        li      t0, 12
        bltu    t0, a1, .Lmany
#if ASCON_UNROLL_LOOPS
        slli    t0, a1, 2
.Ltable_address:
        auipc   C, %pcrel_hi(.Ltable - 4)
        add     t0, t0, C
#if ALTERNATE
        andi    A, a1, 1
#endif
        LOAD_STATE
#if ALTERNATE
        not     X1L, X1L
        not     X1H, X1H
        beqz    A, 1f
        not     X0L, X0L
        not     X0H, X0H
        not     X3L, X3L
        not     X3H, X3H
        not     X4L, X4L
        not     X4H, X4H
        j       2f
1:      not     X2L, X2L
        not     X2H, X2H
2:
#else
        COMPLEMENT_STATE
#endif
        jalr    t0, t0, %pcrel_lo(.Ltable_address)
        COMPLEMENT_STATE
        STORE_STATE
        ret
#else
        addi    sp, sp, -16
        sw      ra, 12(sp)
#if ASCON_RV32_INTERLEAVE
        lla     t0, ascon_rv32_constants + 24
        slli    a1, a1, 1
        sub     t0, t0, a1
#else
        slli    t0, a1, 4               /* -15 * rounds */
        sub     t0, a1, t0
#endif
        LOAD_STATE
        COMPLEMENT_STATE
        call    ascon_rv32_loop
        COMPLEMENT_STATE
        STORE_STATE
        lw      ra, 12(sp)
        addi    sp, sp, 16
        ret
#endif

/* 13 to 16: rounds before the twelve one by one, each as the last one with its constant, 4b, turned
   into its own: they are 3c, 2d, 1e, 0f, and with 4b added 77, 66, 55, 44. */
.Lmany:
        addi    sp, sp, -16
        sw      ra, 12(sp)
        sw      s0, 8(sp)
        sw      s1, 4(sp)
        mv      s0, a0
        addi    s1, a1, -12
1:      addi    t0, s1, 3
#if ASCON_RV32_INTERLEAVE
        lw      t1, 16(s0)              /* even bits f, a, f, a: of the nibble, 0 and 2 twice */
        andi    t2, t0, 1
        addi    t2, t2, 2
        slli    t3, t2, 2
        xor     t1, t1, t2
        xor     t1, t1, t3
        sw      t1, 16(s0)
        lw      t1, 20(s0)              /* odd bits 5, 5, 0, 0: 1 and 3 twice */
        srli    t2, t0, 1
        andi    t2, t2, 1
        slli    t3, t2, 2
        xor     t1, t1, t2
        xor     t1, t1, t3
        sw      t1, 20(s0)
#else
        lw      t1, 16(s0)
        slli    t2, t0, 4
        xor     t1, t1, t0
        xor     t1, t1, t2
        sw      t1, 16(s0)
#endif
        mv      a0, s0
        li      a1, 1
        call    .Lrounds
        addi    s1, s1, -1
        bnez    s1, 1b
        mv      a0, s0
        lw      ra, 12(sp)
        lw      s0, 8(sp)
        lw      s1, 4(sp)
        addi    sp, sp, 16
        li      a1, 12
        j       .Lrounds
END ascon_rv32_rounds

#if ASCON_UNROLL_LOOPS

/* Entry points by the number of rounds: jumps, because their distances are not all the same. */
        .option push
        .option norvc
.Ltable:
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        j       ascon_rv32_last_\n
        .endr
        .option pop

/* One round of kind \kind, after which \left - 1 follow; constants 4b for \left 1, f0 for 12. */
.macro ROUND kind, left
        .globl  ascon_rv32_last_\left
        .hidden ascon_rv32_last_\left
ascon_rv32_last_\left:
        .set    .Lc, 60 + 15 * \left
.if \kind == 2
        not     X3L, X3L
        not     X3H, X3H
.endif
#if ASCON_RV32_INTERLEAVE
        .set    .Leven, (.Lc & 1) | (.Lc >> 1 & 2) | (.Lc >> 2 & 4) | (.Lc >> 3 & 8)
        .set    .Lodd, (.Lc >> 1 & 1) | (.Lc >> 2 & 2) | (.Lc >> 3 & 4) | (.Lc >> 4 & 8)
        ADD_CONSTANT \kind, X1L, X2L, .Leven
        ADD_CONSTANT \kind, X1H, X2H, .Lodd
#else
        ADD_CONSTANT \kind, X1L, X2L, .Lc
        ADD_CONSTANT \kind, X1H, X2H, 0
#endif
        SUBSTITUTION_LAYER \kind
        LINEAR_LAYER
.endm

#if ALTERNATE
#define EVEN 1
#define ODD 2
#else
#define EVEN 0
#define ODD 0
#endif
        ROUND   EVEN, 12
        ROUND   ODD, 11
        ROUND   EVEN, 10
        ROUND   ODD, 9
        ROUND   EVEN, 8
        ROUND   ODD, 7
        ROUND   EVEN, 6
        ROUND   ODD, 5
        ROUND   EVEN, 4
        ROUND   ODD, 3
        ROUND   EVEN, 2
        ROUND   ODD, 1
        jr      t0

#else

/* t0: where the constants are (interleaved), or -15 times the number of rounds. */
        .globl  ascon_rv32_loop
        .hidden ascon_rv32_loop
ascon_rv32_loop:
#if ASCON_RV32_INTERLEAVE
        lb      A, (t0)
1:      lb      B, 1(t0)
        addi    t0, t0, 2
        xor     X2L, X2L, A
        xor     X2L, X2L, X1L
        xor     X2H, X2H, B
        xor     X2H, X2H, X1H
#else
1:      addi    A, t0, -61              /* complement of the constant, 60 + 15 * left */
        xor     X2L, X2L, A
        xor     X2L, X2L, X1L
        ADD_CONSTANT 0, X1H, X2H, 0
        addi    t0, t0, 15
#endif
        SUBSTITUTION_LAYER 0
        LINEAR_LAYER
#if ASCON_RV32_INTERLEAVE
        lb      A, (t0)
        bnez    A, 1b
#else
        bnez    t0, 1b
#endif
        ret

#if ASCON_RV32_INTERLEAVE
/* Even and odd bits of the constants f0, e1 and so on to 4b, complemented; 0 ends them. */
        .section .rodata.ascon_rv32_constants,"a",%progbits
        .globl  ascon_rv32_constants
        .hidden ascon_rv32_constants
        .type   ascon_rv32_constants, %object
ascon_rv32_constants:
        .irp    n, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
        .set    .Lc, 60 + 15 * \n
        .byte   255 - ((.Lc & 1) | (.Lc >> 1 & 2) | (.Lc >> 2 & 4) | (.Lc >> 3 & 8))
        .byte   255 - ((.Lc >> 1 & 1) | (.Lc >> 2 & 2) | (.Lc >> 3 & 4) | (.Lc >> 4 & 8))
        .endr
        .byte   0
        .size   ascon_rv32_constants, . - ascon_rv32_constants
#endif

#endif
#endif
#endif

#include "../../platform/object_marks.inc"
