/* A counter that survives a loss of power at any time, and a fault in any one slot, in memory that
   is written byte by byte: EEPROM, FRAM, or flash that a driver presents in this way. For raw pages
   of flash use counter_flash.h. For ascon_datagram_store of asconkit/datagram/ascon_datagram.h.

   The memory has `count` slots of COUNTER_SLOT_BYTES, which are written in turn, in pairs: both
   slots of a pair get the same record. With a single copy, damage to the newest slot would look
   like a write that was cut off, and an older counter would be used again. The two copies halve the
   life of the memory: a slot is written once in `count` / 2 stores. A write never touches a good
   copy of the newest pair. A slot whose write was cut off has a wrong checksum. If it reads
   differently each time, a store may find it valid although load() did not, and refuse the counter:
   then start again. If a slot cannot be read, load and store fail, because this slot may be the
   newest. A counter below the newest one is refused, with one exception: a store() that failed may
   have written its counter. Later calls accept lower counters, down to the last one stored with
   success, but keep the higher counter.

   With a new key, a sender may keep its counter. A receiver of another sender needs erased slots
   (all 0xff), because it refuses counters below the one in the slots.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_SLOTS_H
#define COUNTER_SLOTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define COUNTER_SLOT_BYTES 12

typedef struct counter_slots {
  /** Both return 0 on failure. write() returns once the bytes are certain to stay. */
  int (*read)(void *memory, uint16_t at, uint8_t *bytes, uint16_t length);
  int (*write)(void *memory, uint16_t at, const uint8_t *bytes, uint16_t length);
  void *memory;               /**< passed to both */
  uint16_t start;             /**< address of the first slot */
  uint16_t count;             /**< even, at least 4. With any other number, load and store fail */
  uint8_t least[8], tried[8]; /* private: zeros when the program starts. counter_record.h */
} counter_slots;

/** For the fields `load` and `store` of an ascon_datagram_store, whose `context` is the address of
   a counter_slots. */
int counter_slots_load(void *slots, uint8_t counter[8]);
int counter_slots_store(void *slots, const uint8_t counter[8]);

/** Stores counter 0 if the memory has no counter. Call it once, when the device gets its first key,
    and never when it starts: if all slots are lost, the device must not start at 0 again.
    @return 1; 0 if a slot cannot be read or written */
int counter_slots_provision(counter_slots *slots);

#ifdef __cplusplus
}
#endif

#endif
