/* What the .S files of this folder share. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_AVR_COMMON_H
#define ASCON_AVR_COMMON_H

/* Numbers for IN and OUT. */
#define SPL 0x3d
#define SPH 0x3e
#define SREG 0x3f

/* A return address on the stack, and calls that reach other sections. */
#ifdef __AVR_3_BYTE_PC__
#define RETURN_BYTES 3
#else
#define RETURN_BYTES 2
#endif
#ifdef __AVR_HAVE_JMP_CALL__
#define XCALL call
#define XJMP jmp
#else
#define XCALL rcall
#define XJMP rjmp
#endif

/* Each in a section of its own, so that the linker drops what is not used. */
.macro LOCAL_FUNCTION name
        .section .text.\name, "ax", @progbits
        .type   \name, @function
\name:
.endm

.macro FUNCTION name
        .global \name
        LOCAL_FUNCTION \name
.endm

.macro END_FUNCTION name
        .size   \name, . - \name
.endm

/* The constant of the first of `rounds` rounds, see ASCON_ROUND_CONSTANT: its nibbles are
   rounds + 3 and the complement of that. Changes `rounds`. */
.macro FIRST_CONSTANT to, rounds
        subi    \rounds, -3
        mov     \to, \rounds
        swap    \to
        andi    \to, 0xf0
        com     \rounds
        andi    \rounds, 0x0f
        or      \to, \rounds
.endm

#endif
