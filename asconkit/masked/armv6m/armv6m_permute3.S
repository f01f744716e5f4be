/* The permutation on 3 shares for 16-bit Thumb, without random words in its rounds:
   asconkit/masked/contract.h.

   Why it is secure. Gates, guards and their turns are those of masked/armv7m/armv7m_permute3.S, and the
   order of gates, the sums in front of an S-box and x2's complement those of armv6m_permute2.S: all gates
   of a share are done before those of the next share, and read the other shares from memory, as they are
   before the S-box.

   Shares are not rotated against each other, as only r0-r7 can be rotated, by an amount in a register. In
   place of it:
     - The products of a gate, with shares i + 2, i + 1 and i, do not follow each other. Products of other
       gates come between them, and two registers for products take turns.
     - Between a product and the word that it is added to, the share of the next product is loaded. So the
       factor and that word do not follow each other on the first bus of operands.
     - FORGET comes where a share of a word would follow another share of it, or where a share of c would
       follow the next share of a, which is its linear term. Products and sums count with all their words.
     - Shares 1 and 2 add both guards up before share 0, which begins with the sum. A public word takes its
       place then.
     - A guard is stored after the words of its share, and so not after the guard that it replaces.
     - The S-box takes both halves of a share, and the linear layer the whole share, before the next one:
       words next to each other are of different columns, or different words.
     - The S-box writes to the caller's words and the linear layer to the frame, each to all places: none of
       them keeps a value from one round to the next. The caller's words are cleared before the first round
       and after the last one, as they are in another order in between.
   In the first round, pairs of values and transitions are independent of the secrets too.
   tests/lab/test_planted.py checks that.

   504 of the 672 instructions of a round compute: 90 products, each copied or loaded, multiplied and added;
   42 sums before and after gates; a copy, two turns and two sums for each half of a word in the linear
   layer, and 11 amounts for each share; guards and constants. Any round with these gates needs about as
   many. 60 are FORGET. The others load, store and count.

   Registers  r0 the words; of the S-box A to E in r1 to r5, S in r6, products in r7 and r0; of the linear
              layer halves and sums in r1 to r6, how far to rotate in r7; r12 the next constant, lr the
              end of the constants. r0 to r3, r12 and the flags are changed; nothing of a share is left
              in them.
   Stack      172 bytes.
   Timing     One branch, which counts rounds; addresses depend on nothing else.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_ARMV6M

#include "macros.inc"

#define STATE r0
#define NEXT r12
#define LAST lr

#define A r1
#define B r2
#define C r3
#define D r4
#define E r5
#define S r6
#define P r7
#define Q r0

/* Half h of share i: of word w of the caller; of the words in front of an S-box, in the frame; of the
   guards, after them; and of the words after an S-box, in place of the caller's. SUMS(0, h) is followed
   by both guards in one sum. */
#define WORD(w, i, h) [STATE, #PLACE(3, w, i, h)]
#define SUMS(i, h) (8 + 24 * (2 * (i) + (h)))
#define SUM(w, i, h) [sp, #(SUMS(i, h) + 4 * (w))]
#define GUARD(i, h) SUM(5, i, h)
#define SUBSTITUTED(i, h) (20 * (2 * (i) + (h)))
#define FRAME 144
#define STATE_IN_FRAME [sp, #4]

/* How far guards 1 and 2 are turned. */
#define GUARD_TURN_1 7
#define GUARD_TURN_2 13

/* ---- The S-box --------------------------------------------------------------------------------

   A public word, in x, on both buses of operands and of results. */
.macro FORGET x
        add     \x, sp, #0
.endm

/* c ^= p & b, or p & ~b. Between the two, the share of the next product is loaded. */
.macro PRODUCT c, op, b, p, next, w, i, h
        \op     \p, \b
        .ifnb   \next
        ldr     \next, SUM(\w, \i, \h)
        .endif
        eors    \c, \p
.endm

.macro TURN_GUARD turn
        movs    P, #\turn
        rors    S, P
.endm

