/*
 * Block loops for Arm processors with 16-bit Thumb instructions only: see functions.h.
 *
 * Instruction set  Armv6-M (on other processors: the Thumb part of Armv6).
 * Registers        The state is where armv6m_rounds.S has it. While data passes: r0 points to it,
 *                  r2 and r5 are a word of it, r6 and r7 temporaries.
 * Stack            64 bytes: the caller's registers, the arguments, and three halves of words while
 *                  data passes.
 * Clobbers         r0-r3, r12, flags; they hold no state on return.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "../../../ascon_config.h"

#include "config.h"

#if ASCON_HAVE_armv6m && ASCON_INLINE_PERM && !ASCON_PRINT_STATE


        .syntax unified
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
        .arch armv6-m
#else
        .arch armv6
#endif
        .thumb

/* Exchanges the upper half of each 2n-bit field of r2 with the lower half of that of r5. `mask` has
   the lower halves. Clobbers r6, r7, flags. */
.macro  DELTA_SWAP n, mask
        ldr     r7, =\mask
        lsrs    r6, r2, #\n
        eors    r6, r5
        ands    r6, r7
        eors    r5, r6
        lsls    r6, r6, #\n
        eors    r2, r6
.endm
/* The same with n = 16, where uxth takes the place of the mask. Clobbers r6, flags. */
.macro  DELTA_SWAP16
        lsrs    r6, r2, #16
        eors    r6, r5
        uxth    r6, r6
        eors    r5, r6
        lsls    r6, r6, #16
        eors    r2, r6
.endm

/* r2, r5: from low and high half to even and odd bits. See interleave() in core/state/interleave.h. */
.macro  INTERLEAVE_HERE
        DELTA_SWAP16
        DELTA_SWAP 8, 0x00ff00ff
        DELTA_SWAP 4, 0x0f0f0f0f
        DELTA_SWAP 2, 0x33333333
        DELTA_SWAP 1, 0x55555555
.endm
/* The reverse: the same steps backwards. */
.macro  DEINTERLEAVE_HERE
        DELTA_SWAP 1, 0x55555555
        DELTA_SWAP 2, 0x33333333
        DELTA_SWAP 4, 0x0f0f0f0f
        DELTA_SWAP 8, 0x00ff00ff
        DELTA_SWAP16
.endm

/* INTERLEAVE and DEINTERLEAVE, for a word that enters or leaves in r2 and r5: nothing if the state
   is not interleaved, or the data is so already; inlined; or a call, within the file. Clobber r6,
   r7, lr, flags. */
#if !ASCON_ARMV6M_INTERLEAVE || ASCON_EXTERN_BI
.macro  INTERLEAVE
.endm
.macro  DEINTERLEAVE
.endm
#elif ASCON_INLINE_BI
.macro  INTERLEAVE
        INTERLEAVE_HERE
.endm
.macro  DEINTERLEAVE
        DEINTERLEAVE_HERE
.endm
#else
.macro  INTERLEAVE
        bl      interleave
.endm
.macro  DEINTERLEAVE
        bl      deinterleave
.endm
        .section .text.ascon_armv6m_interleave, "ax", %progbits
        .p2align 2
        .type   interleave, %function
        .thumb_func
interleave:
        INTERLEAVE_HERE
        bx      lr
        .ltorg
        .section .text.ascon_armv6m_deinterleave, "ax", %progbits
        .p2align 2
        .type   deinterleave, %function
        .thumb_func
deinterleave:
        DEINTERLEAVE_HERE
        bx      lr
        .ltorg
#endif

/* The permutation of armv6m_rounds.S, with the state in registers: an entry for each number of
   rounds; or r6 says where in the bytes of the constants to begin, two to a round; or r6 is the
   first constant, 0x4b for one round and 15 more for each round before it. */
#if ASCON_UNROLL_LOOPS
.macro  PERMUTE rounds
        bl      ascon_armv6m_permute_\rounds
