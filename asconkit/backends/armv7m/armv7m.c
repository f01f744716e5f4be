/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../src/platform.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_ARMV7M
#include "backend.h"
#include "../../src/backend_table.h"

ASCON_BACKEND_TABLE(armv7m, ASCON_ARMV7M_PREFERENCE, available_always);
#endif
