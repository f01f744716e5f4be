/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../src/platform.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_RV64
#include "backend.h"
#include "../../src/backend_table.h"

ASCON_BACKEND_TABLE(rv64, ASCON_RV64_PREFERENCE, available_always);
#endif
