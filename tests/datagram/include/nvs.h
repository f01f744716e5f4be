/* Stands in for ESP-IDF's nvs.h: what ports/datagram/counter_esp_idf.c calls.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stdint.h>

typedef int esp_err_t;
typedef uint32_t nvs_handle_t;
#define ESP_OK 0
#define ESP_ERR_NVS_NOT_FOUND 0x1102

esp_err_t nvs_get_u64(nvs_handle_t handle, const char *key, uint64_t *out_value);
esp_err_t nvs_set_u64(nvs_handle_t handle, const char *key, uint64_t value);
esp_err_t nvs_commit(nvs_handle_t handle);
