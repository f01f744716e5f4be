/* uint32_t windowed_call(windowed_job *job), for code without register windows: calls a function
   with windows, and returns 0 if its callers have their registers and their memory unchanged. See
   windowed.h.

   Two callers stand between, outer and middle. Both are called with windows of 12 registers, so
   that with the function's 16 the windows of a processor with 32 registers do not suffice: while
   the function runs, outer's registers are put into memory, four of them at the end of the
   function's frame, and the callers' returns read them again.
   SPDX-License-Identifier: Apache-2.0 OR MIT */

#define FUNCTION 0
#define ARGUMENTS 4
#define RESULT 20
#define USED 24

#define OUTER_FRAME 64 /* 16 bytes at the end for the caller's registers, 32 below for its own */
#define MIDDLE_FRAME 64
#define CANARY 0x5a5

.macro PAINT registers:vararg
  .irp n, \registers
  movi a\n, 0x300 + \n
  .endr
.endm

/* Sets bits of a2 where a register has another value. Changes a3. */
.macro CHECK registers:vararg
  .irp n, \registers
  movi a3, 0x300 + \n
  xor a3, a3, a\n
  or a2, a2, a3
  .endr
.endm

.macro BEGIN name
  .align 4
  .type \name, @function
\name:
.endm

  .text
  .global windowed_call, careless
BEGIN windowed_call
  addi a1, a1, -96
  s32i a0, a1, 0
  s32i a12, a1, 4
  s32i a13, a1, 8
  s32i a14, a1, 12
  s32i a15, a1, 16
  addi a3, a1, -16      /* where a caller's stack pointer is looked for: */
  addi a4, a1, 96       /* a4 to a11 are put below it */
  s32i a4, a3, 4
  mov a14, a2
  movi a3, outer
  PAINT 4, 5, 6, 7, 8, 9, 10, 11
  callx12 a3
  mov a2, a14
  CHECK 4, 5, 6, 7, 8, 9, 10, 11
  l32i a0, a1, 0
  l32i a12, a1, 4
  l32i a13, a1, 8
  l32i a14, a1, 12
  l32i a15, a1, 16
  addi a1, a1, 96
  ret

BEGIN outer
  entry a1, OUTER_FRAME
  mov a14, a2
  movi a3, middle
  PAINT 4, 5, 6, 7, 8, 9, 10, 11
  callx12 a3
  mov a2, a14
  CHECK 4, 5, 6, 7, 8, 9, 10, 11
  retw

BEGIN middle
  entry a1, MIDDLE_FRAME
  movi a4, CANARY
  .irp slot, 0, 4, 8, 12, 16, 20, 24, 28
  s32i a4, a1, \slot
  .endr
  l32i a3, a2, FUNCTION
  l32i a10, a2, ARGUMENTS
  l32i a11, a2, ARGUMENTS + 4
  l32i a12, a2, ARGUMENTS + 8
  l32i a13, a2, ARGUMENTS + 12
  PAINT 4, 5, 6, 7
  callx8 a3
  s32i a10, a2, RESULT
  sub a9, a1, a9        /* the function's stack pointer */
  s32i a9, a2, USED
  movi a2, 0
  CHECK 4, 5, 6, 7
  movi a4, CANARY
  .irp slot, 0, 4, 8, 12, 16, 20, 24, 28
  l32i a3, a1, \slot
  xor a3, a3, a4
  or a2, a2, a3
  .endr
  retw

/* Something that a caller must notice: writes a3 bytes after its frame. */
BEGIN careless
  entry a1, 16
  movi a15, 0           /* now outer's registers are in memory */
  add a3, a3, a1
  s32i a15, a3, 16
  movi a2, 0
  retw

#ifdef __linux__
  .section .note.GNU-stack, "", %progbits
#endif
