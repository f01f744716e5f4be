/* avx512_x16: sixteen lanes, two registers a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_AVX512_X16

#define LANES 16
#define ASCON_STACK_BYTES 16384
#include "../avx512.h"

#include "../../pipeline.h"

/* From here on avx512_x8 would need a second group. */
ASCON_ENGINE_TABLE(avx512_x16, 56, 9);
TARGET_END

#endif
