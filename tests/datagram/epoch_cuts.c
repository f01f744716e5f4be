/* A sender that erases the key of each epoch when the next one has begun. Power is cut at every
   byte that it writes or erases, and again at every one of the next 90. Then it starts with the key
   of an epoch and a stored counter, as docs/constructions/datagram.md says: no counter may be used
   twice, what it sends can be opened, and once a key is replaced, no earlier one is anywhere.
   Prints how many cuts there were; the status is 1 after a failure.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asconkit/datagram/ascon_datagram.h"

enum {
  CUTS = 2,
  EPOCHS = 4,
  IN_EPOCH = 3,
  STEP = 2,
  KEY = ASCON_DATAGRAM_EPOCH_KEY_BYTES,
  AGAIN = 90
};

static const uint8_t identity[8] = {2};
static const ascon_datagram_settings settings = {1000000, 2, 8, 1};

/* ---- What stays without power --------------------------------------------------------------- */

typedef struct slot {
  uint8_t key[KEY], check[4];
} slot;

static struct {
  uint8_t counter[ASCON_DATAGRAM_COUNTER_BYTES];
  slot slots[2];
} kept;

static jmp_buf power;
static long bytes_left; /* that are written before the power is cut; negative: it is not */
static unsigned long cuts, written;
static uint32_t noise = 1;

static void fail(const char *what) {
  printf("failed: %s\n", what);
  exit(1);
}

static unsigned random_number(void) {
  noise = noise * 1664525 + 1013904223;
  return noise >> 24;
}

/* Whether the power fails now; then an effect may be there or not. */
static int power_fails(void) {
  written++;
  if (bytes_left-- != 0) return 0;
  cuts++;
  return 1;
}

/* What is cut becomes anything. */
static void write_bytes(uint8_t *place, const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const int fails = power_fails();
    place[i] = fails ? (uint8_t)random_number() : bytes[i];
    if (fails) longjmp(power, 1);
  }
}

static int load(void *context, uint8_t *counter) {
  (void)context;
  memcpy(counter, kept.counter, sizeof kept.counter);
  return 1;
}

static int store(void *context, const uint8_t *counter) {
  (void)context;
  const int fails = power_fails();
  if (!fails || random_number() % 2) memcpy(kept.counter, counter, sizeof kept.counter);
  if (fails) longjmp(power, 1);
  return 1;
}

static const ascon_datagram_store counters = {load, store, NULL, STEP};

static void make_check(uint8_t check[4], const uint8_t key[KEY]) {
  uint8_t digest[ASCON_HASH256_BYTES];
  if (ascon_hash256(digest, key, KEY) != ASCON_OK) fail("hash");
  memcpy(check, digest, 4);
}

/* The number of the epoch; -1 if the slot has no key. */
static int epoch_of(const slot *s) {
  uint8_t check[4];
  make_check(check, s->key);
  return memcmp(check, s->check, 4) == 0 ? s->key[16] | s->key[17] << 8 : -1;
}

static int newest(void) { return epoch_of(&kept.slots[1]) > epoch_of(&kept.slots[0]); }

static void erase(slot *s) {
  static const slot nothing;
  write_bytes(s->key, nothing.key, sizeof s->key);
  write_bytes(s->check, nothing.check, sizeof s->check);
}

/* First the new key is there, then the old one is not. */
static void replace_key(const uint8_t key[KEY]) {
  const int old = newest();
  slot made;
  memcpy(made.key, key, KEY);
  make_check(made.check, key);
  write_bytes(kept.slots[!old].key, made.key, KEY);
  write_bytes(kept.slots[!old].check, made.check, sizeof made.check);
  erase(&kept.slots[old]);
  memset(&made, 0, sizeof made);
}

/* ---- The device ----------------------------------------------------------------------------- */

static ascon_datagram_sender sender;
static ascon_datagram_receiver receiver; /* on another device */
static uint8_t keys[EPOCHS + CUTS][KEY]; /* a start may derive the next one too */
static uint64_t next;

