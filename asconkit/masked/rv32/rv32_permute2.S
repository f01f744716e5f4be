/* The permutation on 2 shares for RV32I, without random words: asconkit/masked/contract.h.

   Why it is secure: masked/armv7m/armv7m_permute2.S. The S-box is the same: a gate for S, a word
   of zeros whose shares begin as R, R with the guard R, then four gates in place, and a sum:

     S ^= ~E & A,  A ^= ~B & C,  C ^= ~D & E,  E ^= ~A & B,  B ^= ~C & D,  D ^= S

   What follows each other in a register, on a bus or in the shifter. All shares and guards stay in
   registers, and none is on the stack. Shares are not rotated against each other, as that would take
   instructions here. In place of it:
     - Each share of each half of a word has a register of its own. The numbers of the registers for
       both shares differ in all bits, so the two meet in no subtree of a register file's read port,
       unless one instruction names the first and the next one the second: no two do.
     - Share 1 of a gate has its products in P, share 0 in Q. In a register ~a_i & b_i comes before
       a_i & b_j, and the two differ by a bit of b_i or b_j. After a_1 & b_0 comes another gate.
     - Where a product is added it is the first operand, and the share of c the second one. So b_0 or
       a_i comes after a product with it on the bus of first operands, and a share of c before a_0 and
       b_j on that of second ones. a_0 after a_1 & b_0 would leak, and b_j after a_i & b_i.
     - Gates take both halves by turns, such that after a share comes one of the other half. A processor
       may give the operands of an instruction to the function of the next one: a_1 & b_0 & c_1, of
       which b_0 & a_0 would be the next value in a latch. PicoRV32 has such a latch.
     - Between a linear layer and the next one the shifter and Q become zero: GATES has no shifts, and
       the linear layer does not use Q if there are rotations.
     - Loads and stores take the whole share 0 first, then share 1.
     - The caller's words become zeros as soon as they have been read.

   x2 is kept as its complement, which is in the constants.

   Registers  as EVEN_0 and the names after it say. No part of a share is left in registers that a
              function may change.
   Stack      64 bytes, without any part of a share.
   Timing     One branch, which counts rounds; addresses depend on nothing else.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_RV32

#include "macros.inc"

/* A share of the halves of x0, x1, x2, x3, x4. */
#define EVEN_0 a6, t1, t5, s8, a3
#define EVEN_1 a5, s9, ra, t2, s2
#define ODD_0 t0, s6, a4, s5, s0
#define ODD_1 s10, s1, a7, a0, s7
#define EVEN EVEN_0, EVEN_1
#define ODD ODD_0, ODD_1

#define EVEN_GUARD s3
#define ODD_GUARD a1
#define NEXT t6 /* constant */
#define LAST t4 /* end of the constants */
#define P s11 /* products of share 1 */
#define Q t3 /* products of share 0 */
/* In the linear layer a rotated half, such that no share of S is left for the next round. */
#define EVEN_S0 a2
#define ODD_S0 s4

/* In the frame, after the word that stays zero. */
#define WORDS 4
#define RETURN 12
#define SAVED 16
#define FRAME 48

/* d = ~x & y */
.macro AND_NOT d, x, y
#if IS_RISCV_WITH_ROTATIONS
        andn    \d, \y, \x
#else
        and     \d, \y, \x
        xor     \d, \y, \d
#endif
.endm

/* A share of c = from ^ (~a & b): its own product, then that with the other share of b. */
.macro GATE_SHARE t, c, from, a, b, other
        AND_NOT \t, \a, \b
        xor     \c, \t, \from
        and     \t, \a, \other
        xor     \c, \t, \c
.endm

/* c ^= ~a & b on both halves, share 1 and then share 0. */
.macro GATE c0, c1, a0, a1, b0, b1, odd_c0, odd_c1, odd_a0, odd_a1, odd_b0, odd_b1
        GATE_SHARE P, \c1, \c1, \a1, \b1, \b0
        GATE_SHARE P, \odd_c1, \odd_c1, \odd_a1, \odd_b1, \odd_b0
        GATE_SHARE Q, \c0, \c0, \a0, \b0, \b1
        GATE_SHARE Q, \odd_c0, \odd_c0, \odd_a0, \odd_b0, \odd_b1
.endm

/* The sums before the gates on the half in these registers, with its constant at `at`. */
.macro MIX_INPUT at, a0, b0, c0, d0, e0, a1, b1, c1, d1, e1
        lw      P, \at(NEXT)
        xor     \a0, \a0, \e0
        xor     \e0, \e0, \d0
        xor     \c0, \c0, \b0
        xor     \c0, \c0, P
        xor     \a1, \a1, \e1
        xor     \e1, \e1, \d1
        xor     \c1, \c1, \b1
.endm

/* The sums after the gates. */
.macro MIX_OUTPUT s0, s1, a0, b0, c0, d0, e0, a1, b1, c1, d1, e1
        xor     \d0, \s0, \d0
        xor     \b0, \b0, \a0
        xor     \a0, \a0, \e0
        xor     \d0, \d0, \c0
        xor     \b1, \b1, \a1
        xor     \a1, \a1, \e1
        xor     \d1, \d1, \s1
        xor     \d1, \d1, \c1
.endm

