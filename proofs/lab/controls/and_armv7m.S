/* The AND of two shared words, for the laboratory's own tests: x, y and z are SHARES words each.
   z = x & y with one fresh random word for each pair of shares (Ishai, Sahai and Wagner). Settings
   of the manifests plant mistakes, which the laboratory has to find.
     r0 x, r1 y, r2 random words, r3 z. SPDX-License-Identifier: Apache-2.0 OR MIT */
  .syntax unified
  .thumb
  .text

/* No share is on a bus or at a port of memory any more: what follows cannot meet it. r12 is zero. */
.macro CLEAR
#ifndef WITHOUT_CLEARS
  eor r12, r12, r12
  str r12, [sp, #-4]
  ldr r12, [sp, #-4]
#endif
.endm

  .global masked_and
  .type masked_and, %function
  .thumb_func
masked_and:
  push {r4-r8, lr}
  mov r12, #0
  /* z0 = x0 y0 + (r + x0 y1) */
  ldr r4, [r0]
  CLEAR
  ldr r5, [r1]
  CLEAR
  and r6, r4, r5
  CLEAR
  mov r5, #0
  ldr r5, [r1, #4]
  CLEAR
  and r7, r4, r5
  CLEAR
#ifndef WITHOUT_RANDOMNESS
  ldr r8, [r2]
  eor r7, r7, r8
  CLEAR
#endif
  eor r6, r6, r7
  str r6, [r3]
  CLEAR
  /* z1 = x1 y1 + (r + x1 y0) */
  mov r4, #0
  mov r6, #0
  mov r7, #0
  ldr r4, [r0, #4]
  CLEAR
  and r6, r4, r5
  CLEAR
  mov r5, #0
  ldr r5, [r1]
  CLEAR
  and r7, r4, r5
  CLEAR
#ifndef WITHOUT_RANDOMNESS
  eor r7, r7, r8
  CLEAR
#endif
  eor r6, r6, r7
  str r6, [r3, #4]
  CLEAR
  mov r4, #0
  mov r5, #0
  mov r6, #0
  mov r7, #0
  mov r8, #0
  pop {r4-r8, pc}
  .size masked_and, . - masked_and

  .bss
  .align 2
  .global x, y, z, random
x: .space 16
y: .space 16
z: .space 16
random: .space 64
