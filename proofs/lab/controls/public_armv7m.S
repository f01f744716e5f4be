/* Shares of a secret and a nonce that everybody knows, for the laboratory's own tests: the nonce may be
   added to one share. It hides nothing, whatever it is: the sum of all shares and the nonce is a leak.
     r0 x, r1 nonce, r2 z. SPDX-License-Identifier: Apache-2.0 OR MIT */
  .syntax unified
  .thumb
  .text

  .global add_nonce
  .type add_nonce, %function
  .thumb_func
add_nonce:
  ldr r3, [r1]
  ldr r12, [r0]
  eor r12, r12, r3
  str r12, [r2]
#ifdef JOINED
  mov r2, #0
  str r2, [sp, #-4]
  ldr r2, [sp, #-4]
  ldr r2, [r0, #4]
  eor r12, r12, r2 /* the secret and the nonce */
  and r12, r12, r3 /* the bits of the secret where the nonce has ones: means differ too */
#endif
  mov r2, #0
  mov r12, #0
  bx lr
  .size add_nonce, . - add_nonce

  .bss
  .align 2
  .global x, nonce, z
x: .space 8
nonce: .space 4
z: .space 4
