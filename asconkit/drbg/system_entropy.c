/* ascon_system_entropy of ascon_drbg.h: the operating system's generator, by ascon_random_bytes().
   It exists where that does.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../core/platform/random.h"
#include "ascon_drbg.h"

#if ASCON_SYSTEM_RANDOM
static int fill_from_system(void *context, uint8_t *out, size_t bytes) {
  (void)context;
  return ascon_random_bytes(out, bytes) == ASCON_OK;
}

/* drbg.c itself knows when the process was forked. */
const ascon_entropy ascon_system_entropy = {fill_from_system, NULL, NULL};
#endif
