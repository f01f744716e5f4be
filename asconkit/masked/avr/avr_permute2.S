/* The permutation on 2 shares for AVR, without random words: asconkit/masked/contract.h.

   Why it is secure: masked/armv7m/armv7m_permute2.S. The S-box is the same: a gate for S, a word
   of zeros whose shares begin as R, R with the guard R, then four gates in place, and a sum:

     S ^= ~E & A,  A ^= ~B & C,  C ^= ~D & E,  E ^= ~A & B,  B ^= ~C & D,  D ^= S

   It works on 8 columns at a time, one byte of each word, and both shares of these are in registers.
   The linear layer is that of masked/avr/avr_masked.S.

   AVR has no instruction for ~a & b. So the word b of a gate is kept as its complement, for which c
   becomes ~(c ^ (~a & b)) = c ^ (a | ~b). A complement is that of share 0 alone.

   What follows each other in a register, on a bus or at a port. Shares are not rotated against each
   other. In place of it:
     - Each share of a byte has a register of its own, and a place in memory of its own.
     - Share i of a gate adds a_i | b_i, then a_i & b_j. Both are made in T: the first one begins as b_i,
       the second one as a_i. So a_i is between the two in T, and on the bus of second operands: b_j
       after a_i | b_i would leak there. And b_0 comes after a_1 & b_0: a_0 would leak there.
     - Loads, sums and stores take all words of one share, then those of the other one. The last sum of
       share 1 is in C, so the first complement is that of A.
     - The linear layer leaves zeros, so that nothing of a round is there in the next one.

   Registers  r11 rounds, r12 to r21 shares of words, r22 and r23 those of S, r24 products, r25 columns; in a random
              order also r2, r4 to r10, r26 and r27.
              What C may change is zero at the end, or a pointer.
   Stack      14 bytes, in a random order 23, with two for an address of code, without any part of a
              share.
   Timing     Loops, whose counts are constants or the number of rounds; addresses depend on nothing but a
              random order.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_AVR

#include "macros.inc"

/* Words of the S-box, and the register of share i of one. */
#define A 0
#define B 1
#define C 2
#define D 3
#define E 4
#define S 5
#define X(w, i) (12 + 2 * (w) + (i))
#define T r24
#define COLUMNS r25
#define LEFT r11 /* rounds */

/* Bytes of these columns. Y points into word 0, Z into word 4. */
#define WORD(w, i) Y+PLACE(2, w, i)
#define LAST_WORD(i) Z+PLACE(2, 0, i)
#define GUARD Z+PLACE(2, 1, 0)

/* ---- The S-box --------------------------------------------------------------------------------

   Share i of c = ~(c ^ (~a & b)), of which b is a complement: of c ^ (a | b). */
.macro GATE_SHARE c, a, b, i, j
        mov     T, X(\b,\i)
        or      T, X(\a,\i)
        eor     X(\c,\i), T
        mov     T, X(\a,\i)
        and     T, X(\b,\j)
        eor     X(\c,\i), T
.endm

.macro GATE c, a, b
        GATE_SHARE \c, \a, \b, 1, 0
        GATE_SHARE \c, \a, \b, 0, 1
.endm

/* The bytes at Y and Z. */
.macro LOAD_COLUMNS
        ld      X(A,0), Y
        ldd     X(B,0), WORD(1, 0)
        ldd     X(C,0), WORD(2, 0)
        ldd     X(D,0), WORD(3, 0)
        ld      X(E,0), Z
        ldd     X(A,1), WORD(0, 1)
        ldd     X(B,1), WORD(1, 1)
        ldd     X(C,1), WORD(2, 1)
        ldd     X(D,1), WORD(3, 1)
        ldd     X(E,1), LAST_WORD(1)
        ldd     X(S,0), GUARD
        mov     X(S,1), X(S,0)
.endm

.macro STORE_GUARD
        std     GUARD, X(S,1)
.endm

/* To the bytes at Y and Z, which move on. */
.macro STORE_COLUMNS
        std     WORD(3, 1), X(D,1)
        std     WORD(2, 1), X(C,1)
        std     WORD(1, 1), X(B,1)
        std     WORD(0, 1), X(A,1)
        std     LAST_WORD(1), X(E,1)
        std     WORD(3, 0), X(D,0)
        std     WORD(2, 0), X(C,0)
        std     WORD(1, 0), X(B,0)
        st      Y+, X(A,0)
        st      Z+, X(E,0)
.endm

