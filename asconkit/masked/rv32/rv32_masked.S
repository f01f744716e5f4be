/* Masked units for RV32I, with or without the rotations of Zbb and Zbkb: asconkit/masked/contract.h
   says what each of them does. The round is that of 4 shares: with 2 and 3 the permutations beside this
   file need no random words in their rounds.

   The gadget of an AND is that of Ishai, Sahai and Wagner, in the order that
   masked/armv7m/armv7m_masked.S explains: for each share i of the result its own product, to which are
   added, for every other share j, a fresh random word and then the product with share j. Shares are
   not rotated against each other, as that would take instructions here. In place of it:
     - The round takes the shares one after the other, and of each both halves. A register, latch or port
       of memory that has had a share's odd bits is given the next share's even bits: other columns.
     - The tag's tree has no two halves. There registers and ports are cleared between two shares.
     - Within a product, a random word comes between a share and the next one, on the port of memory
       and in the registers.

   Registers  a0 the state or word, a1 random words, T, U and V temporaries, X0 to X4 half of a share
              of the five words, Y0 to Y4 that of the S-box's result. No register is saved: the round
              changes what any function may change, and leaves nothing of a share there.
   Stack      the round: 176 bytes. tag and refresh: 16.
   Timing     No branch at all; addresses depend on nothing.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_RV32

#include "macros.inc"

#define STATE a0
#define RANDOM a1
#define X0 a2
#define X1 a3
#define X2 a4
#define X3 a5
#define X4 a6
#define Y0 a7
#define Y1 t1
#define Y2 t2
#define Y3 t3
#define Y4 t4

/* The same in the frame, after the word that stays zero. */
#define FRAME_PLACE(shares, w, i, h) 16 + PLACE(shares, w, i, h)

/* y ^= r ^ (x & other): r is the word of shares i and j at `random`, other half a share j at `place`
   after `base`. */
.macro ADD_PRODUCT y, x, place, random
        lw      U, \random(RANDOM)
        lw      T, \place(STATE)
        and     T, \x, T
        xor     T, T, U
        xor     \y, \y, T
.endm

/* ---- The round -------------------------------------------------------------------------------

   The first linear step on half h of share i: x0 ^= x4, x4 ^= x3, x2 ^= x1, and the constant, which
   is in V, into share 0 of x2. */
.macro MIX_INPUT shares, i, h
        lw      X4, PLACE(\shares, 4, \i, \h)(STATE)
        lw      X0, PLACE(\shares, 0, \i, \h)(STATE)
        lw      X3, PLACE(\shares, 3, \i, \h)(STATE)
        lw      X1, PLACE(\shares, 1, \i, \h)(STATE)
        lw      X2, PLACE(\shares, 2, \i, \h)(STATE)
        xor     X0, X0, X4
        xor     X4, X4, X3
        xor     X2, X2, X1
        .if     (\i) == 0
        .if     \h
        srli    T, V, 4
        .else
        andi    T, V, 15
        .endif
        xor     X2, X2, T
        .endif
        sw      X0, PLACE(\shares, 0, \i, \h)(STATE)
        sw      X4, PLACE(\shares, 4, \i, \h)(STATE)
        sw      X2, PLACE(\shares, 2, \i, \h)(STATE)
.endm

/* y = a ^ (~b & c) within one share. Of the sum of all shares, a ^ c ^ (b & c): each share takes its
   own part of a ^ c, and so the complement is right for all of them. */
.macro OWN_PRODUCT y, a, b, c
#if IS_RISCV_WITH_ROTATIONS
        andn    \y, \c, \b
#else
        and     \y, \b, \c
        xor     \y, \y, \c
#endif
        xor     \y, \y, \a
.endm

/* The products of share i with share j, for half h. */
.macro OTHER_PRODUCTS shares, h, i, j
        SET_PAIR \i, \j
        .set    AT, 20 * (MASKED_PAIRS(\shares) * (\h) + PAIR)
        ADD_PRODUCT Y0, X1, (PLACE(\shares, 2, \j, \h)), AT
        ADD_PRODUCT Y1, X2, (PLACE(\shares, 3, \j, \h)), (AT+4)
        ADD_PRODUCT Y2, X3, (PLACE(\shares, 4, \j, \h)), (AT+8)
        ADD_PRODUCT Y3, X4, (PLACE(\shares, 0, \j, \h)), (AT+12)
        ADD_PRODUCT Y4, X0, (PLACE(\shares, 1, \j, \h)), (AT+16)
.endm

