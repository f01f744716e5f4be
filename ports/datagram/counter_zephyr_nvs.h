/* A counter in Zephyr's non-volatile storage (CONFIG_NVS, with CONFIG_NVS_DATA_CRC for checksums of
   the data), which writes entries in turn. For ascon_datagram_store of
   asconkit/datagram/ascon_datagram.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_ZEPHYR_NVS_H
#define COUNTER_ZEPHYR_NVS_H

#include <stdint.h>
#include <zephyr/fs/nvs.h>

typedef struct counter_zephyr_nvs {
  struct nvs_fs *fs; /**< mounted */
  uint16_t id;       /**< id of the entry, which no other part of the program may use */
} counter_zephyr_nvs;

/** For the fields `load` and `store`; `context` is the address of a counter_zephyr_nvs. */
int counter_zephyr_nvs_load(void *place, uint8_t counter[8]);
int counter_zephyr_nvs_store(void *place, const uint8_t counter[8]);
/** Like counter_slots_provision(). Does not replace an entry that cannot be read. */
int counter_zephyr_nvs_provision(counter_zephyr_nvs *place);

#endif
