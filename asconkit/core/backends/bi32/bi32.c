/* The modes compiled over bi32: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Among several backends this one serves for comparison where registers have 64 bits, so it is kept
   small there. */
#include <stdint.h>
#if !defined(ASCON_BACKEND) && !defined(ASCON_UNROLL_LOOPS) && UINTPTR_MAX > 0xffffffff
#define ASCON_UNROLL_LOOPS 0
#define ASCON_INLINE_BI 0
#endif

#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_bi32
#include "backend.h"
#define BACKEND bi32
#include "../../modes/instances.h"
#endif
