/* The modes compiled over armv6m: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_armv6m
#include "backend.h"
#define BACKEND armv6m
#include "../../modes/instances.h"
#endif
