/* The modes compiled over avr: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_avr
#include "backend.h"
#define BACKEND avr
#include "../../modes/instances.h"
#endif
