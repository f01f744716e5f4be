/* The permutation on 3 shares for RV32I, without random words in its rounds: asconkit/masked/contract.h.

   Why it is secure: masked/armv7m/armv7m_permute3.S. The S-box is the same, with a gate for S, whose
   shares begin as G1 + G2, G1, G2, four gates in place, and a sum. Of the guards the second one is
   turned, right by 7: they must be turned differently. Share i of a gate c ^= ~b & a adds, with j and k
   the next shares, c + ~b_i & a_j + b_i & a_k first, then b_i & a_i.

   RV32I has no ~b & a. There a is kept as its complement, for which c becomes c ^ (b | a). A complement
   is that of one share alone.

   What follows each other in a register, on a bus or at a port. Shares are not rotated against each
   other, as that would take instructions here. In place of it:
     - No product stays in a register. A share of c is added to each of them before the next share's
       products take their places.
     - Where c_i, but for its last product, would be followed by b_j on the bus of first operands, T
       becomes zero first. A later gate has c as its b, and b as its a: c_i + b_j leaks with c_i & b_k.
     - Each share of a gate has one of four temporaries, and not any of them: what was there before must
       not leak with a later value. Of share 0 of S it would, and becomes zero.
     - Sums before and after the gates take shares by turns, such that no word follows another share of
       a word that it is added to, or that its gate multiplies.
     - Loads, stores and the linear layer take share by share: x2 first and x0 last in memory, x4 first
       and x3 last in the linear layer.
     - Transitions of a round must not leak together with those of the next one. So the two guards of a
       half do not follow each other on a bus or at a port, and a zero is stored between the shares of the
       linear layer.
     - A word in memory must not be followed by what its own S-box makes of it. So the places of the even
       half become zeros before the first round. For the same reason the linear layer adds a word before
       the second of its rotations.

   The caller's words have the odd half before an S-box, and the even one before the linear layer. x2 is
   kept as its complement, which is in the constants.

   Instructions of a round: 180 of products and their sums, 42 of sums before and after them, 2 of
   guards, 2 of constants, and 117 of the linear layer, without Zbb 231, and 8 of complements. That is
   343, or 465. What is more is the way to memory, 60, zeros, 16, turned guards, 2 or 6, loads of
   constants, 2, and the loop, 2.

   Registers  15 shares of a half, of the even one before the first S-box and after the linear layer, in
              s2 to s11 and a2 to a6; guards in s0, s1, a7 and t1; t0 and t2 to t6 temporaries. No part
              of a share is left in t0 to t6 and a0 to a7.
   Stack      64 bytes, without any part of a share.
   Timing     One branch, which counts rounds; addresses depend on nothing else.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_RV32

#include "macros.inc"

/* Shares of the half in registers: A to E are words 0 to 4 in the S-box. */
#define A0 s2
#define A1 s3
#define A2 s4
#define B0 s5
#define B1 s6
#define B2 s7
#define C0 s8
#define C1 s9
#define C2 s10
#define D0 s11
#define D1 a2
#define D2 a3
#define E0 a4
#define E1 a5
#define E2 a6

#define EVEN_GUARDS s0, s1
#define ODD_GUARDS a7, t1
#define S0 t2 /* in the linear layer: the even half of a word */
#define U0 U
#define U1 t3
#define U2 t4
#define U3 V

#define WORDS a0
#define NEXT a1 /* constant */
#define LAST ra /* end of the constants */

/* In the frame, after the word that stays zero. */
#define RETURN 12
#define SAVED 16
#define FRAME 48

#define GUARD_TURN 7 /* of the second guard of a half */

/* x = ~x, where a complement takes the place of ~b & a */
.macro COMPLEMENT x
#if !IS_RISCV_WITH_ROTATIONS
        not     \x, \x
#endif
.endm

/* A share of c ^= ~b & a; a_j and a_k are the next shares of a. */
.macro GATE_SHARE u, c, b, a, a_j, a_k
        and     T, \b, \a_k
#if IS_RISCV_WITH_ROTATIONS
        andn    \u, \a_j, \b
#else
        or      \u, \a_j, \b
