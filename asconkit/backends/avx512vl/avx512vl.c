/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../src/platform.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_AVX512VL
#include "backend.h"
#include "../../src/backend_table.h"

static int available(unsigned features) {
  return ASCON_AVX512VL_EMULATED || (features & ASCON_CPU_AVX512) != 0;
}

ASCON_BACKEND_TABLE(avx512vl, ASCON_AVX512VL_PREFERENCE, available);
#endif
