/* The permutation on 3 shares for Thumb-2, without random words in its rounds:
   asconkit/masked/contract.h.

   Why it is secure. The gates are those of armv7m_permute2.S. Share i of a gate c ^= ~b & a takes
   b_i & a_(i+2) first, then a_(i+1) & ~b_i, then b_i & a_i; i + 1 and i + 2 are modulo 3. S begins as
   the shares G1 + G2, G1, G2 of zero, where G1 and G2 are the guards of the half, turned right by 7
   and 13, and shares 1 and 2 of S are the next guards. So shares and guards of a column are mapped
   one-to-one, and stay uniform. What matters at second order, where the laboratory looked at pairs:
     - The linear term of a gate, a_(i+1): with a_i in its place, x0_i and y1_i + y0_i leak together.
     - Share 0 of S takes G1 + G2 as one sum. A product + G1, and then G2, leaks with share 1 of S.
     - Guards are turned, each differently: without that, share 0 of S of a round and G1 + G2 of the
       next one have the sum ~E & A.
     - S is computed in the order 0, 2, 1, so that a share of it is not followed by that share of A on
       the bus of stored words; all shares of y1 ^= y0 come before all of y0 ^= y4; the linear layer
       goes share by share.

   Rotations, areas of the frame and the order of halves are those of 2 shares. Word 0 of the half in
   registers is in memory before and after its S-box; during it, it takes the registers of word 3.

   Registers  r0 to r11 shares of words 4, 1, 2, 3; r12 and lr temporaries. r0 to r3, r12 and the flags
              are changed; nothing of a share is left in them.
   Stack      36 bytes of the caller's registers, and 172.
   Timing     One branch, which counts rounds; addresses depend on nothing else.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_ARMV7M

#include "macros.inc"

#define FREE r12
#define T lr
#define W r11 /* in the S-box: a share of S, or of word 3 */

/* Share i of word w of the half in registers; those of word 0 only in the S-box. */
x4_0    .req    r0
x4_1    .req    r1
x4_2    .req    r2
x1_0    .req    r3
x1_1    .req    r4
x1_2    .req    r5
x2_0    .req    r6
x2_1    .req    r7
x2_2    .req    r8
x3_0    .req    r9
x3_1    .req    r10
x3_2    .req    r11
x0_0    .req    r12
x0_1    .req    r9
x0_2    .req    r10

/* In the frame: the half before its S-box, as in registers, and its word 0; that before the linear
   layer; word 0 of the half in registers before its S-box, and after it; guards. */
#define BEFORE_SBOX 0
#define BEFORE_LINEAR 60
#define WORD_3 36 /* in both */
#define WORD_0 48
#define HELD_BEFORE_SBOX 120
#define HELD_BEFORE_LINEAR 132
#define GUARDS 144
#define WORDS 160
#define NEXT 164
#define END_OF_CONSTANTS 168
#define FRAME 172

#define GUARD(h, i) (GUARDS + 8 * (h) + 4 * ((i) - 1))

/* How far guards 1 and 2 are turned; as they stand in share 0 of S, which is not rotated. */
#define GUARD_TURN_1 7
#define GUARD_TURN_2 13
#define IN_SHARE_0(turn, i) (((turn) - MASKED_ROTATION * (i)) & 31)

/* Share i of c ^= ~b & a; j and k are the next shares. c and b are registers, a is a word. `turn`: c
   is a guard, which is turned first. */
.macro GATE_SHARE c, b, a, i, j, k, turn=0
        TURNED  and, T, \b, x\a\()_\k, TURN(\i, \k)
        .if     \turn
        TURNED  eor, \c, T, \c, \turn
        .else
        eor     \c, \c, T
        .endif
        TURNED  bic, T, x\a\()_\j, \b, TURN(\j, \i)
        TURNED  eor, \c, \c, T, TURN(\i, \j)
        and     T, \b, x\a\()_\i
        eor     \c, \c, T
.endm

.macro GATE c, b, a
        GATE_SHARE x\c\()_0, x\b\()_0, \a, 0, 1, 2
        GATE_SHARE x\c\()_1, x\b\()_1, \a, 1, 2, 0
        GATE_SHARE x\c\()_2, x\b\()_2, \a, 2, 0, 1
.endm

/* The S-box on half h, in registers. word_0 and word_0_out: where its word 0 is, and where that goes.
   word_3: where word 3 waits, which is there already if stored is 1. constant: its place. */
