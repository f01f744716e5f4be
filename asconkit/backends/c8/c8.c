/* SPDX-License-Identifier: Apache-2.0 OR MIT */

/* Among several backends this one serves for comparison, so it is kept small. */
#if !defined(ASCON_BACKEND) && !defined(ASCON_INLINE_MODE)
#define ASCON_INLINE_MODE 0
#endif

#include "../../src/platform.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_C8
#include "backend.h"
#include "../../src/backend_table.h"

ASCON_BACKEND_TABLE(c8, ASCON_C8_PREFERENCE, available_always);
#endif
