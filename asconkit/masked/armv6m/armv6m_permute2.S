/* The permutation on 2 shares for 16-bit Thumb, without random words: asconkit/masked/contract.h.

   Why it is secure: masked/armv7m/armv7m_permute2.S. The S-box is the same: a gate for S, a word
   of zeros whose shares begin as R, R with the guard R, then four gates in place, and a sum:

     S ^= ~E & A,  A ^= ~B & C,  C ^= ~D & E,  E ^= ~A & B,  B ^= ~C & D,  D ^= S

   Registers have room for the five words of one share of one half. So all gates of a share are done
   before those of the other share, whose words come from memory: all of them as they are before the
   S-box. The S-box reads the caller's words and writes to the frame, the linear layer the other way.
   The sums in front of an S-box, x0 ^ x4, x4 ^ x3 and x2 ^ x1 with the constant, are made as soon as a
   linear layer has both words; so A, E and C stand in the places of x0, x4 and x2.

   What follows each other in a register, on a bus or in the shifter. Shares are not rotated against
   each other, as only r0-r7 can be rotated, by an amount in a register. In place of it:
     - Share i of a gate has the products ~a_i & b_i and a_i & b_j, and the order of all products keeps
       b_i from b_j: b_j is loaded after no product with b_i in it, and a_i & b_j comes after no word
       that has b_i as a term. So the first three gates have their own products first, then those with
       the other share.
     - After its gate, a word has a term that is b_i or b_j, as a_i says, which hides its share from the
       other one. So the S-box may use the registers of one share for the other.
     - The linear layer does a whole share before the next one: words next to each other differ.
     - After it the shifter becomes public, which no S-box uses.
     - The linear layer writes to all places of words, the S-box to all of the frame: none of them keeps
       a value from one round to the next.

   x2 is kept as its complement, which is in the constants.

   Registers  r0 the words; of the S-box A to E in r1 to r5, S in r6, products in r7; of the linear
              layer halves and sums in r1 to r6, how far to rotate in r7; r12 the next constant, lr the
              end of the constants. r0 to r3, r12 and the flags are changed; nothing of a share is left
              in them.
   Stack      108 bytes.
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

/* Half h of share i of word w of the caller, of its guards, and after the S-box. */
#define WORD(w, i, h) [STATE, #PLACE(2, w, i, h)]
#define GUARD(h) [STATE, #PLACE(2, 5, 0, h)]
#define SUBSTITUTED(w, i, h) [sp, #(8 + PLACE(2, w, i, h))]
#define FRAME 80

/* Half h of share i of the caller's words. */
.macro LOAD_WORDS i, h
        ldr     A, WORD(0, \i, \h)
        ldr     B, WORD(1, \i, \h)
        ldr     C, WORD(2, \i, \h)
        ldr     D, WORD(3, \i, \h)
        ldr     E, WORD(4, \i, \h)
.endm

/* ---- The S-box --------------------------------------------------------------------------------

   c ^= ~a & b of one share */
.macro OWN_PRODUCT c, a, b
        mov     P, \b
        bics    P, \a
        eors    \c, P
.endm

/* c ^= a & word w of the other share */
.macro OTHER_PRODUCT c, a, w, i, h
        ldr     P, WORD(\w, 1 - (\i), \h)
        ands    P, \a
        eors    \c, P
.endm

/* Share i of half h. S_0 is in D_0 at the end, S_1 is the new guard. */
.macro SUBSTITUTE i, h
        ldr     S, GUARD(\h)
        LOAD_WORDS \i, \h
        OWN_PRODUCT S, E, A
        OWN_PRODUCT A, B, C
        OWN_PRODUCT C, D, E
        OTHER_PRODUCT S, E, 0, \i, \h
        OTHER_PRODUCT A, B, 2, \i, \h
        OTHER_PRODUCT C, D, 4, \i, \h
        OWN_PRODUCT E, A, B
        OWN_PRODUCT B, C, D
        eors    D, S
        .if     \i
        str     S, GUARD(\h)
        .endif
        OTHER_PRODUCT E, A, 1, \i, \h
        OTHER_PRODUCT B, C, 3, \i, \h
        eors    D, C
        eors    B, A
        eors    A, E
        str     D, SUBSTITUTED(3, \i, \h)
        str     A, SUBSTITUTED(0, \i, \h)
        str     B, SUBSTITUTED(1, \i, \h)
        str     C, SUBSTITUTED(2, \i, \h)
        str     E, SUBSTITUTED(4, \i, \h)
.endm

/* ---- The linear layer -------------------------------------------------------------------------

   Both halves of x ^ ror(x, r) ^ ror(x, s) for an odd r and an even s: even rotations turn the halves,
   odd ones exchange them too. x is even and odd, the result new_even and new_odd. */
.macro DIFFUSE_MIXED even, odd, new_even, new_odd, r, s
        mov     \new_odd, \even
        ROTATE  \new_odd, (((\r) + 1) / 2 - (\s) / 2 + 32), P
        eors    \new_odd, \odd
        .if     (\r) == 1
        mov     \new_even, \even
        .else
        mov     \new_even, \odd
        ROTATE  \new_even, ((\r) / 2 - (\s) / 2 + 32), P
        eors    \new_even, \even
        .endif
        movs    P, #((\s) / 2)
        rors    \new_even, P
        rors    \new_odd, P
        eors    \new_even, \even
        eors    \new_odd, \odd
        .if     (\r) == 1
        eors    \new_even, \odd
        .endif
