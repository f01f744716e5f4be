/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "counter_slots.h"
#include "counter_record.h"

static uint16_t place(const counter_slots *slots, uint16_t slot) {
  return (uint16_t)(slots->start + slot * COUNTER_RECORD_BYTES);
}

static int is_greater(const uint8_t *a, const uint8_t *b) {
  for (uint8_t i = COUNTER_BYTES; i-- != 0;)
    if (a[i] != b[i]) return a[i] > b[i];
  return 0;
}

/* Finds the highest counter and its slot, which is `count` if there is none. Returns 0 if a slot
   cannot be read: it may have the highest one, and an older counter would be used again. */
static int find_newest(const counter_slots *slots, uint8_t counter[COUNTER_BYTES],
                       uint16_t *newest) {
  *newest = slots->count;
  for (uint16_t i = 0; i < slots->count; i++) {
    uint8_t record[COUNTER_RECORD_BYTES], found[COUNTER_BYTES];
    if (!slots->read(slots->memory, place(slots, i), record, sizeof record)) return 0;
    if (!counter_from_record(found, record)) continue;
    if (*newest == slots->count || is_greater(found, counter)) {
      memcpy(counter, found, COUNTER_BYTES);
      *newest = i;
    }
  }
  return 1;
}

/* Returns 1 if the record can be read back. */
static int write_slot(const counter_slots *slots, uint16_t slot, const uint8_t *record) {
  uint8_t written[COUNTER_RECORD_BYTES];
  return slots->write(slots->memory, place(slots, slot), record, COUNTER_RECORD_BYTES) &&
         slots->read(slots->memory, place(slots, slot), written, sizeof written) &&
         memcmp(written, record, sizeof written) == 0;
}

int counter_slots_load(void *context, uint8_t counter[8]) {
  const counter_slots *slots = (const counter_slots *)context;
  uint16_t newest;
  return find_newest(slots, counter, &newest) && newest != slots->count;
}

/* The slots after the newest one, until one of them is good: cells wear out. */
int counter_slots_store(void *context, const uint8_t counter[8]) {
  const counter_slots *slots = (const counter_slots *)context;
  uint8_t record[COUNTER_RECORD_BYTES], newest_counter[COUNTER_BYTES];
  uint16_t newest;
  if (!find_newest(slots, newest_counter, &newest)) return 0;
  counter_to_record(record, counter);
  for (uint16_t i = 1; i < slots->count; i++)
    if (write_slot(slots, (uint16_t)((newest + i) % slots->count), record)) return 1;
  return 0;
}

int counter_slots_provision(counter_slots *slots) {
  uint8_t counter[COUNTER_BYTES] = {0};
  return counter_slots_load(slots, counter) || counter_slots_store(slots, counter);
}
