/* The AND of two shared words on RV32, as and_armv7m.S has it: the laboratory's own test. Stores
   and loads of zero clear the ports of memory, sums of zeros the buses of operands.
     a0 x, a1 y, a2 random words, a3 z. SPDX-License-Identifier: Apache-2.0 OR MIT */
  .text

.macro CLEAR
#ifndef WITHOUT_CLEARS
  xor t6, zero, zero
  sw zero, -4(sp)
  lw zero, -4(sp)
#endif
.endm

/* t2 = share FIRST of x, times share SECOND of y; both registers are zero before */
.macro PRODUCT first, second, target
  lw t0, 4*\first(a0)
  CLEAR
  lw t1, 4*\second(a1)
  CLEAR
  and \target, t0, t1
  CLEAR
  li t0, 0
  li t1, 0
.endm

  .global masked_and
  .type masked_and, @function
masked_and:
  lw t5, 0(a2)
  CLEAR
  PRODUCT 0, 0, t2
  PRODUCT 0, 1, t3
  xor t3, t3, t5
  CLEAR
  xor t2, t2, t3
  sw t2, 0(a3)
  CLEAR
  li t2, 0
  li t3, 0
  PRODUCT 1, 1, t2
#ifdef UNMASKED
  lw t0, 0(a0)
  CLEAR
  lw t1, 4(a0)
  xor t0, t0, t1
  CLEAR
  li t0, 0
  li t1, 0
#endif
  PRODUCT 1, 0, t3
  xor t3, t3, t5
  CLEAR
  xor t2, t2, t3
  sw t2, 4(a3)
  CLEAR
  li t2, 0
  li t3, 0
  li t5, 0
  ret
  .size masked_and, . - masked_and

  .bss
  .align 2
  .global x, y, z, random
x: .space 16
y: .space 16
z: .space 16
random: .space 64
