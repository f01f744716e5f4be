/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../src/platform.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_C8
#include "backend.h"
#include "../../src/backend_table.h"

ASCON_BACKEND_TABLE(c8, ASCON_C8_PREFERENCE, available_always);
#endif
