/* The stores for Zephyr and ESP-IDF over stand-ins of their storage, which keep one entry and may
   fail. The status is 1 after a failure. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zephyr/settings/settings.h>

#include "ports/datagram/counter_esp_idf.h"
#include "ports/datagram/counter_zephyr_nvs.h"
#include "ports/datagram/counter_zephyr_settings.h"

/* ---- The entry ------------------------------------------------------------------------------ */

static uint8_t entry[16];
static size_t entry_length;
static int fails, committed;

static int put(const void *data, size_t length) {
  if (fails) return 0;
  memcpy(entry, data, length);
  entry_length = length;
  return 1;
}

ssize_t nvs_read(struct nvs_fs *fs, uint16_t id, void *data, size_t len) {
  if (!fs || id != 7 || fails) return -EIO;
  if (entry_length == 0) return -ENOENT;
  memcpy(data, entry, len < entry_length ? len : entry_length);
  return (ssize_t)entry_length;
}

ssize_t nvs_write(struct nvs_fs *fs, uint16_t id, const void *data, size_t len) {
  if (!fs || id != 7 || fails) return -EIO;
  if (len == entry_length && memcmp(data, entry, len) == 0) return 0;
  return put(data, len) ? (ssize_t)len : -EIO;
}

static ssize_t read_entry(void *argument, void *data, size_t len) {
  if (fails) return -EIO;
  memcpy(data, argument, len);
  return (ssize_t)len;
}

/* With another setting below the name. As Zephyr's, it returns 0 also where a backend fails: the
   setting's value then cannot be read, or the setting is not found. */
int settings_load_subtree_direct(const char *subtree, settings_load_direct_cb cb, void *param) {
  static uint8_t other[8] = {9};
  if (strcmp(subtree, "a/counter") != 0 || fails > 1) return 0;
  if (entry_length != 0) (void)cb(NULL, entry_length, read_entry, entry, param);
  (void)cb("other", sizeof other, read_entry, other, param);
  return 0;
}

int settings_save_one(const char *name, const void *value, size_t val_len) {
  return strcmp(name, "a/counter") == 0 && put(value, val_len) ? 0 : -EIO;
}

esp_err_t nvs_get_u64(nvs_handle_t handle, const char *key, uint64_t *out_value) {
  if (handle != 3 || strcmp(key, "counter") != 0 || fails) return -1;
  if (entry_length == 0) return ESP_ERR_NVS_NOT_FOUND;
  if (entry_length != sizeof *out_value) return -2;
  memcpy(out_value, entry, sizeof *out_value);
  return ESP_OK;
}

esp_err_t nvs_set_u64(nvs_handle_t handle, const char *key, uint64_t value) {
  committed = 0;
  return handle == 3 && strcmp(key, "counter") == 0 && put(&value, sizeof value) ? ESP_OK : -1;
}

esp_err_t nvs_commit(nvs_handle_t handle) {
  committed = handle == 3;
  return ESP_OK;
}

/* ---- The stores ----------------------------------------------------------------------------- */

static struct nvs_fs fs;
static counter_zephyr_nvs zephyr_nvs = {&fs, 7};
static counter_esp_idf esp_idf = {3, "counter"};
static char name[] = "a/counter";

static int provision_nvs(void) { return counter_zephyr_nvs_provision(&zephyr_nvs); }
static int provision_settings(void) { return counter_zephyr_settings_provision(name); }
static int provision_esp_idf(void) { return counter_esp_idf_provision(&esp_idf); }

static const struct store {
  const char *name;
  int (*load)(void *context, uint8_t counter[8]);
  int (*store)(void *context, const uint8_t counter[8]);
  void *context;
  int (*provision)(void);
  int looks; /* before it provisions */
} stores[] = {
    {"Zephyr NVS", counter_zephyr_nvs_load, counter_zephyr_nvs_store, &zephyr_nvs, provision_nvs,
     1},
    {"Zephyr settings", counter_zephyr_settings_load, counter_zephyr_settings_store, name,
     provision_settings, 0},
    {"ESP-IDF NVS", counter_esp_idf_load, counter_esp_idf_store, &esp_idf, provision_esp_idf, 1},
};

static int failures;

static void expect(int good, const struct store *store, const char *what) {
  if (good) return;
  printf("failed: %s: %s\n", store->name, what);
  failures++;
}

static void check(const struct store *s) {
  const uint8_t zero[8] = {0}, counter[8] = {1, 2, 3, 4, 5, 6, 7, 0};
  uint8_t loaded[8];
  fails = 0;
  entry_length = 0;
  committed = 1;
  expect(!s->load(s->context, loaded), s, "loads what is not there");
  expect(s->provision() && s->load(s->context, loaded), s, "provision");
  expect(memcmp(loaded, zero, 8) == 0, s, "begins at 0");
  expect(s->store(s->context, counter) && s->store(s->context, counter), s, "store");
  expect(committed, s, "committed");
  expect(s->provision() && s->load(s->context, loaded), s, "provision again");
  expect(memcmp(loaded, s->looks ? counter : zero, 8) == 0, s, "the counter is kept, or 0");
  for (fails = 1; fails <= 2; fails++) {
    expect(!s->store(s->context, zero), s, "store fails");
    expect(!s->load(s->context, loaded), s, "load fails");
    expect(!s->provision(), s, "provision fails");
  }
  fails = 0;
  entry_length = 5;
  expect(!s->load(s->context, loaded), s, "another length");
  expect(s->provision() != s->looks, s, "provision does not overwrite what it looks at");
}

int main(void) {
  for (size_t i = 0; i < sizeof stores / sizeof stores[0]; i++) check(&stores[i]);
  puts(failures ? "failed" : "passed");
  return failures != 0;
}
