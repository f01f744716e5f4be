/* The permutation on 3 shares for AVR, without random words in its rounds: asconkit/masked/contract.h.

   Why it is secure: masked/armv7m/armv7m_permute3.S. The gates, their linear terms, the order of the
   shares of S and that of the sums are the same. It works on 8 columns at a time, one byte of each
   word, as avr_permute2.S, and all shares of these are in registers. Guards are turned within their
   bytes, the first one by 4 bits and the second one by 1, so that they come to other columns. The
   linear layer is that of masked/avr/avr_masked.S.

   Shares are not rotated against each other. The difference of two shares of a word says nothing yet,
   but an attacker who combines two moments has the third one too. So:
     - Loads, the last sums and stores take all words of one share, then those of the next one.
     - Before each share of a gate there are zeros in T, on the buses and as a result.
     - Words 2 and 4 are zeros in memory while they are in registers: the difference of what a gate
       makes of them and of themselves would be products alone.
     - All registers are cleared before the next round, so that nothing of a round is there in it.
     - The two guards do not follow each other on a bus or at the port of memory: their difference would
       leak with a transition of the round before.

   Registers  r4 rounds, r5 to r19 shares of words, r20 to r22 those of S, r23 products, r25 columns.
              What C may change is zero at the end, or a pointer.
   Stack      21 bytes, with two for an address of code, without any part of a share.
   Timing     Loops, whose counts are constants or the number of rounds; addresses depend on nothing.

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
#define X(w, i) (5 + 3 * (w) + (i))
#define T r23
#define COLUMNS r25
#define LEFT r4 /* rounds */

/* Bytes of these columns. X points into share 0 of word 0, Y into share 1, Z into share 0 of word 3. */
#define NEAR(w, i) Y+(PLACE(3, w, i) - PLACE(3, 0, 1))
#define FAR(w, i) Z+(PLACE(3, w, i) - PLACE(3, 3, 0))
#define GUARD(i) FAR(5, (i) - 1)

/* ---- The S-box --------------------------------------------------------------------------------

   Zero in T, on the buses of operands and as a result: what follows is of another share. */
.macro FORGET
        sub     r1, r1
        mov     T, r1
.endm

/* Share i of c ^= ~b & a; j and k are the next shares. */
.macro GATE_SHARE c, b, a, i, j, k
        FORGET
        mov     T, X(\b,\i)
        and     T, X(\a,\k)
        eor     X(\c,\i), T
        mov     T, X(\b,\i)
        com     T
        and     T, X(\a,\j)
        eor     X(\c,\i), T
        mov     T, X(\b,\i)
        and     T, X(\a,\i)
        eor     X(\c,\i), T
.endm

.macro GATE c, b, a
        GATE_SHARE \c, \b, \a, 0, 1, 2
        GATE_SHARE \c, \b, \a, 1, 2, 0
        GATE_SHARE \c, \b, \a, 2, 0, 1
.endm

.macro LOAD_COLUMNS
        ld      X(A,0), X
        ldd     X(S,1), GUARD(1)
        .irp    i, 0, 1, 2
        .if     \i
        ldd     X(A,\i), NEAR(0, \i)
        .endif
        ldd     X(B,\i), NEAR(1, \i)
        ldd     X(C,\i), NEAR(2, \i)
        std     NEAR(2, \i), r1
        ldd     X(D,\i), FAR(3, \i)
        ldd     X(E,\i), FAR(4, \i)
        std     FAR(4, \i), r1
        .endr
        ldd     X(S,2), GUARD(2)
.endm

.macro SUBSTITUTE
        swap    X(S,1)
        .irp    i, 0, 1, 2
        eor     X(A,\i), X(E,\i)
        eor     X(E,\i), X(D,\i)
        eor     X(C,\i), X(B,\i)
        .endr
        lsl     X(S,2)
        adc     X(S,2), r1
        mov     X(S,0), X(S,1)
        eor     X(S,0), X(S,2)
        GATE_SHARE S, E, A, 0, 1, 2
        GATE_SHARE S, E, A, 2, 0, 1
        GATE_SHARE S, E, A, 1, 2, 0
        GATE    A, B, C
        GATE    C, D, E
        GATE    E, A, B
        GATE    B, C, D
        .irp    i, 0, 1, 2
        FORGET
        eor     X(D,\i), X(S,\i)
        eor     X(B,\i), X(A,\i)
        eor     X(D,\i), X(C,\i)
        eor     X(A,\i), X(E,\i)
        .endr
        FORGET
        com     X(C,0)
.endm

/* The pointers move on. */
.macro STORE_COLUMNS
        std     GUARD(2), X(S,2)
        .irp    i, 2, 1
        std     FAR(4, \i), X(E,\i)
        std     FAR(3, \i), X(D,\i)
        std     NEAR(2, \i), X(C,\i)
        std     NEAR(1, \i), X(B,\i)
        std     NEAR(0, \i), X(A,\i)
        .endr
        std     GUARD(1), X(S,1)
        std     FAR(4, 0), X(E,0)
        std     NEAR(2, 0), X(C,0)
        std     NEAR(1, 0), X(B,0)
        st      Z+, X(D,0)
        st      X+, X(A,0)
        adiw    r28, 1
.endm

/* ---- The permutation --------------------------------------------------------------------------

   void ascon_masked_permute_3(uint32_t *words, unsigned rounds), in r25:r24 and r23:r22. The laboratory
   finds both stages of a round by these names, and the end of the first round by that of the second
   S-box. */
        FUNCTION ascon_masked_permute_3
        ENTER   4
        mov     LEFT, r22
        movw    r28, r24
ascon_masked_permute_3_first_sbox:
        ADD_CONSTANT LEFT, Y+PLACE(3, 2, 0)
        movw    r26, r28
        adiw    r28, PLACE(3, 0, 1)
        movw    r30, r26
        subi    r30, lo8(-PLACE(3, 3, 0))
        sbci    r31, hi8(-PLACE(3, 3, 0))
        ldi     COLUMNS, 8
1:
        LOAD_COLUMNS
        SUBSTITUTE
        STORE_COLUMNS
        dec     COLUMNS
        breq    2f
        rjmp    1b
2:
        .irp    n, 5, 6, 7, 8, 9, 10, 11 /* the linear layer clears the others */
        mov     r\n, r1
        .endr
        sbiw    r26, 8
        movw    r30, r26
ascon_masked_permute_3_first_linear:
        ldi     r28, 8 * 3
        ldi     r29, 3
        XCALL   ascon_masked_diffuse
        sbiw    r30, 8 * 3
        movw    r28, r30
ascon_masked_permute_3_second_sbox:
        dec     LEFT
        breq    3f
        rjmp    ascon_masked_permute_3_first_sbox
3:
        LEAVE   4
        END     ascon_masked_permute_3

#endif

#include "../../core/platform/object_marks.inc"
