/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../src/platform.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_XTENSA
#include "backend.h"
#include "../../src/backend_table.h"

ASCON_BACKEND_TABLE(xtensa, ASCON_XTENSA_PREFERENCE, available_always);
#endif
