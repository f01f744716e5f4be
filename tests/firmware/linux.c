/* A board that is one program under qemu-user: Linux system calls.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "firmware.h"

#if defined(__aarch64__) || defined(__riscv)
enum { CALL_EXIT = 93, CALL_WRITE = 64 };
#elif defined(__XTENSA__)
enum { CALL_EXIT = 118, CALL_WRITE = 13 };
#elif defined(__x86_64__)
enum { CALL_EXIT = 60, CALL_WRITE = 1 };
#else
enum { CALL_EXIT = 1, CALL_WRITE = 4 };
#endif

long board_call(long a, long b, long c, long number);

void board_write(const char *text, size_t bytes) {
  board_call(1, (long)text, (long)bytes, CALL_WRITE);
}

void board_exit(int status) {
  for (;;) board_call(status, 0, 0, CALL_EXIT);
}

void linux_start(long *stack);

/* The stack starts with the number of arguments and their addresses. */
void linux_start(long *stack) { board_exit(firmware_main((int)stack[0], (char **)(stack + 1))); }
