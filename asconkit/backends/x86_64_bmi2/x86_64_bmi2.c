/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../src/platform.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_X86_64_BMI2
#include "backend.h"
#include "../../src/backend_table.h"

static int available(unsigned features) { return (features & ASCON_CPU_BMI) != 0; }

ASCON_BACKEND_TABLE(x86_64_bmi2, ASCON_X86_64_BMI2_PREFERENCE, available);
#endif
