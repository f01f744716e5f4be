/* The modes compiled over c64: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_c64
#include "backend.h"
#define BACKEND c64
#include "../../modes/instances.h"
#endif
