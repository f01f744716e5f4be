/* The slots of counter_slots.h in the EEPROM of an AVR, with avr-libc; also for Arduino on AVR. The
   field `memory` is not used. Addresses are EEPROM addresses:

     static counter_slots slots = {counter_avr_read, counter_avr_write, NULL, 16, 8};

   Do not use address 0: a failing supply may damage the cell that the address register selects, and
   after a reset this is cell 0. Enable the brown-out detector by its fuse, so that a weak supply
   resets the processor before it can disturb the EEPROM.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_AVR_H
#define COUNTER_AVR_H

#include "counter_slots.h"

#ifdef __cplusplus
extern "C" {
#endif

int counter_avr_read(void *memory, uint16_t at, uint8_t *bytes, uint16_t length);
int counter_avr_write(void *memory, uint16_t at, const uint8_t *bytes, uint16_t length);

#ifdef __cplusplus
}
#endif

#endif
