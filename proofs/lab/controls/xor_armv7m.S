/* One share copied after the other, for the laboratory's own tests: rotated against each other they may
   follow each other on a bus, unrotated they may not. And a word that is not masked at all.
     r0 x, r1 z. SPDX-License-Identifier: Apache-2.0 OR MIT */
  .syntax unified
  .thumb
  .text

  .global copy
  .type copy, %function
  .thumb_func
copy:
  ldr r2, [r0]
  ldr r3, [r0, #4]
  str r2, [r1]
  str r3, [r1, #4]
  mov r2, #0
  mov r3, #0
  bx lr
  .size copy, . - copy

  .bss
  .align 2
  .global x, z
x: .space 8
z: .space 8
