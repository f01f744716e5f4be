/* An AVR under simavr, one instruction at a time: record_avr.py compiles this against libsimavr and
   calls
   it. The registers are the first 32 bytes of data memory. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <stdlib.h>
#include <string.h>

avr_t *lab_open(const char *processor, const uint8_t *flash, uint32_t size) {
  avr_t *avr = avr_make_mcu_by_name(processor);
  if (!avr) {
    return NULL;
  }
  avr->log = LOG_NONE;
  avr_init(avr);
  if (size <= avr->flashend + 1) {
    memcpy(avr->flash, flash, size);
  }
  return avr;
}

uint8_t *lab_data(avr_t *avr) { return avr->data; }

uint32_t lab_data_end(avr_t *avr) { return avr->ramend; }

uint32_t lab_flash_end(avr_t *avr) { return avr->flashend; }

/* C, Z, N, V, S, H, T, I from bit 0 on, as in SREG. */
uint32_t lab_flags(avr_t *avr) {
  uint32_t flags = 0;
  for (unsigned bit = 0; bit < 8; bit++) {
    flags |= (uint32_t)(avr->sreg[bit] != 0) << bit;
  }
  return flags;
}

/* Runs the instruction at this place; returns where the next one is. */
uint32_t lab_step(avr_t *avr, uint32_t address) {
  avr->pc = address;
  avr->state = cpu_Running;
  return avr_run_one(avr);
}
