/* Masked units for processors with 16-bit Thumb instructions only: asconkit/masked/contract.h says
   what each of them does. The round is that of 4 shares: with 2 and 3 the permutations beside this file
   need no random words in their rounds.

   The gadget of an AND is that of Ishai, Sahai and Wagner, in the order that
   masked/armv7m/armv7m_masked.S explains. Shares are not rotated against each other, as only r0-r7 can
   be rotated, by an amount in a register. In place of it, as on RISC-V:
     - The round takes the shares one after the other, and of each both halves. A register, latch or port
       of memory that has had a share's odd bits is given the next share's even bits: other columns.
     - The tag's tree has no two halves. There registers and ports are cleared between two shares.
     - Within a product, a random word comes between a share and the next one, on the port of memory
       and in the registers. The round's own product goes where the random word is loaded next.

   The first linear step moves the state to a frame on the stack, from where words are loaded at any
   place; the S-box puts its result back into the state, one word after the other, as eight registers
   do not hold a share of five words and their products.

   Registers  r0 the state or word, r1 random words; r2-r7 as named below. r0-r3 and the flags are
              changed; nothing of a share is left in them.
   Stack      the round: 188 bytes. The other units: 28.
   Timing     No branch at all; addresses depend on nothing.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_ARMV6M

#include "macros.inc"

#define STATE r0
#define RANDOM r1

/* The same in the frame, after the word that stays zero. */
#define FRAME_PLACE(shares, w, i, h) (8 + PLACE(shares, w, i, h))

