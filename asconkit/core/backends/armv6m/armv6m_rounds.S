/*
 * Ascon-p[rounds] for Arm processors with 16-bit Thumb instructions only.
 *
 *     void ascon_armv6m_rounds(state *s, unsigned rounds);     1..16
 *
 * and, for the block loops, the permutation with the state in registers.
 * Algorithm: NIST SP 800-232, section 3.
 *
 * Instruction set  Armv6-M (on other processors: the Thumb part of Armv6).
 *
 * Between rounds   word   0    1    2    3    4       A word's first half is its even
 *     first half         r1   r3   r5   r7   r0       bits, or the low ones if plain;
 *     second half        r8   r4   r9   r10  r11      words 0, 2 and 4 are complemented.
 *                  Free: r2, r6, r12; lr has the return address.
 * Clobbers         permute: r2, r6, r12, flags. rounds: r0-r3, r12, flags; except if compact, they
 *                  hold no state.
 * Stack            rounds: 52 bytes (compact: 20), the caller's registers and arguments only;
 *                  12 more for more than 12 rounds if unrolled. permute: none.
 * Memory           permute touches none, so each instruction takes one cycle.
 *
 * The trick: only r0-r7 can be computed on. The first halves go through the S-box there while
 * second halves wait in high registers; then they change places. The linear layer fetches the first
 * half of one word after the other and puts the second half of the word before in its place. That
 * takes 16 moves a round, as each step leaves its results where the next one wants them: which word
 * comes when, and what goes where, is the result of a search. Three words are complemented, so that
 * the S-box needs no instruction for complements. Interleaved, rotations need their amount in a
 * register; the order of words saves 3 loads of 19. In all, a round takes 114 instructions
 * interleaved (34 S-box, 4 constants, 44 linear layer, 16 amounts, 16 moves) and 132 plain (34, 2,
 * 80, 0, 16).
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "../../../ascon_config.h"

#include "config.h"

#if ASCON_HAVE_armv6m

        .syntax unified
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
        .arch armv6-m
#else
        .arch armv6
#endif
        .thumb

/* Begins a function of the project, aligned for literals or where it stands. */
.macro  FUNCTION name
        .p2align 2
        FUNCTION_HERE \name
.endm
.macro  FUNCTION_HERE name
        .global \name
        .hidden \name
        .type   \name, %function
        .thumb_func
\name:
.endm

/* The S-box on one half of the words, 17 instructions for 15 operations: g = x1 ^ x2, e = x3 ^ x4
   and a = x0 ^ x4 are shared. Words 0, 2 and 4 are complemented, and so are their results: with
   that, no instruction is needed for complements, as mvns copies too.
   From x0 x1 x2 x3 x4 to x2 t x4 x0 x1; x3 and u are free then. */
.macro  SUBSTITUTE x0, x1, x2, x3, x4, t, u
        eors    \x2, \x1                /* ~g, with the constant */
        mvns    \t, \x3
        eors    \x3, \x4                /* ~e */
        eors    \t, \x1
        ands    \t, \x2
        mvns    \u, \x0
        eors    \u, \x4                 /* ~a */
        eors    \t, \u                  /* y1 = (g | (x1 ^ x3)) ^ a */
        ands    \x0, \x3
        eors    \x0, \x2                /* y3 = (x0 | e) ^ g */
        orrs    \x4, \x3
        eors    \x4, \x2                /* ~y2 = (x4 & e) ^ g */
        eors    \x2, \u
        orrs    \x2, \x1
        eors    \x2, \x3                /* ~y0 = ~((a ^ g) | x1) ^ e */
        ands    \x1, \u
        eors    \x1, \x3                /* ~y4 = (x1 & ~a) ^ ~e */
.endm

/* The place in a high register passes from one word's half to another's. */
.macro  EXCHANGE in, high, out
        mov     \in, \high
        mov     \high, \out
.endm

/* Rotates by an amount that must be in a register; none is given if it is there already. */
.macro  ROTATE x, t, amount
.ifnb   \amount
        movs    \t, #\amount
.endif
        rors    \x, \t
.endm

#if ASCON_ARMV6M_INTERLEAVE

/* The five words' linear layer, for halves x and y; v becomes one of the results, t is free.
   Rotations by n turn both halves by n / 2; with n odd, the halves change places too, and the one
   that came from the even half turns by one more. */

