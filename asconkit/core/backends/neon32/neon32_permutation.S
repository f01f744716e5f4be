/* Ascon for 32-bit Arm with NEON (ARMv7-A, and ARMv8-A in its 32-bit state): the permutation and the
   block loops. The contract of the functions is in functions.h.

   Instruction set  ARM state, whatever the caller's is; ARMv7-A with NEON, little-endian.
   Registers        A = q0 = (x4, x0), B = q1 = (x1, x3), d4 = x2, complemented: so an instruction on
                    a Q register does two words, and x0 and x1 are neighbours. T, U, V: temporary.
                    d8-d11: round constants, d5: a factor, q8-q15: distances of rotations.
   Clobbers         r0-r3, r12, flags, q0-q3, q8-q15. Those that held state are zero on return.
   Stack            84 bytes (r4-r7, lr, d8-d15); compact form: none. Only the caller's values go
                    there, never state.

   S-box, 13 instructions with the constant: of its 15 operations, which suffice as x2 travels
   complemented, four pairs are done at once, after one value was computed twice.
   Linear layer, 21 instructions: x ^ ror(x, a) ^ ror(x, b) takes 6 for one word, but 8 for a pair,
   because a shift by a register has a distance, left or right, for each half. x2 takes 5: with
   rotations by 1 and 6, the rest is a carry-less product of its bytes by 2^7 + 2^2, turned by 8.
   One load for the constants of four rounds.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_neon32

/* Block loops; or only the permutation, and then either unrolled or as small as can be. */
#define LOOPS (ASCON_INLINE_PERM && !ASCON_PRINT_STATE)
#define COMPACT (!LOOPS && !ASCON_UNROLL_LOOPS)

        .syntax unified
        .arch   armv7-a
        .fpu    neon
        .arm

/* Begins a function of the project, in a section of its own, so that a linker can drop it. */
.macro FUNCTION name
        .section .text.\name, "ax", %progbits
        .p2align 2
        .globl  \name
        .hidden \name
        .type   \name, %function
\name:
.endm

/* T and U have names for their halves. The compact form uses no register that must be saved. */
#if COMPACT
#define T  q8
#define TL d16
#define TH d17
#define U  q9
#define UL d18
#define UH d19
#else
#define T  q6
#define TL d12
#define TH d13
#define U  q7
#define UL d14
#define UH d15
#endif
#define V  q3

/* The constant in register \c and the S-box; y2, complemented, goes to TH. */
.macro SUBSTITUTE c
        veor    TH, d4, \c              /* x2 ^= constant */
        veor    UH, d3, d0              /* e = x3 ^ x4 */
        veor    TL, d1, d0              /* a = x0 ^ x4 */
        veor    UL, d2, TH              /* g = x1 ^ x2 */
        veor    d0, d2, d3              /* q0 = (x1 ^ x3, x0) */
        veor    TH, d2, TH              /* T = (a, g), U = (g, e) */
        vorr    q0, q0, U
        vbic    V, U, q1                /* g & ~x1, e & ~x3 = e & x4 */
        vbic    d4, d2, TL
        veor    q1, q0, T               /* y1 = ((x1 ^ x3) | g) ^ a, y3 = (x0 | e) ^ g */
        veor    T, T, V                 /* y0 ^ y4 = (g & ~x1) ^ a, ~y2 = (e & x4) ^ g */
        veor    d0, d4, UH              /* y4 = (x1 & ~a) ^ e */
        veor    d1, TL, d0              /* y0 */
.endm

/* The state at r0 into d0 to d4, from the order in memory, x0 to x4 in d1 to d5, and d5 becomes the
   factor 2^7 + 2^2 of all bytes. And back; the registers of the state are zero then. r0 stays. */
.macro LOAD_STATE
        vldm    r0, {d1-d5}
        vswp    d3, d4
        vmov    d0, d5
        vmvn    d4, d4
        vmov.i8 d5, #0x84
.endm

