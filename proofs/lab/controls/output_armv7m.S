/* The sum of two shared words, which leaves in plain, for the laboratory's own tests: the shares are added
   up in memory. With JOINED the first word is unmasked on the way, which says more than the sum.
     r0 x, two words of two shares each; r1 out. SPDX-License-Identifier: Apache-2.0 OR MIT */
  .syntax unified
  .thumb
  .text

/* The next word of x, after whatever was in the register and on the bus. */
.macro NEXT register, offset
  mov \register, #0
  str \register, [sp, #-4]
  ldr \register, [sp, #-4]
  ldr \register, [r0, #\offset]
.endm

  .global leave
  .type leave, %function
  .thumb_func
leave:
#ifdef JOINED
  NEXT r2, 0
  NEXT r3, 4
  eor r2, r2, r3 /* the first word */
#endif
  NEXT r2, 0
  NEXT r3, 8
  eor r2, r2, r3
  str r2, [r1]
  NEXT r2, 4
  ldr r3, [r1]
  eor r3, r3, r2
  str r3, [r1]
  NEXT r2, 12
  ldr r3, [r1]
  eor r3, r3, r2
  str r3, [r1]
  lsr r2, r3, #8 /* of what is known more may be computed */
  eor r2, r2, r3
  bx lr
  .size leave, . - leave

  .bss
  .align 2
  .global x, out
x: .space 16
out: .space 4
