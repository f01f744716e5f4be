/*
 * Ascon-p[rounds] and the block loops for AVR: one round, written out (ASCON_UNROLL_LOOPS=1). It
 * has 914 bytes of code, so "unrolled" means that no loop is inside it; the rounds are a loop.
 *
 *     void   ascon_avr_rounds(state *s, unsigned rounds);
 *     size_t ascon_avr_OP_RATE_ROUNDS_ORDER(state *s, uint8_t *out, const uint8_t *in,
 *                                           size_t n);
 *
 * Contract: functions.h. In memory, byte 8 * i + j of the state has bits 8 * j to 8 * j + 7 of
 * word i. 523 cycles per round, without MUL 534; 437 more for a call of ascon_avr_rounds, and about
 * 40 more, plus 3 to 6 per byte, for a block in the loops.
 *
 * The trick: the registers hold three words and what the S-box works with, so of the 40 bytes only
 * 16 are loaded and 16 are stored in the S-box, and again in the linear layer:
 *
 *     S-box          in registers x0 x1 x4, loaded x2 x3; out in registers y3 y4 y2, stored y0 y1
 *     linear layer   y2, store; y3, store; y4; load, y0; load, y1
 *
 * - x2, x3 and x4 are kept complemented: then the S-box needs one NOT, besides 15 operations.
 * - x ^ ror(x, a) ^ ror(x, b) takes two copies of x, rotated where they stand by the fewest bits in
 *   either direction; moving by whole bytes is a choice of registers. Where only 16 registers are
 *   free, the pointer to the frame is among them: it is made again from the stack pointer.
 * - Four bits to the left are a multiplication by 16, which leaves the copy as it is.
 *
 * Instruction set  AVR with MOVW; MUL if the processor has it.
 * Registers        r2-r9 x0, r10-r17 x1, r18-r25 x4, the others as named below.
 * Clobbers         those that the calling convention gives; r1 is 0 again on return.
 * Stack            61 bytes below the return address, for ascon_avr_rounds and for each loop: 18
 *                  for saved registers, 41 for the frame, 2 or 3 for a return address inside. The
 *                  frame is left with state in it.
 * Time             depends on lengths alone: AVR has no cache, and no branch and no address depends
 *                  on data.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_avr && ASCON_UNROLL_LOOPS
#include "avr_common.inc"

/* ---- Words of 8 registers ---- */

/* An array is its first register, plus 32 for each place that byte 0 stands further on; it goes
   around after 8 bytes, and after r31 comes r0. */
#define REG(array, i) ((((array) & 31) + (((i) + ((array) >> 5)) & 7)) & 31)

#define X0 2
#define X1 10
#define X4 50 /* r18-r25, one further on */
#define Y3 2
#define Y4 10
#define Y2 50
#define W_FURTHER 58
#define W 26 /* r26-r31, r0, r1: free in the linear layer; the product of MUL is in it */

/* The registers of W by name. r29:r28 points to the frame. */
#define C r30
#define D r0
#define T1 r1
#define T2 r31
#define CONSTANT r31
#define ZERO r30
#define SIXTEEN r31

/* ---- The frame ---- */

/* From where the stack pointer is inside of the rounds: their return address stands below. */
#define FRAME_CONSTANT (RETURN_BYTES + 1)
#define FRAME_X2 (RETURN_BYTES + 2)
#define FRAME_X3 (RETURN_BYTES + 10)
#define FRAME_Y0 (RETURN_BYTES + 18)
#define FRAME_Y1 (RETURN_BYTES + 26)
/* From where it is outside. */
#define FRAME_IN 34
#define FRAME_OUT 36
#define FRAME_LEFT 38
#define FRAME_STATE 40
#define FRAME_BYTES 41
#define FRAME_ROUNDS FRAME_LEFT

.macro FIND_FRAME
        in      r28, SPL
        in      r29, SPH
.endm

/* ---- Linear layer ---- */

.macro LOAD8 array, place
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        ldd     REG(\array, \i), Y + \place + \i
        .endr
.endm

.macro STORE8 place, array
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        std     Y + \place + \i, REG(\array, \i)
        .endr
.endm

/* Both stand equally far on. */
.macro COPY8 to, from
        .irp i, 0, 2, 4, 6
        movw    (((\to) & 31) + \i) & 31, (((\from) & 31) + \i) & 31
        .endr
.endm

