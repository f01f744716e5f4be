/* avr_runner PROCESSOR PROGRAM MARK FILE [trace]: runs a program on simavr's core, shows what it
   sends to the serial port, and writes the cycles between each two calls of mark() to the file;
   with `trace` also a digest of the addresses of all instructions and of what they read and write.
   MARK is the function's address. The exit status is that of the program, or 124 after too many
   cycles.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <inttypes.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { X = 26, Y = 28, Z = 30, GPIOR0 = 0x3e, STACK_POINTER = 0x5d };
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

static uint16_t word_at(const uint8_t *bytes) { return (uint16_t)(bytes[0] | bytes[1] << 8); }

/* The register whose content this instruction takes for an address, or 0. Addresses within
   instructions are always the same, and the stack pointer is in the digest anyway. */
static int pointer_of(uint16_t code) {
  if ((code & 0xd000) == 0x8000) return code & 8 ? Y : Z; /* ldd, std */
  if (code == 0x95c8 || code == 0x95d8) return Z;         /* lpm, elpm */
  if ((code & 0xfc00) != 0x9000) return 0;
  int kind = code & 15;
  if (kind >= 12 && kind <= 14) return X;
  if (kind == 9 || kind == 10) return Y;
  return kind == 1 || kind == 2 || (kind >= 4 && kind <= 7) ? Z : 0;
}

static uint64_t add_to_digest(uint64_t digest, uint64_t value) {
  digest = (digest ^ value) * 0x9e3779b97f4a7c15;
  return digest ^ digest >> 29;
}

static uint64_t add_instruction(uint64_t digest, const avr_t *avr) {
  int pointer = pointer_of(word_at(avr->flash + avr->pc));
  digest = add_to_digest(digest, avr->pc);
  digest = add_to_digest(digest, word_at(avr->data + STACK_POINTER));
  return pointer ? add_to_digest(digest, word_at(avr->data + pointer)) : digest;
}

/* The state in which the processor stopped. */
static int simulate(avr_t *avr, avr_flashaddr_t mark, FILE *out, bool trace) {
  uint64_t start = 0, digest = 0;
  int state = cpu_Running, running = 0;
  while (state != cpu_Done && state != cpu_Crashed && avr->cycle < kMostCycles) {
    if (avr->pc == mark) {
      if (running) fprintf(out, "%" PRIu64, avr->cycle - start);
      if (running && trace) fprintf(out, " %" PRIu64, digest);
      if (running) fprintf(out, "\n");
      running = !running;
      start = avr->cycle;
      digest = 0;
    }
    if (running && trace) digest = add_instruction(digest, avr);
    state = avr_run(avr);
  }
  return state;
}

int main(int argc, char **argv) {
  elf_firmware_t firmware;
  memset(&firmware, 0, sizeof firmware);
  avr_global_logger_set(silent);
  if ((argc != 5 && argc != 6) || elf_read_firmware(argv[2], &firmware) != 0) return 2;
  avr_t *avr = avr_make_mcu_by_name(argv[1]);
  FILE *out = fopen(argv[4], "w");
  if (!avr || !out) return 2;
  avr_init(avr);
  firmware.frequency = 16000000;
  avr_load_firmware(avr, &firmware);
  connect_serial(avr);
  int state = simulate(avr, (avr_flashaddr_t)strtoul(argv[3], NULL, 16), out, argc == 6);
  fclose(out);
  fflush(stdout);
  if (state == cpu_Crashed) return 125;
  return state == cpu_Done ? avr->data[GPIOR0] : 124;
}