/* The gates on the even half, a to e, and the odd one, v to z. The guards become share 1 of S. */
.macro GATES a0, b0, c0, d0, e0, a1, b1, c1, d1, e1, v0, w0, x0, y0, z0, v1, w1, x1, y1, z1
        GATE_SHARE Q, EVEN_S0, EVEN_GUARD, \e0, \a0, \a1
        GATE_SHARE Q, ODD_S0, ODD_GUARD, \z0, \v0, \v1
        GATE_SHARE P, EVEN_GUARD, EVEN_GUARD, \e1, \a1, \a0
        GATE_SHARE P, ODD_GUARD, ODD_GUARD, \z1, \v1, \v0
        GATE    \a0, \a1, \b0, \b1, \c0, \c1, \v0, \v1, \w0, \w1, \x0, \x1
        GATE    \c0, \c1, \d0, \d1, \e0, \e1, \x0, \x1, \y0, \y1, \z0, \z1
        GATE    \e0, \e1, \a0, \a1, \b0, \b1, \z0, \z1, \v0, \v1, \w0, \w1
        GATE    \b0, \b1, \c0, \c1, \d0, \d1, \w0, \w1, \x0, \x1, \y0, \y1
.endm

/* d ^= x rotated right by n */
.macro ADD_ROTATED d, x, n
        .if     (\n) == 0
        xor     \d, \d, \x
        .else
#if IS_RISCV_WITH_ROTATIONS
        rori    P, \x, \n
#else
        slli    P, \x, 32 - (\n)
        srli    Q, \x, \n
        xor     \d, \d, Q
#endif
        xor     \d, \d, P
        .endif
.endm

/* One share of a word, x ^ ror(x, r) ^ ror(x, s), where s is odd: even rotations turn the halves, odd
   ones exchange them too. t: a temporary. */
.macro DIFFUSE_WORD t, even, odd, r, s
        ROTATE  \t, \even, ((\s) + 1) / 2, P
        .if     (\r) % 2
        ADD_ROTATED \t, \even, ((\r) + 1) / 2
        ADD_ROTATED \even, \odd, (\r) / 2
        ADD_ROTATED \even, \odd, (\s) / 2
        .else
        ADD_ROTATED \even, \even, (\r) / 2
        ADD_ROTATED \even, \odd, (\s) / 2
        ADD_ROTATED \odd, \odd, (\r) / 2
        .endif
        xor     \odd, \odd, \t
.endm

.macro DIFFUSE t, a, b, c, d, e, v, w, x, y, z
        DIFFUSE_WORD \t, \a, \v, 28, 19
        DIFFUSE_WORD \t, \b, \w, 61, 39
        DIFFUSE_WORD \t, \c, \x, 6, 1
        DIFFUSE_WORD \t, \d, \y, 10, 17
        DIFFUSE_WORD \t, \e, \z, 7, 41
.endm

/* Half h of share i of a state in memory, from or to these registers. */
.macro MOVE_HALF op, i, h, x0, x1, x2, x3, x4
        \op     \x0, PLACE(2, 0, \i, \h)(P)
        \op     \x1, PLACE(2, 1, \i, \h)(P)
        \op     \x2, PLACE(2, 2, \i, \h)(P)
        \op     \x3, PLACE(2, 3, \i, \h)(P)
        \op     \x4, PLACE(2, 4, \i, \h)(P)
.endm

/* A state with its guards, in memory at P. */
.macro MOVE_STATE op
        MOVE_HALF \op, 0, 0, EVEN_0
        MOVE_HALF \op, 0, 1, ODD_0
        MOVE_HALF \op, 1, 0, EVEN_1
        MOVE_HALF \op, 1, 1, ODD_1
        \op     EVEN_GUARD, 80(P)
        \op     ODD_GUARD, 84(P)
.endm

/* Of x2. */
.macro COMPLEMENT a, b, c, d, e
        not     \c, \c
.endm

        .section .rodata.ascon_masked_permute_2, "a", @progbits
        .p2align 2
ascon_masked_permute_2_constants:
        CONSTANTS -1
ascon_masked_permute_2_end_of_constants:

/* void ascon_masked_permute_2(uint32_t *words, unsigned rounds). The laboratory finds both stages of a
   round by these names, and the end of the first round by that of the second S-box. */
        FUNCTION ascon_masked_permute_2
        ENTER   FRAME
        MOVE_SAVED sw, SAVED
        sw      ra, RETURN(sp)
        sw      a0, WORDS(sp)
        lla     LAST, ascon_masked_permute_2_end_of_constants
        slli    P, a1, 3
        sub     NEXT, LAST, P
        mv      P, a0
        MOVE_STATE lw
        .set    AT, 0
        .rept   22
        sw      zero, AT(P)
        .set    AT, AT + 4
        .endr
        COMPLEMENT EVEN_0
        COMPLEMENT ODD_0
ascon_masked_permute_2_first_sbox:
        MIX_INPUT 0, EVEN
        MIX_INPUT 4, ODD
        GATES   EVEN, ODD
        MIX_OUTPUT EVEN_S0, EVEN_GUARD, EVEN
        MIX_OUTPUT ODD_S0, ODD_GUARD, ODD
ascon_masked_permute_2_first_linear:
        DIFFUSE EVEN_S0, EVEN_0, ODD_0
        DIFFUSE ODD_S0, EVEN_1, ODD_1
        slli    Q, zero, 1              /* zero in the shifter and in Q */
ascon_masked_permute_2_second_sbox:
        addi    NEXT, NEXT, 8
        bne     NEXT, LAST, ascon_masked_permute_2_first_sbox
        lw      P, WORDS(sp)
        COMPLEMENT EVEN_0
        COMPLEMENT ODD_0
        MOVE_STATE sw
        MOVE_SAVED lw, SAVED
        lw      ra, RETURN(sp)
        LEAVE   FRAME, t1, t2, a0, a1, a2, a3, a4, a5, a6, a7
        END     ascon_masked_permute_2

#endif

#include "../../core/platform/object_marks.inc"
