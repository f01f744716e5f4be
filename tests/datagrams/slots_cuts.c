/* A sender and a receiver whose counters are in a simulated EEPROM. The power is cut at every byte
   of every store, and again at every byte of a later one; the byte on which it is cut keeps its
   value, is erased, or becomes anything. Then no counter may be used twice, no datagram accepted
   twice, and a cut may lose a step at most. Prints how many cuts there were; the status is 1 after
   a failure.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asconkit/ascon_datagram.h"
#include "ports/counters/counter_slots.h"

enum {
  SLOTS = 3,
  STEP = 5,
  DATAGRAMS = 40,
  CELLS = SLOTS * COUNTER_SLOT_BYTES,
  LENGTH = 2 + 1 + 8
};
enum torn { KEPT, ERASED, ANYTHING, WRITTEN, TORN };

static const uint8_t key[16] = {1}, identity[8] = {2};
static const ascon_datagram_settings settings = {1000000, 2, 8, 0};

/* ---- The memory ----------------------------------------------------------------------------- */

typedef struct eeprom {
  uint8_t cells[CELLS];
} eeprom;

static jmp_buf power;
static long bytes_left; /* that are written before the power is cut; negative: it is not */
static enum torn torn;
static unsigned long cuts, written;
static uint32_t noise = 1;

static uint8_t random_byte(void) {
  noise = noise * 1664525 + 1013904223;
  return (uint8_t)(noise >> 24);
}

static void fail(const char *what) {
  printf("failed: %s\n", what);
  exit(1);
}

/* The slot whose reading fails; SLOTS: none. */
static uint16_t unreadable = SLOTS;

static int read_cells(void *memory, uint16_t at, uint8_t *bytes, uint16_t length) {
  if (at == unreadable * COUNTER_SLOT_BYTES) return 0;
  if (at + length > CELLS) fail("read outside of the memory");
  memcpy(bytes, ((eeprom *)memory)->cells + at, length);
  return 1;
}

static int write_cells(void *memory, uint16_t at, const uint8_t *bytes, uint16_t length) {
  if (at + length > CELLS) fail("written outside of the memory");
  for (uint16_t i = 0; i < length; i++) {
    uint8_t *cell = &((eeprom *)memory)->cells[at + i];
    written++;
    if (bytes_left-- == 0) {
      if (torn == ERASED) *cell = 0xff;
      if (torn == ANYTHING) *cell = random_byte();
      if (torn == WRITTEN) *cell = bytes[i];
      cuts++;
      longjmp(power, 1);
    }
    *cell = bytes[i];
  }
  return 1;
}

static eeprom sent_cells, accepted_cells;
static counter_slots sent_slots = {read_cells, write_cells, &sent_cells, 0, SLOTS};
static counter_slots accepted_slots = {read_cells, write_cells, &accepted_cells, 0, SLOTS};
static const ascon_datagram_store sent_store = {counter_slots_load, counter_slots_store,
                                                &sent_slots, STEP};
static const ascon_datagram_store accepted_store = {counter_slots_load, counter_slots_store,
                                                    &accepted_slots, STEP};

/* ---- Two devices, which lose power together ------------------------------------------------- */

static ascon_datagram_sender sender;
static ascon_datagram_receiver receiver;
static uint8_t datagrams[DATAGRAMS][LENGTH];
static uint64_t counters[DATAGRAMS]; /* of the datagrams */
static int accepted[DATAGRAMS];
static volatile int sent, cuts_since; /* datagrams; cuts since the last one */

static void provision(void) {
  if (!counter_slots_provision(&sent_slots) || !counter_slots_provision(&accepted_slots))
    fail("provision");
}

static void start(void) {
  if (ascon_datagram_sender_init(&sender, &settings, identity, key, &sent_store) != ASCON_OK ||
      ascon_datagram_receiver_init(&receiver, &settings, identity, key, &accepted_store) !=
          ASCON_OK)
    fail("start");
  const uint64_t next = ascon_datagram_next(&sender.state);
  const uint64_t expected = sent ? counters[sent - 1] + 1 : 0;
  if (next < expected) fail("the counter went back");
  if (next > expected + (uint64_t)(STEP * cuts_since)) fail("a cut lost more than a step");
}

static void open_again(int i) {
  uint8_t text;
  if (ascon_datagram_open(&receiver, &text, datagrams[i], LENGTH, NULL, 0) != ASCON_OK) return;
  if (accepted[i]++) fail("a datagram was accepted twice");
}

/* Sends one, delivers it and an older one, and now and then everything again. */
static void send(void) {
  const uint8_t text = (uint8_t)sent;
  const uint64_t counter = ascon_datagram_next(&sender.state);
  if (ascon_datagram_seal(&sender, datagrams[sent], &text, 1, NULL, 0) != ASCON_OK) fail("seal");
  if (sent && counter <= counters[sent - 1]) fail("a counter was used twice");
  counters[sent] = counter;
  sent++;
  cuts_since = 0;
  open_again(sent - 1);
  open_again(random_byte() % sent);
  if (random_byte() % 8 == 0)
    for (int i = 0; i < sent; i++) open_again(i);
}

/* A life with cuts after `first` bytes, and `second` bytes after that. */
static void live(long first, long second) {
  static volatile int number, provisioned;
  number = provisioned = sent = cuts_since = 0;
  memset(accepted, 0, sizeof accepted);
  memset(&sent_cells, 0xff, sizeof sent_cells);
  memset(&accepted_cells, 0xff, sizeof accepted_cells);
  bytes_left = first;
  if (setjmp(power)) {
    bytes_left = ++number == 1 ? second : -1;
    cuts_since++;
  }
  if (!provisioned) provision();
  provisioned = 1;
  start();
  for (int i = 0; i < sent; i++) open_again(i);
  while (sent < DATAGRAMS) send();
  provision(); /* once more: that changes nothing */
  cuts_since = 1;
  start();
}

/* A slot that cannot be read may be the newest one: nothing older may be loaded, nor stored. */
static void read_nothing_older(void) {
  const eeprom before = sent_cells;
  uint8_t counter[ASCON_DATAGRAM_COUNTER_BYTES] = {0xff};
  for (unreadable = 0; unreadable < SLOTS; unreadable++)
    if (counter_slots_load(&sent_slots, counter) || counter_slots_store(&sent_slots, counter) ||
        memcmp(&before, &sent_cells, sizeof before) != 0)
      fail("a slot that cannot be read was skipped");
}

int main(void) {
  unsigned long lives = 0;
  live(-1, -1);
  read_nothing_older();
  const long all = (long)written;
  for (torn = KEPT; torn < TORN; torn++)
    for (long first = 0; first < all; first++)
      for (long second = 0; second < 5 * COUNTER_SLOT_BYTES; second++, lives++) live(first, second);
  printf("%lu lives, %lu cuts, %ld bytes written in a life without cuts\n", lives, cuts, all);
  return 0;
}
