/* The modes compiled over avx512vl: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_avx512vl
#include "backend.h"
#define BACKEND avx512vl
#include "../../modes/instances.h"
#endif
