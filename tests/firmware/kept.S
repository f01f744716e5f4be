/* size_t kept_call(function, a, b, c, d): calls function(a, b, c, d) with a known value in every
   register that a callee must keep, and returns 0 if all of them and the stack pointer were kept.
   lost_register is a function that loses one.
   SPDX-License-Identifier: Apache-2.0 OR MIT */

  .text
  .global kept_call, lost_register

#if defined(__arm__)
#ifdef __thumb__
  .thumb
  .syntax unified
#endif
  .type kept_call, %function
  .type lost_register, %function
lost_register:
  movs r5, #0
  bx lr
kept_call:
  push {r4-r7, lr}
  mov r4, r8
  mov r5, r9
  mov r6, r10
  mov r7, r11
  push {r3-r7}          /* r3: keeps the stack aligned to 8 */
  mov r12, r0
  mov r0, r1
  mov r1, r2
  mov r2, r3
  ldr r3, [sp, #40]
  movs r4, #0x18
  mov r8, r4
  movs r4, #0x19
  mov r9, r4
  movs r4, #0x1a
  mov r10, r4
  mov r11, sp
  movs r4, #0x14
  movs r5, #0x15
  movs r6, #0x16
  movs r7, #0x17
#ifdef __ARM_NEON
  vpush {d8-d15}
  vmov.i8 q4, #0x44
  vmov.i8 q5, #0x55
  vmov.i8 q6, #0x66
  vmov.i8 q7, #0x77
#endif
  blx r12
#ifdef __ARM_NEON
  vmov.i8 q0, #0x44
  veor q4, q4, q0
  vmov.i8 q0, #0x55
  veor q5, q5, q0
  vmov.i8 q0, #0x66
  veor q6, q6, q0
  vmov.i8 q0, #0x77
  veor q7, q7, q0
  vorr q4, q4, q5
  vorr q6, q6, q7
  vorr q4, q4, q6
  vorr d8, d8, d9
  vmov r0, r1, d8
  vpop {d8-d15}
  orrs r0, r0, r1
#else
  movs r0, #0
#endif
  subs r4, #0x14
  orrs r0, r4
  subs r5, #0x15
  orrs r0, r5
  subs r6, #0x16
  orrs r0, r6
  subs r7, #0x17
  orrs r0, r7
  mov r1, r8
  subs r1, #0x18
  orrs r0, r1
  mov r1, r9
  subs r1, #0x19
  orrs r0, r1
  mov r1, r10
  subs r1, #0x1a
  orrs r0, r1
  mov r1, sp
  mov r2, r11
  subs r1, r1, r2
  orrs r0, r1
  pop {r3-r7}
  mov r8, r4
  mov r9, r5
  mov r10, r6
  mov r11, r7
  pop {r4-r7, pc}

#elif defined(__aarch64__)
  .macro vectors name
  \name d8, d9, [sp, #96]
  \name d10, d11, [sp, #112]
  \name d12, d13, [sp, #128]
  \name d14, d15, [sp, #144]
  .endm
  .macro general name
  \name x19, x20, [sp, #16]
  \name x21, x22, [sp, #32]
  \name x23, x24, [sp, #48]
  \name x25, x26, [sp, #64]
  \name x27, x28, [sp, #80]
  .endm
lost_register:
  mov x20, #0
  ret
kept_call:
  stp x29, x30, [sp, #-160]!
  general stp
  vectors stp
  mov x16, x0
  mov x0, x1
  mov x1, x2
  mov x2, x3
  mov x3, x4
  mov x29, sp
  .irp n, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28
  mov x\n, #0x1100 + \n
  .endr
  .irp n, 8, 9, 10, 11, 12, 13, 14, 15
  mov x17, #0x1200 + \n
  fmov d\n, x17
  .endr
  blr x16
  mov x1, sp
  eor x0, x29, x1
  .irp n, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28
  mov x1, #0x1100 + \n
  eor x1, x1, x\n
  orr x0, x0, x1
  .endr
  .irp n, 8, 9, 10, 11, 12, 13, 14, 15
  mov x1, #0x1200 + \n
  fmov x2, d\n
  eor x1, x1, x2
  orr x0, x0, x1
  .endr
  general ldp
  vectors ldp
  ldp x29, x30, [sp], #160
  ret

#elif defined(__riscv)
#if __riscv_xlen == 64
#define WORD 8
#define STORE sd
#define LOAD ld
#else
#define WORD 4
#define STORE sw
#define LOAD lw
#endif
  .macro saved name
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  \name s\n, \n * WORD(sp)
  .endr
  \name ra, 12 * WORD(sp)
  \name gp, 13 * WORD(sp)
  \name tp, 14 * WORD(sp)
  .endm
lost_register:
  li s3, 0
  ret
kept_call:
  addi sp, sp, -16 * WORD
  saved STORE
  mv t0, a0
  mv a0, a1
  mv a1, a2
  mv a2, a3
  mv a3, a4
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  li s\n, 0x110 + \n
  .endr
  mv s0, sp
  li tp, 0x120
  jalr t0
  xor a0, s0, sp
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  xori s\n, s\n, 0x110 + \n
  or a0, a0, s\n
  .endr
  xori tp, tp, 0x120
  or a0, a0, tp
  LOAD t0, 13 * WORD(sp)
  xor t0, t0, gp
  or a0, a0, t0
  saved LOAD
  addi sp, sp, 16 * WORD
  ret

#elif defined(__XTENSA__)
  .align 4
  .type kept_call, @function
  .type lost_register, @function
lost_register:
  movi a13, 0
  ret
  .align 4
kept_call:
  addi a1, a1, -32
  s32i a0, a1, 0
  s32i a12, a1, 4
  s32i a13, a1, 8
  s32i a14, a1, 12
  s32i a15, a1, 16
  mov a0, a2
  mov a2, a3
  mov a3, a4
  mov a4, a5
  mov a5, a6
  movi a12, 0x112
  movi a13, 0x113
  movi a14, 0x114
  mov a15, a1
  callx0 a0
  sub a2, a15, a1
  addmi a12, a12, -0x100
  addi a12, a12, -0x12
  or a2, a2, a12
  addmi a13, a13, -0x100
  addi a13, a13, -0x13
  or a2, a2, a13
  addmi a14, a14, -0x100
  addi a14, a14, -0x14
  or a2, a2, a14
  l32i a0, a1, 0
  l32i a12, a1, 4
  l32i a13, a1, 8
  l32i a14, a1, 12
  l32i a15, a1, 16
  addi a1, a1, 32
  ret

#elif defined(__AVR__)
  .type kept_call, @function
  .type lost_register, @function
lost_register:
  clr r9
  ret
kept_call:
  .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
  push r\n
  .endr
  movw r30, r24
  movw r24, r22
  movw r22, r20
  movw r20, r18
  movw r18, r16
  .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  ldi r16, 0x80 + \n
  mov r\n, r16
  .endr
  ldi r16, 0x90
  ldi r17, 0x91
  in r28, 0x3d
  in r29, 0x3e
  icall
  mov r24, r1           /* must be 0 */
  .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
  ldi r25, 0x80 + \n
  eor r25, r\n
  or r24, r25
  .endr
  in r25, 0x3d
  eor r25, r28
  or r24, r25
  in r25, 0x3e
  eor r25, r29
  or r24, r25
  clr r25
  clr r1
  .irp n, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
  pop r\n
  .endr
  ret
#endif

#ifdef __linux__
  .section .note.GNU-stack, "", %progbits
#endif
