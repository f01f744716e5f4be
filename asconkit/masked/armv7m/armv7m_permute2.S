/* The permutation on 2 shares for Thumb-2, without random words: asconkit/masked/contract.h.

   Why it is secure. The S-box is a gate for a word of zeros, S, and four in place. A to E are x0
   to x4 after x0 ^= x4, x4 ^= x3, x2 ^= x1:

     S ^= ~E & A,  A ^= ~B & C,  C ^= ~D & E,  E ^= ~A & B,  B ^= ~C & D,  D ^= S

   That A and C are new ones in the gates of E and B changes nothing: ~B & C & B is zero. Share i of
   a gate c ^= ~a & b takes b_i & ~a_i first, then a_i & b_j. S begins as the shares R, R of zero, and
   R, the guard of that half, becomes share 1 of S. So the shares of a column and its guard are mapped
   one-to-one, for each value of the column: what is uniform stays so, and no value needs more
   randomness than the shares had (Daemen and others, TCHES 2020(3): Toffoli gates on shares).

   What follows each other in a register, on a bus or in the shifter:
     - Share i lies rotated right by 8 * i, so that two shares never meet column by column.
     - The frame has two areas: one for the half that waits for its S-box, one for the half that waits
       for the linear layer. A place keeps nothing from one round to the next.
     - The caller's words become public numbers as soon as they have been read.

   One half is in registers, the other in the frame. The one in registers goes through the S-box first,
   and changes places with the other; after the linear layer the halves have changed places. So the
   loop has two rounds. x2 is kept as its complement, which is in the constants.

   Registers  r0 the next constant, r1 to r10 shares of the half, r11, r12 and lr temporaries. r0 to
              r3, r12 and the flags are changed; nothing of a share is left in them.
   Stack      36 bytes of the caller's registers, and 100.
   Timing     One branch, which counts rounds; addresses depend on nothing else.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_ARMV7M

#include "macros.inc"

#define NEXT r0
#define S0 r11
#define S1 r12
#define T lr

/* Share i of word w of the half in registers. */
x0_0    .req    r1
x1_0    .req    r2
x2_0    .req    r3
x3_0    .req    r4
x4_0    .req    r5
x0_1    .req    r6
x1_1    .req    r7
x2_1    .req    r8
x3_1    .req    r9
x4_1    .req    r10

/* In the frame: the half before its S-box, as in registers; that before the linear layer; guards. */
#define BEFORE_SBOX 0
#define BEFORE_LINEAR 40
#define GUARDS 80
#define WORDS 88
#define END_OF_CONSTANTS 92
#define FRAME 100

/* Share i of c ^= ~a & b, and of S, which begins with the guard, in S0. */
.macro GATE_SHARE c, a, b, i, j
        bic     T, x\b\()_\i, x\a\()_\i
        eor     x\c\()_\i, x\c\()_\i, T
        TURNED  and, T, x\a\()_\i, x\b\()_\j, TURN(\i, \j)
        eor     x\c\()_\i, x\c\()_\i, T
.endm

.macro GATE c, a, b
        GATE_SHARE \c, \a, \b, 1, 0
        GATE_SHARE \c, \a, \b, 0, 1
.endm

.macro GUARD_GATE_SHARE s, a, b, i, j
        bic     T, x\b\()_\i, x\a\()_\i
        TURNED  eor, \s, T, S0, (MASKED_ROTATION * \i)
        TURNED  and, T, x\a\()_\i, x\b\()_\j, TURN(\i, \j)
        eor     \s, \s, T
.endm

