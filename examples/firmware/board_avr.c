/* ATmega: the serial port, timer 1 as the clock, and the exit status in a register that the tests'
   simulator looks at. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#include "board.h"

const uint32_t board_ticks_per_second = F_CPU / 64;

void board_write(const char *text, size_t bytes) {
  for (; bytes; bytes--, text++) {
    while (!(UCSR0A & _BV(UDRE0))) continue;
    UDR0 = (uint8_t)*text;
  }
}

void board_exit(int status) {
  GPIOR0 = (uint8_t)status;
  while (!(UCSR0A & _BV(UDRE0))) continue;
  cli();
  sleep_enable();
  for (;;) sleep_cpu(); /* with interrupts off: the end of the simulation */
}

uint32_t board_ticks_since(uint32_t start) { return (uint16_t)(TCNT1 - (uint16_t)start); }

int main(void) {
  UCSR0A = _BV(U2X0);
  UCSR0B = _BV(TXEN0);
  TCCR1B = _BV(CS11) | _BV(CS10); /* a tick is 64 cycles */
  board_exit(firmware_main(0, NULL));
}
