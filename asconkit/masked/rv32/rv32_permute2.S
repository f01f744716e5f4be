/* The permutation on 2 shares for RV32I, without random words: asconkit/masked/contract.h.

   Why it is secure: masked/armv7m/armv7m_permute2.S. The S-box is the same: a gate for S, a word
   of zeros whose shares begin as R, R with the guard R, then four gates in place, and a sum:

     S ^= ~E & A,  A ^= ~B & C,  C ^= ~D & E,  E ^= ~A & B,  B ^= ~C & D,  D ^= S

   What follows each other in a register, on a bus or in the shifter. All shares and guards stay in
   registers, and none is on the stack. Shares are not rotated against each other, as that would take
   instructions here. In place of it:
     - Each share of each half of a word has a register of its own.
     - Share 1 of a gate has its products in T, share 0 in U. In a register ~a_i & b_i comes before
       a_i & b_j, and the two differ by a bit of b_i or b_j. After a_1 & b_0 comes another gate.
     - Where a product is added it is the first operand, and the share of c the second one. So b_0 or
       a_i comes after a product with it on the bus of first operands, and a share of c before a_0 and
       b_j on that of second ones. a_0 after a_1 & b_0 would leak, and b_j after a_i & b_i.
     - Gates take both halves by turns, such that after a share comes one of the other half. A processor
       may give the operands of an instruction to the function of the next one: a_1 & b_0 & c_1, of
       which b_0 & a_0 would be the next value in a latch. PicoRV32 has such a latch.
     - Between a linear layer and the next one the shifter and U become zero: SUBSTITUTE has no shifts,
       and the linear layer does not use U if there are rotations.
     - Loads and stores take the whole share 0 first, then share 1.
     - The caller's words become zeros as soon as they have been read.

   x2 is kept as its complement, which is in the constants.

   Registers  even halves in s2 to s11, odd ones in s0, s1 and a0 to a7, share 0 of the five words before
              share 1; share 0 of S in t0 and ra. No part of a share is left in t0 to t6 and a0 to a7.
   Stack      64 bytes, without any part of a share.
   Timing     One branch, which counts rounds; addresses depend on nothing else.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../backend.h"

#if MASKED_IN_RV32

#include "macros.inc"

/* x0_0, x1_0, x2_0, x3_0, x4_0, x0_1, x1_1, x2_1, x3_1, x4_1 */
#define EVEN s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#define ODD s0, s1, a0, a1, a2, a3, a4, a5, a6, a7

#define EVEN_GUARD t1
#define ODD_GUARD t2
#define NEXT t3 /* constant */
#define LAST t4 /* end of the constants */
/* In the linear layer a rotated half, such that no share of S is left for the next round. */
#define EVEN_S0 V
#define ODD_S0 ra

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
        GATE_SHARE T, \c1, \c1, \a1, \b1, \b0
        GATE_SHARE T, \odd_c1, \odd_c1, \odd_a1, \odd_b1, \odd_b0
        GATE_SHARE U, \c0, \c0, \a0, \b0, \b1
        GATE_SHARE U, \odd_c0, \odd_c0, \odd_a0, \odd_b0, \odd_b1
.endm

/* The sums before the gates on the half in these registers, with its constant at `at`. */
.macro MIX_INPUT at, a0, b0, c0, d0, e0, a1, b1, c1, d1, e1
        lw      T, \at(NEXT)
        xor     \a0, \a0, \e0
        xor     \e0, \e0, \d0
        xor     \c0, \c0, \b0
        xor     \c0, \c0, T
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
        GATE_SHARE U, EVEN_S0, EVEN_GUARD, \e0, \a0, \a1
        GATE_SHARE U, ODD_S0, ODD_GUARD, \z0, \v0, \v1
        GATE_SHARE T, EVEN_GUARD, EVEN_GUARD, \e1, \a1, \a0
        GATE_SHARE T, ODD_GUARD, ODD_GUARD, \z1, \v1, \v0
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
        rori    T, \x, \n
#else
        slli    T, \x, 32 - (\n)
        srli    U, \x, \n
        xor     \d, \d, U
#endif
        xor     \d, \d, T
        .endif
.endm

/* One share of a word, x ^ ror(x, r) ^ ror(x, s), where s is odd: even rotations turn the halves, odd
   ones exchange them too. t: a temporary. */
.macro DIFFUSE_WORD t, even, odd, r, s
        ROTATE  \t, \even, ((\s) + 1) / 2, T
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

.macro DIFFUSE
        DIFFUSE_WORD EVEN_S0, s2, s0, 28, 19
        DIFFUSE_WORD EVEN_S0, s3, s1, 61, 39
        DIFFUSE_WORD EVEN_S0, s4, a0, 6, 1
        DIFFUSE_WORD EVEN_S0, s5, a1, 10, 17
        DIFFUSE_WORD EVEN_S0, s6, a2, 7, 41
        DIFFUSE_WORD ODD_S0, s7, a3, 28, 19
        DIFFUSE_WORD ODD_S0, s8, a4, 61, 39
        DIFFUSE_WORD ODD_S0, s9, a5, 6, 1
        DIFFUSE_WORD ODD_S0, s10, a6, 10, 17
        DIFFUSE_WORD ODD_S0, s11, a7, 7, 41
.endm

/* Half h of share i of a state in memory, from or to these registers. */
.macro MOVE_HALF op, i, h, x0, x1, x2, x3, x4
        \op     \x0, PLACE(2, 0, \i, \h)(T)
        \op     \x1, PLACE(2, 1, \i, \h)(T)
        \op     \x2, PLACE(2, 2, \i, \h)(T)
        \op     \x3, PLACE(2, 3, \i, \h)(T)
        \op     \x4, PLACE(2, 4, \i, \h)(T)
.endm

/* A state with its guards, in memory at T. */
.macro MOVE_STATE op
        MOVE_HALF \op, 0, 0, s2, s3, s4, s5, s6
        MOVE_HALF \op, 0, 1, s0, s1, a0, a1, a2
        MOVE_HALF \op, 1, 0, s7, s8, s9, s10, s11
        MOVE_HALF \op, 1, 1, a3, a4, a5, a6, a7
        \op     EVEN_GUARD, 80(T)
        \op     ODD_GUARD, 84(T)
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
        slli    T, a1, 3
        sub     NEXT, LAST, T
        mv      T, a0
        MOVE_STATE lw
        .set    AT, 0
        .rept   22
        sw      zero, AT(T)
        .set    AT, AT + 4
        .endr
        not     s4, s4                  /* x2_0 */
        not     a0, a0
ascon_masked_permute_2_first_sbox:
        MIX_INPUT 0, EVEN
        MIX_INPUT 4, ODD
        GATES   EVEN, ODD
        MIX_OUTPUT EVEN_S0, EVEN_GUARD, EVEN
        MIX_OUTPUT ODD_S0, ODD_GUARD, ODD
ascon_masked_permute_2_first_linear:
        DIFFUSE
        slli    U, zero, 1              /* zero in the shifter and in U */
ascon_masked_permute_2_second_sbox:
        addi    NEXT, NEXT, 8
        bne     NEXT, LAST, ascon_masked_permute_2_first_sbox
        lw      T, WORDS(sp)
        not     s4, s4
        not     a0, a0
        MOVE_STATE sw
        MOVE_SAVED lw, SAVED
        lw      ra, RETURN(sp)
        LEAVE   FRAME, EVEN_GUARD, ODD_GUARD, a0, a1, a2, a3, a4, a5, a6, a7
        END     ascon_masked_permute_2

#endif

#include "../../core/platform/object_marks.inc"