/* Share i of half h; j and k are the next shares. S begins as a guard, or their sum. */
.macro SUBSTITUTE i, j, k, h
        add     r1, sp, #SUMS(\i, \h)
        ldm     r1, {r1-r6}             /* A to E and S */
        .if     (\i) == 1
        TURN_GUARD GUARD_TURN_1
        str     S, GUARD(0, \h)
        .elseif (\i) == 2
        TURN_GUARD GUARD_TURN_2
        ldr     P, GUARD(0, \h)
        eors    P, S
        str     P, GUARD(0, \h)
        .endif
        ldr     P, SUM(2, \k, \h)
        PRODUCT A, ands, B, P, Q, 4, \k, \h
        PRODUCT C, ands, D, Q, P, 0, \k, \h
        FORGET  Q
        PRODUCT S, ands, E, P, Q, 2, \j, \h
        FORGET  P
        PRODUCT A, bics, B, Q, P, 4, \j, \h
        FORGET  Q
        PRODUCT C, bics, D, P, Q, 0, \j, \h
        FORGET  P
        PRODUCT S, bics, E, Q, P, 2, \i, \h
        PRODUCT A, ands, B, P, Q, 4, \i, \h
        PRODUCT C, ands, D, Q, P, 3, \k, \h
        FORGET  Q
        PRODUCT B, ands, C, P, Q, 0, \i, \h
        PRODUCT S, ands, E, Q, P, 1, \k, \h
        FORGET  Q
        PRODUCT E, ands, A, P, Q, 3, \j, \h
        FORGET  P
        PRODUCT B, bics, C, Q, P, 1, \j, \h
        FORGET  Q
        PRODUCT E, bics, A, P, Q, 3, \i, \h
        FORGET  P
        PRODUCT B, ands, C, Q, P, 1, \i, \h
        FORGET  Q
        PRODUCT E, ands, A, P
        eors    D, S
        eors    D, C
        eors    B, A
        eors    A, E
        ldr     STATE, STATE_IN_FRAME
        .if     \i
        adds    STATE, #SUBSTITUTED(\i, \h)
        .else
        .if     \h
        adds    STATE, #SUBSTITUTED(\i, \h)
        .endif
        str     STATE, GUARD(0, \h)     /* public */
        .endif
        stm     STATE!, {r1-r5}
        .if     \i
        str     S, GUARD(\i, \h)
        .endif
.endm

/* ---- The linear layer -------------------------------------------------------------------------

   x = ror(x, P) ^ y */
.macro TURN_AND_ADD x, y
        rors    \x, P
        eors    \x, \y
.endm

/* x ^= ror(y, P) */
.macro ADD_TURNED x, y
        rors    \y, P
        eors    \x, \y
.endm

