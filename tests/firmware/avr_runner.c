/* avr_runner PROCESSOR PROGRAM MARK FILE: runs a program on simavr's core, shows what it sends to
   the serial port, and writes the cycles between each two calls of mark() to the file. MARK is the
   function's address. The exit status is that of the program, or 124 after too many cycles.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <inttypes.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GPIOR0 = 0x3e };
static const uint64_t kMostCycles = 60ull * 1000 * 1000 * 1000;

static void on_serial(struct avr_irq_t *irq, uint32_t value, void *data) {
  (void)irq, (void)data;
  putchar((int)value);
}

static void silent(avr_t *avr, const int level, const char *format, va_list arguments) {
  (void)avr;
  if (level <= LOG_ERROR) vfprintf(stderr, format, arguments);
}

static void connect_serial(avr_t *avr) {
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                          on_serial, NULL);
}

/* The state in which the processor stopped. */
static int simulate(avr_t *avr, avr_flashaddr_t mark, FILE *out) {
  uint64_t start = 0;
  int state = cpu_Running, running = 0;
  while (state != cpu_Done && state != cpu_Crashed && avr->cycle < kMostCycles) {
    if (avr->pc == mark) {
      if (running) fprintf(out, "%" PRIu64 "\n", avr->cycle - start);
      running = !running;
      start = avr->cycle;
    }
    state = avr_run(avr);
  }
  return state;
}

int main(int argc, char **argv) {
  elf_firmware_t firmware;
  memset(&firmware, 0, sizeof firmware);
  avr_global_logger_set(silent);
  if (argc != 5 || elf_read_firmware(argv[2], &firmware) != 0) return 2;
  avr_t *avr = avr_make_mcu_by_name(argv[1]);
  FILE *out = fopen(argv[4], "w");
  if (!avr || !out) return 2;
  avr_init(avr);
  firmware.frequency = 16000000;
  avr_load_firmware(avr, &firmware);
  connect_serial(avr);
  int state = simulate(avr, (avr_flashaddr_t)strtoul(argv[3], NULL, 16), out);
  fclose(out);
  fflush(stdout);
  if (state == cpu_Crashed) return 125;
  return state == cpu_Done ? avr->data[GPIOR0] : 124;
}
