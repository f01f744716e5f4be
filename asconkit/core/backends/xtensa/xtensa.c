/* The modes compiled over xtensa: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_xtensa
#include "backend.h"
#define BACKEND xtensa
#include "../../modes/instances.h"
#endif
