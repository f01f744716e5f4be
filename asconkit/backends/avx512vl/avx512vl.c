/* The backend's table, for builds that choose a backend at run time.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_AVX512VL
#include "backend.h"
#include "../../modes/backend_functions.h"

static int available(unsigned features) {
  return ASCON_AVX512VL_EMULATED || (features & ASCON_CPU_AVX512) != 0;
}

/* For tools that count, prove or emulate the permutation. */
void ascon_avx512vl_permute(ascon_words *words, unsigned rounds);
void ascon_avx512vl_permute(ascon_words *words, unsigned rounds) { stored_permute(words, rounds); }

static int preference(unsigned features) {
  (void)features;
  return ASCON_AVX512VL_PREFERENCE;
}

const ascon_backend ascon_backend_avx512vl = {BACKEND_FUNCTIONS, .name = "avx512vl",
                                              .available = available, .preference = preference};
#endif
