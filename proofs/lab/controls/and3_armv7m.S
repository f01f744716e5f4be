/* Two ANDs of three shared words each, with one fresh random word for each pair of shares. With REUSED both
   take the same random words: each value alone is still independent of the secrets, two of them together are
   not. It is the flaw of published rounds of three shares, as a pattern.
     r0 x, r1 y, r2 random words, r3 z. SPDX-License-Identifier: Apache-2.0 OR MIT */
  .syntax unified
  .thumb
  .text

#ifdef REUSED
#define SECOND 0
#else
#define SECOND 12
#endif

.macro CLEAR
  eor r12, r12, r12
  str r12, [sp, #-4]
  ldr r12, [sp, #-4]
.endm

/* r6 = x share I times y share J */
.macro PRODUCT i, j
  ldr r4, [r0, #(4 * \i)]
  CLEAR
  ldr r5, [r1, #(4 * \j)]
  CLEAR
  and r6, r4, r5
  CLEAR
  mov r4, #0
  mov r5, #0
.endm

/* r7 += random word + x share I times y share J */
.macro CROSS i, j, random
  PRODUCT \i, \j
  ldr r8, [r2, #(\random)]
  CLEAR
  eor r8, r8, r6
  CLEAR
  mov r6, #0
  eor r7, r7, r8
  CLEAR
  mov r8, #0
.endm

/* share I of z; the other two and their random words follow */
.macro SHARE i, j, first, k, second
  PRODUCT \i, \i
  mov r7, r6
  CLEAR
  mov r6, #0
  CROSS \i, \j, \first
  CROSS \i, \k, \second
  str r7, [r3, #(4 * \i)]
  CLEAR
  mov r7, #0
.endm

/* all shares; a random word for shares 0 and 1, for 0 and 2, for 1 and 2 */
.macro AND_WORDS random
  SHARE 0, 1, (\random), 2, (\random + 4)
  SHARE 1, 0, (\random), 2, (\random + 8)
  SHARE 2, 0, (\random + 4), 1, (\random + 8)
.endm

  .global masked_and
  .type masked_and, %function
  .thumb_func
masked_and:
  push {r4-r8, lr}
  mov r12, #0
  AND_WORDS 0
  add r0, r0, #16
  add r1, r1, #16
  add r3, r3, #16
  AND_WORDS SECOND
  pop {r4-r8, pc}
  .size masked_and, . - masked_and

  .bss
  .align 2
  .global x, y, z, random
x: .space 32
y: .space 32
z: .space 32
random: .space 64
