/*
 * Ascon-p[rounds] and the block loops for AArch64: see functions.h for what the functions do.
 *
 *     void   ascon_aarch64_rounds(uint64_t *state, unsigned rounds);
 *     size_t ascon_aarch64_OP_RATE_ROUNDS_ORDER(uint64_t *state, uint8_t *out, const uint8_t *in,
 *                                               size_t n);
 *
 * and for the smallest code, instead of block loops,
 *
 *     void   ascon_aarch64_rounds_from(uint64_t *state, size_t rounds);
 *     void   ascon_aarch64_string_RATE_ROUNDS_ORDER(uint64_t *state, operation op, uint8_t *out,
 *                                                   const uint8_t *in, size_t n);
 *
 * Instruction set  AArch64 without any extension, little-endian data.
 * Registers        x0..x17 only, all of them the callee's to change; x18 is the platform's.
 * Stack            none. The return address stays in a register, where pointer authentication has
 *                  nothing to sign.
 * Jumps            direct ones only: with BTI, landing pads stand at the entries and nowhere else.
 *
 * The trick: the second operand of a logical instruction can be rotated, and may be complemented. A
 * round is the 15 operations of the S-box, two for each word of the linear layer, and one for the
 * constant: 26, in place in 8 registers. The S-box leaves x2 complemented; the eon of the linear
 * layer undoes that. The constants, 15 * (left + 4), stay in registers while a block loop runs: one
 * for each odd multiple of 15. The even ones are those, shifted, or a power of two times 15, which
 * eor can encode.
 *
 * On wide cores: the longest chain from round to round goes through x0 and has 6 operations: a,
 * a ^ g, |, y0 and two of the linear layer. On most cores an operand's rotation takes a cycle more,
 * so that the chain takes 8 cycles; ror on its own and then eor for x0, and the like for x2, would
 * make it 7 at the price of two instructions. Some cores (Neoverse N1, Cortex-A76) rotate in one of
 * their pipes only: 10 cycles per round, whatever the order.
 * The order below was found by search, with rotations of two cycles and 8 registers for words. On
 * cores that start 2 or 3 instructions at once, in order, a round takes 13 and 11 cycles; where one
 * pipe rotates, 12: docs/scheduling.md. None of this was measured; the numbers of instructions were.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_aarch64

#define STATE x0
#define OUT x1
#define IN x2
#define LEFT x3 /* bytes left after this block */
#if AARCH64_SMALLEST
#define L0 x12  /* x4 is how many bytes a string has left */
#else
#define L0 x4   /* the state */
#endif
#define L1 x5
#define L2 x6
#define L3 x7
#define L4 x8
#define T0 x9 /* temporaries, between permutations data */
#define T1 x10
#define T2 x11
#define KB4 x12 /* round constants, if unrolled */
#define KD2 x13
#define KA5 x14
#define K96 x15
#define K87 x16
#define KE1 x17
#define COUNT x12 /* the coming round's constant and how many follow, if not unrolled */

#if defined(__ELF__)
#define ASSEMBLER_NAME(name) name
#define NEXT ;
#define PRIVATE .hidden
.macro FUNCTION name
        .section .text.\name,"ax",%progbits
        .type   \name,%function
.endm
.macro END name
        .size   \name, . - \name
.endm
#else /* Mach-O: "_" before C names, ";" starts a comment */
#define ASSEMBLER_NAME(name) _##name
#define NEXT %%
#define PRIVATE .private_extern
.macro FUNCTION name
        .text
.endm
.macro END name
.endm
        .subsections_via_symbols
#endif

.macro BEGIN name
        FUNCTION \name
#if ASCON_UNROLL_LOOPS
        .p2align 4
#else
        .p2align 2
#endif
        .globl  \name
        PRIVATE \name
\name:
#if defined(__ARM_FEATURE_BTI_DEFAULT)
        hint    #34                     /* bti c */
#endif
.endm

