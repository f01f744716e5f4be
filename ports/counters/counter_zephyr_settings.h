/* A counter in Zephyr's settings (CONFIG_SETTINGS), over any of their backends. For
   ascon_datagram_store of asconkit/ascon_datagram.h; its `context` is the name of the setting, a
   string such as "asconkit/sent". SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_ZEPHYR_SETTINGS_H
#define COUNTER_ZEPHYR_SETTINGS_H

#include <stdint.h>

/** For the fields `load` and `store`. settings_subsys_init() has been called. */
int counter_zephyr_settings_load(void *name, uint8_t counter[8]);
int counter_zephyr_settings_store(void *name, const uint8_t counter[8]);
/** As counter_slots_provision(). */
int counter_zephyr_settings_provision(const char *name);

#endif
