/* Cortex-M on an emulated board: semihosting for output, SysTick as the clock. The linker is given
   the memory map, the compiler the clock's rate (-DBOARD_HERTZ=...).
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"

#define SYSTICK ((volatile uint32_t *)0xe000e010)
enum { SYS_OPEN = 1, SYS_WRITE = 5, SYS_EXIT_EXTENDED = 0x20, APPLICATION_EXIT = 0x20026 };

const uint32_t board_ticks_per_second = BOARD_HERTZ;

extern uint32_t board_stack_top, board_data_start, board_data_end, board_data_image,
    board_bss_start, board_bss_end;
void board_reset(void);
void *memset(void *to, int value, size_t bytes);
void *memcpy(void *to, const void *from, size_t bytes);

/* A fault ends the program; so does everything else that is not expected here. */
static void unexpected(void) { board_exit(111); }

typedef union vector {
  const void *stack;
  void (*handler)(void);
} vector;
__attribute__((section(".vectors"), used)) static const vector vectors[16] = {
    {.stack = &board_stack_top}, {.handler = board_reset}, {.handler = unexpected},
    {.handler = unexpected},     {.handler = unexpected},  {.handler = unexpected},
    {.handler = unexpected}};

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

void board_reset(void) {
  memcpy(&board_data_start, &board_data_image,
         (size_t)((uintptr_t)&board_data_end - (uintptr_t)&board_data_start));
  memset(&board_bss_start, 0, (size_t)((uintptr_t)&board_bss_end - (uintptr_t)&board_bss_start));
  SYSTICK[1] = 0xffffff;
  SYSTICK[2] = 0;
  SYSTICK[0] = 5;
  board_exit(firmware_main(0, NULL));
}
