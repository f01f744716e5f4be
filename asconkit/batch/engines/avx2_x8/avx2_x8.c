/* avx2_x8: eight lanes, two registers a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_AVX2_X8

#define REGISTERS 2
#define ASCON_STACK_BYTES 5120
#include "../avx2.h"

#include "../../engine.h"

ASCON_ENGINE_TABLE(avx2_x8, 28, 3);
TARGET_END

#endif
