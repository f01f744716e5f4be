/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../src/platform.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_RV32
#include "backend.h"
#include "../../src/backend_table.h"

ASCON_BACKEND_TABLE(rv32, ASCON_RV32_PREFERENCE, available_always);
#endif