.macro LOAD_WORD even, odd, w, i
        ldr     \even, [STATE, #(SUBSTITUTED(\i, 0) + 4 * (\w))]
        ldr     \odd, [STATE, #(SUBSTITUTED(\i, 1) + 4 * (\w))]
.endm

.macro STORE_SUM even, odd, w, i
        str     \even, SUM(\w, \i, 0)
        str     \odd, SUM(\w, \i, 1)
.endm

/* x ^ ror(x, r) ^ ror(x, s) of share i of all words: even rotations turn the halves, odd ones exchange
   them too. With the sums in front of the next S-box. Where two words are turned by the same amount, it
   stays in P. */
.macro DIFFUSE i
        LOAD_WORD r1, r2, 1, \i         /* x1: 61, 39 */
        mov     r3, r2
        mov     r4, r1
        movs    P, #21
        TURN_AND_ADD r3, r2
        TURN_AND_ADD r4, r1
        movs    P, #31
        ADD_TURNED r2, r4
        movs    P, #30
        ADD_TURNED r1, r3
        STORE_SUM r1, r2, 1, \i
        LOAD_WORD r3, r4, 2, \i         /* x2: 1, 6 */
        mov     r5, r3
        TURN_AND_ADD r5, r4
        mov     r6, r3
        movs    P, #3
        TURN_AND_ADD r6, r3
        TURN_AND_ADD r5, r4
        eors    r6, r4
        eors    r6, r1                  /* x2 ^ x1 */
        eors    r5, r2
        .if     (\i) == 0
        mov     r3, NEXT
        ldm     r3!, {r4, r7}
        mov     NEXT, r3
        eors    r6, r4
        eors    r5, r7
        .endif
        STORE_SUM r6, r5, 2, \i
        LOAD_WORD r1, r2, 4, \i         /* x4: 7, 41, and x3: 10, 17 */
        mov     r3, r2
        mov     r4, r1
        movs    P, #17
        TURN_AND_ADD r3, r2
        TURN_AND_ADD r4, r1
        movs    P, #3
        ADD_TURNED r1, r3
        LOAD_WORD r3, r5, 3, \i
        mov     r6, r5
        TURN_AND_ADD r6, r3
        movs    P, #4
        ADD_TURNED r2, r4
        mov     r4, r3
        TURN_AND_ADD r4, r5
        movs    P, #5
        TURN_AND_ADD r6, r3
        TURN_AND_ADD r4, r5
        STORE_SUM r6, r4, 3, \i
        eors    r6, r1                  /* x3 ^ x4 */
        eors    r4, r2
        STORE_SUM r6, r4, 4, \i
        LOAD_WORD r3, r4, 0, \i         /* x0: 19, 28 */
        mov     r5, r4
        movs    P, #27
        TURN_AND_ADD r5, r3
        mov     r6, r3
        movs    P, #28
        TURN_AND_ADD r6, r4
        movs    P, #14
        TURN_AND_ADD r5, r3
        TURN_AND_ADD r6, r4
        eors    r5, r1                  /* x0 ^ x4 */
        eors    r6, r2
        STORE_SUM r5, r6, 0, \i
.endm

/* ---- The permutation -------------------------------------------------------------------------- */
.macro MOVE_WORDS op, i, h
        \op     A, WORD(0, \i, \h)
        \op     B, WORD(1, \i, \h)
        \op     C, WORD(2, \i, \h)
        \op     D, WORD(3, \i, \h)
        \op     E, WORD(4, \i, \h)
.endm

/* Half h of share i of the sums in front of the first S-box. */
.macro ADD_WORDS i, h
        MOVE_WORDS ldr, \i, \h
        eors    A, E
        eors    E, D
        eors    C, B
        add     r7, sp, #SUMS(\i, \h)
        stm     r7!, {r1-r5}
.endm

/* From these sums back to the words of a state. */
.macro SUBTRACT_WORDS i, h
        add     r1, sp, #SUMS(\i, \h)
        ldm     r1, {r1-r5}
        eors    E, D
        eors    A, E
        eors    C, B
        MOVE_WORDS str, \i, \h
.endm

.macro MOVE_GUARDS op
        \op     r1, GUARD(1, 0)
        \op     r2, GUARD(1, 1)
        \op     r3, GUARD(2, 0)
        \op     r4, GUARD(2, 1)
.endm

/* Zeros in place of the words and guards of the caller. */
.macro CLEAR_WORDS
        .irp    i, 1, 2, 3, 4, 5, 6
        movs    r\i, #0
        .endr
        .rept   5
        stm     STATE!, {r1-r6}
        .endr
        stm     STATE!, {r1-r4}
        subs    STATE, #136
.endm

/* void ascon_masked_permute_3(uint32_t *words, unsigned rounds). The laboratory finds both stages of
   a round by these names, and the end of the first round by that of the second S-box. */
        FUNCTION ascon_masked_permute_3
        ENTER   FRAME
        str     STATE, STATE_IN_FRAME
        adds    r1, #1
        lsls    r1, r1, #3              /* bytes of constants; public in the shifter */
        mov     NEXT, r1
        ADD_WORDS 0, 0
        ADD_WORDS 0, 1
        ADD_WORDS 1, 0
        ADD_WORDS 1, 1
        ADD_WORDS 2, 0
        ADD_WORDS 2, 1
        adds    STATE, #120
        ldm     STATE!, {r1-r4}
        MOVE_GUARDS str
        subs    STATE, #136
        CLEAR_WORDS
        FIRST_CONSTANTS LAST, NEXT
        ldr     r1, SUM(2, 0, 0)
        ldr     r2, SUM(2, 0, 1)
        eors    r1, r4
        eors    r2, r5
        str     r1, SUM(2, 0, 0)
        str     r2, SUM(2, 0, 1)
        b       ascon_masked_permute_3_first_sbox
        CONSTANTS
ascon_masked_permute_3_first_sbox:
        SUBSTITUTE 1, 2, 0, 0
        SUBSTITUTE 1, 2, 0, 1
        SUBSTITUTE 2, 0, 1, 0
        SUBSTITUTE 2, 0, 1, 1
        SUBSTITUTE 0, 1, 2, 0
        SUBSTITUTE 0, 1, 2, 1
        ldr     STATE, STATE_IN_FRAME
ascon_masked_permute_3_first_linear:
        DIFFUSE 0
        DIFFUSE 1
        DIFFUSE 2
ascon_masked_permute_3_second_sbox:
        cmp     NEXT, LAST
        beq     1f
        b       ascon_masked_permute_3_first_sbox
1:
        CLEAR_WORDS
        SUBTRACT_WORDS 0, 0
        SUBTRACT_WORDS 0, 1
        SUBTRACT_WORDS 1, 0
        SUBTRACT_WORDS 1, 1
        SUBTRACT_WORDS 2, 0
        SUBTRACT_WORDS 2, 1
        MOVE_GUARDS ldr
        adds    STATE, #120
        stm     STATE!, {r1-r4}
        movs    r1, #0
        LEAVE   FRAME
        END     ascon_masked_permute_3

#endif

#include "../../core/platform/object_marks.inc"
