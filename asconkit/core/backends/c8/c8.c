/* The modes compiled over c8: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */

/* Among several backends this one serves for comparison, so it is kept small. */
#if !defined(ASCON_BACKEND) && !defined(ASCON_UNROLL_LOOPS)
#define ASCON_UNROLL_LOOPS 0
#define ASCON_INLINE_BI 0
#endif

#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_c8
#include "backend.h"
#define BACKEND c8
#include "../../modes/instances.h"
#endif
