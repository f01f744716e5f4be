/* A node that sends readings: each becomes a frame for the radio, which is encrypted and
   authenticated, and which the gateway accepts once. Needs no operating system and no board.

   A frame is the node's address (2 bytes, little-endian), which is authenticated too, and a
   datagram with 2 bytes of the counter, a reading of 12 bytes and a tag of 8 bytes.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_NODE_H
#define ASCONKIT_NODE_H

#include <asconkit/datagram/ascon_datagram.h>

#define NODE_ADDRESS_BYTES 2
#define NODE_READING_BYTES 12
#define NODE_FRAME_BYTES (NODE_ADDRESS_BYTES + 2 + NODE_READING_BYTES + 8)
/* Addresses are less: this one is that of a node that was not provisioned. */
#define NODE_NO_ADDRESS 0xffff

/** In a frame: these fields in this order, little-endian. */
typedef struct node_reading {
  int16_t temperature; /**< in 1/100 degree Celsius */
  uint16_t humidity;   /**< in 1/100 percent */
  uint32_t pressure;   /**< in Pa */
  uint16_t battery;    /**< in mV */
  uint16_t flags;      /**< of the product */
} node_reading;

typedef struct node {
  ascon_datagram_sender sender;
  uint8_t address[NODE_ADDRESS_BYTES];
} node;

/** Starts a node at the counter that the store loads.
    @param address different for every node with the same key
    @param store   must stay where it is as long as the node is used
    @return 0 if the store has no counter, or all are used up: the node must not send then */
int node_start(node *n, uint16_t address, const uint8_t key[ASCON_DATAGRAM_KEY_BYTES],
               const ascon_datagram_store *store);

/** Makes the frame of the next reading.
    @return 0 if it must not be sent: the store could not keep the counter. Another call tries
            again. */
int node_frame(node *n, uint8_t frame[NODE_FRAME_BYTES], const node_reading *reading);

#endif
