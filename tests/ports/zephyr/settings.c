/* Zephyr's settings, as far as the sample `telemetry` needs them: one entry, in RAM.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>
#include <zephyr/settings/settings.h>

#ifdef STORED_COUNTER /* before the start */
static uint8_t entry[8] = {STORED_COUNTER};
static size_t entry_length = sizeof entry;
#else
static uint8_t entry[8];
static size_t entry_length;
#endif
static int is_started;

int settings_subsys_init(void) {
  is_started = 1;
  return 0;
}

static ssize_t read_entry(void *argument, void *data, size_t length) {
  memcpy(data, argument, length);
  return (ssize_t)length;
}

int settings_load_subtree_direct(const char *subtree, settings_load_direct_cb cb, void *param) {
  (void)subtree;
  if (!is_started) return -1;
  return entry_length ? cb(NULL, entry_length, read_entry, entry, param) : 0;
}

int settings_save_one(const char *name, const void *value, size_t val_len) {
  (void)name;
  if (!is_started || val_len > sizeof entry) return -1;
  memcpy(entry, value, val_len);
  entry_length = val_len;
  return 0;
}