.endm
#elif ASCON_ARMV6M_INTERLEAVE
.macro  PERMUTE rounds
        movs    r6, #2 * \rounds
        bl      ascon_armv6m_permute
.endm
#else
.macro  PERMUTE rounds
        movs    r6, #15 * \rounds + 0x3c
        bl      ascon_armv6m_permute
.endm
#endif

/* Offsets from sp while data passes. Above three halves of words, which make room for pointers and
   temporaries, are the arguments that ascon_armv6m_enter has pushed: state, out, in, bytes left. */
#define WORDS_2_3_4 r0, r5, r7
#define WORD_4 0
#define WORD_2 4
#define WORD_3 8
#define OUT 16
#define IN 20
#define LEFT 24
/* The same while the state is in registers. */
#define LEFT_HERE 12

/* The halves of word i into r2 and r5, without the complement that words 0, 2 and 4 have in
   registers. */
.macro  GET i
.if     \i == 0
        mvns    r2, r1
        mov     r5, r8
        mvns    r5, r5
.elseif \i == 1
        mov     r2, r3
        mov     r5, r4
.elseif \i == 2
        ldr     r2, [sp, #WORD_2]
        mov     r5, r9
        mvns    r2, r2
        mvns    r5, r5
.elseif \i == 3
        ldr     r2, [sp, #WORD_3]
        mov     r5, r10
.else
        ldr     r2, [sp, #WORD_4]
        mov     r5, r11
        mvns    r2, r2
        mvns    r5, r5
.endif
.endm

/* Adds r2 and r5 to word i; a complemented word stays so. Clobbers r6, flags. A half on the stack
   and a half in a high register have to pass through r6. */
.macro  ADD_HALF_ON_STACK place
        ldr     r6, [sp, #\place]
        eors    r6, r2
        str     r6, [sp, #\place]
.endm
.macro  ADD_HIGH_HALF high
        mov     r6, \high
        eors    r6, r5
        mov     \high, r6
.endm
.macro  ADD i
.if     \i == 0
        eors    r1, r2
        ADD_HIGH_HALF r8
.elseif \i == 1
        eors    r3, r2
        eors    r4, r5
.elseif \i == 2
        ADD_HALF_ON_STACK WORD_2
        ADD_HIGH_HALF r9
.elseif \i == 3
        ADD_HALF_ON_STACK WORD_3
        ADD_HIGH_HALF r10
.else
        ADD_HALF_ON_STACK WORD_4
        ADD_HIGH_HALF r11
.endif
.endm

/* The next 8 bytes from r0 into the halves r2 and r5; and from there to r0. Each moves r0 on. With
   ldm and stm, addresses are multiples of 4: backend.h. Clobber what INTERLEAVE does. */
.macro  LOAD order
        ldm     r0!, {r2, r5}
        REVERSE_IF_\order
        INTERLEAVE
.endm
.macro  STORE order
        DEINTERLEAVE
        REVERSE_IF_\order
        stm     r0!, {r2, r5}
.endm
/* Between the byte order of the data and words: the first half holds the low 32 bits. */
.macro  REVERSE_IF_le
.endm
.macro  REVERSE_IF_be
        rev     r6, r2
        rev     r2, r5
        mov     r5, r6
.endm

/* The first n words of the state take a block of input, or give a block of output. The pointer
   moves on, in r0 and then on the stack. */
.macro  ABSORB_WORDS n, order
        ldr     r0, [sp, #IN]
        EACH_WORD ABSORB_WORD, \n, \order
        str     r0, [sp, #IN]
.endm
.macro  SQUEEZE_WORDS n, order
        ldr     r0, [sp, #OUT]
        EACH_WORD SQUEEZE_WORD, \n, \order
        str     r0, [sp, #OUT]
.endm
/* A macro for words 0 to n - 1. */
.macro  EACH_WORD what, n, order
        \what   0, \order
.if     \n > 1
        \what   1, \order
.endif
.if     \n > 2
        \what   2, \order
.endif
.if     \n > 3
        \what   3, \order
.endif
.if     \n > 4
        \what   4, \order
.endif
.endm
.macro  ABSORB_WORD i, order
        LOAD    \order
        ADD     \i
.endm
.macro  SQUEEZE_WORD i, order
        GET     \i
        STORE   \order
.endm
/* The text is state ^ ciphertext, and the state becomes the ciphertext. Word by word, since the
   output may be the input, and r0 serves as both pointers. */
.macro  DECRYPT_WORD i, order
        ldr     r0, [sp, #IN]
        LOAD    \order
        str     r0, [sp, #IN]
        DECRYPT \i
        ldr     r0, [sp, #OUT]
        STORE   \order
        str     r0, [sp, #OUT]
.endm

/* Replaces word i by r2 and r5, and these by the difference. For a complemented word, r2 and r5 are
   complemented first: then both are right. */
.macro  DECRYPT_HALF x, half
        mov     r6, \x
        mov     \x, \half
        eors    \half, r6
.endm
.macro  DECRYPT_HALF_ON_STACK place
        ldr     r6, [sp, #\place]
        str     r2, [sp, #\place]
        eors    r2, r6
.endm
.macro  DECRYPT i
.if     \i % 2 == 0
        mvns    r2, r2
        mvns    r5, r5
.endif
.if     \i == 0
        DECRYPT_HALF r1, r2
        DECRYPT_HALF r8, r5
.elseif \i == 1
        DECRYPT_HALF r3, r2
        DECRYPT_HALF r4, r5
.elseif \i == 2
        DECRYPT_HALF_ON_STACK WORD_2
        DECRYPT_HALF r9, r5
.elseif \i == 3
        DECRYPT_HALF_ON_STACK WORD_3
        DECRYPT_HALF r10, r5
.else
        DECRYPT_HALF_ON_STACK WORD_4
        DECRYPT_HALF r11, r5
.endif
.endm

/* What happens to a block of n words, by operation. Encryption adds the text first: the ciphertext
   is what the state then holds. */
.macro  DATA_absorb n, order
        ABSORB_WORDS \n, \order
.endm
.macro  DATA_squeeze n, order
        SQUEEZE_WORDS \n, \order
.endm
.macro  DATA_encrypt n, order
        ABSORB_WORDS \n, \order
        SQUEEZE_WORDS \n, \order
.endm
.macro  DATA_decrypt n, order
        EACH_WORD DECRYPT_WORD, \n, \order
.endm

/* A function of functions.h: blocks while at least rate + MORE bytes are left. That number is taken
   off the bytes left until the end, so that a borrow tells. The first block is not asked for: the
   caller has it. The jump back is a b, as a conditional one may not reach. */
.macro  BLOCK_FUNCTION name, op, rate, rounds, order
        .set    MORE, 0
        .ifc    \op, squeeze
        .set    MORE, 1                 /* leaves the last block */
        .endif
        .section .text.\name, "ax", %progbits
        .p2align 2
        .global \name
        .hidden \name
        .type   \name, %function
        .thumb_func
\name:
        push    {r4-r7, lr}
        bl      ascon_armv6m_enter
        ldr     r6, [sp, #LEFT_HERE]
        subs    r6, #\rate + MORE
1:      str     r6, [sp, #LEFT_HERE]
        push    {WORDS_2_3_4}
        DATA_\op \rate / 8, \order
        pop     {WORDS_2_3_4}
        PERMUTE \rounds
        ldr     r6, [sp, #LEFT_HERE]
        subs    r6, #\rate
        blo     2f
        b       1b
2:      adds    r6, #\rate + MORE
        str     r6, [sp, #LEFT_HERE]
        bl      ascon_armv6m_leave
        .ltorg
        .size   \name, . - \name
.endm

#define ASSEMBLER_NAME(name) name
#define BLOCKS ascon_armv6m_
#include "../functions.inc"

#endif

#include "../../platform/object_marks.inc"
