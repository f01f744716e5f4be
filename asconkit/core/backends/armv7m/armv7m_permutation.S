/* Ascon for Thumb-2. ../arm32_rounds.inc and ../arm32_blocks.inc are what it shares with ARM state;
   the former describes registers, stack and the tricks of both.

   The tricks of Thumb-2. ORN spares the S-box its complement: y2 = (x3 | ~x4) ^ x1 ^ x2. Operations
   on r0-r7 that set flags have encodings of two bytes; all that a round uses leave the carry as it
   is. Masks are immediates, so that conversions need no register for them.

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_armv7m
#define ARM32_PREFIX ascon_armv7m
#define ARM32_SECTION .text.ascon_armv7m
#define ARM32_INTERLEAVE ASCON_ARMV7M_INTERLEAVE
#define ARM32_ENTRY_BIT 1 /* Thumb state */
#define XOR eors /* two bytes on r0-r7 */
#define T0 r0
#define T1 r1
#define STATE lr

        .syntax unified
        .thumb

/* ---- Rounds --------------------------------------------------------------------------------- */

/* The S-box on one half: 15 operations. Leaves y0 in x2, y1 in x3, y2 in x4, y3 in x0, y4 in e; x1
   and a are free then. No temporary is needed but a and e, which may be registers that an earlier
   half has left free. */
.macro SUBSTITUTE x0, x1, x2, x3, x4, a, e
        eors    \x2, \x2, \x1           /* g = x1 ^ x2 */
        eor     \a, \x0, \x4            /* a = x0 ^ x4 */
        eor     \e, \x3, \x4            /* e = x3 ^ x4 */
        orn     \x4, \x3, \x4
        eors    \x3, \x3, \x1
        eors    \x4, \x4, \x2           /* y2 = (x3 | ~x4) ^ g */
        orrs    \x3, \x3, \x2
        orrs    \x0, \x0, \e
        eors    \x3, \x3, \a            /* y1 = (g | (x1 ^ x3)) ^ a */
        eors    \x0, \x0, \x2           /* y3 = (x0 | e) ^ g */
        eors    \x2, \x2, \a
        orrs    \x2, \x2, \x1
        bics    \x1, \x1, \a
        eors    \x2, \x2, \e            /* y0 = ((a ^ g) | x1) ^ e */
        eors    \e, \e, \x1             /* y4 = (x1 & ~a) ^ e */
.endm

/* Half B finds its temporaries in T0 and in r4, which half A freed. */
.macro S_BOX
        SUBSTITUTE r2, r4, r6, r8, r10, T0, T1
        SUBSTITUTE r3, r5, r7, r9, r11, r4, T0
.endm

#if ARM32_INTERLEAVE
#define PLACE r12

/* The even bits, and the odd ones shifted left by one, with the bit at the end that says "last". */
.macro CONSTANT_WORDS
        .word   EVEN, ODD << 1 | (LAST & 1)
.endm

.macro ROLLED_ROUNDS last
.Lrolled_\last:
        ldm     PLACE!, {T0, T1}
        eor     r6, r6, T0
        eors    r7, r7, T1, lsr #1      /* carry: the bit that says "last" */
        LAYERS
        bcc     .Lrolled_\last
.endm

#else
#define PLACE r1 /* and r12 while a round is busy */

/* The upper nibble of a constant is `left` + 3, the lower one its complement: no table. */
.macro ROLLED_ROUNDS last
.Lrolled_\last:
        mov     r12, PLACE              /* short encodings want r0-r7 */
        adds    r0, r1, #3
        mvns    r1, r0                  /* the lower nibble */
        bfi     r1, r0, #4, #4          /* the upper nibble */
        uxtb    r1, r1
        eors    r6, r6, r1
        LAYERS
        mov     PLACE, r12
        NEXT_ROUND \last
.endm

#endif

.macro UNROLLED_ROUNDS from
        .irp    left, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1
        .type   \from\()_\left, %function
\from\()_\left:
.Lentry_\left:
        UNROLLED_ROUND \left
        .endr
.Lend:
        bx      lr
.endm

#include "../arm32_rounds.inc"

#if ASCON_INLINE_PERM

/* ---- Block loops ---------------------------------------------------------------------------- */

.macro SET_MASK mask, bits
.endm

.macro AND_MASK d, mask, bits
        and     \d, \d, #\bits
.endm

.macro POINTER_AFTER_MASK
.endm

/* Rolled rounds need r12, where the data pointer is; neither unrolled rounds nor masks do. */
#if ASCON_UNROLL_LOOPS

.macro KEEP_POINTER
.endm

.macro TAKE_POINTER
.endm

#else

.macro KEEP_POINTER
        str     r12, [sp, #8]
.endm

.macro TAKE_POINTER
        ldr     r12, [sp, #8]
.endm

#endif

/* Exchanges of half words: with PKHBT and PKHTB, or in place with BFI where these are missing. */
#if defined(__ARM_FEATURE_DSP)

#define EXCHANGED(spare, low) spare

.macro EXCHANGE spare, low, high
        PACK    \spare, \high, \low, \high
.endm

.macro EXCHANGE_BACK a, b, low, high
        PACK    \a, \b, \low, \high
.endm

#else

#define EXCHANGED(spare, low) low

.macro EXCHANGE spare, low, high
        lsr     \spare, \low, #16
        bfi     \low, \high, #16, #16
        bfi     \high, \spare, #0, #16
.endm

/* With the swap of distance 8, which brings the words into a and b without moves. */
.macro EXCHANGE_BACK a, b, low, high
        EXCHANGE r0, \low, \high
        eor     r0, \low, \high, lsl #8
        and     r0, r0, #0xff00ff00
        .ifc    \high, \a               /* written last */
        eor     \b, \high, r0, lsr #8
        eor     \a, \low, r0
        .else
        eor     \a, \low, r0
        eor     \b, \high, r0, lsr #8
        .endif
        .set    BYTES_SWAPPED, 1
.endm

#endif

#include "../arm32_blocks.inc"

/* All functions: calls of BLOCK_FUNCTION. */
#define BLOCKS ascon_armv7m_
#include "../functions.inc"

#endif
#endif

#include "../../platform/object_marks.inc"
