/* The backend's table, for builds that choose a backend at run time.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_NEON32
#include "backend.h"
#include "../../modes/backend_functions.h"

#if defined(__ARM_NEON) || defined(__ARM_NEON__)
#define available available_always
#else
static int available(unsigned features) { return (features & ASCON_CPU_NEON) != 0; }
#endif

/* For tools that count, prove or emulate the permutation. */
void ascon_neon32_permute(ascon_words *words, unsigned rounds);
void ascon_neon32_permute(ascon_words *words, unsigned rounds) { stored_permute(words, rounds); }

static int preference(unsigned features) {
  (void)features;
  return ASCON_NEON32_PREFERENCE;
}

const ascon_backend ascon_backend_neon32 = {BACKEND_FUNCTIONS, .name = "neon32",
                                            .available = available, .preference = preference};
#endif
