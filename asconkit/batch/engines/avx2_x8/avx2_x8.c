/* avx2_x8: eight lanes, two registers a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_AVX2_X8

#define LANES 8
#define ASCON_STACK_BYTES 10240
#include "../avx2.h"

#include "../../pipeline.h"

/* Five messages take less time than four in avx2_x4 and one more. */
ASCON_ENGINE_TABLE(avx2_x8, 28, 5);
TARGET_END

#endif
