/*
 * Ascon-p[rounds] and the block loops for 64-bit RISC-V: see functions.h for what the functions
 * do.
 *
 *     void   ascon_rv64_rounds(uint64_t *state, unsigned rounds);
 *     size_t ascon_rv64_OP_RATE_ROUNDS_ORDER(uint64_t *state, uint8_t *out, const uint8_t *in,
 *                                            size_t n);
 *
 * Instruction set  RV64I; with Zbb or Zbkb, if the compiler may use one, also rori, andn, xnor and
 *                  rev8. Data pointers are multiples of 8.
 * Registers        a0..a7 and t0..t6, all of them the callee's to change. What is computed with
 *                  is in a0..a5 as far as possible: compressed instructions reach those.
 * Stack            none; nothing calls anything, and all jumps are direct.
 *
 * With Zbb a round takes 36 instructions, in place in 8 registers: 15 for the S-box, 20 for the
 * linear layer (each rotated word ends where it dies), one for the constant. The S-box leaves x2
 * complemented, and the xnor of the linear layer undoes that.
 * Without Zbb it takes 57: a rotation is two shifts that are both xored in, x1 & ~a needs a
 * complement of its own, and x2 stays complemented from round to round, because the constant, then
 * complemented too, is an operand of the same size. With the complements of all words tracked it
 * would be half an instruction less.
 *
 * On wide cores: the longest chain from round to round goes through x0 and has 7 instructions with
 * Zbb and 9 without, far below what their number takes on 4 pipes.
 * On cores that start instructions in order, the order below is the best that was found for 2, 3 or
 * 4 at once, one cycle each: 18, 14 and 13 cycles with Zbb; 29, 25 and 24 without.
 * None of this was measured; the numbers of instructions were.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_rv64

#define L0 a0 /* the state */
#define L1 a1
#define L2 a2
#define L3 a3
#define L4 a4
#define T0 a5 /* temporaries, between permutations data */
#define T1 a6
#define T2 a7
#define STATE t0
#define LEFT t1 /* rounds */
#define OUT t1
#define IN t2
#define LAST t3 /* where the last block begins, if it is a whole one */
#define T3 t4
#define CONSTANT t4
#define MASK8 t5
#define MASK16 t6

#if defined(__riscv_zbb) || defined(__riscv_zbkb)
#define ROTATIONS 1
#define OPERAND(constant) (constant)
#else
#define ROTATIONS 0
#define OPERAND(constant) (-1 - (constant)) /* for a complemented x2 */
#endif

.macro BEGIN name
        .section .text.\name,"ax",%progbits
        .p2align 2
        .globl  \name
        .hidden \name
        .type   \name,@function
\name:
.endm

.macro END name
        .size   \name, . - \name
.endm

/* From and to the address in STATE or in a0. */
.macro LOAD_STATE
        mv      STATE, a0
        ld      L1, 8(STATE)
        ld      L2, 16(STATE)
        ld      L3, 24(STATE)
        ld      L4, 32(STATE)
        ld      L0, 0(STATE)
.endm

.macro STORE_STATE
        sd      L0, 0(STATE)
        sd      L1, 8(STATE)
        sd      L2, 16(STATE)
        sd      L3, 24(STATE)
        sd      L4, 32(STATE)
.endm

/* ---- The permutation ------------------------------------------------------------------------- */

/* A round's constant is 15 * (left + 4), for more than 12 left without its multiple of 240. */
#define CONSTANT_OF(left) (15 * (((left) + 3) % 16 + 1))

#if ROTATIONS

/* `constant` is a register or a number; x2 is true before and after. */
.macro ROUND constant:vararg
        xor     L2, L2, \constant
        xor     T0, L3, L4              /* e = x3 ^ x4 */
        xor     T1, L0, L4              /* a = x0 ^ x4 */
        xor     L3, L3, L1
        xor     L2, L2, L1              /* g = x1 ^ x2 ^ constant */
        and     L4, L4, T0
        xor     T2, T1, L2
        or      L0, L0, T0
        xor     L4, L4, L2              /* y2 = (x4 & e) ^ g, complemented */
        or      L3, L3, L2
        or      T2, T2, L1
        andn    L1, L1, T1
        xor     L0, L0, L2              /* y3 = (x0 | e) ^ g */
        rori    L2, L4, 1
        xor     L1, L1, T0              /* y4 = (x1 & ~a) ^ e */
        xor     L2, L2, L4
        rori    L4, L4, 6
        xnor    L2, L2, L4              /* x2 */
        rori    L4, L1, 7
        xor     L3, L3, T1              /* y1 = (g | (x1 ^ x3)) ^ a */
        xor     T2, T2, T0              /* y0 = ((a ^ g) | x1) ^ e */
        xor     L4, L4, L1
        rori    L1, L1, 41
        xor     L4, L4, L1              /* x4 */
        rori    L1, L3, 61
        xor     L1, L1, L3
        rori    L3, L3, 39
        xor     L1, L1, L3              /* x1 */
        rori    L3, L0, 10
        xor     L3, L3, L0
        rori    L0, L0, 17
        xor     L3, L3, L0              /* x3 */
        rori    L0, T2, 19
        xor     L0, L0, T2
        rori    T2, T2, 28
        xor     L0, L0, T2              /* x0 */
