/* The record of a counter: 8 bytes, little-endian, and their CRC-32. Erased memory, all 0xff or all
   0, does not contain a record. Used by the other files of this folder.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_RECORD_H
#define COUNTER_RECORD_H

#include <stdint.h>
#include <string.h>

enum { COUNTER_BYTES = 8, COUNTER_RECORD_BYTES = COUNTER_BYTES + 4 };

static inline uint32_t counter_checksum(const uint8_t counter[COUNTER_BYTES]) {
  uint32_t crc = 0xffffffff;
  for (uint8_t i = 0; i < COUNTER_BYTES; i++) {
    crc ^= counter[i];
    for (uint8_t bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

static inline void counter_to_record(uint8_t record[COUNTER_RECORD_BYTES],
                                     const uint8_t counter[COUNTER_BYTES]) {
  const uint32_t checksum = counter_checksum(counter);
  memcpy(record, counter, COUNTER_BYTES);
  for (uint8_t i = 0; i < 4; i++) record[COUNTER_BYTES + i] = (uint8_t)(checksum >> 8 * i);
}

/* Returns 1 if counter `a` is greater than counter `b`. Either may be the start of a record. */
static inline int counter_is_greater(const uint8_t *a, const uint8_t *b) {
  for (uint8_t i = COUNTER_BYTES; i-- != 0;)
    if (a[i] != b[i]) return a[i] > b[i];
  return 0;
}

/* Returns 1 if `record` is a valid record, 0 otherwise. */
static inline int counter_from_record(uint8_t counter[COUNTER_BYTES],
                                      const uint8_t record[COUNTER_RECORD_BYTES]) {
  uint8_t expected[COUNTER_RECORD_BYTES];
  counter_to_record(expected, record);
  if (memcmp(expected, record, sizeof expected) != 0) return 0;
  memcpy(counter, record, COUNTER_BYTES);
  return 1;
}

/* A store() that failed may have written its counter, and its owner then continues with lower
   counters. A store therefore keeps `least`, below which it refuses counters, and `tried`, the
   highest counter that it tried to write. Returns the counter to write, which is never below the
   stored one: `wanted`, or the stored counter if it is higher and this store wrote it. Afterwards
   the caller sets `least` to `wanted`. Returns NULL if `wanted` is refused. */
static inline const uint8_t *counter_to_write(uint8_t least[COUNTER_BYTES],
                                              uint8_t tried[COUNTER_BYTES], const uint8_t *stored,
                                              const uint8_t *wanted) {
  const int is_lower = counter_is_greater(stored, wanted);
  const uint8_t *written = is_lower ? stored : wanted;
  if (counter_is_greater(stored, tried)) memcpy(least, stored, COUNTER_BYTES);
  if (is_lower && counter_is_greater(least, wanted)) return NULL;
  if (counter_is_greater(written, tried)) memcpy(tried, written, COUNTER_BYTES);
  return written;
}

#endif
