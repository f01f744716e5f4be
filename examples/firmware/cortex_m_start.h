/* Vectors and start of a Cortex-M, for the file of a board, which defines prepare().
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_CORTEX_M_START_H
#define ASCONKIT_CORTEX_M_START_H

#include "board.h"

extern uint32_t board_stack_top, board_data_start, board_data_end, board_data_image,
    board_bss_start, board_bss_end;
void board_reset(void);
void *memset(void *to, int value, size_t bytes);
void *memcpy(void *to, const void *from, size_t bytes);

/* Makes the board ready for the program. */
static void prepare(void);

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

void board_reset(void) {
  memcpy(&board_data_start, &board_data_image,
         (size_t)((uintptr_t)&board_data_end - (uintptr_t)&board_data_start));
  memset(&board_bss_start, 0, (size_t)((uintptr_t)&board_bss_end - (uintptr_t)&board_bss_start));
  prepare();
  board_exit(firmware_main(0, NULL));
}

#endif