/* Word 2: v is the new y. */
.macro  DIFFUSE2 x, y, v, t
        mov     \v, \x
        ROTATE  \v, \t, 30
        eors    \v, \y
        ROTATE  \v, \t, 3
        eors    \v, \y                  /* y ^ y>>>3 ^ x>>>1 */
        eors    \y, \x
        ROTATE  \x, \t
        eors    \y, \x                  /* the new x: x ^ x>>>3 ^ y */
.endm

/* Word 3: v is the new x. t is 3 and then 5. */
.macro  DIFFUSE3 x, y, v, t
        mov     \v, \y
        ROTATE  \v, \t
        eors    \v, \x
        ROTATE  \v, \t, 5
        eors    \v, \x                  /* x ^ x>>>5 ^ y>>>8 */
        ROTATE  \x, \t, 4
        eors    \x, \y
        ROTATE  \x, \t, 5
        eors    \y, \x                  /* y ^ y>>>5 ^ x>>>9 */
.endm

/* Word 0: v is the new x, x the new y. t is 5. */
.macro  DIFFUSE0 x, y, v, t
        mov     \v, \x
        ROTATE  \v, \t
        eors    \v, \y
        ROTATE  \v, \t, 9
        eors    \v, \x                  /* x ^ x>>>14 ^ y>>>9 */
        ROTATE  \x, \t, 28
        eors    \x, \y
        ROTATE  \x, \t, 14
        eors    \x, \y                  /* y ^ y>>>14 ^ x>>>10 */
.endm

/* Word 4: v is the new x, x the new y. */
.macro  DIFFUSE4 x, y, v, t
        mov     \v, \y
        ROTATE  \v, \t, 17
        eors    \v, \y
        ROTATE  \v, \t, 3
        eors    \v, \x                  /* x ^ y>>>3 ^ y>>>20 */
        ROTATE  \x, \t, 21
        eors    \y, \x
        ROTATE  \x, \t, 15
        eors    \x, \y                  /* y ^ x>>>21 ^ x>>>4 */
.endm

/* Word 1: v is the new y. */
.macro  DIFFUSE1 x, y, v, t
        mov     \v, \x
        ROTATE  \v, \t, 21
        eors    \v, \x
        ROTATE  \v, \t, 31
        eors    \v, \y                  /* y ^ x>>>31 ^ x>>>20 */
        ROTATE  \y, \t, 30
        eors    \x, \y
        ROTATE  \y, \t, 21
        eors    \x, \y                  /* x ^ y>>>30 ^ y>>>19 */
.endm

/* Every other bit of a constant, four of them. */
#define EVERY_OTHER_BIT(c) (((c) & 1) | ((c) >> 1 & 2) | ((c) >> 2 & 4) | ((c) >> 3 & 8))

.macro  CONSTANT_FIRST x2, t, constant
        movs    \t, #EVERY_OTHER_BIT((\constant))
        eors    \x2, \t
.endm
.macro  CONSTANT_SECOND x2, t, constant
        CONSTANT_FIRST \x2, \t, (\constant) >> 1
.endm

/* Rolled: r12 points to the constant in both forms. */
.macro  NEXT_CONSTANT_FIRST x2, t, unused
        mov     \t, r12
        ldrb    \t, [\t]
        eors    \x2, \t