.macro STORE_STATE
        vmvn    d4, d4
        vmov    d5, d0
        vswp    d3, d4
        vstm    r0, {d1-d5}
        vmov.i8 q0, #0
        vmov.i8 q1, #0
        vmov.i8 q2, #0
        vmov.i8 q3, #0
.endm

/* The lowest bytes of the complemented constants of all 16 rounds; the other bytes are 0xff. */
.macro CONSTANTS
.irp c, 0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b
        .byte   ~\c & 255
.endr
.endm

#if COMPACT

/* \x ^ ror(\x, \a) ^ ror(\x, \b); vsli inserts the bits that the shift has dropped. */
.macro DIFFUSE_WORD x, a, b, t, u
        vshr.u64 \t, \x, #\a
        vshr.u64 \u, \x, #\b
        vsli.64 \t, \x, #(64 - \a)
        vsli.64 \u, \x, #(64 - \b)
        veor    \x, \x, \t
        veor    \x, \x, \u
.endm

/* void ascon_neon32_rounds(state *s, unsigned rounds) */
FUNCTION ascon_neon32_rounds
        LOAD_STATE
        adr     r2, .Lconstants_end
        sub     r1, r2, r1
        vmov.i8 d20, #0xff
.Lround:
        vld1.8  {d20[0]}, [r1]!
        SUBSTITUTE d20
        vmull.p8 U, TH, d5
        vuzp.8  UL, UH
        vext.8  UL, UL, UL, #1
        veor    d4, TH, UH
        veor    d4, d4, UL
        DIFFUSE_WORD d0, 7, 41, TL, TH
        DIFFUSE_WORD d1, 19, 28, UL, UH
        DIFFUSE_WORD d2, 39, 61, TL, TH
        DIFFUSE_WORD d3, 10, 17, UL, UH
        cmp     r1, r2
        bne     .Lround
        STORE_STATE
        vmov.i8 T, #0
        vmov.i8 U, #0
        bx      lr
        CONSTANTS
.Lconstants_end:
        .size   ascon_neon32_rounds, . - ascon_neon32_rounds

#else

/* A round with the constant in \c. A pair of words is shifted by the four distances of q8 to q11,
   or of q12 to q15; x2 is done in between. Uses T, U, V. */
.macro ROUND c
        SUBSTITUTE \c
        vmull.p8 U, TH, d5              /* x2: UL has the first bytes of the products, */
        vshl.u64 V, q0, q8
        vuzp.8  UL, UH                  /* which belong one byte further down, UH the others */
        veor    d4, TH, UH
        vshl.u64 T, q0, q9
        vext.8  UL, UL, UL, #1
        veor    V, V, T
        veor    d4, d4, UL
        vshl.u64 T, q0, q10
        vshl.u64 U, q0, q11
        veor    q0, q0, V
        vshl.u64 V, q1, q12
        veor    T, T, U
        vshl.u64 U, q1, q13
        veor    q0, q0, T
        vshl.u64 T, q1, q14
        veor    V, V, U
        vshl.u64 U, q1, q15
        veor    q1, q1, V
        veor    T, T, U
        veor    q1, q1, T
.endm

/* The permutation inside the block loops. It ends by going to r7, the code for the next block, or
   back to the caller:
     r0 state   r1 out   r2 in   r3 bytes left, less those that a further block takes
     r4 unrolled: from the last constants back to the first; else: the end of the constants
     r5 bytes of a block   r6 what makes the result of the final r3   r12 the next constants */
        .section .text.ascon_neon32_core, "ax", %progbits

/* Of x4 and x0, then of x1 and x3: to the right by a, which is to the left by -a, and to the left
   by 64 - a; the same by b. */
        .p2align 3
.Ldistances:
        .quad   -7 & 255, -19 & 255, 64 - 7, 64 - 19
        .quad   -41 & 255, -28 & 255, 64 - 41, 64 - 28
        .quad   -39 & 255, -10 & 255, 64 - 39, 64 - 10
        .quad   -61 & 255, -17 & 255, 64 - 61, 64 - 17

        CONSTANTS
