/* Masked units for Thumb-2: asconkit/masked/contract.h says what each of them does. The round is that
   of 4 shares: with 2 and 3 the permutations beside this file need no random words in their rounds.

   Why it is secure. The S-box is five ANDs, and each is the gadget of Ishai, Sahai and Wagner with
   the order of operations below: output share i is its own product, to which are added, for every
   other share j, a fresh random word and only then the product with share j. All the rest is linear
   and works on one share at a time. So an intermediate value has at most one share of any word
   that is not hidden by a random word.

   Two values that follow each other in a register, on a bus, in a latch or in the shifter keep to
   that as well:
     - Share i lies rotated right by 8 * i. A word of one share after the same word of another
       combines bits of different columns, which are masked apart from each other.
     - The shifter turns share j back under share i where they are multiplied. There a random word
       always comes between two of them.
     - The random word of a pair is loaded in front of the share, so that the bus of memory alternates
       between the two.

   A round reads the state from memory and leaves the S-box's result in a frame on the stack, as its
   inputs are wanted until the last product is done. The linear layer takes it back from there.

   Registers  r0 the state or word, r1 random words, T and U temporaries, X0 to X4 half of a share of
              the five words, Y0 to Y4 that of the S-box's result. r0 to r3, r12 and the flags are
              changed; nothing of a share is left in them.
   Stack      the round: 36 bytes of the caller's registers, and 160. tag: 20.
   Timing     No branch at all; addresses depend on nothing.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_ARMV7M

#include "macros.inc"

#define STATE r0
#define RANDOM r1
#define T r2
#define U r3
#define X0 r4
#define X1 r5
#define X2 r6
#define X3 r7
#define X4 r8
#define Y0 r9
#define Y1 r10
#define Y2 r11
#define Y3 r12
#define Y4 lr

/* How far to turn a random word for share i: the same columns for both shares of its pair, and never
   by 0, so that it always goes through the shifter. */
#define TURN_RANDOM(i) (MASKED_ROTATION * (i) + 4)

/* Nothing of the unit's values stays in T, U and r12, in latches, in the shifter and at the port that
   stores. What the frame ends with clears the port that loads. Changes r0 only if told so. */
.macro CLEAR
        mov     T, #0
        mov     U, #0
        mov     r12, #0
        eors    T, U, T, ror #1
        str     T, [sp]
        cmn     T, U                    /* all four flags */
.endm

/* ---- The AND gadget ------------------------------------------------------------------------

   y ^= r ^ (x & other): `random` is the place of the word r of shares i and j, and `other` that of
   share j of the second factor. */
