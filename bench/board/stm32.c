/* A board with an STM32: clock, pins, serial line at 115200 baud, cycle counter. It writes
   registers as the reference manual says, without interrupts and caches, at a clock that needs no
   wait states. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stm32.h"

#include "../../examples/firmware/cortex_m_start.h"

enum { BAUD = 115200, PATIENCE = 100000 };

static volatile uint32_t *at(uintptr_t address) { return (volatile uint32_t *)address; }

static void set(stm32_bit bit) { *at(bit.address) |= (uint32_t)1 << bit.bit; }

/* ---- Clock ---------------------------------------------------------------------------------- */

enum { HSE_ON = 1 << 16, HSE_READY = 1 << 17, HSE_BYPASS = 1 << 18, HSE_CHOSEN = 1 };

static uint32_t hertz;

/* Waits for the external clock, and then uses it. Without one, the internal oscillator runs on. */
static int use_external_clock(void) {
  *at(board.clocks) |= HSE_BYPASS;
  *at(board.clocks) |= HSE_ON;
  for (uint32_t turn = 0; turn < PATIENCE; turn++) {
    if (*at(board.clocks) & HSE_READY) {
      *at(board.clock_choice) |= HSE_CHOSEN;
      return 1;
    }
  }
  return 0;
}

uint32_t board_hertz(void) { return hertz; }

/* ---- Pins ----------------------------------------------------------------------------------- */

enum { MODE = 0x00, SPEED = 0x08, SET_RESET = 0x18, FUNCTION = 0x20 };
enum { OUTPUT = 1, ALTERNATE = 2, FAST = 2, SERIAL = 7 };

/* Writes the pin's entry of a register, or of two, with `width` bits for each pin. */
static void set_pin(uintptr_t offset, unsigned pin, unsigned width, uint32_t value) {
  const unsigned each = 32 / width, shift = pin % each * width;
  volatile uint32_t *entry = at(board.port + offset + 4 * (pin / each));
  *entry = (*entry & ~((((uint32_t)1 << width) - 1) << shift)) | value << shift;
}

static void make_serial(unsigned pin) {
  set_pin(FUNCTION, pin, 4, SERIAL);
  set_pin(MODE, pin, 2, ALTERNATE);
}

void board_trigger(int level) {
  *at(board.port + SET_RESET) = (uint32_t)1 << (board.trigger + (level ? 0 : 16));
}

/* ---- Serial line ---------------------------------------------------------------------------- */

enum { RECEIVED = 1 << 5, MAY_SEND = 1 << 7 }; /* of both kinds' status */

const stm32_usart stm32_usart_f4 = {0x00, 0x04, 0x04, 0x08, 0x0c, 1 << 13 | 1 << 3 | 1 << 2};
const stm32_usart stm32_usart_f3_f7 = {0x1c, 0x24, 0x28, 0x0c, 0x00, 1 << 3 | 1 << 2 | 1 << 0};

static volatile uint32_t *serial(uint8_t offset) { return at(board.usart + offset); }

uint8_t board_read(void) {
  while (!(*serial(board.kind->status) & RECEIVED)) continue;
  return (uint8_t)*serial(board.kind->received);
}

void board_write(const char *text, size_t bytes) {
  for (; bytes; bytes--, text++) {
    while (!(*serial(board.kind->status) & MAY_SEND)) continue;
    *serial(board.kind->sent) = (uint8_t)*text;
  }
}

/* ---- Cycle counter (Armv7-M: DWT) ------------------------------------------------------------ */

enum { TRACE_ON = 1 << 24, COUNTER_ON = 1, UNLOCK = (int)0xc5acce55 };

static volatile uint32_t *const exception_monitor = (volatile uint32_t *)0xe000edfc,
                                *const dwt_control = (volatile uint32_t *)0xe0001000,
                                *const dwt_cycles = (volatile uint32_t *)0xe0001004,
                                *const dwt_lock = (volatile uint32_t *)0xe0001fb0;

uint32_t board_cycles(void) { return *dwt_cycles; }

int board_counts_cycles(void) {
  const uint32_t start = *dwt_cycles;
  return *dwt_cycles != start;
}

/* The lock is that of a Cortex-M7; others have none. */
static void start_counting(void) {
  *exception_monitor |= TRACE_ON;
  *dwt_lock = (uint32_t)UNLOCK;
  *dwt_cycles = 0;
  *dwt_control |= COUNTER_ON;
}

/* ---- Start and end -------------------------------------------------------------------------- */

static void prepare(void) {
  hertz =
      board.external_hertz && use_external_clock() ? board.external_hertz : board.internal_hertz;
  set(board.port_clock);
  set(board.usart_clock);
  board_trigger(0);
  set_pin(SPEED, board.trigger, 2, FAST);
  set_pin(MODE, board.trigger, 2, OUTPUT);
  make_serial(board.transmit);
  make_serial(board.receive);
  *serial(board.kind->divider) = (hertz + BAUD / 2) / BAUD;
  *serial(board.kind->control) = board.kind->enabled;
  start_counting();
}

void board_exit(int status) {
  (void)status; /* always that of a fault: the program does not return */
  static const char text[] = "error fault: reset the board\n";
  board_write(text, sizeof text - 1);
  for (;;) continue;
}
