/*
 * Byte access to the state for AVR.
 *
 *     void ascon_avr_bytes(state *s, uint8_t *out, const uint8_t *in, uint16_t what);
 *
 * Does a operation (state/state.h) with n bytes of the state from byte `offset` on; n may be 0.
 * what: bits 0 to 5 n, bits 6 and 7 the operation, bits 8 to 13 offset, bit 15 big-endian order.
 *
 * Instruction set  AVR with MOVW.
 * Clobbers         those that the calling convention gives.
 * Stack            2 bytes, a saved register, return address not counted.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_avr
#include "avr_common.inc"

#define OUT Y
#define IN X
#define LEFT r18
#define OFFSET r19
#define OP r20
#define FLIP r21
#define DATA r22
#define BYTE r23

FUNCTION ascon_avr_bytes
        push    r28
        push    r29
        movw    r28, r22
        movw    r26, r20
        mov     OP, LEFT
        andi    LEFT, 0x3f
        breq    6f
        andi    OP, 0xc0
        ldi     FLIP, 0                 /* in big-endian order, bytes count from the other end */
        sbrc    OFFSET, 7
        ldi     FLIP, 0x87
#if ASCON_UNROLL_LOOPS
        /* What modes do most: absorb, in little-endian order. */
        mov     BYTE, OP
        or      BYTE, FLIP
        brne    1f
        movw    r30, r24
        add     r30, OFFSET
        adc     r31, r1
5:      ld      DATA, IN+
        ld      BYTE, Z
        eor     BYTE, DATA
        st      Z+, BYTE
        dec     LEFT
        brne    5b
        rjmp    6f
#endif
1:      mov     BYTE, OFFSET
        eor     BYTE, FLIP
        movw    r30, r24
        add     r30, BYTE
        adc     r31, r1
        ld      BYTE, Z
        ldi     DATA, 0
        cpi     OP, 1 << 6              /* squeeze */
        breq    2f
        ld      DATA, IN+
2:      eor     BYTE, DATA
        tst     OP                      /* absorb */
        breq    3f
        st      OUT+, BYTE
3:      cpi     OP, 3 << 6              /* decrypt */
        brne    4f
        mov     BYTE, DATA
4:      st      Z, BYTE
        inc     OFFSET
        dec     LEFT
        brne    1b
6:      pop     r29
        pop     r28
        ret
END_FUNCTION ascon_avr_bytes
#endif

#include "../../platform/object_marks.inc"