.endm
.macro  NEXT_CONSTANT_SECOND x2, t, unused
        mov     \t, r12
        ldrb    \t, [\t, #1]
        eors    \x2, \t
.endm

.macro  ROUND prefix, constant
        \prefix\()CONSTANT_FIRST r5, r2, \constant
        SUBSTITUTE r1, r3, r5, r7, r0, r2, r6   /* 0 to 4 are now r5 r2 r0 r1 r3 */
        EXCHANGE r6, r9, r1
        EXCHANGE r7, r10, r5
        EXCHANGE r1, r8, r3
        EXCHANGE r5, r11, r2
        \prefix\()CONSTANT_SECOND r6, r2, \constant
        SUBSTITUTE r1, r4, r6, r7, r5, r2, r3   /* 0 to 4 are now r6 r2 r5 r1 r4 */
        DIFFUSE2 r0, r5, r7, r3
        EXCHANGE r0, r9, r7
        DIFFUSE3 r0, r1, r7, r3
        EXCHANGE r0, r10, r1
        DIFFUSE0 r0, r6, r1, r3
        EXCHANGE r6, r8, r0
        DIFFUSE4 r6, r4, r0, r3
        EXCHANGE r3, r11, r6
        DIFFUSE1 r3, r2, r4, r6
.endm

#else

/* The linear layer of a word: v becomes the new x, y the new y; x and t are free then. Into x go x
   and y shifted; into y the same with x and y exchanged, as x is the low half or the high one. */
.macro  DIFFUSE x, y, v, t, x1, n1, x2, n2, y1, m1, y2, m2
        \x1     \v, \x, #\n1
        \x2     \t, \x, #\n2
        eors    \v, \t
        \y1     \t, \y, #\m1
        eors    \v, \t
        \y2     \t, \y, #\m2
        eors    \v, \t
        eors    \v, \x
        \y1     \t, \x, #\m1
        \y2     \x, \x, #\m2
        eors    \t, \x
        \x1     \x, \y, #\n1
        eors    \t, \x
        \x2     \x, \y, #\n2
        eors    \t, \x
        eors    \y, \t
.endm

.macro  DIFFUSE0 x, y, v, t
        DIFFUSE \x, \y, \v, \t, lsrs, 19, lsrs, 28, lsls, 13, lsls, 4
.endm
.macro  DIFFUSE1 x, y, v, t
        DIFFUSE \x, \y, \v, \t, lsls, 3, lsls, 25, lsrs, 29, lsrs, 7
.endm
.macro  DIFFUSE2 x, y, v, t
        DIFFUSE \x, \y, \v, \t, lsrs, 1, lsrs, 6, lsls, 31, lsls, 26
.endm
.macro  DIFFUSE3 x, y, v, t
        DIFFUSE \x, \y, \v, \t, lsrs, 10, lsrs, 17, lsls, 22, lsls, 15
.endm
.macro  DIFFUSE4 x, y, v, t
        DIFFUSE \x, \y, \v, \t, lsrs, 7, lsls, 23, lsls, 25, lsrs, 9
.endm

.macro  CONSTANT_FIRST x2, t, constant
        movs    \t, #\constant
        eors    \x2, \t
.endm

/* Rolled: r12 is the constant. */
.macro  NEXT_CONSTANT_FIRST x2, t, unused
        mov     \t, r12
        eors    \x2, \t
.endm

.macro  ROUND prefix, constant
        \prefix\()CONSTANT_FIRST r5, r2, \constant
        SUBSTITUTE r1, r3, r5, r7, r0, r2, r6   /* 0 to 4 are now r5 r2 r0 r1 r3 */
        EXCHANGE r7, r9, r3
        EXCHANGE r3, r11, r5
        EXCHANGE r6, r8, r1
        EXCHANGE r5, r10, r2
        SUBSTITUTE r6, r4, r7, r5, r3, r2, r1   /* 0 to 4 are now r7 r2 r3 r6 r4 */
        DIFFUSE2 r0, r3, r5, r1
        EXCHANGE r1, r9, r3
        DIFFUSE4 r1, r4, r0, r3
        EXCHANGE r3, r11, r4
        DIFFUSE0 r3, r7, r1, r4
        EXCHANGE r3, r8, r7
        DIFFUSE3 r3, r6, r7, r4
        EXCHANGE r3, r10, r6
        DIFFUSE1 r2, r3, r4, r6         /* second half first */
.endm

#endif

#if ASCON_INLINE_PERM || ASCON_UNROLL_LOOPS || ASCON_ARMV6M_INTERLEAVE

/* void enter(state, x, y, z), after push {r4-r7, lr}: saves the caller's r8-r11, puts the arguments
   on the stack, and loads the state. */
        .section .text.ascon_armv6m_enter, "ax", %progbits
FUNCTION ascon_armv6m_enter
        mov     r4, r8
        mov     r5, r9
        mov     r6, r10
        mov     r7, r11
        push    {r4-r7}
        push    {r0-r3}
        ldm     r0!, {r1-r7}            /* three words, and half of one */
        mvns    r1, r1
        mvns    r2, r2
        mov     r8, r2
        mvns    r5, r5
        mvns    r6, r6
        mov     r9, r6
        ldr     r2, [r0, #0]
        mov     r10, r2
        ldr     r2, [r0, #8]
        mvns    r2, r2
        mov     r11, r2
        ldr     r0, [r0, #4]
        mvns    r0, r0
        bx      lr
        .size   ascon_armv6m_enter, . - ascon_armv6m_enter

/* Stores the state where the first argument says, and returns the last argument to the caller of
   the function that called enter. Leaves no state in registers. */
        .section .text.ascon_armv6m_leave, "ax", %progbits
FUNCTION ascon_armv6m_leave
        mov     r12, r0
        ldr     r0, [sp, #0]
        mvns    r1, r1
        mov     r2, r8
        mvns    r2, r2
        mvns    r5, r5
        mov     r6, r9
        mvns    r6, r6
        stm     r0!, {r1-r7}
        mov     r1, r10
        mov     r2, r12
        mvns    r2, r2
        mov     r3, r11
        mvns    r3, r3
        stm     r0!, {r1-r3}
        pop     {r0-r3}
        mov     r0, r3
        mov     r12, r3
        pop     {r4-r7}
        mov     r8, r4
        mov     r9, r5
        mov     r10, r6
        mov     r11, r7
        pop     {r4-r7, pc}
        .size   ascon_armv6m_leave, . - ascon_armv6m_leave

        .section .text.ascon_armv6m_rounds, "ax", %progbits

#if ASCON_UNROLL_LOOPS

/* One entry for each number of rounds up to 12. */
.macro  ROUND_OF left, constant
FUNCTION_HERE ascon_armv6m_permute_\left
        ROUND   , \constant
.endm
        .p2align 2
        ROUND_OF 12, 0xf0
        ROUND_OF 11, 0xe1
        ROUND_OF 10, 0xd2
        ROUND_OF 9, 0xc3
        ROUND_OF 8, 0xb4
        ROUND_OF 7, 0xa5
        ROUND_OF 6, 0x96
        ROUND_OF 5, 0x87
        ROUND_OF 4, 0x78
        ROUND_OF 3, 0x69
        ROUND_OF 2, 0x5a
        ROUND_OF 1, 0x4b
permute_0:
        bx      lr

/* The rounds before the last 12 are last rounds with the difference of the constants added to
   the state. */
FUNCTION ascon_armv6m_rounds
        cmp     r1, #12
        bhi     1f
        push    {r4-r7, lr}
        bl      ascon_armv6m_enter
        ldr     r2, [sp, #4]            /* rounds */
        lsls    r2, r2, #1
        adr     r6, entries
        ldrh    r6, [r6, r2]
        adr     r2, entries
        subs    r2, r2, r6
        blx     r2
        bl      ascon_armv6m_leave
1:      push    {r0, r1, lr}
#if ASCON_ARMV6M_INTERLEAVE
        subs    r1, #13
        lsls    r1, r1, #1
        adr     r2, differences
        adds    r2, r2, r1
        ldrb    r3, [r2, #0]
        ldr     r1, [r0, #16]
        eors    r1, r3
        str     r1, [r0, #16]
        ldrb    r3, [r2, #1]
        ldr     r1, [r0, #20]
        eors    r1, r3
        str     r1, [r0, #20]
#else
        subs    r1, #9                  /* 0x3c ^ 0x4b = 0x77 for 16 rounds, 0x66, 0x55, 0x44 */
        lsls    r2, r1, #4
        adds    r2, r2, r1
        ldr     r1, [r0, #16]
        eors    r1, r2
        str     r1, [r0, #16]
#endif
        movs    r1, #1
        bl      ascon_armv6m_rounds
        pop     {r0, r1, r2}
        mov     lr, r2
        subs    r1, #1
        b       ascon_armv6m_rounds
        .size   ascon_armv6m_rounds, . - ascon_armv6m_rounds

        .p2align 2
entries:                                /* how far ahead, with the bit that says Thumb */
        .hword  entries - permute_0 - 1
        .irp    left, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        .hword  entries - ascon_armv6m_permute_\left - 1
        .endr
#if ASCON_ARMV6M_INTERLEAVE
        .p2align 2
differences:                            /* 0x44, 0x55, 0x66, 0x77: even and odd bits */
        .byte   10, 0, 15, 0, 10, 5, 15, 5
#endif

#elif ASCON_ARMV6M_INTERLEAVE

/* The last r6 / 2 rounds. r12 walks along the constants. */
FUNCTION ascon_armv6m_permute
        movs    r2, #32
        subs    r6, r2, r6
        adr     r2, constants
        adds    r6, r6, r2
1:      mov     r12, r6
        ROUND   NEXT_
        mov     r6, r12
        adds    r6, #2
        ldrb    r2, [r6]
        cmp     r2, #0
        beq     2f
        b       1b
2:      bx      lr
        .size   ascon_armv6m_permute, . - ascon_armv6m_permute

        .p2align 2
constants:                              /* even and odd bits of 0x3c and so on, until 0 */
        .byte   6, 6, 3, 6, 6, 3, 3, 3, 12, 12, 9, 12, 12, 9, 9, 9
        .byte   6, 12, 3, 12, 6, 9, 3, 9, 12, 6, 9, 6, 12, 3, 9, 3
        .byte   0

FUNCTION ascon_armv6m_rounds
        push    {r4-r7, lr}
        bl      ascon_armv6m_enter
        ldr     r6, [sp, #4]            /* rounds */
        lsls    r6, r6, #1
        bl      ascon_armv6m_permute
        bl      ascon_armv6m_leave
        .size   ascon_armv6m_rounds, . - ascon_armv6m_rounds

#else

/* Rounds from the constant r6 on. r12 is the constant. */
FUNCTION ascon_armv6m_permute
1:      mov     r12, r6
        ROUND   NEXT_
        mov     r6, r12
        subs    r6, #0x0f
        bne     2f
        movs    r6, #0xf0               /* after 0x0f */
2:      cmp     r6, #0x3c               /* after 0x4b */
        beq     3f
        b       1b
3:      bx      lr
        .size   ascon_armv6m_permute, . - ascon_armv6m_permute

FUNCTION ascon_armv6m_rounds
        push    {r4-r7, lr}
        bl      ascon_armv6m_enter
        ldr     r6, [sp, #4]            /* rounds */
        lsls    r2, r6, #4
        subs    r6, r2, r6
        adds    r6, #0x3c
        cmp     r6, #0xf0
        bls     1f
        subs    r6, #0xf0
1:      bl      ascon_armv6m_permute
        bl      ascon_armv6m_leave
        .size   ascon_armv6m_rounds, . - ascon_armv6m_rounds

#endif

#else

/* Compact: the state stays in memory, and the S-box is here once for both halves. */

/* SUBSTITUTE without complements, but with one instruction more. */
.macro  SUBSTITUTE_TRUE x0, x1, x2, x3, x4, t, u
        eors    \x2, \x1                /* g, with the constant */
        mov     \t, \x3
        eors    \x3, \x4                /* e */
        eors    \t, \x1
        orrs    \t, \x2
        mov     \u, \x0
        eors    \u, \x4                 /* a */
        eors    \t, \u                  /* y1 = (g | (x1 ^ x3)) ^ a */
        orrs    \x0, \x3
        eors    \x0, \x2                /* y3 = (x0 | e) ^ g */
        ands    \x4, \x3
        eors    \x4, \x2
        mvns    \x4, \x4                /* y2 = ~(x4 & e) ^ g */
        eors    \x2, \u
        orrs    \x2, \x1
        eors    \x2, \x3                /* y0 = ((a ^ g) | x1) ^ e */
        bics    \x1, \u
        eors    \x1, \x3                /* y4 = (x1 & ~a) ^ e */
.endm

/* The linear layer of the word at r0, whose low half is x; steps to the next word. */
.macro  DIFFUSE_NEXT i, x
        ldr     r7, [r0, #4]
        DIFFUSE\i \x, r7, r2, r4
        stm     r0!, {r2, r7}
.endm

        .section .text.ascon_armv6m_rounds, "ax", %progbits
FUNCTION ascon_armv6m_rounds
        push    {r4-r7, lr}
        lsls    r2, r1, #4
        subs    r1, r2, r1
1:      mov     r12, r1                 /* rounds left, times 15 */
        adds    r0, #4                  /* high halves first */
        movs    r6, #0
2:      ldr     r1, [r0, #0]
        ldr     r2, [r0, #8]
        ldr     r3, [r0, #16]
        ldr     r4, [r0, #24]
        ldr     r5, [r0, #32]
        eors    r3, r6                  /* constant */
        SUBSTITUTE_TRUE r1, r2, r3, r4, r5, r6, r7      /* 0 to 4 are now r3 r6 r5 r1 r2 */
        lsrs    r4, r0, #3              /* carry: high halves (the state is aligned to 8) */
        bcc     3f
        str     r3, [r0, #0]
        str     r6, [r0, #8]
        str     r5, [r0, #16]
        str     r1, [r0, #24]
        str     r2, [r0, #32]
        subs    r0, #4
        mov     r6, r12                 /* constants go down by 15 until the last one, 60 + 15 */
        adds    r6, #60
        cmp     r6, #0xf0
        bls     2b
        subs    r6, #0xf0               /* before the last 12 */
        b       2b
3:      mov     lr, r2
        DIFFUSE_NEXT 0, r3
        DIFFUSE_NEXT 1, r6
        DIFFUSE_NEXT 2, r5
        DIFFUSE_NEXT 3, r1
        mov     r3, lr
        DIFFUSE_NEXT 4, r3
        subs    r0, #40
        mov     r1, r12
        subs    r1, #15
        beq     4f
        b       1b
4:      pop     {r4-r7, pc}
        .size   ascon_armv6m_rounds, . - ascon_armv6m_rounds

#endif

#endif

#include "../../platform/object_marks.inc"
