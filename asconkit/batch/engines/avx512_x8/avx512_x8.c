/* avx512_x8: eight lanes, one register a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_AVX512_X8

#define LANES 8
#define ASCON_STACK_BYTES 10240
#include "../avx512.h"

#include "../../pipeline.h"

/* Two messages take as long as two single calls, or longer if they are short. */
ASCON_ENGINE_TABLE(avx512_x8, 48, 3);
TARGET_END

#endif