.Lconstants_end:

/* After push {r4-r7, lr}: begins a function, and returns to the code for a block. */
.Lopen:
        vpush   {d8-d15}
        mov     r7, lr
        LOAD_STATE
        adr     r12, .Ldistances
        vldm    r12, {d16-d31}
        vmov.i8 q4, #0xff
#if ASCON_UNROLL_LOOPS
        vmov.i8 q5, #0xff
        adr     r12, .Lconstants_end - 4
        add     r12, r12, r4
#else
        adr     r4, .Lconstants_end
#endif
        bx      lr

#if ASCON_UNROLL_LOOPS

/* Of four rounds into the lowest bytes of d8 to d11, whose other bytes stay 0xff. `after` is the
   address, with how it goes on to those of the next rounds. */
.macro LOAD_CONSTANTS after:vararg
        vld4.8  {d8[0], d9[0], d10[0], d11[0]}, \after
.endm

/* Four rounds, named by how many are left. A jump to .Lrounds_ loads their constants; one to
   .Lloaded_ comes from where they have been loaded. */
.macro FOUR_ROUNDS first, second, third, fourth, after:vararg
.Lrounds_\first:
        LOAD_CONSTANTS \after
.Lloaded_\first:
        ROUND   d8
.Lloaded_\second:
        ROUND   d9
.Lloaded_\third:
        ROUND   d10
.Lloaded_\fourth:
        ROUND   d11
.endm

        FOUR_ROUNDS 12, 11, 10, 9, [r12]!
        FOUR_ROUNDS 8, 7, 6, 5, [r12]!
        FOUR_ROUNDS 4, 3, 2, 1, [r12], r4

#else

.Lround:
        vld1.8  {d8[0]}, [r12]!
        ROUND   d8
        cmp     r12, r4
        bne     .Lround

#endif

        subs    r3, r3, r5
        bxhs    r7
        STORE_STATE
        add     r0, r3, r6
        vpop    {d8-d15}
        pop     {r4-r7, pc}

/* void ascon_neon32_rounds(state *s, unsigned rounds) */
FUNCTION ascon_neon32_rounds
        push    {r4-r7, lr}
        mov     r5, #1
        mov     r3, #0
#if ASCON_UNROLL_LOOPS
        sub     r4, r1, #1              /* the constants of four rounds are loaded together */
        bic     r4, r4, #3
        rsb     r4, r4, #0
        cmp     r1, #12                 /* 13 to 16 rounds: 1 to 4 and then 12 */
        subhi   r1, r1, #12
        movhi   r3, #1
        bl      .Lopen
        LOAD_CONSTANTS [r12]!
        mov     r2, r1
        mov     r1, #12                 /* for the 12 rounds that may follow */
        add     pc, pc, r2, lsl #2      /* pc is two instructions ahead: r2 = 1 is the first b */
        udf     #0
        udf     #0
        b       .Lloaded_1
        b       .Lloaded_2
        b       .Lloaded_3
        b       .Lloaded_4
        b       .Lloaded_5
        b       .Lloaded_6
        b       .Lloaded_7
        b       .Lloaded_8
        b       .Lloaded_9
        b       .Lloaded_10
        b       .Lloaded_11
        b       .Lloaded_12
#else
        bl      .Lopen
        sub     r12, r4, r1
        b       .Lround
#endif
        .size   ascon_neon32_rounds, . - ascon_neon32_rounds

#if LOOPS

/* From a block to the permutation, which goes on by itself to the next block or to the end.
   Unrolled, it begins at .Lrounds_ if that number is a multiple of 4, or else loads constants
   first. */
.macro PERMUTE rounds
#if !ASCON_UNROLL_LOOPS
        sub     r12, r4, #\rounds
        b       .Lround
#else
.if \rounds % 4 == 0
        b       .Lrounds_\rounds
