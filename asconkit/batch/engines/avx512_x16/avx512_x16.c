/* avx512_x16: sixteen lanes, two registers a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_AVX512_X16

#define REGISTERS 2
#define ASCON_STACK_BYTES 6400 /* gcc 14 uses more than 5632 */
#include "../avx512.h"

#include "../../engine.h"

/* Two messages of 64 bytes take 2 % longer than two single calls, three 30 % less: Sapphire Rapids.
 */
ASCON_ENGINE_TABLE(avx512_x16, 56, 3);
TARGET_END

#endif
