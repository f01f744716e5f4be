/* A node that sends readings, on Zephyr: examples/node/README.md. Its counter is in Zephyr's
   settings, so that no frame repeats after a loss of power.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <zephyr/settings/settings.h>
#include <zephyr/sys/printk.h>

#include "counter_zephyr_settings.h"
#include "node.h"

static char counter_name[] = "telemetry/sent";

#ifdef PROVISION
#warning "PROVISION: this firmware sends nothing. Compile the node's own with -DPROVISION=OFF."
/* Once, when the node gets its key. A node that has a counter keeps it: from counter 0
   on, its next frames would repeat nonces. */
static int work(void) {
  uint8_t counter[ASCON_DATAGRAM_COUNTER_BYTES];
  if (counter_zephyr_settings_load(counter_name, counter)) {
    printk("The counter is kept, and nothing is sent: compile with -DPROVISION=OFF.\n");
    return 0;
  }
  if (!counter_zephyr_settings_provision(counter_name)) return 1;
  printk("Counter 0 is stored, and nothing is sent: compile with -DPROVISION=OFF.\n");
  return 0;
}
#else
/* In a product: a key of your own out of protected storage, and the address of this node. */
static const uint8_t key[ASCON_DATAGRAM_KEY_BYTES] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                      8, 9, 10, 11, 12, 13, 14, 15};
enum { ADDRESS = 7 };

static const ascon_datagram_store store = {counter_zephyr_settings_load,
                                           counter_zephyr_settings_store, counter_name, 100};
static node this_node;

/* A device would give it to its radio. */
static void transmit(const uint8_t frame[NODE_FRAME_BYTES]) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < NODE_FRAME_BYTES; i++) {
    printk("%c", digits[frame[i] >> 4]);
    printk("%c", digits[frame[i] & 15]);
  }
  printk("%c", '\n');
}

static int work(void) {
  static const node_reading reading = {2150, 4500, 101325, 2987, 0};
  uint8_t frame[NODE_FRAME_BYTES];
  for (int start = 0; start < 2; start++) { /* as after a loss of power */
    if (!node_start(&this_node, ADDRESS, key, &store)) return 1;
    if (!node_frame(&this_node, frame, &reading)) return 1;
    transmit(frame);
  }
  return 0;
}
#endif

int main(void) { return settings_subsys_init() != 0 || work() != 0; }
