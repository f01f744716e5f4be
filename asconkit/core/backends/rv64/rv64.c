/* The modes compiled over rv64: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_rv64
#include "backend.h"
#define BACKEND rv64
#include "../../modes/instances.h"
#endif
