/* The modes compiled over armv7m: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_armv7m
#include "backend.h"
#define BACKEND armv7m
#include "../../modes/instances.h"
#endif
