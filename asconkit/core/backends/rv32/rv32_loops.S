/*
 * Loops over whole blocks for 32-bit RISC-V: data in or out, and the rounds after each block.
 *
 *     size_t ascon_rv32_OP_RATE_ROUNDS_ORDER(state *s, uint8_t *out, const uint8_t *in,
 *                                            size_t n);
 *
 * See functions.h. Data is aligned to 4 bytes.
 *
 * Instructions     RV32I, with Zbb (rev8) or Zbkb (rev8, pack, zip, unzip); the time does not depend
 *                  on data
 * Registers        those of rv32_macros.inc; s0 where data comes from (squeezing: goes to), s1 the
 *                  last place where a block can start, s2 out, s3-s6 masks
 * Stack            32 bytes, with those of s0-s6 that are used, of the caller; as a loop of rounds
 *                  the return address too
 *
 * The state stays in registers from the first to the last block; the rounds are a subroutine that
 * uses no stack (rv32_permutation.S), so that they exist once: 2 instructions a block.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_rv32 && ASCON_INLINE_PERM
#include "rv32_macros.inc"

#define DATA s0
#define LAST s1
#define OUT s2
#define MASK8 s3
#define MASK4 s4
#define MASK2 s5
#define MASK1 s6

#define CONVERT (ASCON_RV32_INTERLEAVE && !ASCON_EXTERN_BI)
#if CONVERT && !defined(__riscv_zbkb)
#define DELTA_SWAPS 1
#else
#define DELTA_SWAPS 0
#endif

/* ---- Data in memory and in registers --------------------------------------------------------- */

/* Exchanges the bits of l in \mask with those of h that stand \n places lower. */
.macro DELTA_SWAP l, h, n, mask, t
        slli    \t, \h, \n
        xor     \t, \t, \l
        and     \t, \t, \mask
        xor     \l, \l, \t
        srli    \t, \t, \n
        xor     \h, \h, \t
.endm

/* The lower half of h and the upper half of l; works without a mask. */
.macro DELTA_SWAP_16 l, h, t
        slli    \t, \h, 16
        xor     \t, \t, \l
        srli    \t, \t, 16
        xor     \h, \h, \t
        slli    \t, \t, 16
        xor     \l, \l, \t
.endm

/* d = the bytes of x in reverse order */
.macro REVERSE d, x, t
#if ZBB
        rev8    \d, \x
#else
        slli    \t, \x, 8
        and     \t, \t, MASK8
        and     \d, \x, MASK8
        srli    \d, \d, 8
        or      \d, \d, \t
        slli    \t, \d, 16
        srli    \d, \d, 16
        or      \d, \d, \t
#endif
.endm

/* Word i of the block in the form in which it is stored best: its low and its high half; where
   delta swaps interleave it, l has the lower halves of both and h the upper ones, as after the first
   of five swaps. Uses C. */
.macro LOAD order, i, l, h
.ifc \order, le
        lw      \l, 8 * \i(DATA)
        lw      \h, 8 * \i + 4(DATA)
.else
        lw      \h, 8 * \i(DATA)
        lw      \l, 8 * \i + 4(DATA)
        REVERSE \l, \l, C
        REVERSE \h, \h, C
.endif
#if DELTA_SWAPS
        DELTA_SWAP_16 \l, \h, C
#endif
.endm

/* The reverse; changes A, B and C, no other register. */
.macro STORE order, i, l, h, to
#if DELTA_SWAPS && ZBB
.ifc \order, le
        sh      \l, 8 * \i(\to)
        sh      \h, 8 * \i + 2(\to)
        srli    A, \l, 16
        srli    B, \h, 16
        sh      A, 8 * \i + 4(\to)
        sh      B, 8 * \i + 6(\to)
.else
        rev8    A, \l
        rev8    B, \h
        sh      B, 8 * \i(\to)
        sh      A, 8 * \i + 2(\to)
        srli    A, A, 16
        srli    B, B, 16
        sh      B, 8 * \i + 4(\to)
        sh      A, 8 * \i + 6(\to)
.endif
#else
#if DELTA_SWAPS
        DELTA_SWAP_16 \l, \h, C         /* only ever A, B */
#endif
.ifc \order, le
        sw      \l, 8 * \i(\to)
        sw      \h, 8 * \i + 4(\to)
.else
        REVERSE A, \l, C
        REVERSE B, \h, C
        sw      B, 8 * \i(\to)
        sw      A, 8 * \i + 4(\to)
.endif
#endif
.endm

/* From what LOAD gives to the form of the state, in place. Uses C. */
.macro TO_STATE l, h
#if DELTA_SWAPS
        DELTA_SWAP \l, \h, 8, MASK8, C
        DELTA_SWAP \l, \h, 4, MASK4, C
        DELTA_SWAP \l, \h, 2, MASK2, C
        DELTA_SWAP \l, \h, 1, MASK1, C
#elif CONVERT
        unzip   \l, \l                  /* odd bits, even bits: 16 each */
        unzip   \h, \h
        srli    C, \l, 16
        pack    \l, \l, \h
        srli    \h, \h, 16
        pack    \h, C, \h