.endm

/* The same in place, if both rotations are odd. */
.macro DIFFUSE_ODD even, odd, to_even, to_odd, r, s
        mov     \to_even, \odd
        mov     \to_odd, \even
        movs    P, #(((\r) - (\s)) / 2)
        rors    \to_even, P
        rors    \to_odd, P
        eors    \to_even, \odd
        eors    \to_odd, \even
        ROTATE  \to_even, ((\s) / 2), P
        ROTATE  \to_odd, (((\s) + 1) / 2), P
        eors    \even, \to_even
        eors    \odd, \to_odd
.endm

.macro LOAD_SUBSTITUTED even, odd, w, i
        ldr     \even, SUBSTITUTED(\w, \i, 0)
        ldr     \odd, SUBSTITUTED(\w, \i, 1)
.endm

.macro STORE_WORD even, odd, w, i
        str     \even, WORD(\w, \i, 0)
        str     \odd, WORD(\w, \i, 1)
.endm

/* Share i, with the sums in front of the next S-box. */
.macro DIFFUSE i
        LOAD_SUBSTITUTED r1, r2, 3, \i
        DIFFUSE_MIXED r1, r2, r3, r4, 17, 10
        STORE_WORD r3, r4, 3, \i
        LOAD_SUBSTITUTED r1, r2, 4, \i
        DIFFUSE_ODD r1, r2, r6, r5, 41, 7       /* r5 has had the odd half of x4_1: an even half next */
        eors    r3, r1                  /* x3 ^ x4 */
        eors    r4, r2
        STORE_WORD r3, r4, 4, \i
        LOAD_SUBSTITUTED r3, r4, 0, \i
        DIFFUSE_MIXED r3, r4, r5, r6, 19, 28
        eors    r5, r1                  /* x0 ^ x4 */
        eors    r6, r2
        STORE_WORD r5, r6, 0, \i
        LOAD_SUBSTITUTED r1, r2, 1, \i
        DIFFUSE_ODD r1, r2, r3, r4, 61, 39
        STORE_WORD r1, r2, 1, \i
        LOAD_SUBSTITUTED r3, r4, 2, \i
        DIFFUSE_MIXED r3, r4, r5, r6, 1, 6
        eors    r5, r1                  /* x2 ^ x1 */
        eors    r6, r2
        .if     (\i) == 0
        mov     r3, NEXT
        ldm     r3!, {r4, r7}
        mov     NEXT, r3
        eors    r5, r4
        eors    r6, r7
        .endif
        STORE_WORD r5, r6, 2, \i
.endm

/* ---- The permutation -------------------------------------------------------------------------- */
.macro STORE_SUMS i, h
        str     A, WORD(0, \i, \h)
        str     C, WORD(2, \i, \h)
        str     E, WORD(4, \i, \h)
.endm

/* Half h of share i of the sums in front of the first S-box. */
.macro ADD_WORDS i, h
        LOAD_WORDS \i, \h
        eors    A, E
        eors    E, D
        eors    C, B
        STORE_SUMS \i, \h
.endm

/* From these sums back to the words of a state. */
.macro SUBTRACT_WORDS i, h
        LOAD_WORDS \i, \h
        eors    E, D
        eors    A, E
        eors    C, B
        STORE_SUMS \i, \h
.endm

/* void ascon_masked_permute_2(uint32_t *words, unsigned rounds). The laboratory finds both stages of
   a round by these names, and the end of the first round by that of the second S-box. */
        FUNCTION ascon_masked_permute_2
        ENTER   FRAME
        adds    r1, #1
        lsls    r1, r1, #3              /* bytes of constants; public in the shifter */
        mov     NEXT, r1
        ADD_WORDS 0, 0
        ADD_WORDS 0, 1
        ADD_WORDS 1, 0
        ADD_WORDS 1, 1
        FIRST_CONSTANTS LAST, NEXT
        ldr     r1, WORD(2, 0, 0)
        ldr     r2, WORD(2, 0, 1)
        eors    r1, r4
        eors    r2, r5
        str     r1, WORD(2, 0, 0)
        str     r2, WORD(2, 0, 1)
ascon_masked_permute_2_first_sbox:
        SUBSTITUTE 0, 0
        SUBSTITUTE 0, 1
        SUBSTITUTE 1, 0
        SUBSTITUTE 1, 1
ascon_masked_permute_2_first_linear:
        DIFFUSE 0
        DIFFUSE 1
        lsls    r7, r0, #1              /* public in the shifter */
ascon_masked_permute_2_second_sbox:
        cmp     NEXT, LAST
        beq     1f
        b       ascon_masked_permute_2_first_sbox
1:
        SUBTRACT_WORDS 0, 0
        SUBTRACT_WORDS 0, 1
        SUBTRACT_WORDS 1, 0
        SUBTRACT_WORDS 1, 1
        movs    r1, #0
        LEAVE   FRAME
        CONSTANTS
        END     ascon_masked_permute_2

#endif

#include "../../core/platform/object_marks.inc"
