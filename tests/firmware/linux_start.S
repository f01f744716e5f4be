/* Start and system calls without a C library, for every family that qemu-user runs here:
   long board_call(long a, long b, long c, long number).
   SPDX-License-Identifier: Apache-2.0 OR MIT */

  .text
  .global _start, board_call

#if defined(__thumb__) || defined(__arm__)
#ifdef __thumb__
  .thumb
  .syntax unified
#endif
  .type _start, %function
  .type board_call, %function
_start:
  mov r0, sp
  bl linux_start
board_call:
  push {r7, lr}
  mov r7, r3
  svc 0
  pop {r7, pc}

#elif defined(__aarch64__)
_start:
  mov x29, #0
  mov x0, sp
  bl linux_start
board_call:
  mov x8, x3
  svc 0
  ret

#elif defined(__riscv)
_start:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  mv a0, sp
  call linux_start
board_call:
  mv a7, a3
  ecall
  ret

#elif defined(__XTENSA__)
  .align 4
  .type _start, @function
  .type board_call, @function
_start:
  mov a2, a1
  call0 linux_start
  .align 4
board_call:
  mov a6, a2
  mov a2, a5
  syscall
  ret

#elif defined(__x86_64__)
_start:
  mov %rsp, %rdi
  call linux_start
board_call:
  mov %rcx, %rax
  syscall
  ret

#elif defined(__s390x__)
_start:
  lgr %r2, %r15
  aghi %r15, -160
  brasl %r14, linux_start
board_call:
  lgr %r1, %r5
  svc 0
  br %r14
#endif

#ifdef __linux__
  .section .note.GNU-stack, "", %progbits
#endif
