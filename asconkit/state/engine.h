/* What a backend's state operations become the operations of the modes by: one of three engines.
   Included at the end of every backend.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINE_H
#define ASCON_ENGINE_H

#if ASCON_COMPACT || ASCON_PRINT_STATE
#include "compact.h"
#elif defined(BLOCKS_IN_MODES) && ASCON_INLINE_MODE
#include "inlined.h"
#else
#include "outlined.h"
#endif

#endif