.endm

.macro COMPLEMENT_X2
.endm

#else

/* `constant` is a register or a number; x2 is complemented, and so is the constant. */
.macro ROUND constant:vararg
        xor     T0, L3, L4              /* e = x3 ^ x4 */
        xor     L2, L2, \constant
        xor     L3, L3, L1
        xor     T1, L0, L4              /* a = x0 ^ x4 */
        xor     L2, L2, L1              /* g = x1 ^ x2 ^ constant */
        or      L0, L0, T0
        or      L3, L3, L2
        and     L4, L4, T0
        xor     T2, T1, L2
        xor     L3, L3, T1              /* y1 = (g | (x1 ^ x3)) ^ a */
        xor     L0, L0, L2              /* y3 = (x0 | e) ^ g */
        xor     L4, L4, L2              /* y2 = (x4 & e) ^ g, complemented */
        not     T1, T1
        or      T2, T2, L1
        and     L1, L1, T1
        srli    L2, L4, 1
        xor     T2, T2, T0              /* y0 = ((a ^ g) | x1) ^ e */
        xor     L1, L1, T0              /* y4 = (x1 & ~a) ^ e */
        slli    T0, L4, 64 - 1
        xor     L2, L2, L4
        xor     L2, L2, T0
        srli    T0, L4, 6
        slli    L4, L4, 64 - 6
        xor     L2, L2, T0
        xor     L2, L2, L4              /* x2, complemented */
        srli    L4, L1, 7
        xor     L4, L4, L1
        slli    T0, L1, 64 - 7
        xor     L4, L4, T0
        srli    T0, L1, 41
        slli    L1, L1, 64 - 41
        xor     L4, L4, T0
        xor     L4, L4, L1              /* x4 */
        srli    L1, L3, 61
        slli    T0, L3, 64 - 61
        xor     L1, L1, L3
        xor     L1, L1, T0
        srli    T0, L3, 39
        slli    L3, L3, 64 - 39
        xor     L1, L1, T0
        xor     L1, L1, L3              /* x1 */
        srli    L3, L0, 10
        slli    T0, L0, 64 - 10
        xor     L3, L3, L0
        xor     L3, L3, T0
        srli    T0, L0, 17
        slli    L0, L0, 64 - 17
        xor     L3, L3, T0
        xor     L3, L3, L0              /* x3 */
        srli    L0, T2, 19
        slli    T0, T2, 64 - 19
        xor     L0, L0, T2
        xor     L0, L0, T0
        srli    T0, T2, 28
        xor     L0, L0, T0
        slli    T2, T2, 64 - 28
        xor     L0, L0, T2              /* x0 */
.endm

.macro COMPLEMENT_X2
        not     L2, L2
.endm

#endif

/* A round whose number is in LEFT, 1 to 16. */
.macro ROUND_OF_LEFT
        addi    T0, LEFT, 3
        andi    T0, T0, 15
        slli    CONSTANT, T0, 4
#if ROTATIONS
        sub     CONSTANT, CONSTANT, T0
#else
        sub     CONSTANT, T0, CONSTANT
#endif
        addi    CONSTANT, CONSTANT, OPERAND(15)
        ROUND   CONSTANT
        addi    LEFT, LEFT, -1
.endm

#if ASCON_UNROLL_LOOPS

BEGIN ascon_rv64_rounds
        mv      LEFT, a1
        LOAD_STATE
        COMPLEMENT_X2
        .irp    left, 12, 8, 6, 11, 10, 9, 7, 5, 4, 3, 2, 1
        li      T0, \left
        beq     LEFT, T0, \left\()f
        .endr
0:      ROUND_OF_LEFT                   /* more than 12 are rare: one by one */
        li      T0, 12
        bgtu    LEFT, T0, 0b
        .irp    left, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
\left:  ROUND   OPERAND(CONSTANT_OF(\left))
        .endr
        COMPLEMENT_X2
        STORE_STATE
        ret
END ascon_rv64_rounds

.macro ROUNDS rounds
        .irp    left, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
        .if     \left == \rounds
        ROUND   CONSTANT_OF(\left)      /* x2 is true */
        .endif
        .if     \left < \rounds
        ROUND   OPERAND(CONSTANT_OF(\left))
        .endif
        .endr
        COMPLEMENT_X2
.endm

#else

