/* Firmware: a sender whose counter is in the flash of an emulated nRF51. The processor is reset in
   the middle of stores, after each number of words, and no counter may be used twice. Prints how
   many lives there were; the status is 1 after a failure. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/datagram/ascon_datagram.h"
#include "examples/firmware/board.h"
#include "ports/datagram/counter_nvmc.h"

enum { STEP = 3, LIVES = 400, MAGIC = 0x51f0e4a7 };

#define RESET ((volatile uint32_t *)0xe000ed0c)

/* What a reset leaves: RAM that no section has. */
typedef struct kept {
  uint32_t magic, lives, next, stores;
} kept;
#define KEPT ((volatile kept *)0x20002800)

static uint32_t words_left;

static void cut(void) {
  *RESET = 0x05fa0004;
  for (;;) {
  }
}

static int program(void *memory, uint32_t at, const uint8_t *bytes, uint16_t length) {
  for (uint16_t i = 0; i < length; i += 4) {
    if (words_left-- == 0) cut();
    if (!counter_nvmc_program(memory, at + i, bytes + i, 4)) return 0;
  }
  return 1;
}

static int erase(void *memory, uint32_t at) {
  if (words_left-- == 0) cut();
  return counter_nvmc_erase(memory, at);
}

static counter_flash flash = {.read = counter_nvmc_read,
                              .program = program,
                              .erase = erase,
                              .start = 0x3f800,
                              .page_bytes = 1024,
                              .pages = 2,
                              .unit = 4};

static int store(void *context, const uint8_t counter[8]) {
  KEPT->stores++;
  return counter_flash_store(context, counter);
}

static int fail(const char *what) {
  put_text(what);
  put_text("\n");
  return 1;
}

/* 0 at the end of all lives; otherwise the processor is reset. */
static int live(void) {
  static const uint8_t key[16] = {1}, identity[8] = {2};
  static const ascon_datagram_settings settings = {1000, 2, 8, 0};
  static const ascon_datagram_store counter_store = {counter_flash_load, store, &flash, STEP};
  static ascon_datagram_sender sender;
  uint8_t datagram[10];
  if (ascon_datagram_sender_init(&sender, &settings, identity, key, &counter_store) != ASCON_OK)
    return fail("failed: start");
  while (KEPT->lives < LIVES) {
    const uint32_t counter = (uint32_t)ascon_datagram_next(&sender.state);
    if (ascon_datagram_seal(&sender, datagram, NULL, 0, NULL, 0) != ASCON_OK)
      return fail("failed: seal");
    if (counter < KEPT->next) return fail("failed: a counter was used twice");
    KEPT->next = counter + 1;
  }
  return 0;
}

int firmware_main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  words_left = 0xffffffff;
  if (KEPT->magic != MAGIC) {
    if (!counter_flash_provision(&flash)) return fail("failed: provision");
    KEPT->magic = MAGIC;
    KEPT->lives = KEPT->next = KEPT->stores = 0;
  }
  words_left = KEPT->lives % 41;
  if (KEPT->lives++ >= LIVES) words_left = 0xffffffff;
  const int status = live();
  put_number(KEPT->lives);
  put_text(" lives, ");
  put_number(KEPT->stores);
  put_text(" stores, ");
  put_number(counter_flash_erases(&flash));
  put_text(" erases\n");
  return status;
}
