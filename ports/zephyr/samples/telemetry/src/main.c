/* A node that sends readings, on Zephyr: examples/telemetry/README.md. Its counter is in Zephyr's
   settings, so that no frame repeats after a loss of power.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <zephyr/settings/settings.h>
#include <zephyr/sys/printk.h>

#include "counter_zephyr_settings.h"
#include "node.h"

/* In a product: a key of your own out of protected storage, and the address of this node. */
static const uint8_t key[ASCON_DATAGRAM_KEY_BYTES] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                      8, 9, 10, 11, 12, 13, 14, 15};
enum { ADDRESS = 7 };

static char counter_name[] = "telemetry/sent";
static const ascon_datagram_store store = {counter_zephyr_settings_load,
                                           counter_zephyr_settings_store, counter_name, 100};
static node this_node;

/* A device would give it to its radio. */
static void transmit(const uint8_t *frame, size_t length) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < length; i++) {
    printk("%c", digits[frame[i] >> 4]);
    printk("%c", digits[frame[i] & 15]);
  }
  printk("%c", '\n');
}

int main(void) {
  static const char reading[] = "21.5 degrees";
  uint8_t frame[NODE_FRAME_BYTES];
  if (settings_subsys_init() != 0) return 1;
  /* In a product: once, when the node gets its key, and not at each start. */
  if (!counter_zephyr_settings_provision(counter_name)) return 1;
  for (int start = 0; start < 2; start++) { /* as after a loss of power */
    if (!node_start(&this_node, ADDRESS, key, &store)) return 1;
    const size_t length = node_frame(&this_node, frame, reading, sizeof reading - 1);
    if (length == 0) return 1;
    transmit(frame, length);
  }
  return 0;
}