/* Share i of the S-box on half h, from the state to the frame. */
.macro SUBSTITUTE shares, i, h
        lw      X0, PLACE(\shares, 0, \i, \h)(STATE)
        lw      X1, PLACE(\shares, 1, \i, \h)(STATE)
        lw      X2, PLACE(\shares, 2, \i, \h)(STATE)
        lw      X3, PLACE(\shares, 3, \i, \h)(STATE)
        lw      X4, PLACE(\shares, 4, \i, \h)(STATE)
        OWN_PRODUCT Y0, X0, X1, X2
        OWN_PRODUCT Y1, X1, X2, X3
        OWN_PRODUCT Y2, X2, X3, X4
        OWN_PRODUCT Y3, X3, X4, X0
        OWN_PRODUCT Y4, X4, X0, X1
        .set    J, 0
        .rept   \shares
        .if     J != (\i)
        OTHER_PRODUCTS \shares, \h, \i, J
        .endif
        .set    J, J + 1
        .endr
        xor     Y1, Y1, Y0
        xor     Y0, Y0, Y4
        xor     Y3, Y3, Y2
        .if     (\i) == 0
        not     Y2, Y2
        .endif
        sw      Y0, FRAME_PLACE(\shares, 0, \i, \h)(sp)
        sw      Y1, FRAME_PLACE(\shares, 1, \i, \h)(sp)
        sw      Y2, FRAME_PLACE(\shares, 2, \i, \h)(sp)
        sw      Y3, FRAME_PLACE(\shares, 3, \i, \h)(sp)
        sw      Y4, FRAME_PLACE(\shares, 4, \i, \h)(sp)
.endm

/* d ^= x rotated right by n; the assembler is not asked for rotations by 0. */
.macro XOR_ROTATED d, x, n
        .if     (\n) % 32
#if IS_RISCV_WITH_ROTATIONS
        rori    T, \x, (\n) % 32
        xor     \d, \d, T
#else
        slli    T, \x, 32 - (\n)
        xor     \d, \d, T
        srli    T, \x, \n
        xor     \d, \d, T
#endif
        .else
        xor     \d, \d, \x
        .endif
.endm

/* d ^= half h of (x rotated right by r): even rotations turn the halves, odd ones exchange them too.
   `same` is half h of x, `other` the other one. */
.macro XOR_HALF d, h, same, other, r
        .if     (\r) % 2 == 0
        XOR_ROTATED \d, \same, ((\r) / 2)
        .else
        XOR_ROTATED \d, \other, ((\r) / 2 + \h)
        .endif
.endm

/* The linear layer of share i of word w, from the frame to the state: x ^ ror(x, r) ^ ror(x, s). */
.macro DIFFUSE shares, w, i, r, s
        lw      X0, FRAME_PLACE(\shares, \w, \i, 0)(sp)
        lw      X1, FRAME_PLACE(\shares, \w, \i, 1)(sp)
        mv      X2, X0
        mv      X3, X1
        XOR_HALF X2, 0, X0, X1, \r
        XOR_HALF X2, 0, X0, X1, \s
        XOR_HALF X3, 1, X1, X0, \r
        XOR_HALF X3, 1, X1, X0, \s
        sw      X2, PLACE(\shares, \w, \i, 0)(STATE)
        sw      X3, PLACE(\shares, \w, \i, 1)(STATE)
.endm

/* void ascon_masked_round_SHARES(uint32_t *words, const uint32_t *random, uint32_t constant) */
.macro ROUND shares
        ENTER   40 * \shares
        mv      V, a2
        .set    I, 0
        .rept   \shares
        MIX_INPUT \shares, I, 0
        MIX_INPUT \shares, I, 1
        .set    I, I + 1
        .endr
        .set    I, 0
        .rept   \shares
        SUBSTITUTE \shares, I, 0
        SUBSTITUTE \shares, I, 1
        .set    I, I + 1
        .endr
        LINEAR_LAYER \shares
        LEAVE   40 * \shares, X0, X1, X2, X3, X4, Y0, Y1, Y2, Y3, Y4
.endm

        FUNCTION ascon_masked_round_4
        ROUND   4
        END     ascon_masked_round_4

/* ---- Refresh --------------------------------------------------------------------------------

   Every pair of shares takes a random word of its own, which cancels out of the sum. */