.macro LOAD_STATE
        ldp     L0, L1, [STATE]
        ldp     L2, L3, [STATE, #16]
        ldr     L4, [STATE, #32]
.endm

.macro STORE_STATE
        stp     L0, L1, [STATE]
        stp     L2, L3, [STATE, #16]
        str     L4, [STATE, #32]
.endm

/* ---- The permutation ------------------------------------------------------------------------- */

/* `constant` is any second operand of eor; T2 may be it, since that is written later. */
.macro ROUND constant:vararg
        eor     L2, L2, \constant
        eor     T0, L3, L4              /* e = x3 ^ x4 */
        eor     L3, L3, L1
        eor     T1, L2, L1              /* g = x1 ^ x2 ^ constant */
        orr     T2, L0, T0
        and     L2, L4, T0
        orr     L3, L3, T1
        eor     L2, L2, T1              /* y2 = (x4 & e) ^ g, complemented */
        eor     L0, L0, L4              /* a = x0 ^ x4 */
        eor     L4, T2, T1              /* y3 = (x0 | e) ^ g */
        eor     T1, L0, T1
        eor     T2, L3, L0              /* y1 = (g | (x1 ^ x3)) ^ a */
        orr     T1, T1, L1
        eor     L3, L4, L4, ror #10
        bic     L0, L1, L0
        eor     T1, T1, T0              /* y0 = ((a ^ g) | x1) ^ e */
        eor     L1, T2, T2, ror #61
        eor     L0, L0, T0              /* y4 = (x1 & ~a) ^ e */
        eor     T0, L2, L2, ror #1
        eor     L3, L3, L4, ror #17     /* x3 */
        eor     L4, L0, L0, ror #7
        eon     L2, T0, L2, ror #6      /* x2 */
        eor     T0, T1, T1, ror #19
        eor     L4, L4, L0, ror #41     /* x4 */
        eor     L1, L1, T2, ror #39     /* x1 */
        eor     L0, T0, T1, ror #28     /* x0 */
.endm

#if ASCON_UNROLL_LOOPS

/* What the last `rounds` rounds need in registers. */
.macro PREPARE rounds
        .if     \rounds >= 11
        mov     KE1, #0xe1
        .endif
        .if     \rounds >= 3
        mov     KD2, #0xd2
        .endif
        .if     \rounds >= 2
        mov     KB4, #0xb4
        .endif
        .if     \rounds >= 7
        mov     KA5, #0xa5
        .endif
        mov     K96, #0x96
        .if     \rounds >= 5
        mov     K87, #0x87
        .endif
.endm

.macro ROUND_12
        ROUND   #0xf0
.endm
.macro ROUND_11
        ROUND   KE1
.endm
.macro ROUND_10
        ROUND   KD2
.endm
.macro ROUND_9                          /* no register is left for this one */
        mov     T2, #0xc3
        ROUND   T2
.endm
.macro ROUND_8
        ROUND   KB4
.endm
.macro ROUND_7
        ROUND   KA5
.endm
.macro ROUND_6
        ROUND   K96
.endm
.macro ROUND_5
        ROUND   K87
.endm
.macro ROUND_4
        ROUND   #0x78
.endm
.macro ROUND_3
        ROUND   KD2, lsr #1             /* 69 */
.endm
.macro ROUND_2
        ROUND   KB4, lsr #1             /* 5a */
.endm
.macro ROUND_1
        ROUND   K96, lsr #1             /* 4b */
.endm

.macro ROUNDS rounds
        .irp    left, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
        .if     \left <= \rounds
        ROUND_\left
        .endif
        .endr
.endm

BEGIN ASSEMBLER_NAME(ascon_aarch64_rounds)
        LOAD_STATE
        PREPARE 12
        .irp    left, 12, 8, 6, 11, 10, 9, 7, 5, 4, 3, 2, 1
        cmp     w1, #\left
        b.eq    \left\()f
        .endr
        sub     w1, w1, #12             /* the rare others, constants 15 * (left - 12) */
        lsl     w2, w1, #4
        sub     w1, w2, w1
0:      ROUND   x1
        subs    w1, w1, #15
        b.gt    0b
        .irp    left, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
\left:  ROUND_\left
        .endr
        STORE_STATE
        ret
END ASSEMBLER_NAME(ascon_aarch64_rounds)

#else

.macro PREPARE rounds
.endm

/* COUNT has the constant from bit 8 on, where a shifted operand takes it from, and below that 0x7f
 * plus the rounds that are left: bit 7 is clear when none is. One subtraction counts both down. */
.macro ROUNDS rounds
        mov     COUNT, #((15 << 8 | 1) * \rounds + (60 << 8 | 0x7f))
0:      ROUND   COUNT, lsr #8
        sub     COUNT, COUNT, #(15 << 8 | 1)
        tbnz    COUNT, #7, 0b
.endm

#if AARCH64_SMALLEST
/* The second argument is what COUNT holds. Changes x1 and x5 to x12 alone. */
BEGIN ASSEMBLER_NAME(ascon_aarch64_rounds_from)
        LOAD_STATE
0:      ROUND   x1, lsr #8
        sub     x1, x1, #(15 << 8 | 1)
        tbnz    x1, #7, 0b
        STORE_STATE
        ret
END ASSEMBLER_NAME(ascon_aarch64_rounds_from)
#endif

/* Smallest, for 1 to 16 rounds: the constant is 15 * ((left + 3) % 16 + 1). */
BEGIN ASSEMBLER_NAME(ascon_aarch64_rounds)
        LOAD_STATE
        mov     w2, #15
0:      add     w3, w1, #3
        and     w3, w3, #15
        madd    w3, w3, w2, w2
        ROUND   x3
        subs    w1, w1, #1
        b.gt    0b
        STORE_STATE
        ret
END ASSEMBLER_NAME(ascon_aarch64_rounds)

#endif

/* ---- Block loops ----------------------------------------------------------------------------- */

#if ASCON_INLINE_PERM

/* Loads (`access` ld) or stores (st) a and, unless blank, b: the words at byte `at` of a block. The
 * first access moves the pointer to the next block. */
.macro MEMORY access, pointer, rate, at, a, b
        .if     \at == 0
        .ifb    \b
        \access\()r \a, [\pointer], #\rate
        .else
        \access\()p \a, \b, [\pointer], #\rate
        .endif
        .else
        .ifb    \b
        \access\()r \a, [\pointer, #\at - \rate]
        .else
        \access\()p \a, \b, [\pointer, #\at - \rate]
        .endif
        .endif
.endm

/* One word of data at the state. Then the output is in `lane`, or in `data` if big-endian. */
.macro MIX_absorb_le lane, data
        eor     \lane, \lane, \data
.endm
.macro MIX_encrypt_le lane, data
        eor     \lane, \lane, \data
.endm
.macro MIX_decrypt_le lane, data
        eor     \lane, \lane, \data
.endm
.macro MIX_squeeze_le lane, data
.endm
.macro MIX_absorb_be lane, data
        rev     \data, \data
        eor     \lane, \lane, \data
.endm
.macro MIX_encrypt_be lane, data
        rev     \data, \data
        eor     \lane, \lane, \data
        rev     \data, \lane
.endm
.macro MIX_decrypt_be lane, data
        rev     T2, \lane
        rev     \lane, \data
        eor     \data, \data, T2
.endm
.macro MIX_squeeze_be lane, data
        rev     \data, \lane
.endm

/* Lane a and, unless blank, lane b, with the data at byte `at` of a block. */
.macro LANES op, rate, order, at, a, b, data_a, data_b
        .ifnc   \op, squeeze
        MEMORY  ld, IN, \rate, \at, \data_a, \data_b
        .endif
        MIX_\op\()_\order \a, \data_a
        .ifnb   \b
        MIX_\op\()_\order \b, \data_b
        .endif
        .ifnc   \op, absorb
        .ifc    \order, le
        MEMORY  st, OUT, \rate, \at, \a, \b
        .else
        MEMORY  st, OUT, \rate, \at, \data_a, \data_b
        .endif
        .endif
        .ifc    \op\()_\order, decrypt_le
        mov     \a, \data_a
        .ifnb   \b
        mov     \b, \data_b
        .endif
        .endif
.endm

.macro PAIR op, rate, order, at, a, b
        .if     \rate > \at + 8
        LANES   \op, \rate, \order, \at, \a, \b, T0, T1
        .elseif \rate > \at
        LANES   \op, \rate, \order, \at, \a, , T0
        .endif
.endm

.macro BLOCK op, rate, order
        PAIR    \op, \rate, \order, 0, L0, L1
        PAIR    \op, \rate, \order, 16, L2, L3
        PAIR    \op, \rate, \order, 32, L4
.endm

/* The flags of the subtraction survive the rounds. Squeezing leaves the last block: hi, not hs. */
.macro BLOCK_FUNCTION name, op, rate, rounds, order
        BEGIN   \name
        LOAD_STATE
        PREPARE \rounds
        sub     LEFT, LEFT, #\rate
1:      BLOCK   \op, \rate, \order
#if ASCON_UNROLL_LOOPS
        subs    LEFT, LEFT, #\rate
#endif
        ROUNDS  \rounds
#if !ASCON_UNROLL_LOOPS
        subs    LEFT, LEFT, #\rate
#endif
        .ifc    \op, squeeze
        b.hi    1b
        .else
        b.hs    1b
        .endif
        STORE_STATE
        add     x0, LEFT, #\rate
        ret
        END     \name
.endm

#elif AARCH64_SMALLEST

/* ---- Whole strings, for the smallest code ---------------------------------------------------- */

/* Byte by byte. A block that is full is permuted at once, the last one of an output is not.
 * Registers that ascon_aarch64_rounds_from keeps: */
#define TO x2
#define FROM x3
#define BYTES x4
#define OPERATION w13
#define OFFSET x14
#define RETURN x15

/* Between permutations. */
#define SUM w5
#define DATA w6
#define PLACE x7 /* of the byte in the state; of v1.2, bytes of a word go the other way */

/* Operations as enum operation of params.h counts them: 1 squeezes, 3 decrypts. */
.macro IF_SQUEEZING crypts, target
        .if     \crypts
        cmp     OPERATION, #1
        b.eq    \target
        .else
        cbnz    OPERATION, \target
        .endif
.endm

.macro STATE_BYTE access, byte, order
        .ifc    \order, le
        \access\()b \byte, [STATE, OFFSET]
        .else
        \access\()b \byte, [STATE, PLACE]
        .endif
.endm

/* void name(state *s, operation op, uint8_t *out, const uint8_t *in, size_t n) */
.macro STRING_FUNCTION name, rate, rounds, order, squeezes, crypts
        BEGIN   \name
        mov     RETURN, x30
        mov     OPERATION, w1
1:      mov     OFFSET, #0
2:
        .ifc    \order, be
        eor     PLACE, OFFSET, #7
        .endif
        subs    BYTES, BYTES, #1
        b.lo    5f
        STATE_BYTE ldr, SUM, \order
        .if     \squeezes
        IF_SQUEEZING \crypts, 4f
        .endif
        ldrb    DATA, [FROM], #1
        eor     SUM, SUM, DATA
        .if     \crypts
        cmp     OPERATION, #3
        csel    DATA, DATA, SUM, eq
        STATE_BYTE str, DATA, \order
        cbz     OPERATION, 3f
        strb    SUM, [TO], #1
        .else
        STATE_BYTE str, SUM, \order
        .endif
3:      add     OFFSET, OFFSET, #1
        cmp     OFFSET, #\rate
        b.ne    2b
        mov     w1, #((15 << 8 | 1) * \rounds + (60 << 8 | 0x7f))
        bl      ASSEMBLER_NAME(ascon_aarch64_rounds_from)
        b       1b
        .if     \squeezes
4:      strb    SUM, [TO], #1
        cbnz    BYTES, 3b
        .endif
5:
        .if     \squeezes
        IF_SQUEEZING \crypts, 6f
        .endif
        STATE_BYTE ldr, SUM, \order
        .ifc    \order, le
        eor     SUM, SUM, #0x01
        .else
        eor     SUM, SUM, #0x80
        .endif
        STATE_BYTE str, SUM, \order
6:      ret     RETURN
        END     \name
.endm

#define STRINGS_IN_ASSEMBLY
#endif

#if ASCON_INLINE_PERM || AARCH64_SMALLEST
#define BLOCKS ascon_aarch64_
#include "../functions.inc"
#endif

#endif

#include "../../platform/object_marks.inc"
