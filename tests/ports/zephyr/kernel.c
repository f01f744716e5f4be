/* The functions of Zephyr that the sample calls, on the board of the firmware examples. The
   functions of that board have different names here.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define BOARD_HERTZ CONFIG_SYS_CLOCK_HW_CYCLES_PER_SEC
#define board_write machine_write
#define board_exit machine_exit
#define board_ticks_since machine_ticks_since
#define board_ticks_per_second machine_ticks_per_second
#define firmware_main machine_main
#include "examples/firmware/board_cortex_m.c"

#include <stdarg.h>
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

int main(void);

int machine_main(int argc, char **argv) {
  (void)argc, (void)argv;
  return main();
}

/* The counter has 24 bits: differences must be smaller. */
uint32_t k_cycle_get_32(void) { return machine_ticks_since(0); }

/* Knows "%c", and texts that do not begin with "%". */
void printk(const char *format, ...) {
  if (format[0] != '%') {
    machine_write(format, strlen(format));
    return;
  }
  if (format[1] != 'c' || format[2]) machine_exit(112);
  va_list arguments;
  va_start(arguments, format);
  const char character = (char)va_arg(arguments, int);
  va_end(arguments);
  machine_write(&character, 1);
}