.macro REFRESH_HALF shares, i, h
        lw      T, PLACE(\shares, 0, \i, \h)(STATE)
        .set    J, 0
        .rept   \shares
        .if     J != (\i)
        SET_PAIR \i, J
        lw      U, 8 * PAIR + 4 * (\h)(RANDOM)
        xor     T, T, U
        .endif
        .set    J, J + 1
        .endr
        sw      T, PLACE(\shares, 0, \i, \h)(STATE)
.endm

/* void ascon_masked_refresh_SHARES(uint32_t *word, const uint32_t *random) */
.macro REFRESH shares
        ENTER   0
        .set    I, 0
        .rept   \shares
        REFRESH_HALF \shares, I, 0
        REFRESH_HALF \shares, I, 1
        .set    I, I + 1
        .endr
        LEAVE   0, T, U
.endm

        UNIT    ascon_masked_refresh_2, REFRESH, 2
        UNIT    ascon_masked_refresh_3, REFRESH, 3
        UNIT    ascon_masked_refresh_4, REFRESH, 4

/* ---- The tag ---------------------------------------------------------------------------------- */
#define X X0
#define Y Y0

/* x = X & (x rotated right by turn). What is multiplied by a turned word may be the same word at
   another share: the two meet in no register and on no bus, and nothing of the turned one stays. */
.macro AND_TURNED x, turn
        .if     \turn
        ROTATE  X1, \x, \turn, V
        li      \x, 0
        and     \x, X1, X
        slli    X1, zero, 1
#if !IS_RISCV_WITH_ROTATIONS
        li      V, 0
#endif
        .else
        and     \x, \x, X
        .endif
.endm

/* a &= b ror turn, on halves of shared words at these places; `to` is where the result goes, which is
   not b. Shares of one bit follow each other here, so everything is cleared between them. The order of
   operations is that of masked/armv7m/armv7m_masked.S, against pairs of transitions. For the same
   reason buses and the port that loads are cleared after each product, too. */
.macro AND_WORDS shares, to, a, b, turn
        .set    I, 0
        .rept   \shares
        lw      X, \a + 8 * I(STATE)
        lw      Y, \b + 8 * I(STATE)
        AND_TURNED Y, \turn
        .set    J, 0
        .rept   \shares
        .if     J != I
        SET_PAIR I, J
        lw      T, AT + 4 * PAIR(RANDOM)
        xor     Y, Y, T
        lw      T, \b + 8 * J(STATE)
        AND_TURNED T, \turn
        xor     Y, Y, T
        slli    T, zero, 1
        lw      T, 0(sp)
        .endif
        .set    J, J + 1
        .endr
        sw      Y, \to + 8 * I(STATE)
        sw      zero, 0(sp)
        li      X, 0
        li      Y, 0
        .set    I, I + 1
        .endr
        .set    AT, AT + 4 * MASKED_PAIRS(\shares)
.endm

/* uint32_t ascon_masked_tag_SHARES(uint32_t *difference, const uint32_t *random). Folds turn where a
   shift would do: all 32 bits become the AND of all, each with shares of its own, and bit 0 is the
   one that is unmasked. */
.macro TAG shares
        ENTER   0
        .irp    place, 0, 4, (8 * \shares), (8 * \shares + 4)
        lw      T, \place(STATE)
        not     T, T
        sw      T, \place(STATE)
        .endr
        .set    AT, 0
        AND_WORDS \shares, 0, 0, 8 * \shares, 0
        AND_WORDS \shares, 4, 4, 8 * \shares + 4, 0
        AND_WORDS \shares, 0, 0, 4, 0
        AND_WORDS \shares, 4, 0, 0, 16
        AND_WORDS \shares, 0, 4, 4, 8
        AND_WORDS \shares, 4, 0, 0, 4
        AND_WORDS \shares, 0, 4, 4, 2
        AND_WORDS \shares, 4, 0, 0, 1
        li      Y, 1
        .set    I, 0
        .rept   \shares
        lw      T, 4 + 8 * I(STATE)
        andi    T, T, 1
        xor     Y, Y, T
        CLEAR
        .set    I, I + 1
        .endr
        mv      a0, Y
        LEAVE   0, X, X1, Y
.endm

        UNIT    ascon_masked_tag_2, TAG, 2
        UNIT    ascon_masked_tag_3, TAG, 3
        UNIT    ascon_masked_tag_4, TAG, 4

/* ---- Units of one share ----------------------------------------------------------------------- */
#define PART a2
#define REVERSED a3
#define LOW a4
#define HIGH a5
#define MORE a6

