/* What a node needs of its board; board_microbit.c has it for an emulated nRF51. A product writes
   this file anew for its sensor, its radio and its clock. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_NODE_BOARD_H
#define ASCONKIT_NODE_BOARD_H

#include "counter_flash.h"
#include "node.h"

/** What provision.py writes into the image, in a page of flash of its own. */
typedef struct node_record {
  uint8_t mark[16]; /* provision.py finds the record by it */
  uint8_t key[ASCON_DATAGRAM_KEY_BYTES];
  uint8_t address[NODE_ADDRESS_BYTES];
  uint8_t unused[2];
  uint8_t is_new[4]; /* 0xff until the counter was provisioned */
} node_record;

/** From the linker script's page; the compiler must not assume its content. */
extern const volatile node_record node_device;

/** Two pages of flash. */
extern counter_flash node_pages;

/** Clears `is_new`: what it had is lost for good. Returns 0 if it cannot. */
int board_clear_new(void);

void board_measure(node_reading *reading);
void board_send(const uint8_t *frame, size_t length);

/** Sleeps until the next reading is due. On the emulated board it cuts the power now and then, and
    ends the program after some lives. */
void board_wait(uint64_t sent);

/** The node cannot send. A product blinks, sleeps, and waits for service. */
void board_stop(const char *why) __attribute__((noreturn));

#endif