#endif
        xor     \u, \u, \c
        xor     T, T, \u
        and     \c, \b, \a
        xor     \c, T, \c
.endm

/* c ^= ~b & a. T becomes zero after share 0, and after share 1, if that is 1. */
.macro GATE u0, u1, u2, c0, c1, c2, b0, b1, b2, a0, a1, a2, zero_0=0, zero_1=0
        GATE_SHARE \u0, \c0, \b0, \a0, \a1, \a2
        .if     \zero_0
        li      T, 0
        .endif
        GATE_SHARE \u1, \c1, \b1, \a1, \a2, \a0
        .if     \zero_1
        li      T, 0
        .endif
        GATE_SHARE \u2, \c2, \b2, \a2, \a0, \a1
.endm

/* The S-box on the half in registers, with its constant at `at`. The guards become shares 1 and 2 of S. */
.macro SUBSTITUTE at, guard1, guard2
        xor     C1, C1, B1
        xor     A1, A1, E1
        lw      T, \at(NEXT)
        xor     E1, D1, E1
        ROTATE  \guard2, \guard2, GUARD_TURN, U0
        xor     S0, \guard2, \guard1
        xor     C2, B2, C2
        xor     A2, E2, A2
        xor     E2, E2, D2
        xor     C0, T, C0
        xor     C0, B0, C0
        xor     A0, E0, A0
        COMPLEMENT A0
        xor     E0, E0, D0
        GATE    U2, U1, U3, S0, \guard1, \guard2, E0, E1, E2, A0, A1, A2
        li      U2, 0
        GATE    U2, U0, U1, A0, A1, A2, B0, B1, B2, C0, C1, C2, 1, 1
        COMPLEMENT B2
        li      T, 0
        COMPLEMENT E2
        GATE    U0, U1, U2, C0, C1, C2, D0, D1, D2, E0, E1, E2, 1, 1
        COMPLEMENT D2
        GATE    U0, U1, U3, E0, E1, E2, A0, A1, A2, B0, B1, B2
        GATE    U0, U1, U3, B0, B1, B2, C0, C1, C2, D0, D1, D2, 0, 1
        xor     B2, B2, A2
        xor     A2, E2, A2
        xor     D2, D2, C2
        xor     D1, \guard1, D1
        xor     B1, A1, B1
        xor     A1, E1, A1
        xor     D1, C1, D1
        xor     D0, D0, C0
        xor     D0, S0, D0
        xor     B0, B0, A0
        xor     D2, D2, \guard2
        xor     A0, A0, E0
.endm

/* d = x ^ (y rotated right by n), with the temporary u; d may be x or y, u neither of them. */
.macro XOR_ROTATED d, x, y, n, u
        .if     (\n) == 0
        xor     \d, \x, \y
        .else
#if IS_RISCV_WITH_ROTATIONS
        rori    \u, \y, \n
        xor     \d, \x, \u
#else
        slli    T, \y, 32 - (\n)
        srli    \u, \y, \n
        xor     \d, \x, \u
        xor     \d, \d, T
#endif
        .endif
.endm

/* x ^ ror(x, r) ^ ror(x, s) of share i of word w, where s is odd: even rotations turn the halves, odd
   ones exchange them too. The even half comes from memory and goes to the register x, the odd one the
   other way, from d. */
.macro DIFFUSE_WORD x, d, u, w, i, r, s
        lw      S0, PLACE(3, \w, \i, 0)(WORDS)
        ROTATE  \d, S0, ((\s) + 1) / 2, T
        xor     \d, \d, \x
        .if     (\r) % 2
        XOR_ROTATED \d, \d, S0, ((\r) + 1) / 2, \u
        .else
        XOR_ROTATED \d, \d, \x, (\r) / 2, \u
        .endif
        sw      \d, PLACE(3, \w, \i, 1)(WORDS)
        .if     (\r) % 2
        XOR_ROTATED S0, S0, \x, (\r) / 2, \u
        .else
        XOR_ROTATED S0, S0, S0, (\r) / 2, \u
        .endif
        XOR_ROTATED \x, S0, \x, (\s) / 2, \u
.endm