/* Exchanges the bits of a whose mask bit is set with those of b that stand n lower. */
.macro EXCHANGE n, mask, a=LOW, b=HIGH
        li      U, \mask
        slli    T, \b, \n
        xor     T, T, \a
        and     T, T, U
        xor     \a, \a, T
        srli    T, T, \n
        xor     \b, \b, T
.endm

/* To `bytes` unless they are a whole word at an aligned address; else REVERSED becomes 0, or not 0 if the
   order of bytes is the descending one. */
.macro UNLESS_WHOLE address, bytes
        andi    T, \address, 3
        bnez    T, \bytes
        srli    T, PART, 4
        addi    T, T, -8
        bnez    T, \bytes
        andi    REVERSED, PART, 8
.endm

/* T becomes where the first byte of the part is in an integer at 16(sp), less 16, V the step to the next
   byte, PART the number of bytes. */
.macro BYTES_OF_PART
        andi    T, PART, 7
        add     T, T, sp
        slli    V, PART, 28
        srai    V, V, 31
        ori     V, V, 1
        srli    PART, PART, 4
.endm

/* a0[] ^= LOW, HIGH, the one at \low, the other at \high. */
.macro ADD_WORD low, high
        lw      U, \low(a0)
        lw      MORE, \high(a0)
        xor     LOW, LOW, U
        xor     HIGH, HIGH, MORE
        sw      LOW, \low(a0)
        sw      HIGH, \high(a0)
.endm

.macro LEAVE_ONE_SHARE
        sw      zero, 16(sp)
        sw      zero, 20(sp)
        LEAVE   8, LOW, HIGH, MORE
.endm

/* void ascon_masked_absorb(uint32_t share[2], const uint8_t *in, unsigned part, unsigned index): each
   exchange brings one more bit of the positions to its place, the highest first. Those of 16 and 8
   places also reverse the bytes: the halves are exchanged before each of them and after them, which is a
   choice of registers. Other bytes than whole words pass the frame. */
        FUNCTION ascon_masked_absorb
        ENTER   8
        UNLESS_WHOLE a1, 2f
        bnez    REVERSED, 1f
        lw      LOW, 0(a1)
        lw      HIGH, 4(a1)
        j       4f
1:
        lw      HIGH, 0(a1)
        lw      LOW, 4(a1)
        EXCHANGE 16, 0xffff0000
        EXCHANGE 8, 0xff00ff00, HIGH, LOW
        j       5f
2:
        sw      zero, 16(sp)
        sw      zero, 20(sp)
        BYTES_OF_PART
3:
        lbu     U, 0(a1)
        sb      U, 16(T)
        addi    a1, a1, 1
        add     T, T, V
        addi    PART, PART, -1
        bnez    PART, 3b
        lw      LOW, 16(sp)
        lw      HIGH, 20(sp)
4:
        EXCHANGE 16, 0xffff0000
        EXCHANGE 8, 0xff00ff00
5:
        EXCHANGE 4, 0xf0f0f0f0
        EXCHANGE 2, 0xcccccccc
        EXCHANGE 1, 0xaaaaaaaa
        ADD_WORD 0, 4
        LEAVE_ONE_SHARE
        END     ascon_masked_absorb

/* void ascon_masked_store(uint8_t *out, const uint32_t share[2], unsigned part, unsigned index) */
        FUNCTION ascon_masked_store
        ENTER   8
        lw      LOW, 0(a1)
        lw      HIGH, 4(a1)
        EXCHANGE 1, 0xaaaaaaaa
        EXCHANGE 2, 0xcccccccc
        EXCHANGE 4, 0xf0f0f0f0
        UNLESS_WHOLE a0, 2f
        bnez    REVERSED, 1f
        EXCHANGE 8, 0xff00ff00
        EXCHANGE 16, 0xffff0000
        ADD_WORD 0, 4
        j       4f
1:
        EXCHANGE 8, 0xff00ff00, HIGH, LOW
        EXCHANGE 16, 0xffff0000
        ADD_WORD 4, 0
        j       4f
2:
        EXCHANGE 8, 0xff00ff00
        EXCHANGE 16, 0xffff0000
        sw      LOW, 16(sp)
        sw      HIGH, 20(sp)
        BYTES_OF_PART
3:
        lbu     U, 16(T)
        lbu     MORE, 0(a0)
        xor     U, U, MORE
        sb      U, 0(a0)
        addi    a0, a0, 1
        add     T, T, V
        addi    PART, PART, -1
        bnez    PART, 3b
4:
        LEAVE_ONE_SHARE
        END     ascon_masked_store

#endif

#include "../../core/platform/object_marks.inc"
