/* Ascon for ARM state, Armv6. ../arm32_rounds.inc and ../arm32_blocks.inc are what it shares with
   Thumb-2; the former describes registers, stack and the tricks of both.

   The tricks of ARM state. It has no ORN, which would spare the S-box its complement. Instead words
   stay complemented: an AND of words that are complemented or not is always one AND, ORR or BIC,
   and the assembler keeps account (NOT0 to NOT4). Rolled rounds of interleaved words keep x2
   complemented from one round to the next. In unrolled rounds, complements travel: complementing x0
   before two of the first four rounds, and x3 before the sixth, lets the state be true at the ends
   and where 8 rounds begin: 3 of 12 complements remain. The places are the result of a search.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_armv6
#define ARM32_PREFIX ascon_armv6
#define ARM32_SECTION .text.ascon_armv6
#define ARM32_INTERLEAVE ASCON_ARMV6_INTERLEAVE
#define ARM32_ENTRY_BIT 0 /* ARM state */
#define XOR eor

/* The smallest code leaves the arguments of PREFIX_rounds where they are. */
#if ASCON_INLINE_PERM || ASCON_UNROLL_LOOPS
#define T0 r0
#define T1 r1
#define PLACE r12
#else
#define T0 r12
#define T1 lr
#define PLACE r1
#define STATE r0
#endif

        .syntax unified
        .arm

/* ---- Complemented words --------------------------------------------------------------------- */

/* The account of complements, kept by the assembler: NOTi is 1 where both halves of word i are kept
   complemented. Between blocks and outside the rounds, all words are true. */
.macro ALL_TRUE
        .set    NOT0, 0
        .set    NOT1, 0
        .set    NOT2, 0
        .set    NOT3, 0
        .set    NOT4, 0
.endm

/* Complements word i, whose halves are a and b, and enters it into the account. */
.macro COMPLEMENT i, a, b
        mvn     \a, \a
        mvn     \b, \b
        .set    NOT\i, NOT\i ^ 1
.endm

/* d = n & m, complemented if both of them are; p and q say that n and m are complemented. By De
   Morgan's laws it is one instruction in every case. */
.macro JOIN_AND d, n, p, m, q
        .if     (\p) & (\q)
        orr     \d, \n, \m
        .elseif (\p)
        bic     \d, \m, \n
        .elseif (\q)
        bic     \d, \n, \m
        .else
        and     \d, \n, \m
        .endif
.endm

/* d = n | m, complemented if one of them is. */
.macro JOIN_OR d, n, p, m, q
        .if     (\p) & (\q)
        and     \d, \n, \m
        .elseif (\p)
        bic     \d, \n, \m
        .elseif (\q)
        bic     \d, \m, \n
        .else
        orr     \d, \n, \m
        .endif
.endm

/* ---- Rounds --------------------------------------------------------------------------------- */

/* The S-box on one half: 15 operations. Leaves y0 in x2, y1 in x3, y2 in x4, y3 in x0, y4 in e; x1
   and a are free then. No temporary is needed but a and e, which may be registers that an earlier
   half has left free. The third and fifth arguments of JOIN say what of the operands is complemented,
   in terms of NOT0 to NOT4: a XOR is complemented if one of its words is. */
.macro SUBSTITUTE x0, x1, x2, x3, x4, a, e
        eor     \x2, \x2, \x1           /* g = x1 ^ x2 */
        eor     \a, \x0, \x4            /* a = x0 ^ x4 */
        eor     \e, \x3, \x4            /* e = x3 ^ x4 */
        JOIN_AND \x4, \x4, NOT4, \e, (NOT3 ^ NOT4)
        eor     \x4, \x4, \x2           /* y2 = ~((x4 & e) ^ g), complemented */
        eor     \x3, \x3, \x1
        JOIN_OR \x3, \x3, (NOT1 ^ NOT3), \x2, (NOT1 ^ NOT2)
        eor     \x3, \x3, \a            /* y1 = (g | (x1 ^ x3)) ^ a */
        JOIN_OR \x0, \x0, NOT0, \e, (NOT3 ^ NOT4)
        eor     \x0, \x0, \x2           /* y3 = (x0 | e) ^ g */
        eor     \x2, \x2, \a
        JOIN_OR \x2, \x2, (NOT0 ^ NOT1 ^ NOT2 ^ NOT4), \x1, NOT1
        eor     \x2, \x2, \e            /* y0 = ((a ^ g) | x1) ^ e */
        JOIN_AND \x1, \x1, NOT1, \a, (1 ^ NOT0 ^ NOT4)
        eor     \e, \e, \x1             /* y4 = (x1 & ~a) ^ e */
.endm

/* What SUBSTITUTE does to the account: the words of the results, in terms of those before. Each
   line is the formula of the S-box on "is complemented" instead of on words. */