.macro SUBSTITUTE h, word_0, word_0_out, word_3, stored, constant
        ldr     T, [sp, #NEXT]
        ldr     T, [T, #\constant]
        eor     x2_0, x2_0, T
        .irp    i, 0, 1, 2
        ldr     x0_\i, [sp, #(\word_0 + 4 * \i)]
        eor     x0_\i, x0_\i, x4_\i
        .if     \stored == 0
        str     x3_\i, [sp, #(\word_3 + 4 * \i)]
        .endif
        eor     x4_\i, x4_\i, x3_\i
        eor     x2_\i, x2_\i, x1_\i
        .endr
        /* S; share 0 of it waits where word 0 was */
        ldr     W, [sp, #GUARD(\h, 1)]
        ldr     T, [sp, #GUARD(\h, 2)]
        TURNED  eor, W, T, W, (IN_SHARE_0(GUARD_TURN_1, 1) - IN_SHARE_0(GUARD_TURN_2, 2))
        GATE_SHARE W, x4_0, 0, 0, 1, 2, IN_SHARE_0(GUARD_TURN_2, 2)
        str     W, [sp, #\word_0]
        ldr     W, [sp, #GUARD(\h, 2)]
        GATE_SHARE W, x4_2, 0, 2, 0, 1, GUARD_TURN_2
        str     W, [sp, #GUARD(\h, 2)]
        ldr     W, [sp, #GUARD(\h, 1)]
        GATE_SHARE W, x4_1, 0, 1, 2, 0, GUARD_TURN_1
        str     W, [sp, #GUARD(\h, 1)]
        GATE    0, 1, 2
        ldr     W, [sp, #\word_3]
        GATE_SHARE x2_0, W, 4, 0, 1, 2
        ldr     W, [sp, #(\word_3 + 4)]
        GATE_SHARE x2_1, W, 4, 1, 2, 0
        ldr     W, [sp, #(\word_3 + 8)]
        GATE_SHARE x2_2, W, 4, 2, 0, 1
        GATE    4, 0, 1
        .irp    i, 0, 1, 2
        eor     x1_\i, x1_\i, x0_\i
        .endr
        .irp    i, 0, 1, 2
        eor     x0_\i, x0_\i, x4_\i
        str     x0_\i, [sp, #(\word_0_out + 4 * \i)]
        .endr
        .irp    i, 0, 1, 2
        ldr     x3_\i, [sp, #(\word_3 + 4 * \i)]
        .endr
        GATE    1, 2, 3
        ADD_S   0, \word_0
        ADD_S   1, GUARD(\h, 1)
        ADD_S   2, GUARD(\h, 2)
.endm

/* D ^= S, and y3 ^= y2. */
.macro ADD_S i, at
        ldr     T, [sp, #(\at)]
        eor     x3_\i, x3_\i, T
        eor     x3_\i, x3_\i, x2_\i
.endm

/* The linear layer of a share of a word, x ^ ror(x, r) ^ ror(x, s), of which half h is in the register
   x and the other one in FREE and at this place. r is even, if one of them is. */
.macro DIFFUSE_HALVES h, even, odd, x, at, r, s
        XOR_HALF T, FREE, (1 - \h), \even, \odd, \r
        XOR_HALF T, T, (1 - \h), \even, \odd, \s
        str     T, [sp, #(BEFORE_SBOX + \at)]
        XOR_HALF \x, \x, \h, \even, \odd, \r
        XOR_HALF \x, \x, \h, \even, \odd, \s
.endm

.macro DIFFUSE_WORD h, x, at, r, s
        ldr     FREE, [sp, #(BEFORE_LINEAR + \at)]
        .if     \h
        DIFFUSE_HALVES \h, FREE, \x, \x, \at, \r, \s
        .else
        DIFFUSE_HALVES \h, \x, FREE, \x, \at, \r, \s
        .endif
.endm

/* Share i of word 0, whose halves are both in memory. */
.macro DIFFUSE_WORD_0 h, even, odd, i
        ldr     FREE, [sp, #(BEFORE_LINEAR + WORD_0 + 4 * \i)]
        XOR_HALF FREE, FREE, (1 - \h), \even, \odd, 28
        ldr     T, [sp, #(HELD_BEFORE_LINEAR + 4 * \i)]
        XOR_HALF FREE, FREE, (1 - \h), \even, \odd, 19
        str     FREE, [sp, #(BEFORE_SBOX + WORD_0 + 4 * \i)]
        XOR_HALF T, T, \h, \even, \odd, 28
        ldr     FREE, [sp, #(BEFORE_LINEAR + WORD_0 + 4 * \i)]
        XOR_HALF T, T, \h, \even, \odd, 19
        str     T, [sp, #(HELD_BEFORE_SBOX + 4 * \i)]
.endm

/* The linear layer; half h is in registers. */
.macro DIFFUSE h
        .irp    i, 0, 1, 2
        DIFFUSE_WORD \h, x4_\i, (4 * \i), 7, 41
        DIFFUSE_WORD \h, x1_\i, (12 + 4 * \i), 61, 39
        DIFFUSE_WORD \h, x2_\i, (24 + 4 * \i), 6, 1
        DIFFUSE_WORD \h, x3_\i, (WORD_3 + 4 * \i), 10, 17
        .endr
        .irp    i, 0, 1, 2
        .if     \h
        DIFFUSE_WORD_0 \h, FREE, T, \i
        .else
        DIFFUSE_WORD_0 \h, T, FREE, \i
        .endif
        .endr
.endm

/* Half h of a word of the state in memory, whose address is in FREE; of words 4, 1, 2 and 3. */
.macro MOVE_WORD op, w, h
        \op     x\w\()_0, [FREE, #PLACE(3, \w, 0, \h)]
        \op     x\w\()_1, [FREE, #PLACE(3, \w, 1, \h)]
        \op     x\w\()_2, [FREE, #PLACE(3, \w, 2, \h)]
.endm

.macro MOVE_WORDS op, h
        MOVE_WORD \op, 4, \h
        MOVE_WORD \op, 1, \h
        MOVE_WORD \op, 2, \h
        MOVE_WORD \op, 3, \h
.endm

/* Half h of the state to registers, and word 0 to the frame; and back. */
.macro LOAD_HALF h, word_0
        MOVE_WORDS ldr, \h
        mvn     x2_0, x2_0
        .irp    i, 0, 1, 2
        ldr     T, [FREE, #PLACE(3, 0, \i, \h)]
        str     T, [sp, #(\word_0 + 4 * \i)]
        .endr
.endm

.macro STORE_HALF h, word_0
        mvn     x2_0, x2_0
        MOVE_WORDS str, \h
        .irp    i, 0, 1, 2
        ldr     T, [sp, #(\word_0 + 4 * \i)]
        str     T, [FREE, #PLACE(3, 0, \i, \h)]
        .endr
.endm

/* A round, of which half h is in registers. The laboratory finds both of its parts by these names. */
.macro ROUND h, constant, sbox, linear
\sbox:
        SUBSTITUTE \h, HELD_BEFORE_SBOX, (BEFORE_LINEAR + WORD_0), (BEFORE_LINEAR + WORD_3), 0, \constant
        add     T, sp, #BEFORE_LINEAR
        stm     T, {r0-r11}
        ldm     sp, {r0-r11}            /* BEFORE_SBOX */
        SUBSTITUTE (1 - \h), (BEFORE_SBOX + WORD_0), HELD_BEFORE_LINEAR, (BEFORE_SBOX + WORD_3), 1, (\constant + 4)
\linear:
        DIFFUSE (1 - \h)
.endm

/* void ascon_masked_permute_3(uint32_t *words, unsigned rounds) */
        FUNCTION ascon_masked_permute_3
        push    {r4-r11, lr}
        adr     r12, end_of_constants
        sub     sp, sp, #FRAME
        str     r0, [sp, #WORDS]
        str     r12, [sp, #END_OF_CONSTANTS]
        sub     r12, r12, r1, lsl #3
        str     r12, [sp, #NEXT]
        mov     FREE, r0
        ldrd    r2, r3, [FREE, #120]    /* the guards */
        strd    r2, r3, [sp, #GUARDS]
        ldrd    r2, r3, [FREE, #128]
        strd    r2, r3, [sp, #(GUARDS + 8)]
        LOAD_HALF 0, (BEFORE_SBOX + WORD_0)
        stm     sp, {r0-r11}            /* BEFORE_SBOX */
        LOAD_HALF 1, HELD_BEFORE_SBOX
        mov     T, #0
        .irp    at, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128
        strd    T, T, [FREE, #\at]
        .endr
        ROUND   1, 0, ascon_masked_permute_3_first_sbox, ascon_masked_permute_3_first_linear
        ROUND   0, 8, ascon_masked_permute_3_second_sbox, ascon_masked_permute_3_second_linear
        ldr     T, [sp, #NEXT]
        ldr     FREE, [sp, #END_OF_CONSTANTS]
        add     T, T, #16
        str     T, [sp, #NEXT]
        cmp     T, FREE
        bne.w   ascon_masked_permute_3_first_sbox
        ldr     FREE, [sp, #WORDS]
        STORE_HALF 1, HELD_BEFORE_SBOX
        ldm     sp, {r0-r11}            /* BEFORE_SBOX */
        STORE_HALF 0, (BEFORE_SBOX + WORD_0)
        ldrd    r2, r3, [sp, #GUARDS]
        strd    r2, r3, [FREE, #120]
        ldrd    r2, r3, [sp, #(GUARDS + 8)]
        strd    r2, r3, [FREE, #128]
        .irp    i, 0, 1, 2, 3, 12
        mov     r\i, #0
        .endr
        eors    r2, r3, r2, ror #1      /* nothing is left in the shifter, */
        str     r2, [sp, #GUARDS]       /* at the port that stores, */
        cmn     r2, r3                  /* or in the flags */
        add     sp, sp, #FRAME
        pop     {r4-r11, pc}
        CONSTANTS
end_of_constants:
        END     ascon_masked_permute_3

#endif

#include "../../core/platform/object_marks.inc"