/* to ^= from rotated left by `bytes` */
.macro ADD8 to, from, bytes
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        eor     REG(\to, \i + \bytes), REG(\from, \i)
        .endr
.endm

/* One bit to the right; bit 0 goes around by the T flag. */
.macro RIGHT1 array
        bst     REG(\array, 0), 0
        RIGHT8  \array
        bld     REG(\array, 7), 7
.endm

.macro RIGHT8 array
        .irp i, 7, 6, 5, 4, 3, 2, 1, 0
        ror     REG(\array, \i)
        .endr
.endm

/* One bit to the left, the same way. */
.macro LEFT1 array
        bst     REG(\array, 7), 7
        LEFT8   \array
        bld     REG(\array, 0), 0
.endm

/* Where there is a register for zero. */
.macro LEFT1_ZERO array
        LEFT8   \array
        adc     REG(\array, 0), ZERO
.endm

.macro LEFT8 array
        lsl     REG(\array, 0)
        .irp i, 1, 2, 3, 4, 5, 6, 7
        rol     REG(\array, \i)
        .endr
.endm

/* x0 ^= ror(x0, 19) ^ ror(x0, 28), which is x0 ^ ror(t, 28) with t = x0 ^ rol(x0, 9). */
.macro DIFFUSE0 x, t
        COPY8   \t, \x
        LEFT1_ZERO \t
        ADD8    \t, \x, 7               /* t, one byte from its place */
#ifdef __AVR_HAVE_MUL__
        ldi     SIXTEEN, 16
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        mul     REG(\t, \i), SIXTEEN
        eor     REG(\x, \i + 5), r0
        eor     REG(\x, \i + 6), r1
        .endr
#else
        LEFT1_ZERO \t
        LEFT1_ZERO \t
        LEFT1_ZERO \t
        LEFT1_ZERO \t
        ADD8    \x, \t, 5
#endif
.endm

/* x1 ^= ror(x1, 61) ^ ror(x1, 39) */
.macro DIFFUSE1 x, t
        COPY8   \t, \x
        LEFT1   \t
        ADD8    \x, \t, 3
        LEFT1   \t
        LEFT1   \t
        ADD8    \x, \t, 0
.endm

/* x2 ^= ror(x2, 1) ^ ror(x2, 6) */
.macro DIFFUSE2 x, t
        COPY8   \t, \x
        RIGHT1  \x
        ADD8    \x, \t, 0
        LEFT1   \t
        LEFT1   \t
        ADD8    \x, \t, 7
.endm

/* x3 ^= ror(x3, 10) ^ ror(x3, 17); `next` takes the bits that go around. */
.macro DIFFUSE3 x, t, next
        COPY8   \t, \x
        mov     \next, REG(\t, 0)
        ror     \next
        RIGHT8  \t
        ADD8    \x, \t, 6
        ror     \next
        RIGHT8  \t
        ADD8    \x, \t, 7
.endm

/* x4 = y4 ^ ror(y4, 7) ^ ror(y4, 41), into other registers: x4 stands one byte further on. */
.macro DIFFUSE4 x, y
        COPY8   \x, \y
        LEFT1_ZERO \x-32                 /* as if it stood with byte 0 first, like y */
        ADD8    \x, \y, 0
        RIGHT1  \y
        ADD8    \x, \y, 3
.endm

/* ---- S-box ---- */

/* Column j. A holds x4 and becomes x0 ^ x4. */
.macro COLUMN j, A
        ldd     C, Y + FRAME_X2 + \j
        .if \j == 0
        eor     C, CONSTANT
        subi    CONSTANT, 0x0f
        std     Y + FRAME_CONSTANT, CONSTANT
        .endif
        ldd     D, Y + FRAME_X3 + \j
        eor     C, REG(X1, \j)          /* g */
        eor     \A, REG(X0, \j)         /* a */
        mov     T1, \A
        eor     T1, C
        or      T1, REG(X1, \j)
        mov     T2, REG(X1, \j)
        eor     T2, D
        eor     D, REG(X4, \j)          /* e */
        eor     T1, D                   /* y0 = ((a ^ g) | x1) ^ e */
        and     T2, C
        eor     T2, \A                  /* y1 = (g | (x1 ^ x3)) ^ a */
        or      REG(X0, \j), D
        eor     REG(X0, \j), C          /* y3 = (x0 | e) ^ g */
        and     REG(X1, \j), \A
        com     D
        or      REG(X4, \j), D
        eor     REG(X4, \j), C          /* y2 = (x4 & e) ^ g */
        eor     REG(X1, \j), D          /* y4 = (x1 & ~a) ^ e */
        std     Y + FRAME_Y0 + \j, T1
        std     Y + FRAME_Y1 + \j, T2
