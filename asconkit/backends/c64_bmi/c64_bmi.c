/* c64_bmi's table: the modes compiled over this backend, for builds that choose one at run time.
   api/backends.h lists it, and api/dispatch.c takes the best one that is available. In builds with
   ASCON_BACKEND this file is empty: api/route.h includes backend.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_c64_bmi
/* Before TARGET_BEGIN, so that what is shared with other files is compiled for every processor. */
#include "../../modes/algorithms.h"
#include "../../platform/cpu.h"
#include "../../platform/target.h"

/* The modes with andn and rorx: called only where ASCON_CPU_BMI says that they are there. */
TARGET_BEGIN("bmi,bmi2")
#include "backend.h"
#include "../../modes/backend_functions.h"
TARGET_END

/* For tools that count, prove or emulate the permutation. */
void ascon_c64_bmi_permute(ascon_words *words, unsigned rounds);
void ascon_c64_bmi_permute(ascon_words *words, unsigned rounds) { stored_permute(words, rounds); }

const ascon_backend ascon_backend_c64_bmi = {
    BACKEND_FUNCTIONS, .name = "c64_bmi", .needs = ASCON_CPU_BMI,
    .preference = ASCON_C64_BMI_PREFERENCE,
    .merit = "the fastest C as measured on x86-64 with BMI"};
#endif
