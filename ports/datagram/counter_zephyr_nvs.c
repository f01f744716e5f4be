/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "counter_zephyr_nvs.h"
#include <errno.h>

enum { COUNTER_BYTES = 8 };

int counter_zephyr_nvs_load(void *context, uint8_t counter[8]) {
  const counter_zephyr_nvs *place = (const counter_zephyr_nvs *)context;
  return nvs_read(place->fs, place->id, counter, COUNTER_BYTES) == COUNTER_BYTES;
}

/* nvs_write() returns 0 if the entry has that value already. */
int counter_zephyr_nvs_store(void *context, const uint8_t counter[8]) {
  const counter_zephyr_nvs *place = (const counter_zephyr_nvs *)context;
  const ssize_t written = nvs_write(place->fs, place->id, counter, COUNTER_BYTES);
  return written == COUNTER_BYTES || written == 0;
}

int counter_zephyr_nvs_provision(counter_zephyr_nvs *place) {
  uint8_t counter[COUNTER_BYTES] = {0};
  const ssize_t found = nvs_read(place->fs, place->id, counter, COUNTER_BYTES);
  return found == -ENOENT ? counter_zephyr_nvs_store(place, counter) : found == COUNTER_BYTES;
}
