/* A counter in Zephyr's settings (CONFIG_SETTINGS), with any settings backend. For
   ascon_datagram_store of asconkit/datagram/ascon_datagram.h, whose `context` is the name of the
   setting, a string such as "asconkit/sent". SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef COUNTER_ZEPHYR_SETTINGS_H
#define COUNTER_ZEPHYR_SETTINGS_H

#include <stdint.h>

/** For the fields `load` and `store`. Call settings_subsys_init() first. */
int counter_zephyr_settings_load(void *name, uint8_t counter[8]);
int counter_zephyr_settings_store(void *name, const uint8_t counter[8]);
/** Stores counter 0, even over an existing counter, because Zephyr reports a missing setting like a
    setting that it cannot read. Call it once, when the device gets its first key, and never when it
    starts, because counters would be used again.
    @return 1; 0 on failure */
int counter_zephyr_settings_provision(const char *name);

#endif
