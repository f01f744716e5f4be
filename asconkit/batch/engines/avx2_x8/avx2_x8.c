/* avx2_x8: eight lanes, two registers a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../core/platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_avx2_x8

#define REGISTERS 2
/* Of the time of as many single calls, on Emerald Rapids: three messages take 0.7 to 1.3, four 0.5
   to 1.0; PrfShort of seven 1.1, of eight 0.95. */
#define LEAST_GROUP 4
#define LEAST_PRFSHORT 8
#define ASCON_STACK_BYTES 5120
#include "../avx2.h"

#include "../../engine.h"

ASCON_ENGINE_TABLE(avx2_x8, 28);
TARGET_END

#endif
