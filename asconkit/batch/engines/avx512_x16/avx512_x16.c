/* avx512_x16: sixteen lanes, two registers a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../core/platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_avx512_x16

#define REGISTERS 2
/* Of the time of as many single calls, on Emerald Rapids: two messages take 0.8 to 1.5, three 0.5
   to 1.0; PrfShort of four 1.1, of five 0.9. */
#define LEAST_GROUP 3
#define LEAST_PRFSHORT 5
#define ASCON_STACK_BYTES 6400 /* gcc 14 uses more than 5632 */
#include "../avx512.h"

#include "../../engine.h"

ASCON_ENGINE_TABLE(avx512_x16, 56);
TARGET_END

#endif
