/* A node that sends readings: each becomes a frame for the radio, which is encrypted and
   authenticated, and which the gateway accepts once. Used by host.c and by Zephyr's sample.

   A frame is the node's address (2 bytes, little-endian), which is authenticated too, and a
   datagram with 2 bytes of the counter and a tag of 8 bytes.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TELEMETRY_NODE_H
#define TELEMETRY_NODE_H

#include <asconkit/ascon_datagram.h>

#define NODE_ADDRESS_BYTES 2
#define NODE_READING_BYTES 32 /* at most */
#define NODE_FRAME_BYTES (NODE_ADDRESS_BYTES + 2 + NODE_READING_BYTES + 8)

typedef struct node {
  ascon_datagram_sender sender;
  uint8_t address[NODE_ADDRESS_BYTES];
} node;

/** @param address different for every node with the same key
    @param store   stays where it is as long as the node is used
    @return 0 if the store has no counter: the node must not send then */
int node_start(node *n, uint16_t address, const uint8_t key[ASCON_DATAGRAM_KEY_BYTES],
               const ascon_datagram_store *store);

/** Makes the frame of the next reading.
    @return bytes of the frame; 0 if it must not be sent: the reading has more than
            NODE_READING_BYTES, or the store could not keep the counter */
size_t node_frame(node *n, uint8_t frame[NODE_FRAME_BYTES], const char *reading, size_t length);

#endif
