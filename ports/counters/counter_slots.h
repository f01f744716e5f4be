/* A counter that survives a loss of power at any time, in memory that is written byte by byte:
   EEPROM, FRAM, or flash that a driver presents so. For ascon_datagram_store of
   asconkit/ascon_datagram.h.

   The memory has `count` slots of COUNTER_SLOT_BYTES, which are written in turn: so it wears
   `count` times less, and the newest record is never overwritten. A slot whose writing was cut off
   has a wrong checksum. If a slot cannot be read, nothing is loaded or stored: it may be the
   newest.

   For a new key, a sender may go on at the old counter. A receiver of another sender needs slots
   that were erased before (all 0xff): it refuses what is below the counter that it finds.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_SLOTS_H
#define COUNTER_SLOTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define COUNTER_SLOT_BYTES 12

typedef struct counter_slots {
  /** Both return 0 if they cannot. write() returns when the bytes are certain to stay. */
  int (*read)(void *memory, uint16_t at, uint8_t *bytes, uint16_t length);
  int (*write)(void *memory, uint16_t at, const uint8_t *bytes, uint16_t length);
  void *memory;   /**< of both */
  uint16_t start; /**< where the first slot is */
  uint16_t count; /**< at least 2 */
} counter_slots;

/** For the fields `load` and `store` of an ascon_datagram_store, whose `context` is the address of
   a counter_slots. */
int counter_slots_load(void *slots, uint8_t counter[8]);
int counter_slots_store(void *slots, const uint8_t counter[8]);

/** Stores counter 0 if the memory has no counter. Call it once, when the device gets its first key,
    and never when it starts: if all slots are lost, the device must not start at 0 again.
    @return 0 if that fails */
int counter_slots_provision(counter_slots *slots);

#ifdef __cplusplus
}
#endif

#endif
