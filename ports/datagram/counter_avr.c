/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__AVR__)
#include "counter_avr.h"
#include <avr/eeprom.h>

int counter_avr_read(void *memory, uint16_t at, uint8_t *bytes, uint16_t length) {
  (void)memory;
  eeprom_read_block(bytes, (const void *)at, length);
  return 1;
}

/* Waits until the last byte is written. Bytes that do not change are not written. */
int counter_avr_write(void *memory, uint16_t at, const uint8_t *bytes, uint16_t length) {
  (void)memory;
  eeprom_update_block(bytes, (void *)at, length);
  eeprom_busy_wait();
  return 1;
}
#endif