.else
.if \rounds > 4
        LOAD_CONSTANTS [r12]!
.else
        LOAD_CONSTANTS [r12]
.endif
        b       .Lloaded_\rounds
.endif
#endif
.endm

/* The bytes of each word reversed, if the order is big-endian; else nothing at all. */
.macro SWAP order, register, from
.ifc \order, be
        vrev64.8 \register, \from
.endif
.endm

/* A word of the state to \to, as it is written to memory. */
.macro GET order, to, x
.ifc \x, d4
        vmvn    \to, \x
        SWAP    \order, \to, \to
.else
.ifc \order, be
        vrev64.8 \to, \x
.else
        vmov    \to, \x
.endif
.endif
.endm

/* A word of the state from input that SWAP has been over. x2, in d4, is complemented. */
.macro SET x, from
.ifc \x, d4
        vmvn    \x, \from
.else
        vmov    \x, \from
.endif
.endm

/* One word of the state, x, or two: input in d12 and d13, output in d14 and d15. x0 and x1 are
   neighbours, so that they are loaded and stored without a copy in little-endian order. */
.macro WORDS op, order, in, in_all, out, out_all, x, y
.ifc \op\order\x\y, decryptled1d2
        vld1.8  {d12, d13}, [r2]
        veor    d14, d1, d12
        veor    d15, d2, d13
        vld1.8  {d1, d2}, [r2]!
        vst1.8  {d14, d15}, [r1]!
.exitm
.endif
.ifnc \op, squeeze
        vld1.8  \in, [r2]!
        SWAP    \order, \in_all, \in_all
.endif
.ifc \op, decrypt
        veor    d14, \x, d12
        SET     \x, d12
.ifc \x, d4
        vmvn    d14, d14
.endif
.ifnb \y
        veor    d15, \y, d13
        SET     \y, d13
.endif
        SWAP    \order, \out_all, \out_all
        vst1.8  \out, [r1]!
.exitm
.endif
.ifnc \op, squeeze
        veor    \x, \x, d12
.ifnb \y
        veor    \y, \y, d13
.endif
.endif
.ifc \op, absorb
.exitm
.endif
.ifc \order\x, led1
.ifb \y
        vst1.8  {d1}, [r1]!
.else
        vst1.8  {d1, d2}, [r1]!
.endif
.exitm
.endif
        GET     \order, d14, \x
.ifnb \y
        GET     \order, d15, \y
.endif
        vst1.8  \out, [r1]!
.endm

.macro ONE_WORD op, order, x
        WORDS   \op, \order, {d12}, d12, {d14}, d14, \x
.endm

.macro TWO_WORDS op, order, x, y
        WORDS   \op, \order, "{d12, d13}", q6, "{d14, d15}", q7, \x, \y
.endm

/* size_t name(state *s, uint8_t *out, const uint8_t *in, size_t n) */
.macro BLOCK_FUNCTION name, op, rate, rounds, order
FUNCTION \name
        push    {r4-r7, lr}
        mov     r5, #\rate
.ifc \op, squeeze
        mov     r6, #(\rate + 1)        /* the last block, whole or not, stays */
.else
        mov     r6, #\rate
.endif
        sub     r3, r3, r6
#if ASCON_UNROLL_LOOPS
        mvn     r4, #(4 * ((\rounds - 1) / 4) - 1)
#endif
        bl      .Lopen
.if \rate == 8
        ONE_WORD \op, \order, d1
.else
        TWO_WORDS \op, \order, d1, d2
.endif
.if \rate == 24
        ONE_WORD \op, \order, d4
.elseif \rate > 24
        TWO_WORDS \op, \order, d4, d3
.endif
.if \rate == 40
        ONE_WORD \op, \order, d0
.endif
        PERMUTE \rounds
        .size   \name, . - \name
.endm

#define ASSEMBLER_NAME(name) name
#define BLOCKS ascon_neon32_
#include "../functions.inc"

#endif
#endif
#endif

#include "../../platform/object_marks.inc"