#endif
.endm

/* The reverse, into A and B. Uses C. */
.macro FROM_STATE l, h
#if DELTA_SWAPS
        slli    B, \h, 1
        xor     B, B, \l
        and     B, B, MASK1
        xor     A, \l, B
        srli    B, B, 1
        xor     B, B, \h
        DELTA_SWAP A, B, 2, MASK2, C
        DELTA_SWAP A, B, 4, MASK4, C
        DELTA_SWAP A, B, 8, MASK8, C
#elif CONVERT
        srli    B, \l, 16
        srli    C, \h, 16
        pack    A, \l, \h
        pack    B, B, C
        zip     A, A
        zip     B, B
#else
        mv      A, \l
        mv      B, \h
#endif
.endm

/* ---- One word of a block, x with the halves l and h -------------------------------------------- */

.macro LANE_absorb order, i, l, h
        LOAD    \order, \i, A, B
        TO_STATE A, B
        xor     \l, \l, A
        xor     \h, \h, B
.endm

.macro LANE_output order, i, l, h, to
#if CONVERT
        FROM_STATE \l, \h
        COMPLEMENT \i, A, B
        STORE   \order, \i, A, B, \to
#else
.if .Lcomplemented_\i
        not     A, \l
        not     B, \h
        STORE   \order, \i, A, B, \to
.else
        STORE   \order, \i, \l, \h, \to
.endif
#endif
.endm

.macro LANE_squeeze order, i, l, h
        LANE_output \order, \i, \l, \h, DATA
.endm

.macro LANE_encrypt order, i, l, h
        LANE_absorb \order, \i, \l, \h
        LANE_output \order, \i, \l, \h, OUT
.endm

/* x becomes the ciphertext, complemented if x is: the complements cancel in the plaintext. */
.macro LANE_decrypt order, i, l, h
        FROM_STATE \l, \h
        LOAD    \order, \i, \l, \h
        COMPLEMENT \i, \l, \h
        xor     A, A, \l
        xor     B, B, \h
        STORE   \order, \i, A, B, OUT
        TO_STATE \l, \h
.endm

/* ---- The loop ---------------------------------------------------------------------------------- */

/* sw or lw of what the loop uses of the registers that belong to the caller */
.macro SAVED instruction, op, order
        \instruction s0, 0(sp)
        \instruction s1, 4(sp)
.ifc \op, encrypt
        \instruction s2, 8(sp)
.endif
.ifc \op, decrypt
        \instruction s2, 8(sp)
.endif
#if DELTA_SWAPS
        \instruction s3, 12(sp)
        \instruction s4, 16(sp)
        \instruction s5, 20(sp)
        \instruction s6, 24(sp)
#elif !ZBB
.ifc \order, be
        \instruction s3, 12(sp)
.endif
#endif
#if !ASCON_UNROLL_LOOPS
        \instruction ra, 28(sp)
#endif
.endm

.macro MASKS order
#if DELTA_SWAPS
        li      MASK8, 0xff00ff00
        li      MASK4, 0xf0f0f0f0
        li      MASK2, 0xcccccccc
        li      MASK1, 0xaaaaaaaa
#elif !ZBB
.ifc \order, be
        li      MASK8, 0xff00ff00
.endif
#endif
.endm

.macro BLOCK_FUNCTION name, op, rate, rounds, order
        .section .text.\name,"ax",%progbits
        .p2align 2
FUNCTION \name
        addi    sp, sp, -32
        SAVED   sw, \op, \order
.ifc \op, squeeze
        mv      DATA, a1
.else
        mv      DATA, a2
.endif
.ifnc \op, absorb
.ifnc \op, squeeze
        mv      OUT, a1
.endif
.endif
        add     LAST, DATA, a3
        addi    LAST, LAST, -\rate
        MASKS   \order
        LOAD_STATE
        COMPLEMENT_STATE
1:      LANE_\op \order, 0, X0L, X0H
.if \rate > 8
        LANE_\op \order, 1, X1L, X1H
.endif
.if \rate > 16
        LANE_\op \order, 2, X2L, X2H
.endif
.if \rate > 24
        LANE_\op \order, 3, X3L, X3H
.endif
.if \rate > 32
        LANE_\op \order, 4, X4L, X4H
.endif
        addi    DATA, DATA, \rate
.ifnc \op, absorb
.ifnc \op, squeeze
        addi    OUT, OUT, \rate
.endif
.endif
        CALL_ROUNDS \rounds
.ifc \op, squeeze
        bltu    DATA, LAST, 1b
.else
        bgeu    LAST, DATA, 1b
.endif
        COMPLEMENT_STATE
        STORE_STATE
        sub     a0, LAST, DATA
        addi    a0, a0, \rate
        SAVED   lw, \op, \order
        addi    sp, sp, 32
        ret
END \name
.endm

#define ASSEMBLER_NAME(name) name
#define BLOCKS ascon_rv32_
#include "../functions.inc"
#endif

#include "../../platform/object_marks.inc"
