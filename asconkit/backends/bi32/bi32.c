/* The backend's table, for builds that choose a backend at run time.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_BI32
#include "backend.h"
#include "../../modes/backend_functions.h"

/* For tools that count, prove or emulate the permutation. */
void ascon_bi32_permute(ascon_words *words, unsigned rounds);
void ascon_bi32_permute(ascon_words *words, unsigned rounds) { stored_permute(words, rounds); }

static int preference(unsigned features) {
  (void)features;
  return ASCON_BI32_PREFERENCE;
}

const ascon_backend ascon_backend_bi32 = {BACKEND_FUNCTIONS, .name = "bi32",
                                          .available = available_always, .preference = preference};
#endif