/* On these columns. */
.macro SUBSTITUTE
        .irp    i, 0, 1
        eor     X(A,\i), X(E,\i)
        eor     X(E,\i), X(D,\i)
        eor     X(C,\i), X(B,\i)
        .endr
        com     X(A,0)
        com     X(C,0)
        GATE    S, E, A
        com     X(E,0)
        GATE    A, B, C
        com     X(B,0)
        GATE    C, D, E
        com     X(D,0)
        GATE    E, A, B
        GATE    B, C, D
        .irp    i, 0, 1
        eor     X(D,\i), X(S,\i)
        eor     X(D,\i), X(C,\i)
        eor     X(B,\i), X(A,\i)
        eor     X(A,\i), X(E,\i)
        .endr
        com     X(C,0)
.endm

/* Z to word 4 of the columns at Y. */
.macro POINT_TO_LAST_WORD
        movw    r30, r28
        subi    r30, lo8(-PLACE(2, 4, 0))
        sbci    r31, hi8(-PLACE(2, 4, 0))
.endm

/* ---- The permutation --------------------------------------------------------------------------

   void ascon_masked_permute_2(uint32_t *words, unsigned rounds), in r25:r24 and r23:r22. The laboratory
   finds both stages of a round by these names, and the end of the first round by that of the second
   S-box. */
        FUNCTION ascon_masked_permute_2
        ENTER   11
        mov     LEFT, r22
        movw    r28, r24
ascon_masked_permute_2_first_sbox:
        ADD_CONSTANT LEFT, WORD(2, 0)
        POINT_TO_LAST_WORD
        ldi     COLUMNS, 8
1:
        LOAD_COLUMNS
        SUBSTITUTE
        STORE_GUARD
        STORE_COLUMNS
        dec     COLUMNS
        breq    2f
        rjmp    1b
2:
        sbiw    r28, 8
        movw    r30, r28
ascon_masked_permute_2_first_linear:
        ldi     r28, 8 * 2
        ldi     r29, 2
        XCALL   ascon_masked_diffuse
        sbiw    r30, 8 * 2
        movw    r28, r30
ascon_masked_permute_2_second_sbox:
        dec     LEFT
        breq    3f
        rjmp    ascon_masked_permute_2_first_sbox
3:
        LEAVE   11
        END     ascon_masked_permute_2

/* ---- The same in a random order ----------------------------------------------------------------

   The S-box reads the state and writes to a second memory, from which the linear layer brings it back. A round begins at a random one of the eight places of columns and writes to places 0 to 7: so
   the S-box takes the columns in an order that begins anywhere, and leaves all words rotated by whole
   bytes. The linear layer commutes with that, and takes bytes in this order without an instruction
   more. The last round begins such that all columns are in their places afterwards. */
#define IN r8
#define OUT r6
#define ORDER r4
#define TURN r10 /* the place of columns 0 to 7 */
#define FROM r26
#define PASSES r27

/* void ascon_masked_permute_2_shuffled(uint32_t *words, unsigned rounds, const uint8_t *order, uint32_t
   *other), in r25:r24, r23:r22, r21:r20 and r19:r18. */
        FUNCTION ascon_masked_permute_2_shuffled
        ENTER   2
        mov     LEFT, r22
        movw    IN, r24
        movw    ORDER, r20
        movw    OUT, r18
        clr     TURN
        movw    r28, IN
1:
        add     r28, TURN
        adc     r29, r1
ascon_masked_permute_2_shuffled_first_sbox:
        ADD_CONSTANT LEFT, WORD(2, 0)
        movw    r26, ORDER
        ld      r24, X+
        movw    ORDER, r26
        mov     r25, LEFT
        dec     r25
        brne    2f
        mov     r24, TURN
2:
        andi    r24, 7
        mov     FROM, r24
        mov     r25, TURN
        sub     r25, r24
        andi    r25, 7
        mov     TURN, r25
        ldi     PASSES, 8
3:
        movw    r28, IN
        add     r28, FROM
        adc     r29, r1
        POINT_TO_LAST_WORD
        LOAD_COLUMNS
        SUBSTITUTE
        STORE_GUARD
        movw    r28, OUT
        POINT_TO_LAST_WORD
        STORE_COLUMNS
        movw    OUT, r28
        inc     FROM
        andi    FROM, 7
        dec     PASSES
        breq    4f
        rjmp    3b
4:
        movw    r30, OUT
        sbiw    r30, 8
        movw    OUT, r30
        movw    r28, IN
ascon_masked_permute_2_shuffled_first_linear:
        XCALL   ascon_masked_diffuse_2_to
        movw    r28, IN
ascon_masked_permute_2_shuffled_second_sbox:
        dec     LEFT
        breq    5f
        rjmp    1b
5:
        LEAVE   2
        END     ascon_masked_permute_2_shuffled

#endif

#include "../../core/platform/object_marks.inc"
