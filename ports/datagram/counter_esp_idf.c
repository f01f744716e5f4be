/* The counter is a number of 64 bits, which is a single entry: it is written at once.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "counter_esp_idf.h"

static int store_number(const counter_esp_idf *place, uint64_t number) {
  return nvs_set_u64(place->handle, place->key, number) == ESP_OK &&
         nvs_commit(place->handle) == ESP_OK;
}

int counter_esp_idf_load(void *context, uint8_t counter[8]) {
  const counter_esp_idf *place = (const counter_esp_idf *)context;
  uint64_t number;
  if (nvs_get_u64(place->handle, place->key, &number) != ESP_OK) return 0;
  for (int i = 0; i < 8; i++) counter[i] = (uint8_t)(number >> 8 * i);
  return 1;
}

int counter_esp_idf_store(void *context, const uint8_t counter[8]) {
  uint64_t number = 0;
  for (int i = 0; i < 8; i++) number |= (uint64_t)counter[i] << 8 * i;
  return store_number((const counter_esp_idf *)context, number);
}

int counter_esp_idf_provision(counter_esp_idf *place) {
  uint64_t number;
  const esp_err_t found = nvs_get_u64(place->handle, place->key, &number);
  return found == ESP_ERR_NVS_NOT_FOUND ? store_number(place, 0) : found == ESP_OK;
}
