/* The backend's table, for builds that choose a backend at run time.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_C64_BMI
#include "../../modes/algorithms.h"
#include "../../platform/cpu.h"
#include "../../platform/target.h"

TARGET_BEGIN("bmi,bmi2")
#include "backend.h"
#include "../../modes/backend_functions.h"
TARGET_END

/* For tools that count, prove or emulate the permutation. */
void ascon_c64_bmi_permute(ascon_words *words, unsigned rounds);
void ascon_c64_bmi_permute(ascon_words *words, unsigned rounds) { stored_permute(words, rounds); }

static int available(unsigned features) { return (features & ASCON_CPU_BMI) != 0; }

static int preference(unsigned features) {
  (void)features;
  return ASCON_C64_BMI_PREFERENCE;
}

const ascon_backend ascon_backend_c64_bmi = {BACKEND_FUNCTIONS, .name = "c64_bmi",
                                             .available = available, .preference = preference};
#endif
