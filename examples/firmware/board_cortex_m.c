/* Cortex-M on an emulated board: semihosting for output, SysTick as the clock. The linker is given
   the memory map, the compiler the clock's rate (-DBOARD_HERTZ=...).
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cortex_m_start.h"

#define SYSTICK ((volatile uint32_t *)0xe000e010)
enum { SYS_OPEN = 1, SYS_WRITE = 5, SYS_EXIT_EXTENDED = 0x20, APPLICATION_EXIT = 0x20026 };

const uint32_t board_ticks_per_second = BOARD_HERTZ;

static uint32_t semihosting(uint32_t operation, const void *argument) {
  register uint32_t r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

void board_write(const char *text, size_t bytes) {
  static uint32_t console;
  if (!console) {
    const uintptr_t name[3] = {(uintptr_t)":tt", 4 /* w */, 3};
    console = semihosting(SYS_OPEN, name);
  }
  const uintptr_t block[3] = {console, (uintptr_t)text, bytes};
  semihosting(SYS_WRITE, block);
}

void board_exit(int status) {
  const uintptr_t block[2] = {APPLICATION_EXIT, (uintptr_t)status};
  for (;;) semihosting(SYS_EXIT_EXTENDED, block);
}

/* SysTick counts down from 2^24 - 1, without interrupts, with the processor's clock. */
uint32_t board_ticks_since(uint32_t start) { return (0xffffff - SYSTICK[2] - start) & 0xffffff; }

static void prepare(void) {
  SYSTICK[1] = 0xffffff;
  SYSTICK[2] = 0;
  SYSTICK[0] = 5;
}
