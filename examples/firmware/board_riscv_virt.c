/* The machine `virt` of qemu-system-riscv32 without firmware: a 16550 for output, mcycle as the
   clock. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"

#define SERIAL ((volatile uint8_t *)0x10000000)
#define POWER ((volatile uint32_t *)0x100000)
enum { POWER_PASS = 0x5555, POWER_FAIL = 0x3333 };

/* With -icount shift=0, an instruction takes a nanosecond and a cycle. */
const uint32_t board_ticks_per_second = 1000000000;

void board_start(void);
void *memset(void *to, int value, size_t bytes);
extern uint8_t board_bss_start, board_bss_end;

__asm__(
    ".section .start, \"ax\"\n"
    ".global _start\n"
    "_start:\n"
    ".option push\n"
    ".option norelax\n"
    "  la gp, __global_pointer$\n"
    ".option pop\n"
    "  la sp, board_stack_top\n"
    "  la t0, board_trap\n"
    "  csrw mtvec, t0\n"
    "  j board_start\n"
    "  .balign 4\n"
    "board_trap:\n"
    "  li a0, 111\n"
    "  j board_exit\n"
    ".text\n");

void board_write(const char *text, size_t bytes) {
  while (bytes--) *SERIAL = (uint8_t)*text++;
}

void board_exit(int status) {
  for (;;) *POWER = status ? (uint32_t)status << 16 | POWER_FAIL : POWER_PASS;
}

uint32_t board_ticks_since(uint32_t start) {
  uint32_t now;
  __asm__ volatile("csrr %0, mcycle" : "=r"(now));
  return now - start;
}

void board_start(void) {
  memset(&board_bss_start, 0, (size_t)(&board_bss_end - &board_bss_start));
  board_exit(firmware_main(0, NULL));
}
