/* A counter as it is kept: 8 bytes, little-endian, and their CRC-32. Erased memory, all 0xff or all
   0, is no record. Used by counter_slots.c and counter_file.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_RECORD_H
#define COUNTER_RECORD_H

#include <stdint.h>
#include <string.h>

enum { COUNTER_BYTES = 8, COUNTER_RECORD_BYTES = COUNTER_BYTES + 4 };

static uint32_t counter_checksum(const uint8_t counter[COUNTER_BYTES]) {
  uint32_t crc = 0xffffffff;
  for (uint8_t i = 0; i < COUNTER_BYTES; i++) {
    crc ^= counter[i];
    for (uint8_t bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

static void counter_to_record(uint8_t record[COUNTER_RECORD_BYTES],
                              const uint8_t counter[COUNTER_BYTES]) {
  const uint32_t checksum = counter_checksum(counter);
  memcpy(record, counter, COUNTER_BYTES);
  for (uint8_t i = 0; i < 4; i++) record[COUNTER_BYTES + i] = (uint8_t)(checksum >> 8 * i);
}

/* Returns 0 if it is no record, 1 otherwise. */
static int counter_from_record(uint8_t counter[COUNTER_BYTES],
                               const uint8_t record[COUNTER_RECORD_BYTES]) {
  uint8_t expected[COUNTER_RECORD_BYTES];
  counter_to_record(expected, record);
  if (memcmp(expected, record, sizeof expected) != 0) return 0;
  memcpy(counter, record, COUNTER_BYTES);
  return 1;
}

#endif