.macro DIFFUSE i, d, u, x0, x1, x2, x3, x4
        DIFFUSE_WORD \x4, \d, \u, 4, \i, 7, 41
        DIFFUSE_WORD \x0, \d, \u, 0, \i, 28, 19
        DIFFUSE_WORD \x1, \d, \u, 1, \i, 61, 39
        DIFFUSE_WORD \x2, \d, \u, 2, \i, 6, 1
        DIFFUSE_WORD \x3, \d, \u, 3, \i, 10, 17
.endm

/* Half h of share i of all words, or of all shares, from or to memory. */
.macro MOVE_SHARE op, i, h, x0, x1, x2, x3, x4
        \op     \x2, PLACE(3, 2, \i, \h)(WORDS)
        \op     \x1, PLACE(3, 1, \i, \h)(WORDS)
        \op     \x3, PLACE(3, 3, \i, \h)(WORDS)
        \op     \x4, PLACE(3, 4, \i, \h)(WORDS)
        \op     \x0, PLACE(3, 0, \i, \h)(WORDS)
.endm

.macro MOVE_HALF op, h
        MOVE_SHARE \op, 0, \h, A0, B0, C0, D0, E0
        MOVE_SHARE \op, 1, \h, A1, B1, C1, D1, E1
        MOVE_SHARE \op, 2, \h, A2, B2, C2, D2, E2
.endm

.macro MOVE_GUARDS op, even1, even2, odd1, odd2
        \op     \even1, 120(WORDS)
        \op     \odd1, 128(WORDS)
        \op     \even2, 124(WORDS)
        \op     \odd2, 132(WORDS)
.endm

/* Share 0 of x2 becomes its complement, or what it was. */
.macro COMPLEMENT_X2
        lw      T, PLACE(3, 2, 0, 1)(WORDS)
        not     C0, C0
        not     T, T
        sw      T, PLACE(3, 2, 0, 1)(WORDS)
.endm

        .section .rodata.ascon_masked_permute_3, "a", @progbits
        .p2align 2
ascon_masked_permute_3_constants:
#if IS_RISCV_WITH_ROTATIONS
        CONSTANTS -1
#else
        CONSTANTS 0                     /* C is a complement too */
#endif
ascon_masked_permute_3_end_of_constants:

/* void ascon_masked_permute_3(uint32_t *words, unsigned rounds). The laboratory finds both stages of a
   round by these names, and the end of the first round by that of the second S-box. */
        FUNCTION ascon_masked_permute_3
        ENTER   FRAME
        MOVE_SAVED sw, SAVED
        sw      ra, RETURN(sp)
        lla     LAST, ascon_masked_permute_3_end_of_constants
        slli    T, a1, 3
        sub     NEXT, LAST, T
        MOVE_HALF lw, 0
        MOVE_GUARDS lw, EVEN_GUARDS, ODD_GUARDS
        .irp    at, 0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 124, 128, 132
        sw      zero, \at(WORDS)
        .endr
        COMPLEMENT_X2
ascon_masked_permute_3_first_sbox:
        SUBSTITUTE 0, EVEN_GUARDS
        MOVE_HALF sw, 0
        MOVE_HALF lw, 1
        SUBSTITUTE 4, ODD_GUARDS
ascon_masked_permute_3_first_linear:
        DIFFUSE 0, U0, U1, A0, B0, C0, D0, E0
        sw      zero, 0(sp)
        DIFFUSE 1, U2, U3, A1, B1, C1, D1, E1
        sw      zero, 0(sp)
        DIFFUSE 2, U0, U1, A2, B2, C2, D2, E2
ascon_masked_permute_3_second_sbox:
        addi    NEXT, NEXT, 8
        bne     NEXT, LAST, ascon_masked_permute_3_first_sbox
        COMPLEMENT_X2
        MOVE_HALF sw, 0
        MOVE_GUARDS sw, EVEN_GUARDS, ODD_GUARDS
        MOVE_SAVED lw, SAVED
        lw      ra, RETURN(sp)
        LEAVE   FRAME, WORDS, NEXT, ODD_GUARDS, S0, U1, U2, D1, D2, E0, E1, E2
        END     ascon_masked_permute_3

#endif

#include "../../core/platform/object_marks.inc"
