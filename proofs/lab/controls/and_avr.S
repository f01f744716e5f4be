/* The AND of two shared bytes on AVR, as and_armv7m.S has it: the laboratory's own test. r1 is zero.
     r25:r24 x, r23:r22 y, r21:r20 random bytes, r19:r18 z. SPDX-License-Identifier: Apache-2.0 OR MIT */
  .text

/* Puts zeros on the buses of operands and at the ports of memory. */
.macro CLEAR
#ifndef WITHOUT_CLEARS
  and r1, r1
  push r1
  pop r0
#endif
.endm

/* r16 = share FIRST of x, times share SECOND of y */
.macro PRODUCT first, second
  movw r26, r24
  adiw r26, \first
  ld r16, X
  CLEAR
  movw r26, r22
  adiw r26, \second
  ld r17, X
  CLEAR
  and r16, r17
  CLEAR
  ldi r17, 0
.endm

/* share SHARE of z = r14 + (r16 + r15) */
.macro SUM share
  eor r16, r15
  CLEAR
  eor r14, r16
  CLEAR
  movw r30, r18
  std Z+\share, r14
  CLEAR
  ldi r16, 0
  mov r14, r1
.endm

  .global masked_and
  .type masked_and, @function
masked_and:
  push r14
  push r15
  push r16
  push r17
  movw r26, r20
  ld r15, X
#ifdef WITHOUT_RANDOMNESS
  mov r15, r1
#endif
  CLEAR
  PRODUCT 0, 0
  mov r14, r16
  ldi r16, 0
  CLEAR
  PRODUCT 0, 1
  SUM 0
  PRODUCT 1, 1
  mov r14, r16
  ldi r16, 0
  CLEAR
  PRODUCT 1, 0
  SUM 1
  mov r15, r1
  pop r17
  pop r16
  pop r15
  pop r14
  ret
  .size masked_and, . - masked_and

  .section .bss
  .global x, y, z, random
x: .skip 4
y: .skip 4
z: .skip 4
random: .skip 4
