/* What the firmware needs of a board. board_write() and board_exit() are declared in
   examples/firmware/board.h; each board of boards/ has them from stm32.c, over its own numbers.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "../../examples/firmware/board.h"

extern const char *const board_name;      /* such as nucleo-f446re */
extern const char *const board_processor; /* such as STM32F446RE */

/* Waits for a byte of the serial line. */
uint8_t board_read(void);

/* Drives the pin that starts an oscilloscope: 1 is high. */
void board_trigger(int level);

/* The rate of the core's clock. */
uint32_t board_hertz(void);

/* Cycles of the core, modulo 2^32, and whether they are counted at all: an emulator may not. */
uint32_t board_cycles(void);
int board_counts_cycles(void);
