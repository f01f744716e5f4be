/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "node.h"

static uint8_t *put(uint8_t *to, uint32_t number, uint8_t bytes) {
  for (; bytes; bytes--, number >>= 8) *to++ = (uint8_t)number;
  return to;
}

int node_start(node *n, uint16_t address, const uint8_t key[ASCON_DATAGRAM_KEY_BYTES],
               const ascon_datagram_store *store) {
  static const ascon_datagram_settings settings = {
      .max_forgeries = 1000000, .counter_length = 2, .tag_length = 8};
  uint8_t identity[ASCON_DATAGRAM_IDENTITY_BYTES] = {0};
  put(identity, address, NODE_ADDRESS_BYTES);
  put(n->address, address, NODE_ADDRESS_BYTES);
  return ascon_datagram_sender_init(&n->sender, &settings, identity, key, store) == ASCON_OK;
}

int node_frame(node *n, uint8_t frame[NODE_FRAME_BYTES], const node_reading *reading) {
  uint8_t bytes[NODE_READING_BYTES], *to = bytes;
  to = put(to, (uint16_t)reading->temperature, 2);
  to = put(to, reading->humidity, 2);
  to = put(to, reading->pressure, 4);
  to = put(to, reading->battery, 2);
  put(to, reading->flags, 2);
  put(frame, (uint32_t)(n->address[0] | n->address[1] << 8), NODE_ADDRESS_BYTES);
  return ascon_datagram_seal(&n->sender, frame + NODE_ADDRESS_BYTES, bytes, sizeof bytes,
                             n->address, sizeof n->address) == ASCON_OK;
}