.macro SUBSTITUTE_ACCOUNT
        .set    TRUE_G, NOT1 ^ NOT2
        .set    TRUE_A, NOT0 ^ NOT4
        .set    TRUE_E, NOT3 ^ NOT4
        .set    NEW0, ((TRUE_A ^ TRUE_G) | NOT1) ^ TRUE_E
        .set    NEW1, ((NOT1 ^ NOT3) | TRUE_G) ^ TRUE_A
        .set    NEW2, 1 ^ (NOT4 & TRUE_E) ^ TRUE_G
        .set    NEW3, (NOT0 | TRUE_E) ^ TRUE_G
        .set    NEW4, (NOT1 & (1 ^ TRUE_A)) ^ TRUE_E
        .set    NOT0, NEW0
        .set    NOT1, NEW1
        .set    NOT2, NEW2
        .set    NOT3, NEW3
        .set    NOT4, NEW4
.endm

/* Half B finds its temporaries in T0 and in r4, which half A freed. */
.macro S_BOX
        SUBSTITUTE r2, r4, r6, r8, r10, T0, T1
        SUBSTITUTE r3, r5, r7, r9, r11, r4, T0
        SUBSTITUTE_ACCOUNT
.endm

#if ARM32_INTERLEAVE

/* The even bits, and the odd ones shifted left by one, with the bit at the end that says "last". x2
   is complemented from one round to the next, which costs nothing if the constants are, too. */
.macro CONSTANT_WORDS
        .word   ~EVEN, ~(ODD << 1) & ~1 | (LAST & 1)
.endm

.macro ROLLED_ROUNDS last
        COMPLEMENT 2, r6, r7
.Lrolled_\last:
        ldm     PLACE!, {T0, T1}
        eor     r6, r6, T0
        eors    r7, r7, T1, asr #1      /* carry: the bit that says "last"; the sign fills up */
        .set    NOT2, NOT2 ^ 1
        LAYERS
        bcc     .Lrolled_\last
        COMPLEMENT 2, r6, r7
.endm

#else

/* The upper nibble of a constant is `left` + 3, the lower one its complement: no table. */
.macro ROLLED_ROUNDS last
.Lrolled_\last:
        mov     T0, #0x3f000000         /* the constant in the highest byte: 3 + left, and ones */
        add     T0, T0, PLACE, lsl #28
        eor     T0, T0, T0, lsr #4      /* the lower nibble: the complement of the upper one */
        eor     r6, r6, T0, lsr #24
        LAYERS
        COMPLEMENT 2, r6, r7
        NEXT_ROUND \last
.endm

#endif

/* from_n is for a state that is true. Where words are complemented between two rounds, it is a piece
   of code after the end that complements them first and then jumps in (.Lleft_n). */
.macro UNROLLED_ROUNDS from
        .irp    left, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
        /* which words are complemented before this round, a bit for each */
        .set    AT_\left, NOT0 | NOT1 << 1 | NOT2 << 2 | NOT3 << 3 | NOT4 << 4
        .if     AT_\left == 0
        .type   \from\()_\left, %function
\from\()_\left:
.Lentry_\left:
        .endif
.Lleft_\left:
        /* the complements that the search has found */
        .if     (\left == 11) || (\left == 9)
        COMPLEMENT 0, r2, r3
        .elseif \left == 7
        COMPLEMENT 3, r8, r9
        .endif
        UNROLLED_ROUND \left
        .endr
        .if     NOT0 | NOT1 | NOT2 | NOT3 | NOT4 /* COMPLEMENT is at wrong places */
        .error  "words are left complemented"
        .endif
.Lend:
        bx      lr
        /* the entries where words are complemented */
        .irp    left, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
        .if     AT_\left
        .type   \from\()_\left, %function
\from\()_\left:
.Lentry_\left:
        .if     AT_\left & 1
        COMPLEMENT 0, r2, r3
        .endif
        .if     AT_\left & 2
        COMPLEMENT 1, r4, r5
        .endif
        .if     AT_\left & 4
        COMPLEMENT 2, r6, r7
        .endif
        .if     AT_\left & 8
        COMPLEMENT 3, r8, r9
        .endif
        .if     AT_\left & 16
        COMPLEMENT 4, r10, r11
        .endif
        b       .Lleft_\left
        .endif
        .endr
        ALL_TRUE
.endm

        ALL_TRUE

#include "../arm32_rounds.inc"

#if ASCON_INLINE_PERM

/* ---- Block loops ---------------------------------------------------------------------------- */

/* The masks of conversions are loaded into a register, and stay there for some words. */
.macro SET_MASK mask, bits
        ldr     \mask, =\bits
.endm

.macro AND_MASK d, mask, bits
        and     \d, \d, \mask
.endm

/* That register is r12 where r0 and r1 are busy: the data pointer is on the stack meanwhile. */
.macro KEEP_POINTER
        str     r12, [sp, #8]
.endm

.macro TAKE_POINTER
        ldr     r12, [sp, #8]
.endm

.macro POINTER_AFTER_MASK
        TAKE_POINTER
.endm

/* Exchanges of half words: with PKHBT and PKHTB. */
#define EXCHANGED(spare, low) spare

.macro EXCHANGE spare, low, high
        PACK    \spare, \high, \low, \high
.endm

.macro EXCHANGE_BACK a, b, low, high
        PACK    \a, \b, \low, \high
.endm

#include "../arm32_blocks.inc"

/* All functions: calls of BLOCK_FUNCTION. */
#define BLOCKS ascon_armv6_
#include "../functions.inc"

#endif
#endif

#include "../../platform/object_marks.inc"