.macro ADD_PRODUCT y, x, other, i, j, random
        ldr     U, [RANDOM, #(\random)]
        ldr     T, [STATE, #(\other)]
        TURNED  and, T, \x, T, TURN(\i, \j)
        TURNED  eor, T, T, U, TURN_RANDOM(\i)
        eor     \y, \y, T
.endm

/* ---- The round -------------------------------------------------------------------------------

   The first linear step on share i: x0 ^= x4, x4 ^= x3, x2 ^= x1, and the constant, which comes in
   Y4, into share 0 of x2. */
.macro MIX_INPUT shares, i
        ldrd    r4, r5, [STATE, #PLACE(\shares, 3, \i, 0)]
        ldrd    r6, r7, [STATE, #PLACE(\shares, 4, \i, 0)]
        ldrd    r8, r9, [STATE, #PLACE(\shares, 0, \i, 0)]
        eor     r8, r8, r6
        eor     r9, r9, r7
        strd    r8, r9, [STATE, #PLACE(\shares, 0, \i, 0)]
        eor     r6, r6, r4
        eor     r7, r7, r5
        strd    r6, r7, [STATE, #PLACE(\shares, 4, \i, 0)]
        ldrd    r4, r5, [STATE, #PLACE(\shares, 1, \i, 0)]
        ldrd    r6, r7, [STATE, #PLACE(\shares, 2, \i, 0)]
        eor     r6, r6, r4
        eor     r7, r7, r5
        .if     (\i) == 0
        and     T, Y4, #15
        eor     r6, r6, T
        eor     r7, r7, Y4, lsr #4
        .endif
        strd    r6, r7, [STATE, #PLACE(\shares, 2, \i, 0)]
.endm

/* y = a ^ (~b & c) within one share. Of the sum of all shares, a ^ c ^ (b & c): each share takes its
   own part of a ^ c, and so BIC is right for all of them. */
.macro OWN_PRODUCT y, a, b, c
        bic     \y, \c, \b
        eor     \y, \y, \a
.endm

/* The products of share i with share j, for half h. */
.macro OTHER_PRODUCTS shares, h, i, j
        SET_PAIR \i, \j
        .set    AT, 4 * (5 * (MASKED_PAIRS(\shares) * (\h) + PAIR))
        ADD_PRODUCT Y0, X1, (PLACE(\shares, 2, \j, \h)), \i, \j, AT
        ADD_PRODUCT Y1, X2, (PLACE(\shares, 3, \j, \h)), \i, \j, (AT + 4)
        ADD_PRODUCT Y2, X3, (PLACE(\shares, 4, \j, \h)), \i, \j, (AT + 8)
        ADD_PRODUCT Y3, X4, (PLACE(\shares, 0, \j, \h)), \i, \j, (AT + 12)
        ADD_PRODUCT Y4, X0, (PLACE(\shares, 1, \j, \h)), \i, \j, (AT + 16)
.endm

/* Share i of the S-box on half h, from the state to the frame. */
.macro SUBSTITUTE shares, h, i
        ldr     X0, [STATE, #PLACE(\shares, 0, \i, \h)]
        ldr     X1, [STATE, #PLACE(\shares, 1, \i, \h)]
        ldr     X2, [STATE, #PLACE(\shares, 2, \i, \h)]
        ldr     X3, [STATE, #PLACE(\shares, 3, \i, \h)]
        ldr     X4, [STATE, #PLACE(\shares, 4, \i, \h)]
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
        eor     Y1, Y1, Y0
        eor     Y0, Y0, Y4
        eor     Y3, Y3, Y2
        .if     (\i) == 0
        mvn     Y2, Y2
        .endif
        str     Y0, [sp, #PLACE(\shares, 0, \i, \h)]
        str     Y1, [sp, #PLACE(\shares, 1, \i, \h)]
        str     Y2, [sp, #PLACE(\shares, 2, \i, \h)]
        str     Y3, [sp, #PLACE(\shares, 3, \i, \h)]
        str     Y4, [sp, #PLACE(\shares, 4, \i, \h)]
.endm

/* The linear layer of share i of word w, from the frame to the state: x ^ ror(x, r) ^ ror(x, s). */
.macro DIFFUSE shares, w, i, r, s
        ldrd    r4, r5, [sp, #PLACE(\shares, \w, \i, 0)]
        XOR_HALF r6, r4, 0, r4, r5, \r
        XOR_HALF r6, r6, 0, r4, r5, \s
        XOR_HALF r7, r5, 1, r4, r5, \r
        XOR_HALF r7, r7, 1, r4, r5, \s
        strd    r6, r7, [STATE, #PLACE(\shares, \w, \i, 0)]
.endm

/* void ascon_masked_round_4(uint32_t *words, const uint32_t *random, uint32_t constant) */
.macro ROUND shares
        push    {r4-r11, lr}
        sub     sp, sp, #(40 * \shares)
        mov     Y4, r2
        .set    I, 0
        .rept   \shares
        MIX_INPUT \shares, I
        .set    I, I + 1
        .endr
        .set    HALF, 0
        .rept   2
        .set    I, 0
        .rept   \shares
        SUBSTITUTE \shares, HALF, I
        .set    I, I + 1
        .endr
        .set    HALF, HALF + 1
        .endr
        LINEAR_LAYER \shares
        CLEAR
        add     sp, sp, #(40 * \shares)
        pop     {r4-r11, lr}            /* Y4 is not left there */
        bx      lr
.endm

        FUNCTION ascon_masked_round_4
        ROUND   4
        END     ascon_masked_round_4

/* ---- Refresh --------------------------------------------------------------------------------

   Every pair of shares takes a random word of its own, which cancels out of the sum: void
   ascon_masked_refresh_SHARES(uint32_t *word, const uint32_t *random) */
.macro REFRESH_SHARE shares, i
        ldrd    r2, r3, [r0, #PLACE(\shares, 0, \i, 0)]
        .set    J, 0
        .rept   \shares
        .if     J != (\i)
        SET_PAIR \i, J
        ldr     r12, [r1, #(8 * PAIR)]
        TURNED  eor, r2, r2, r12, TURN_RANDOM(\i)
        ldr     r12, [r1, #(8 * PAIR + 4)]
        TURNED  eor, r3, r3, r12, TURN_RANDOM(\i)
        .endif
        .set    J, J + 1
        .endr
        strd    r2, r3, [r0, #PLACE(\shares, 0, \i, 0)]
.endm

.macro REFRESH shares
        push    {r4, lr}
        .set    I, 0
        .rept   \shares
        REFRESH_SHARE \shares, I
        .set    I, I + 1
        .endr
        sub     sp, sp, #8
        CLEAR
        add     sp, sp, #8
        pop     {r4, pc}
.endm

        UNIT    ascon_masked_refresh_2, REFRESH, 2
        UNIT    ascon_masked_refresh_3, REFRESH, 3
        UNIT    ascon_masked_refresh_4, REFRESH, 4

/* ---- The tag ----------------------------------------------------------------------------------

   a &= b ror turn, on halves of shared words at these places; `to` is where the result goes, which is
   not b.

   Pairs of transitions are independent of the secrets too, for 3 shares. So the own product comes first,
   into Y as it is, and a random word is added to Y before the product that it hides is known: successive
   results are sums that Y has anyway. After each product something public is in T, on the buses and in the
   shifter. Else a share and the next random word would leak together with a product of the two other
   shares that this word hides, or one random word after another with what both hide. */
#define Y r4
#define X r5

.macro AND_WORDS shares, to, a, b, turn
        .set    I, 0
        .rept   \shares
        ldr     X, [r0, #(\a + 8 * I)]
        ldr     Y, [r0, #(\b + 8 * I)]
        TURNED  and, Y, X, Y, \turn
        .set    J, 0
        .rept   \shares
        .if     J != I
        SET_PAIR I, J
        ldr     T, [RANDOM, #(AT + 4 * PAIR)]
        TURNED  eor, Y, Y, T, TURN_RANDOM(I)
        ldr     T, [r0, #(\b + 8 * J)]
        TURNED  and, T, X, T, (TURN(I, J) + (\turn))
        eor     Y, Y, T
        lsls    T, RANDOM, #1
        .endif
        .set    J, J + 1
        .endr
        str     Y, [r0, #(\to + 8 * I)]
        .set    I, I + 1
        .endr
        .set    AT, AT + 4 * MASKED_PAIRS(\shares)
.endm

/* uint32_t ascon_masked_tag_SHARES(uint32_t *difference, const uint32_t *random). Folds turn where a
   shift would do: all 32 bits become the AND of all, each with shares of its own, and one of them is
   unmasked. Bit 0 of a word is bit 32 - 8 * i of its share i. */
.macro TAG shares
        push    {r4, r5, r6, lr}
        .irp    place, 0, 4, (8 * \shares), (8 * \shares + 4)
        ldr     T, [r0, #(\place)]
        mvn     T, T
        str     T, [r0, #(\place)]
        .endr
        .set    AT, 0
        AND_WORDS \shares, 0, 0, (8 * \shares), 0
        AND_WORDS \shares, 4, 4, (8 * \shares + 4), 0
        AND_WORDS \shares, 0, 0, 4, 0
        AND_WORDS \shares, 4, 0, 0, 16
        AND_WORDS \shares, 0, 4, 4, 8
        AND_WORDS \shares, 4, 0, 0, 4
        AND_WORDS \shares, 0, 4, 4, 2
        AND_WORDS \shares, 4, 0, 0, 1
        mov     Y, #1
        .set    I, 0
        .rept   \shares
        ldr     T, [r0, #(4 + 8 * I)]
        ubfx    T, T, #(TURN(0, I)), #1
        eor     Y, Y, T
        .set    I, I + 1
        .endr
        mov     r0, Y
        sub     sp, sp, #8
        CLEAR
        add     sp, sp, #8
        pop     {r4, r5, r6, pc}
.endm

        UNIT    ascon_masked_tag_2, TAG, 2
        UNIT    ascon_masked_tag_3, TAG, 3
        UNIT    ascon_masked_tag_4, TAG, 4

/* ---- Units of one share -----------------------------------------------------------------------

   Exchanges the bits of a whose mask bit is set with those of b that stand n lower. */
.macro EXCHANGE a, b, n, mask, t
        eor     \t, \a, \b, lsl #\n
        .if     \n == 16
        lsr     \t, \t, #16
        eor     \a, \a, \t, lsl #16
        eor     \b, \b, \t
        .else
        and     \t, \t, #\mask
        eor     \a, \a, \t
        eor     \b, \b, \t, lsr #\n
        .endif
.endm

/* masked_part() of whole words, in ascending and in descending order. */
#define WHOLE 0x80
#define WHOLE_REVERSED 0x8f

/* For a part in r2, \at becomes where its first byte is in the integer at sp, r6 the step to the next
   byte, r2 the number of bytes. */
.macro BYTES_OF_PART at
        and     \at, r2, #7
        add     \at, \at, sp
        sbfx    r6, r2, #3, #1
        orr     r6, r6, #1
        lsr     r2, r2, #4
.endm

/* Whether the bytes at this address have to be taken one by one, whatever the part. */
.macro UNLESS_ALIGNED address, bytes
#ifndef __ARM_FEATURE_UNALIGNED
        tst     \address, #3
        bne     \bytes
#endif
.endm

/* void ascon_masked_absorb(uint32_t share[2], const uint8_t *in, unsigned part, unsigned index): each
   exchange brings one more bit of the positions to its place, the highest first. */
        FUNCTION ascon_masked_absorb
        push    {r4-r6, lr}
        sub     sp, sp, #8
        UNLESS_ALIGNED r1, 2f
        cmp     r2, #WHOLE
        bne     1f
        ldr     r4, [r1]
        ldr     r5, [r1, #4]
        b       4f
1:
        cmp     r2, #WHOLE_REVERSED
        bne     2f
        ldr     r5, [r1]
        ldr     r4, [r1, #4]
        rev     r4, r4
        rev     r5, r5
        b       4f
2:
        mov     r4, #0
        strd    r4, r4, [sp]
        BYTES_OF_PART r5
3:
        ldrb    r4, [r1], #1
        strb    r4, [r5]
        add     r5, r5, r6
        subs    r2, r2, #1
        bne     3b
        ldrd    r4, r5, [sp]
4:
        EXCHANGE r4, r5, 16, 0xffff0000, r6
        EXCHANGE r4, r5, 8, 0xff00ff00, r6
        EXCHANGE r4, r5, 4, 0xf0f0f0f0, r6
        EXCHANGE r4, r5, 2, 0xcccccccc, r6
        EXCHANGE r4, r5, 1, 0xaaaaaaaa, r6
        lsl     r3, r3, #3              /* MASKED_ROTATION * index */
        ror     r4, r4, r3
        ror     r5, r5, r3
        ldr     r2, [r0]
        ldr     r3, [r0, #4]
        eor     r4, r4, r2
        eor     r5, r5, r3
        str     r4, [r0]
        str     r5, [r0, #4]
        b       end_of_one_share
        END     ascon_masked_absorb

/* void ascon_masked_store(uint8_t *out, const uint32_t share[2], unsigned part, unsigned index) */
        .globl  ascon_masked_store
        .hidden ascon_masked_store
        .type   ascon_masked_store, %function
ascon_masked_store:
        push    {r4-r6, lr}
        sub     sp, sp, #8
        ldr     r4, [r1]
        ldr     r5, [r1, #4]
        lsl     r3, r3, #3
        rsb     r3, r3, #32
        ror     r4, r4, r3
        ror     r5, r5, r3
        EXCHANGE r4, r5, 1, 0xaaaaaaaa, r6
        EXCHANGE r4, r5, 2, 0xcccccccc, r6
        EXCHANGE r4, r5, 4, 0xf0f0f0f0, r6
        EXCHANGE r4, r5, 8, 0xff00ff00, r6
        EXCHANGE r4, r5, 16, 0xffff0000, r6
        UNLESS_ALIGNED r0, 2f
        cmp     r2, #WHOLE
        beq     1f
        cmp     r2, #WHOLE_REVERSED
        bne     2f
        rev     r6, r4
        rev     r4, r5
        mov     r5, r6
1:
        ldr     r3, [r0]
        ldr     r6, [r0, #4]
        eor     r4, r4, r3
        eor     r5, r5, r6
        str     r4, [r0]
        str     r5, [r0, #4]
        b       end_of_one_share
2:
        strd    r4, r5, [sp]
        BYTES_OF_PART r1
3:
        ldrb    r4, [r1]
        ldrb    r5, [r0]
        eor     r4, r4, r5
        strb    r4, [r0], #1
        add     r1, r1, r6
        subs    r2, r2, #1
        bne     3b
end_of_one_share:
        CLEAR
        str     T, [sp, #4]
        add     sp, sp, #8
        pop     {r4-r6, pc}
        END     ascon_masked_store

#endif

#include "../../core/platform/object_marks.inc"
