/* A counter in ESP-IDF's non-volatile storage, whose entries have checksums and are written in
   turn. For ascon_datagram_store of asconkit/datagram/ascon_datagram.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_ESP_IDF_H
#define COUNTER_ESP_IDF_H

#include <nvs.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct counter_esp_idf {
  nvs_handle_t handle; /**< from nvs_open() with NVS_READWRITE */
  const char *key;     /**< name of the entry, at most 15 characters */
} counter_esp_idf;

/** For the fields `load` and `store`; `context` is the address of a counter_esp_idf. */
int counter_esp_idf_load(void *place, uint8_t counter[8]);
int counter_esp_idf_store(void *place, const uint8_t counter[8]);
/** Like counter_slots_provision(). If nvs_flash_init() fails, ESP-IDF's examples erase the
    partition, and the counter is lost: do not provision again, but replace the key. */
int counter_esp_idf_provision(counter_esp_idf *place);

#ifdef __cplusplus
}
#endif

#endif
