/* The nRF51 of a micro:bit in QEMU: real flash registers, made-up readings, and a line of
   hexadecimal digits in place of the radio. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "node_board.h"
#include "../firmware/board.h"
#include "counter_nvmc.h"

#define RESET ((volatile uint32_t *)0xe000ed0c)
/* Each life sends three frames, whose counters begin at 0, 100 and 200. */
enum { DEMO_STEP = 100, DEMO_FRAMES = 3, DEMO_LAST = 200, ERASED = 0xff };

/* As it comes from the compiler: erased, but for the mark. */
__attribute__((section(".device"), used)) const volatile node_record node_device = {
    {'a', 's', 'c', 'o', 'n', 'k', 'i', 't', ' ', 'n', 'o', 'd', 'e', ' ', '1', 0},
    {ERASED, ERASED, ERASED, ERASED, ERASED, ERASED, ERASED, ERASED, ERASED, ERASED, ERASED, ERASED,
     ERASED, ERASED, ERASED, ERASED},
    {ERASED, ERASED},
    {ERASED, ERASED},
    {ERASED, ERASED, ERASED, ERASED}};

/* The last two pages of 256 KiB; device.ld has the page before them. */
counter_flash node_pages = {.read = counter_nvmc_read,
                            .program = counter_nvmc_program,
                            .erase = counter_nvmc_erase,
                            .start = 0x3f800,
                            .page_bytes = 1024,
                            .pages = 2,
                            .unit = 4};

int board_clear_new(void) {
  static const uint8_t zeros[sizeof node_device.is_new];
  return counter_nvmc_program(NULL, (uint32_t)(uintptr_t)node_device.is_new, zeros, sizeof zeros);
}

void board_measure(node_reading *reading) {
  static int16_t warmer;
  *reading = (node_reading){(int16_t)(2150 + warmer++), 4500, 101325, 2987, 0};
}

void board_send(const uint8_t *frame, size_t length) {
  put_hex(frame, length);
  put_text("\n");
}

/* QEMU keeps the counters' pages when the processor is reset, as flash does when the power fails.
   It loads the page of the image again: `is_new` is set at each start, and the counter that is
   there is kept. */
void board_wait(uint64_t sent) {
  if (sent % DEMO_STEP < DEMO_FRAMES) return;
  if (sent > DEMO_LAST) board_exit(0);
  *RESET = 0x05fa0004;
  for (;;) {
  }
}

void board_stop(const char *why) {
  put_text(why);
  put_text("\n");
  board_exit(1);
}