/* Loads from the state or stores to it; one instruction reaches 124 bytes. */
.macro STATE_ACCESS op, x, at
        .if     \at > 124
        adds    STATE, #64
        \op     \x, [STATE, #(\at - 64)]
        subs    STATE, #64
        .else
        \op     \x, [STATE, #\at]
        .endif
.endm

/* ---- The round -------------------------------------------------------------------------------

   The first linear step on half h of share i, from the state to the frame: x0 ^= x4, x4 ^= x3,
   x2 ^= x1, and the constant, which is in r2, into share 0 of x2. Words 0 to 4 are in r3 to r7. */
.macro MIX_INPUT shares, i, h
        STATE_ACCESS ldr, r7, PLACE(\shares, 4, \i, \h)
        STATE_ACCESS ldr, r3, PLACE(\shares, 0, \i, \h)
        STATE_ACCESS ldr, r6, PLACE(\shares, 3, \i, \h)
        STATE_ACCESS ldr, r4, PLACE(\shares, 1, \i, \h)
        STATE_ACCESS ldr, r5, PLACE(\shares, 2, \i, \h)
        eors    r3, r7
        str     r3, [sp, #FRAME_PLACE(\shares, 0, \i, \h)]
        eors    r7, r6
        eors    r5, r4
        .if     (\i) == 0
        .if     \h
        lsrs    r3, r2, #4
        .else
        movs    r3, #15
        ands    r3, r2
        .endif
        eors    r5, r3
        .endif
        str     r4, [sp, #FRAME_PLACE(\shares, 1, \i, \h)]
        str     r5, [sp, #FRAME_PLACE(\shares, 2, \i, \h)]
        str     r6, [sp, #FRAME_PLACE(\shares, 3, \i, \h)]
        str     r7, [sp, #FRAME_PLACE(\shares, 4, \i, \h)]
.endm

#define B r2

/* y = share i of half h of a ^ (~b & c), for words k, k + 1 and k + 2 as they are in the frame. Of
   the sum of all shares, a ^ c ^ (b & c): each share takes its own part of a ^ c, and so BICS is
   right for all of them. A product with its random word, in T, is followed there by a share of c. Shares
   i and j of y have the same random word: if the other two shares of c followed it, one in each of them,
   these two transitions together would tell c where both shares of b are 1. So share 2 takes the others
   in the order 0, 3, 1. */
.macro WORD_OF_CHI y, shares, i, h, k
        ldr     U, [sp, #FRAME_PLACE(\shares, (\k + 2) % 5, \i, \h)]
        ldr     B, [sp, #FRAME_PLACE(\shares, (\k + 1) % 5, \i, \h)]
        ldr     \y, [sp, #FRAME_PLACE(\shares, \k, \i, \h)]
        bics    U, B
        eors    \y, U
        .set    NUMBER, 0
        .rept   \shares
        .if     (\i) == 2
        .set    J, 3 * NUMBER % \shares
        .else
        .set    J, NUMBER
        .endif
        .if     J != (\i)
        SET_PAIR \i, J
        ldr     U, [RANDOM, #(20 * PAIR + 4 * \k)]
        ldr     T, [sp, #FRAME_PLACE(\shares, (\k + 2) % 5, J, \h)]
        ands    T, B
        eors    T, U
        eors    \y, T
        .endif
        .set    NUMBER, NUMBER + 1
        .endr
.endm

/* Share i of the S-box on half h, from the frame to the state; RANDOM points to the words of this
   half. Each word is stored as soon as the last linear step is done on it. */
.macro SUBSTITUTE shares, i, h
        WORD_OF_CHI r6, \shares, \i, \h, 0
        WORD_OF_CHI r5, \shares, \i, \h, 1
        eors    r5, r6
        STATE_ACCESS str, r5, PLACE(\shares, 1, \i, \h)
        WORD_OF_CHI r7, \shares, \i, \h, 2
        WORD_OF_CHI r5, \shares, \i, \h, 3
        eors    r5, r7
        .if     (\i) == 0
        mvns    r7, r7
        .endif
        STATE_ACCESS str, r5, PLACE(\shares, 3, \i, \h)
        STATE_ACCESS str, r7, PLACE(\shares, 2, \i, \h)
        WORD_OF_CHI r5, \shares, \i, \h, 4
        eors    r6, r5
        STATE_ACCESS str, r5, PLACE(\shares, 4, \i, \h)
        STATE_ACCESS str, r6, PLACE(\shares, 0, \i, \h)
.endm

/* d = half h of x ^ ror(x, r) ^ ror(x, s), where `same` is half h of x and `other` the other one: even
   rotations turn the halves, odd ones exchange them too. One rotation is done for both words. */
.macro DIFFUSE_HALF d, h, same, other, r, s
        .if     (\s) % 2
        mov     \d, \other
        .set    TURN, (\s) / 2 + \h
        .else
        mov     \d, \same
        .set    TURN, (\s) / 2
        .endif
        .if     (\r) % 2
        ROTATE  \d, (TURN - (\r) / 2 - \h + 32), U
        eors    \d, \other
        ROTATE  \d, ((\r) / 2 + \h), U
        .else
        ROTATE  \d, (TURN - (\r) / 2 + 32), U
        eors    \d, \same
        ROTATE  \d, ((\r) / 2), U
        .endif
        eors    \d, \same
.endm

/* The linear layer of share i of word w. r6, which has odd bits of word 0 when the S-box ends, takes
   even bits. */
.macro DIFFUSE shares, w, i, r, s
        STATE_ACCESS ldr, r2, PLACE(\shares, \w, \i, 0)
        STATE_ACCESS ldr, r3, PLACE(\shares, \w, \i, 1)
        DIFFUSE_HALF r6, 0, r2, r3, \r, \s
        DIFFUSE_HALF r5, 1, r3, r2, \r, \s
        STATE_ACCESS str, r6, PLACE(\shares, \w, \i, 0)
        STATE_ACCESS str, r5, PLACE(\shares, \w, \i, 1)
.endm

/* void ascon_masked_round_SHARES(uint32_t *words, const uint32_t *random, uint32_t constant) */
.macro ROUND shares
        ENTER   (40 * \shares)
        .set    I, 0
        .rept   \shares
        MIX_INPUT \shares, I, 0
        MIX_INPUT \shares, I, 1
        .set    I, I + 1
        .endr
        .set    I, 0
        .rept   \shares
        SUBSTITUTE \shares, I, 0
        adds    RANDOM, #(20 * MASKED_PAIRS(\shares))
        SUBSTITUTE \shares, I, 1
        subs    RANDOM, #(20 * MASKED_PAIRS(\shares))
        .set    I, I + 1
        .endr
        LINEAR_LAYER \shares
        LEAVE   (40 * \shares)
.endm

        FUNCTION ascon_masked_round_4
        ROUND   4
        END     ascon_masked_round_4

/* ---- Refresh --------------------------------------------------------------------------------

   Every pair of shares takes a random word of its own, which cancels out of the sum. */
.macro REFRESH_HALF shares, i, h
        ldr     T, [r0, #PLACE(\shares, 0, \i, \h)]
        .set    J, 0
        .rept   \shares
        .if     J != (\i)
        SET_PAIR \i, J
        ldr     U, [RANDOM, #(8 * PAIR + 4 * \h)]
        eors    T, U
        .endif
        .set    J, J + 1
        .endr
        str     T, [r0, #PLACE(\shares, 0, \i, \h)]
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
        LEAVE   0
.endm

        UNIT    ascon_masked_refresh_2, REFRESH, 2
        UNIT    ascon_masked_refresh_3, REFRESH, 3
        UNIT    ascon_masked_refresh_4, REFRESH, 4

/* ---- The tag ---------------------------------------------------------------------------------- */
#define X r2
#define Y r5
#define V r6

/* Something public in x, on the buses and in the shifter. */
.macro FORGET x
        lsls    \x, RANDOM, #1
.endm

/* x = X & (x rotated right by turn). What is multiplied by a turned word may be the same word at
   another share: the two meet on no bus, and nothing of the turned one stays in the shifter. */
.macro AND_TURNED x, turn
        .if     \turn
        ROTATE  \x, \turn, V
        FORGET  V
        .endif
        ands    \x, X
.endm

/* a &= b ror turn, on halves of shared words at these places; `to` is where the result goes, which is
   not b. RANDOM moves on. Shares of one bit follow each other here, so all is cleared between them.
   The order of operations is that of masked/armv7m/armv7m_masked.S, against pairs of transitions. For
   the same reason buses and ports are cleared after each product, too. */
.macro AND_WORDS shares, to, a, b, turn
        .set    I, 0
        .rept   \shares
        ldr     X, [r0, #(\a + 8 * I)]
        ldr     Y, [r0, #(\b + 8 * I)]
        AND_TURNED Y, \turn
        .set    J, 0
        .rept   \shares
        .if     J != I
        SET_PAIR I, J
        ldr     T, [RANDOM, #(4 * PAIR)]
        eors    Y, T
        ldr     T, [r0, #(\b + 8 * J)]
        AND_TURNED T, \turn
        eors    Y, T
        FORGET  T
        ldr     T, [sp]
        .endif
        .set    J, J + 1
        .endr
        str     Y, [r0, #(\to + 8 * I)]
        str     T, [sp]
        movs    X, #0
        movs    Y, #0
        .set    I, I + 1
        .endr
        adds    RANDOM, #(4 * MASKED_PAIRS(\shares))
.endm

/* uint32_t ascon_masked_tag_SHARES(uint32_t *difference, const uint32_t *random). Folds turn where a
   shift would do: all 32 bits become the AND of all, each with shares of its own, and bit 0 is the
   one that is unmasked. */
.macro TAG shares
        ENTER   0
        .irp    place, 0, 4, (8 * \shares), (8 * \shares + 4)
        ldr     T, [r0, #\place]
        mvns    T, T
        str     T, [r0, #\place]
        .endr
        AND_WORDS \shares, 0, 0, (8 * \shares), 0
        AND_WORDS \shares, 4, 4, (8 * \shares + 4), 0
        AND_WORDS \shares, 0, 0, 4, 0
        AND_WORDS \shares, 4, 0, 0, 16
        AND_WORDS \shares, 0, 4, 4, 8
        AND_WORDS \shares, 4, 0, 0, 4
        AND_WORDS \shares, 0, 4, 4, 2
        AND_WORDS \shares, 4, 0, 0, 1
        movs    Y, #1
        movs    V, #1
        .set    I, 0
        .rept   \shares
        ldr     T, [r0, #(4 + 8 * I)]
        ands    T, V
        eors    Y, T
        CLEAR
        .set    I, I + 1
        .endr
        mov     r0, Y
        LEAVE   0
.endm

        UNIT    ascon_masked_tag_2, TAG, 2
        UNIT    ascon_masked_tag_3, TAG, 3
        UNIT    ascon_masked_tag_4, TAG, 4

/* ---- Units of one share -----------------------------------------------------------------------

   Exchanges the bits of r2 whose mask bit is set with those of r5 that stand n lower. */
.macro EXCHANGE n, mask
        ldr     r6, =\mask
        lsls    r3, r5, #\n
        eors    r3, r2
        ands    r3, r6
        eors    r2, r3
        lsrs    r3, r3, #\n
        eors    r5, r3
.endm

/* masked_part() of whole words, in ascending and in descending order. */
#define WHOLE 0x80
#define WHOLE_REVERSED 0x8f

/* r0[] ^= r2, r5, the one at \low, the other at \high. */
.macro ADD_WORD low, high
        ldr     r3, [r0, #\low]
        ldr     r6, [r0, #\high]
        eors    r2, r3
        eors    r5, r6
        str     r2, [r0, #\low]
        str     r5, [r0, #\high]
.endm

/* For a part in r7, r6 becomes where its first byte is in an integer at sp + 8, less 8, r5 the step to the
   next byte, r7 the number of bytes. Changes r3. */
.macro BYTES_OF_PART
        movs    r6, #7
        ands    r6, r7
        add     r6, sp
        lsls    r5, r7, #28
        asrs    r5, r5, #31
        movs    r3, #1
        orrs    r5, r3
        lsrs    r7, r7, #4
.endm

/* void ascon_masked_absorb(uint32_t share[2], const uint8_t *in, unsigned part, unsigned index): each
   exchange brings one more bit of the positions to its place, the highest first. Whole words at an
   aligned address are loaded as such, other bytes pass the frame. */
        FUNCTION ascon_masked_absorb
        ENTER   8
        mov     r7, r2
        lsls    r3, r1, #30
        bne     2f
        cmp     r7, #WHOLE
        bne     1f
        ldr     r2, [r1]
        ldr     r5, [r1, #4]
        b       4f
1:
        cmp     r7, #WHOLE_REVERSED
        bne     2f
        ldr     r5, [r1]
        ldr     r2, [r1, #4]
        rev     r2, r2
        rev     r5, r5
        b       4f
2:
        str     r4, [sp, #8]            /* zero since ENTER */
        str     r4, [sp, #12]
        BYTES_OF_PART
3:
        ldrb    r3, [r1]
        strb    r3, [r6, #8]
        adds    r1, #1
        adds    r6, r6, r5
        subs    r7, #1
        bne     3b
        ldr     r2, [sp, #8]
        ldr     r5, [sp, #12]
4:
        EXCHANGE 16, 0xffff0000
        EXCHANGE 8, 0xff00ff00
        EXCHANGE 4, 0xf0f0f0f0
        EXCHANGE 2, 0xcccccccc
        EXCHANGE 1, 0xaaaaaaaa
        ADD_WORD 0, 4
        b       end_of_one_share
        .ltorg
        END     ascon_masked_absorb

/* void ascon_masked_store(uint8_t *out, const uint32_t share[2], unsigned part, unsigned index). In the same
   section, as it has the end of both. */
        .globl  ascon_masked_store
        .hidden ascon_masked_store
        .type   ascon_masked_store, %function
        .p2align 2
ascon_masked_store:
        ENTER   8
        mov     r7, r2
        ldr     r2, [r1]
        ldr     r5, [r1, #4]
        EXCHANGE 1, 0xaaaaaaaa
        EXCHANGE 2, 0xcccccccc
        EXCHANGE 4, 0xf0f0f0f0
        EXCHANGE 8, 0xff00ff00
        EXCHANGE 16, 0xffff0000
        lsls    r3, r0, #30
        bne     2f
        cmp     r7, #WHOLE
        bne     1f
        ADD_WORD 0, 4
        b       end_of_one_share
1:
        cmp     r7, #WHOLE_REVERSED
        bne     2f
        rev     r2, r2
        rev     r5, r5
        ADD_WORD 4, 0
        b       end_of_one_share
2:
        str     r2, [sp, #8]
        str     r5, [sp, #12]
        BYTES_OF_PART
3:
        ldrb    r2, [r6, #8]
        ldrb    r3, [r0]
        eors    r3, r2
        strb    r3, [r0]
        adds    r0, #1
        adds    r6, r6, r5
        subs    r7, #1
        bne     3b
end_of_one_share:
        CLEAR
        str     T, [sp, #8]
        str     T, [sp, #12]
        LEAVE   8
        .ltorg
        END     ascon_masked_store

#endif

#include "../../core/platform/object_marks.inc"
