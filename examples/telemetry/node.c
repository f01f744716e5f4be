/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "node.h"

int node_start(node *n, uint16_t address, const uint8_t key[ASCON_DATAGRAM_KEY_BYTES],
               const ascon_datagram_store *store) {
  static const ascon_datagram_settings settings = {
      .max_forgeries = 1000000, .counter_length = 2, .tag_length = 8};
  uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES] = {0};
  identity[0] = n->address[0] = (uint8_t)address;
  identity[1] = n->address[1] = (uint8_t)(address >> 8);
  return ascon_datagram_sender_init(&n->sender, &settings, identity, key, store) == ASCON_OK;
}

size_t node_frame(node *n, uint8_t frame[NODE_FRAME_BYTES], const char *reading, size_t length) {
  if (length > NODE_READING_BYTES) return 0;
  frame[0] = n->address[0];
  frame[1] = n->address[1];
  if (ascon_datagram_seal(&n->sender, frame + NODE_ADDRESS_BYTES, (const uint8_t *)reading, length,
                          n->address, sizeof n->address) != ASCON_OK)
    return 0;
  return NODE_FRAME_BYTES - NODE_READING_BYTES + length;
}
