/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__arm__)
#include "counter_nvmc.h"

/* Registers of the controller, by number of word. */
#define NVMC ((volatile uint32_t *)0x4001e000)
enum { READY = 0x400 / 4, CONFIG = 0x504 / 4, ERASE_PAGE = 0x508 / 4 };
enum { TO_READ = 0, TO_WRITE = 1, TO_ERASE = 2 };

static void wait(void) {
  while (!(NVMC[READY] & 1)) {
  }
}

static void configure(uint32_t mode) {
  NVMC[CONFIG] = mode;
  wait();
}

int counter_nvmc_read(void *memory, uint32_t at, uint8_t *bytes, uint16_t length) {
  const volatile uint8_t *from = (const volatile uint8_t *)at;
  (void)memory;
  for (uint16_t i = 0; i < length; i++) bytes[i] = from[i];
  return 1;
}

int counter_nvmc_program(void *memory, uint32_t at, const uint8_t *bytes, uint16_t length) {
  volatile uint32_t *to = (volatile uint32_t *)at;
  (void)memory;
  configure(TO_WRITE);
  for (uint16_t i = 0; i < length; i += 4) {
    to[i / 4] = bytes[i] | (uint32_t)bytes[i + 1] << 8 | (uint32_t)bytes[i + 2] << 16 |
                (uint32_t)bytes[i + 3] << 24;
    wait();
  }
  configure(TO_READ);
  return 1;
}

int counter_nvmc_erase(void *memory, uint32_t at) {
  (void)memory;
  configure(TO_ERASE);
  NVMC[ERASE_PAGE] = at;
  wait();
  configure(TO_READ);
  return 1;
}
#endif