.endm

.macro COLUMNS first, j, k
        movw    r26, REG(X4, \first)
        COLUMN  \j, 26+((\j+1)&1)
        COLUMN  \k, 26+((\k+1)&1)
.endm

/* ---- Rounds ---- */

/* The rounds of which the first has the constant in CONSTANT; they end after that with 4b. Called
   with the state in registers and in the frame. */
LOCAL_FUNCTION ascon_avr_round_loop
.Lround:
        FIND_FRAME
.Lround_with_frame:
        COLUMNS 7, 0, 7
        COLUMNS 1, 1, 2
        COLUMNS 3, 3, 4
        COLUMNS 5, 5, 6
        DIFFUSE2 Y2, W_FURTHER
        FIND_FRAME
        STORE8  FRAME_X2, Y2
        DIFFUSE3 Y3, 18, r0
        STORE8  FRAME_X3, Y3
        clr     ZERO
        DIFFUSE4 X4, Y4
        LOAD8   X0, FRAME_Y0
        DIFFUSE0 X0, X1
        LOAD8   X1, FRAME_Y1
        DIFFUSE1 X1, W
        FIND_FRAME
        ldd     CONSTANT, Y + FRAME_CONSTANT
        cpi     CONSTANT, 0x4b
        brlo    1f
        rjmp    .Lround_with_frame
        /* Past 4b, or among the first four of 16 rounds: 3c, 2d, 1e, 0f, and then f0. */
1:      cpi     CONSTANT, 0x3c
        breq    3f
        tst     CONSTANT
        brne    2f
        ldi     CONSTANT, 0xf0
2:      rjmp    .Lround_with_frame
3:      ret
END_FUNCTION ascon_avr_round_loop

/* ---- Entry and exit ---- */

/* Saves registers and makes the frame, with the arguments in it; loads the state. The return
   address has to be taken from under all that. */
LOCAL_FUNCTION ascon_avr_enter
#if RETURN_BYTES == 3
        pop     r0
#endif
        pop     r31
        pop     r30
        .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \r
        .endr
        FIND_FRAME
        sbiw    r28, FRAME_BYTES
        in      r26, SREG
        cli
        out     SPH, r29
        out     SREG, r26
        out     SPL, r28
        push    r30
        push    r31
#if RETURN_BYTES == 3
        push    r0
#endif
        std     Y + FRAME_IN, r20
        std     Y + FRAME_IN + 1, r21
        std     Y + FRAME_OUT, r22
        std     Y + FRAME_OUT + 1, r23
        std     Y + FRAME_LEFT, r18
        std     Y + FRAME_LEFT + 1, r19
        std     Y + FRAME_STATE, r24
        std     Y + FRAME_STATE + 1, r25
        movw    r26, r24
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        ld      REG(X0, \i), X+
        .endr
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        ld      REG(X1, \i), X+
        .endr
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        ld      r0, X+
        com     r0
        std     Y + FRAME_X2 - RETURN_BYTES + \i, r0
        .endr
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        ld      REG(X4, \i), X+
        com     REG(X4, \i)
        .endr
        ret
END_FUNCTION ascon_avr_enter

/* The reverse, and back to where the function was called from. r31:r30 is its result. */
LOCAL_FUNCTION ascon_avr_leave
        FIND_FRAME
        ldd     r26, Y + FRAME_STATE
        ldd     r27, Y + FRAME_STATE + 1
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        st      X+, REG(X0, \i)
        .endr
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        st      X+, REG(X1, \i)
        .endr
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        ldd     r0, Y + FRAME_X2 - RETURN_BYTES + \i
        com     r0
        st      X+, r0
        .endr
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        com     REG(X4, \i)
        st      X+, REG(X4, \i)
        .endr
        movw    r24, r30
        adiw    r28, FRAME_BYTES
        in      r26, SREG
        cli
        out     SPH, r29
        out     SREG, r26
        out     SPL, r28
        .irp r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \r
        .endr
        clr     r1
        ret
