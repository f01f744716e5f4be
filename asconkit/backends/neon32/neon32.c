/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../src/platform.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_NEON32
#include "backend.h"
#include "../../src/backend_table.h"

#if defined(__ARM_NEON) || defined(__ARM_NEON__)
#define available available_always
#else
static int available(unsigned features) { return (features & ASCON_CPU_NEON) != 0; }
#endif

ASCON_BACKEND_TABLE(neon32, ASCON_NEON32_PREFERENCE, available);
#endif
