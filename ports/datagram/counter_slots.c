/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "counter_slots.h"
#include "counter_record.h"

/* Two slots, one after the other, and the higher counter of the two. `copies` is 1 if the first
   slot has the counter, 2 if the second, BOTH, or 0 if neither is good. */
typedef struct pair {
  uint16_t first;
  uint8_t copies;
  uint8_t record[COUNTER_RECORD_BYTES];
} pair;

enum { BOTH = 3 };

static uint16_t place(const counter_slots *slots, uint16_t slot) {
  return (uint16_t)(slots->start + slot * COUNTER_RECORD_BYTES);
}

static int are_valid(const counter_slots *slots) {
  return slots->count >= 4 && slots->count % 2 == 0 &&
         slots->count <= (uint16_t)(0xffff - slots->start) / COUNTER_RECORD_BYTES;
}

/* Returns 0 if a slot cannot be read. */
static int read_pair(const counter_slots *slots, uint16_t first, pair *found) {
  found->first = first;
  found->copies = 0;
  for (uint8_t i = 0; i < 2; i++) {
    uint8_t record[COUNTER_RECORD_BYTES], counter[COUNTER_BYTES];
    const uint8_t copy = (uint8_t)(i + 1);
    if (!slots->read(slots->memory, place(slots, first + i), record, sizeof record)) return 0;
    if (!counter_from_record(counter, record)) continue;
    if (!found->copies || counter_is_greater(counter, found->record)) {
      memcpy(found->record, record, sizeof record);
      found->copies = copy;
    } else if (!counter_is_greater(found->record, counter)) {
      found->copies = BOTH;
    }
  }
  return 1;
}

/* Finds the pair with the highest counter, of several a complete one. Returns 0 if the slots are
   not as counter_slots.h says, or if one cannot be read: it may have the highest counter. */
static int find_newest(const counter_slots *slots, pair *newest) {
  if (!are_valid(slots)) return 0;
  newest->copies = 0;
  newest->first = (uint16_t)(slots->count - 2);
  for (uint16_t first = 0; first < slots->count; first += 2) {
    pair found;
    if (!read_pair(slots, first, &found)) return 0;
    if (!found.copies) continue;
    if (!newest->copies || counter_is_greater(found.record, newest->record) ||
        (found.copies == BOTH && !counter_is_greater(newest->record, found.record)))
      *newest = found;
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
  pair newest;
  if (!find_newest((const counter_slots *)context, &newest) || !newest.copies) return 0;
  memcpy(counter, newest.record, COUNTER_BYTES);
  return 1;
}

/* First the newest pair gets back a copy that was cut off or has rotted, so that it survives one
   more fault while an older pair is overwritten. Then the next pair is written, or one after it:
   cells wear out. */
int counter_slots_store(void *context, const uint8_t counter[8]) {
  counter_slots *slots = (counter_slots *)context;
  uint8_t record[COUNTER_RECORD_BYTES];
  pair newest = {0};
  if (!find_newest(slots, &newest)) return 0;
  const uint8_t *written = counter_to_write(slots->least, slots->tried, newest.record, counter);
  if (!written) return 0;
  if (newest.copies && newest.copies != BOTH)
    (void)write_slot(slots, (uint16_t)(newest.first + (newest.copies == 1)), newest.record);
  counter_to_record(record, written);
  for (uint16_t i = 2; i < slots->count; i += 2) {
    const uint16_t first = (uint16_t)((newest.first + i) % slots->count);
    if (write_slot(slots, first, record) && write_slot(slots, first + 1, record)) {
      memcpy(slots->least, counter, COUNTER_BYTES);
      return 1;
    }
  }
  return 0;
}

/* A single copy may be what a provision that was cut off has left: it is written again. */
int counter_slots_provision(counter_slots *slots) {
  uint8_t counter[COUNTER_BYTES] = {0};
  pair newest;
  if (!find_newest(slots, &newest)) return 0;
  if (newest.copies == BOTH) return 1;
  if (newest.copies) memcpy(counter, newest.record, COUNTER_BYTES);
  return counter_slots_store(slots, counter);
}
