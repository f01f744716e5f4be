/* What a node takes in RAM, for size.py, on any machine of examples/firmware: prints bytes of its
   state, of its store's, and of the stack. The store is in RAM here, on AVR in the EEPROM.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "../firmware/board.h"
#include "node.h"

#ifdef __AVR__
#include "counter_avr.h"
static counter_slots memory = {counter_avr_read, counter_avr_write, NULL, 16, 8, {0}, {0}};
static const ascon_datagram_store store = {counter_slots_load, counter_slots_store, &memory, 100};
#define PROVISION counter_slots_provision
#else
#include "counter_flash.h"
enum { PAGE_BYTES = 512 };
static uint8_t pages[2 * PAGE_BYTES];

static int read(void *context, uint32_t at, uint8_t *bytes, uint16_t length) {
  memcpy(bytes, (uint8_t *)context + at, length);
  return 1;
}

static int program(void *context, uint32_t at, const uint8_t *bytes, uint16_t length) {
  memcpy((uint8_t *)context + at, bytes, length);
  return 1;
}

static int erase(void *context, uint32_t at) {
  memset((uint8_t *)context + at, 0xff, PAGE_BYTES);
  return 1;
}

static counter_flash memory = {.read = read,
                               .program = program,
                               .erase = erase,
                               .memory = pages,
                               .page_bytes = PAGE_BYTES,
                               .pages = 2,
                               .unit = 4};
static const ascon_datagram_store store = {counter_flash_load, counter_flash_store, &memory, 100};
#define PROVISION counter_flash_provision
#endif

enum { PAINTED = 1024, PAINT = 0xa5 };
static node this_node;

/* Paints the stack below its caller, or returns how many of those bytes have changed since then. */
static __attribute__((noinline)) size_t painted(int paint) {
  volatile uint8_t area[PAINTED];
  __asm__("" : "=m"(area)); /* on purpose: what the last caller left there */
  size_t i = 0;
  for (; paint && i < PAINTED; i++) area[i] = PAINT;
  for (i = 0; i < PAINTED && area[i] == PAINT;) i++;
  return PAINTED - i;
}

static __attribute__((noinline)) int run(void) {
  static const uint8_t key[ASCON_DATAGRAM_KEY_BYTES] = {1};
  static const node_reading reading = {2150, 4500, 101325, 2987, 0};
  static uint8_t frame[NODE_FRAME_BYTES];
  return PROVISION(&memory) && node_start(&this_node, 7, key, &store) &&
         node_frame(&this_node, frame, &reading);
}

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  painted(1);
  const int is_sent = run();
  const size_t used[3] = {sizeof this_node, sizeof memory, painted(0)};
  for (uint8_t i = 0; i < 3; i++) {
    put_number((uint32_t)used[i]);
    put_text(i < 2 ? " " : "\n");
  }
  return !is_sent || used[2] == PAINTED;
}
