/* The program of a node without an operating system: sends a reading, waits, and so on for ever.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "node_board.h"

int firmware_main(int argc, char **argv);

/* A step of 100: the flash is written once in 100 frames, and a restart skips at most 100 counters.
 */
static const ascon_datagram_store store = {counter_flash_load, counter_flash_store, &node_pages,
                                           100};
static node this_node;

/* Counter 0 is stored once, before the first frame under a new key. Later starts find `is_new`
   cleared: if the counter is lost then, the node stops, since it would repeat nonces. */
static void provision_once(void) {
  for (uint8_t i = 0; i < sizeof node_device.is_new; i++)
    if (node_device.is_new[i] != 0xff) return;
  if (!counter_flash_provision(&node_pages) || !board_clear_new())
    board_stop("the flash takes no counter");
}

static void start(void) {
  uint8_t key[ASCON_DATAGRAM_KEY_BYTES];
  const uint16_t address = (uint16_t)(node_device.address[0] | node_device.address[1] << 8);
  if (address == NODE_NO_ADDRESS) board_stop("no address and no key: provision.py writes them");
  provision_once();
  for (uint8_t i = 0; i < sizeof key; i++) key[i] = node_device.key[i];
  const int is_started = node_start(&this_node, address, key, &store);
  ascon_wipe(key, sizeof key);
  if (!is_started) board_stop("the counter is lost: this node needs a new key");
}

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  node_reading reading;
  uint8_t frame[NODE_FRAME_BYTES];
  start();
  for (;;) {
    board_measure(&reading);
    if (node_frame(&this_node, frame, &reading)) board_send(frame, sizeof frame);
    board_wait(ascon_datagram_next(&this_node.sender.state));
  }
}