END_FUNCTION ascon_avr_leave

FUNCTION ascon_avr_rounds
        movw    r18, r22
        XCALL   ascon_avr_enter
        ldd     r30, Y + FRAME_ROUNDS
        FIRST_CONSTANT r31, r30
        XCALL   ascon_avr_round_loop
        XJMP    ascon_avr_leave
END_FUNCTION ascon_avr_rounds

#if ASCON_INLINE_PERM
/* ---- Blocks ---- */

.macro ABSORB array, i
        ld      r0, X+
        eor     REG(\array, \i), r0
.endm
.macro SQUEEZE array, i
        st      Z+, REG(\array, \i)
.endm
.macro ENCRYPT array, i
        ld      r0, X+
        eor     REG(\array, \i), r0
        st      Z+, REG(\array, \i)
.endm
.macro DECRYPT array, i
        ld      r0, X+
        eor     REG(\array, \i), r0
        st      Z+, REG(\array, \i)
        mov     REG(\array, \i), r0
.endm

/* The same on a byte of the frame, which is complemented, as x4 is: only absorbing gets here. */
.macro BYTE_OF_FRAME op, place
        .ifnc \op, absorb
        .error "words 2 to 4 are absorbed into, and nothing else"
        .endif
        ld      r0, X+
        ldd     r1, Y + \place
        eor     r1, r0
        std     Y + \place, r1
.endm

/* Word w of a block, its bytes in the order of memory. */
.macro WORD op, w, i0, i1, i2, i3, i4, i5, i6, i7
        .irp i, \i0, \i1, \i2, \i3, \i4, \i5, \i6, \i7
        .if \w == 0
        \op     X0, \i
        .elseif \w == 1
        \op     X1, \i
        .elseif \w == 4
        ABSORB  X4, \i
        .else
        BYTE_OF_FRAME \op, FRAME_X2 - RETURN_BYTES + 8 * (\w - 2) + \i
        .endif
        .endr
.endm
.macro WORD_le op, w
        WORD    \op, \w, 0, 1, 2, 3, 4, 5, 6, 7
.endm
.macro WORD_be op, w
        WORD    \op, \w, 7, 6, 5, 4, 3, 2, 1, 0
.endm

/* Whole blocks. The number of bytes left is in the frame, less one block, and for squeezing less one byte
   more: the loop goes on while subtracting a block does not borrow. */
.macro BLOCK_FUNCTION name, op, rate, rounds, order
        .set KEEP, 0
        .ifc \op, squeeze
        .set KEEP, 1
        .endif
FUNCTION \name
        XCALL   ascon_avr_enter
        ldd     r26, Y + FRAME_LEFT
        ldd     r27, Y + FRAME_LEFT + 1
        sbiw    r26, \rate
        .if KEEP
        sbiw    r26, KEEP
        .endif
1:      std     Y + FRAME_LEFT, r26
        std     Y + FRAME_LEFT + 1, r27
        .ifnc \op, squeeze
        ldd     r26, Y + FRAME_IN
        ldd     r27, Y + FRAME_IN + 1
        .endif
        .ifnc \op, absorb
        ldd     r30, Y + FRAME_OUT
        ldd     r31, Y + FRAME_OUT + 1
        .endif
        .irp w, 0, 1, 2, 3, 4
        .if 8 * \w < \rate
        WORD_\order \op, \w
        .endif
        .endr
        .ifnc \op, squeeze
        std     Y + FRAME_IN, r26
        std     Y + FRAME_IN + 1, r27
        .endif
        .ifnc \op, absorb
        std     Y + FRAME_OUT, r30
        std     Y + FRAME_OUT + 1, r31
        .endif
        ldi     CONSTANT, 15 * (((\rounds + 3) & 15) + 1) /* as ASCON_ROUND_CONSTANT */
        XCALL   ascon_avr_round_loop
        FIND_FRAME
        ldd     r26, Y + FRAME_LEFT
        ldd     r27, Y + FRAME_LEFT + 1
        sbiw    r26, \rate
        brlo    2f
        rjmp    1b
2:      adiw    r26, \rate + KEEP
        movw    r30, r26
        XJMP    ascon_avr_leave
END_FUNCTION \name
.endm

#define ASSEMBLER_NAME(name) name
#define BLOCKS ascon_avr_
#include "../functions.inc"
#endif
#endif

#include "../../platform/object_marks.inc"