BEGIN ascon_rv64_rounds
        mv      LEFT, a1
        LOAD_STATE
        COMPLEMENT_X2
0:      ROUND_OF_LEFT
        bgtz    LEFT, 0b
        COMPLEMENT_X2
        STORE_STATE
        ret
END ascon_rv64_rounds

.macro ROUNDS rounds
        COMPLEMENT_X2
        li      CONSTANT, OPERAND(CONSTANT_OF(\rounds))
0:      ROUND   CONSTANT
        addi    CONSTANT, CONSTANT, OPERAND(0) - OPERAND(15)
        addi    T0, CONSTANT, -OPERAND(60)
        bnez    T0, 0b
        COMPLEMENT_X2
.endm

#endif

/* ---- Block loops ----------------------------------------------------------------------------- */

#if ASCON_INLINE_PERM

#if ROTATIONS
.macro PREPARE order
.endm
.macro SWAP to, from
        rev8    \to, \from
.endm
#else
.macro PREPARE order
        .ifc    \order, be
        li      MASK8, 0x00ff00ff00ff00ff
        li      MASK16, 0x0000ffff0000ffff
        .endif
.endm
.macro SWAP to, from
        srli    T3, \from, 8
        and     T3, T3, MASK8
        and     \to, \from, MASK8
        slli    \to, \to, 8
        or      \to, \to, T3
        srli    T3, \to, 16
        and     T3, T3, MASK16
        and     \to, \to, MASK16
        slli    \to, \to, 16
        or      \to, \to, T3
        srli    T3, \to, 32
        slli    \to, \to, 32
        or      \to, \to, T3
.endm
#endif

/* One word of data, loaded if it is read, at the state. Output goes to byte `at`. */
.macro MIX_absorb_le lane, data, at
        xor     \lane, \lane, \data
.endm
.macro MIX_encrypt_le lane, data, at
        xor     \lane, \lane, \data
        sd      \lane, \at(OUT)
.endm
.macro MIX_decrypt_le lane, data, at
        xor     T2, \lane, \data
        mv      \lane, \data
        sd      T2, \at(OUT)
.endm
.macro MIX_squeeze_le lane, data, at
        sd      \lane, \at(OUT)
.endm
.macro MIX_absorb_be lane, data, at
        SWAP    \data, \data
        xor     \lane, \lane, \data
.endm
.macro MIX_encrypt_be lane, data, at
        SWAP    \data, \data
        xor     \lane, \lane, \data
        SWAP    \data, \lane
        sd      \data, \at(OUT)
.endm
.macro MIX_decrypt_be lane, data, at
        SWAP    T2, \lane
        xor     T2, T2, \data
        SWAP    \lane, \data
        sd      T2, \at(OUT)
.endm
.macro MIX_squeeze_be lane, data, at
        SWAP    \data, \lane
        sd      \data, \at(OUT)
.endm

/* Lanes a and b with the data at byte `at` of a block. */
.macro PAIR op, rate, order, at, a, b
        .ifnc   \op, squeeze
        .if     \rate > \at
        ld      T0, \at(IN)
        .endif
        .if     \rate > \at + 8
        ld      T1, \at + 8(IN)
        .endif
        .endif
        .if     \rate > \at
        MIX_\op\()_\order \a, T0, \at
        .endif
        .if     \rate > \at + 8
        MIX_\op\()_\order \b, T1, \at + 8
        .endif
.endm

.macro BLOCK_FUNCTION name, op, rate, rounds, order
        BEGIN   \name
        .ifnc   \op, absorb
        mv      OUT, a1
        .endif
        .ifc    \op, squeeze
        add     LAST, a1, a3
        .else
        mv      IN, a2
        add     LAST, a2, a3
        .endif
        addi    LAST, LAST, -\rate
        LOAD_STATE
        PREPARE \order
1:      PAIR    \op, \rate, \order, 0, L0, L1
        PAIR    \op, \rate, \order, 16, L2, L3
        PAIR    \op, \rate, \order, 32, L4
        .ifnc   \op, absorb
        addi    OUT, OUT, \rate
        .endif
        .ifnc   \op, squeeze
        addi    IN, IN, \rate
        .endif
        ROUNDS  \rounds
        .ifc    \op, squeeze            /* the last block, whole or not, is not for this loop */
        bltu    OUT, LAST, 1b
        STORE_STATE
        addi    a0, LAST, \rate
        sub     a0, a0, OUT
        .else
        bleu    IN, LAST, 1b
        STORE_STATE
        addi    a0, LAST, \rate
        sub     a0, a0, IN
        .endif
        ret
        END     \name
.endm

#define ASSEMBLER_NAME(name) name
#define BLOCKS ascon_rv64_
#include "../functions.inc"

#endif

#endif

#include "../../platform/object_marks.inc"
