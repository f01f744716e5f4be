/* The machine `sim` of qemu-system-xtensa: its simulator calls for output, CCOUNT as the clock.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"

enum { CALL_EXIT = 1, CALL_WRITE = 4 };

/* With -icount shift=0, an instruction takes a nanosecond; the emulated clock has 10 MHz. */
const uint32_t board_ticks_per_second = 10000000;

void board_start(void);
long board_call(long a, long b, long c, long number);

__asm__(
    ".section .reset, \"ax\"\n"
    ".global board_reset, board_call\n"
    "board_reset:\n"
    "  j start\n"
    ".text\n"
    "  .literal_position\n"
    "  .align 4\n"
    "start:\n"
    "  movi a1, board_stack_top\n"
    "  call0 board_start\n"
    "  .align 4\n"
    "board_call:\n"
    "  mov a6, a2\n"
    "  mov a2, a5\n"
    "  mov a5, a4\n"
    "  mov a4, a3\n"
    "  mov a3, a6\n"
    "  simcall\n"
    "  ret\n");

void board_write(const char *text, size_t bytes) {
  board_call(1, (long)text, (long)bytes, CALL_WRITE);
}

void board_exit(int status) {
  for (;;) board_call(status, 0, 0, CALL_EXIT);
}

uint32_t board_ticks_since(uint32_t start) {
  uint32_t now;
  __asm__ volatile("rsr.ccount %0" : "=r"(now));
  return now - start;
}

void board_start(void) { board_exit(firmware_main(0, NULL)); }