static int has_key(const void *memory, size_t length, const uint8_t *key) {
  for (size_t i = 0; i + 16 <= length; i++)
    if (memcmp((const uint8_t *)memory + i, key, 16) == 0) return 1;
  return 0;
}

static void expect_no_key_before(int epoch) {
  for (int i = 0; i < epoch; i++)
    if (has_key(&kept, sizeof kept, keys[i]) || has_key(&sender, sizeof sender, keys[i]))
      fail("an earlier key is still there");
}

static void start(void) {
  const int last = newest();
  if (epoch_of(&kept.slots[last]) < 0) fail("there is no key");
  if (ascon_datagram_sender_resume(&sender, &settings, identity, kept.slots[last].key, &counters) !=
      ASCON_OK)
    fail("it does not start");
  erase(&kept.slots[!last]); /* a cut may have left something there */
}

static void send(void) {
  uint8_t datagram[2 + 8];
  const uint64_t counter = ascon_datagram_next(&sender.state);
  if (ascon_datagram_seal(&sender, datagram, NULL, 0, NULL, 0) != ASCON_OK) fail("seal");
  if (counter < next) fail("a counter was used twice");
  next = counter + 1;
  if (ascon_datagram_open(&receiver, NULL, datagram, sizeof datagram, NULL, 0) != ASCON_OK)
    fail("a datagram cannot be opened");
}

/* In every epoch datagrams, then the next key. */
static void run(void) {
  uint8_t key[KEY];
  for (;;) {
    for (int i = 0; i < IN_EPOCH; i++) send();
    if (ascon_datagram_rekey(&sender) != ASCON_OK) fail("rekey");
    if (ascon_datagram_epoch_key(&sender.state, key) != ASCON_OK) fail("key of an epoch");
    replace_key(key);
    memset(key, 0, sizeof key);
    const int epoch = epoch_of(&kept.slots[newest()]);
    expect_no_key_before(epoch);
    if (epoch >= EPOCHS - 1) return;
  }
}

/* A life with cuts after `first` bytes, and `second` bytes after that. */
static void live(long first, long second) {
  static const uint8_t first_key[16] = {1};
  static volatile int number;
  number = 0;
  bytes_left = -1;
  memset(&kept, 0, sizeof kept);
  if (ascon_datagram_sender_init(&sender, &settings, identity, first_key, &counters) != ASCON_OK ||
      ascon_datagram_receiver_init(&receiver, &settings, identity, first_key, NULL) != ASCON_OK ||
      ascon_datagram_epoch_key(&sender.state, kept.slots[0].key) != ASCON_OK)
    fail("provision");
  make_check(kept.slots[0].check, kept.slots[0].key);
  next = 0;
  bytes_left = first;
  if (setjmp(power)) bytes_left = ++number == 1 ? second : -1;
  memset(&sender, 0, sizeof sender);
  start();
  if (epoch_of(&kept.slots[newest()]) < EPOCHS - 1) run();
}

int main(void) {
  unsigned long lives = 0;
  static const uint8_t first_key[16] = {1};
  for (int i = 0; i < EPOCHS + CUTS; i++) {
    if (i ? ascon_datagram_rekey(&sender) != ASCON_OK
          : ascon_datagram_sender_init(&sender, &settings, identity, first_key, NULL) != ASCON_OK)
      fail("rekey");
    if (ascon_datagram_epoch_key(&sender.state, keys[i]) != ASCON_OK) fail("key of an epoch");
  }
  written = 0;
  live(-1, -1);
  const long all = (long)written;
  for (long first = 0; first < all; first++)
    for (long second = 0; second < AGAIN; second++, lives++) live(first, second);
  printf("%lu lives, %lu cuts, %ld bytes written in a life without cuts\n", lives, cuts, all);
  return 0;
}
