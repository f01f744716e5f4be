/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "counter_zephyr_settings.h"
#include <string.h>
#include <zephyr/settings/settings.h>

enum { COUNTER_BYTES = 8 };

struct found {
  uint8_t counter[COUNTER_BYTES];
  int is_good;
};

/* Called for the setting, with an empty `key`, and for others whose names begin with its name. */
static int take(const char *key, size_t length, settings_read_cb read, void *argument,
                void *context) {
  struct found *found = (struct found *)context;
  if (key != NULL && key[0] != '\0') return 0;
  found->is_good = length == COUNTER_BYTES &&
                   read(argument, found->counter, COUNTER_BYTES) == (ssize_t)COUNTER_BYTES;
  return 0;
}

/* Zephyr's call returns 0 also if the memory could not be read: then nothing is found. */
int counter_zephyr_settings_load(void *name, uint8_t counter[8]) {
  struct found found = {{0}, 0};
  if (settings_load_subtree_direct((const char *)name, take, &found) != 0 || !found.is_good)
    return 0;
  memcpy(counter, found.counter, COUNTER_BYTES);
  return 1;
}

int counter_zephyr_settings_store(void *name, const uint8_t counter[8]) {
  return settings_save_one((const char *)name, counter, COUNTER_BYTES) == 0;
}

int counter_zephyr_settings_provision(const char *name) {
  static const uint8_t zero[COUNTER_BYTES];
  return settings_save_one(name, zero, COUNTER_BYTES) == 0;
}
