/* The modes compiled over armv6: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_armv6
#include "backend.h"
#define BACKEND armv6
#include "../../modes/instances.h"
#endif
