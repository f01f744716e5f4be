/*
 * Ascon-p[rounds] for AVR, in little code: loops and subroutines (ASCON_UNROLL_LOOPS=0).
 *
 *     void ascon_avr_rounds(state *s, unsigned rounds);
 *
 * Contract: functions.h; there are no block loops, because the state stays in memory. Byte
 * 8 * i + j of it has bits 8 * j to 8 * j + 7 of word i. 322 bytes of code, 1345 cycles per round.
 *
 * The S-box works on one byte of each word, eight times. In the linear layer there are two copies
 * of a word; one is turned to the first and then to the second rotation, by bytes and then by
 * single bits to the right or to the left, and added to the other one each time.
 *
 * Instruction set  AVR with MOVW.
 * Registers        r31:r30 points into the state, r26 counts rounds.
 * Clobbers         those that the calling convention gives.
 * Stack            12 bytes below the return address: 8 registers of the caller and two return
 *                  addresses. No state.
 * Time             depends on `rounds` alone.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "../../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_avr && !ASCON_UNROLL_LOOPS
#include "avr_common.inc"

#define LEFT r26
#define COUNT r27

/* ---- S-box ---- */

#define X0 r18
#define X1 r19
#define X2 r20
#define X3 r21
#define X4 r22
#define A r23
#define T r24
#define U r25

/* One byte of each word. */
.macro COLUMN
        ldd     X0, Z + 0
        ldd     X1, Z + 8
        ldd     X2, Z + 16
        ldd     X3, Z + 24
        ldd     X4, Z + 32
        mov     A, X0
        eor     A, X4                   /* a */
        eor     X2, X1                  /* g */
        mov     T, A
        eor     T, X2
        or      T, X1
        mov     U, X1
        eor     U, X3
        eor     X3, X4                  /* e */
        eor     T, X3
        std     Z + 0, T                /* y0 = ((a ^ g) | x1) ^ e */
        or      U, X2
        eor     U, A
        std     Z + 8, U                /* y1 = (g | (x1 ^ x3)) ^ a */
        and     X4, X3
        eor     X4, X2
        com     X4
        std     Z + 16, X4              /* y2 = ~((x4 & e) ^ g) */
        or      X0, X3
        eor     X0, X2
        std     Z + 24, X0              /* y3 = (x0 | e) ^ g */
        com     A
        and     X1, A
        eor     X1, X3
        std     Z + 32, X1              /* y4 = (x1 & ~a) ^ e */
.endm

/* ---- Linear layer ---- */

/* The copy that is turned, and the sum. */
#define TURNED 18
#define SUM 10

/* How far: whole bytes to the right, and then bits to the right or to the left. */
#define TURN_RIGHT(bytes, bits) ((bytes) << 4 | (bits))
#define TURN_LEFT(bytes, bits) ((bytes) << 4 | 8 | (bits))

.macro DIFFUSE first, second
        ldi     COUNT, \first
        rcall   .Lload
        ldi     COUNT, \second
        rcall   .Lstore
.endm

FUNCTION ascon_avr_rounds
        .irp r, 10, 11, 12, 13, 14, 15, 16, 17
        push    \r
        .endr
        movw    r30, r24
        mov     LEFT, r22
.Lround:
        mov     r18, LEFT
        FIRST_CONSTANT r19, r18
        ldd     r18, Z + 16
        eor     r18, r19
        std     Z + 16, r18
        ldi     COUNT, 8
.Lcolumn:
        COLUMN
        adiw    r30, 1
        dec     COUNT
        brne    .Lcolumn
        sbiw    r30, 8
        DIFFUSE TURN_RIGHT(2, 3), TURN_RIGHT(1, 1)      /* 19, 28 */
        DIFFUSE TURN_LEFT(5, 1), TURN_LEFT(3, 2)        /* 39, 61 */
        DIFFUSE TURN_RIGHT(0, 1), TURN_LEFT(1, 3)       /* 1, 6 */
        DIFFUSE TURN_RIGHT(1, 2), TURN_LEFT(1, 1)       /* 10, 17 */
        DIFFUSE TURN_LEFT(1, 1), TURN_RIGHT(4, 2)       /* 7, 41 */
        sbiw    r30, 40
        dec     LEFT
        breq    1f
        rjmp    .Lround
1:
        .irp r, 17, 16, 15, 14, 13, 12, 11, 10
        pop     \r
        .endr
        ret

.Lload:
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        ldd     TURNED + \i, Z + \i
        .endr
        .irp i, 0, 2, 4, 6
        movw    SUM + \i, TURNED + \i
        .endr
.Lturn:
        subi    COUNT, 0x10
        brlo    1f
        mov     r0, TURNED
        .irp i, 0, 1, 2, 3, 4, 5, 6
        mov     TURNED + \i, TURNED + \i + 1
        .endr
        mov     TURNED + 7, r0
        rjmp    .Lturn
1:      sbrc    COUNT, 3                /* f0 to f7 bits to the right, f8 to ff to the left */
        rjmp    3f
2:      dec     COUNT
        sbrs    COUNT, 4
        rjmp    .Ladd
        bst     TURNED, 0
        .irp i, 7, 6, 5, 4, 3, 2, 1, 0
        ror     TURNED + \i
        .endr
        bld     TURNED + 7, 7
        rjmp    2b
3:      dec     COUNT
        sbrs    COUNT, 3
        rjmp    .Ladd
        lsl     TURNED
        .irp i, 1, 2, 3, 4, 5, 6, 7
        rol     TURNED + \i
        .endr
        adc     TURNED, r1
        rjmp    3b
.Ladd:
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        eor     SUM + \i, TURNED + \i
        .endr
        ret
.Lstore:
        rcall   .Lturn
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        st      Z+, SUM + \i
        .endr
        ret
END_FUNCTION ascon_avr_rounds
#endif

#include "../../platform/object_marks.inc"
