/* The board of the firmware examples, on Zephyr: its console, and its clock of the processor's
   cycles.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "board.h"

const uint32_t board_ticks_per_second = CONFIG_SYS_CLOCK_HW_CYCLES_PER_SEC;

void board_write(const char *text, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) printk("%c", text[i]);
}

uint32_t board_ticks_since(uint32_t start) { return k_cycle_get_32() - start; }

int main(void) { return firmware_main(0, NULL); }
