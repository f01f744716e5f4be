/* SPDX-License-Identifier: Apache-2.0 OR MIT */

/* Among several backends this one serves for comparison, so it is kept small. */
#if !defined(ASCON_BACKEND) && !defined(ASCON_INLINE_MODE)
#define ASCON_INLINE_MODE 0
#endif

#include "../../src/platform.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_REF
#include "backend.h"
#include "../../src/backend_table.h"

ASCON_BACKEND_TABLE(ref, 0, available_always);
#endif