/* The S-box on half h, in registers. */
.macro SUBSTITUTE h
        ldr     T, [NEXT], #4
        eor     x2_0, x2_0, T
        .irp    i, 0, 1
        eor     x0_\i, x0_\i, x4_\i
        eor     x4_\i, x4_\i, x3_\i
        eor     x2_\i, x2_\i, x1_\i
        .endr
        ldr     S0, [sp, #(GUARDS + 4 * \h)]
        GUARD_GATE_SHARE S1, 4, 0, 1, 0
        GUARD_GATE_SHARE S0, 4, 0, 0, 1
        GATE    0, 1, 2
        GATE    2, 3, 4
        GATE    4, 0, 1
        GATE    1, 2, 3
        str     S1, [sp, #(GUARDS + 4 * \h)]
        eor     x3_0, x3_0, S0
        eor     x3_1, x3_1, S1
        .irp    i, 0, 1
        eor     x1_\i, x1_\i, x0_\i
        eor     x0_\i, x0_\i, x4_\i
        eor     x3_\i, x3_\i, x2_\i
        .endr
.endm

/* The linear layer of one share of a word, x ^ ror(x, r) ^ ror(x, s), of which half h is in the
   register x and the other one in `other`, whose result is `out`. r is even, if one of them is. */
.macro DIFFUSE_HALVES h, even, odd, x, other, out, r, s
        XOR_HALF \out, \other, (1 - \h), \even, \odd, \r
        XOR_HALF \out, \out, (1 - \h), \even, \odd, \s
        .if     (\r) % 2 && (\s) % 2 == 0
        XOR_HALF \x, \x, \h, \even, \odd, \s
        XOR_HALF \x, \x, \h, \even, \odd, \r
        .else
        XOR_HALF \x, \x, \h, \even, \odd, \r
        XOR_HALF \x, \x, \h, \even, \odd, \s
        .endif
.endm

.macro DIFFUSE_WORD h, x, other, out, r, s
        .if     \h
        DIFFUSE_HALVES \h, \other, \x, \x, \other, \out, \r, \s
        .else
        DIFFUSE_HALVES \h, \x, \other, \x, \other, \out, \r, \s
        .endif
.endm

/* Two words, which lie beside each other in the frame. */
.macro DIFFUSE_TWO h, at, x, r, s, y, u, v
        ldrd    S0, S1, [sp, #(BEFORE_LINEAR + \at)]
        DIFFUSE_WORD \h, \x, S0, T, \r, \s
        DIFFUSE_WORD \h, \y, S1, S0, \u, \v
        strd    T, S0, [sp, #(BEFORE_SBOX + \at)]
.endm

/* The linear layer; half h is in registers. */
.macro DIFFUSE h
        DIFFUSE_TWO \h, 0, x0_0, 19, 28, x1_0, 61, 39
        DIFFUSE_TWO \h, 8, x2_0, 1, 6, x3_0, 10, 17
        DIFFUSE_TWO \h, 16, x4_0, 7, 41, x0_1, 19, 28
        DIFFUSE_TWO \h, 24, x1_1, 61, 39, x2_1, 1, 6
        DIFFUSE_TWO \h, 32, x3_1, 10, 17, x4_1, 7, 41
.endm

/* Half h of a state in memory, from or to registers. */
.macro MOVE_HALF op, h
        \op     x0_0, [r0, #PLACE(2, 0, 0, \h)]
        \op     x0_1, [r0, #PLACE(2, 0, 1, \h)]
        \op     x1_0, [r0, #PLACE(2, 1, 0, \h)]
        \op     x1_1, [r0, #PLACE(2, 1, 1, \h)]
        \op     x2_0, [r0, #PLACE(2, 2, 0, \h)]
        \op     x2_1, [r0, #PLACE(2, 2, 1, \h)]
        \op     x3_0, [r0, #PLACE(2, 3, 0, \h)]
        \op     x3_1, [r0, #PLACE(2, 3, 1, \h)]
        \op     x4_0, [r0, #PLACE(2, 4, 0, \h)]
        \op     x4_1, [r0, #PLACE(2, 4, 1, \h)]
.endm

/* A round, of which half h is in registers. The laboratory finds both of its parts by these names. */
.macro ROUND h, sbox, linear
\sbox:
        SUBSTITUTE \h
        add     T, sp, #BEFORE_LINEAR
        stm     T, {r1-r10}
        ldm     sp, {r1-r10}            /* BEFORE_SBOX */
        SUBSTITUTE (1 - \h)
\linear:
        DIFFUSE (1 - \h)
.endm

/* void ascon_masked_permute_2(uint32_t *words, unsigned rounds) */
        FUNCTION ascon_masked_permute_2
        push    {r4-r11, lr}
        adr     r12, end_of_constants
        sub     sp, sp, #FRAME
        str     r0, [sp, #WORDS]
        ldrd    r2, r3, [r0, #80]       /* the guards */
        strd    r2, r3, [sp, #GUARDS]
        str     r12, [sp, #END_OF_CONSTANTS]
        sub     r12, r12, r1, lsl #3
        MOVE_HALF ldr, 0
        mvn     x2_0, x2_0
        stm     sp, {r1-r10}            /* BEFORE_SBOX */
        MOVE_HALF ldr, 1
        mvn     x2_0, x2_0
        .irp    at, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80
        strd    r12, r12, [r0, #\at]
        .endr
        mov     NEXT, r12
        ROUND   1, ascon_masked_permute_2_first_sbox, ascon_masked_permute_2_first_linear
        ROUND   0, ascon_masked_permute_2_second_sbox, ascon_masked_permute_2_second_linear
        ldr     T, [sp, #END_OF_CONSTANTS]
        cmp     NEXT, T
        bne     ascon_masked_permute_2_first_sbox
        ldr     r0, [sp, #WORDS]
        mvn     x2_0, x2_0
        MOVE_HALF str, 1
        ldm     sp, {r1-r10}            /* BEFORE_SBOX */
        mvn     x2_0, x2_0
        MOVE_HALF str, 0
        ldrd    r2, r3, [sp, #GUARDS]
        strd    r2, r3, [r0, #80]
        mov     r1, #0
        mov     r2, #0
        mov     r3, #0
        mov     r12, #0
        eors    r2, r3, r2, ror #1      /* nothing is left in the shifter, */
        str     r2, [sp, #GUARDS]       /* at the port that stores, */
        cmn     r2, r3                  /* or in the flags */
        add     sp, sp, #FRAME
        pop     {r4-r11, pc}
        CONSTANTS
end_of_constants:
        END     ascon_masked_permute_2

#endif

#include "../../core/platform/object_marks.inc"
