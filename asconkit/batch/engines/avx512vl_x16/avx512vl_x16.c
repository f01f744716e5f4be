/* avx512vl_x16: sixteen lanes, four registers a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../core/platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_avx512vl_x16

#define REGISTERS 4
#define FIRST_WITH ASCON_CPU_HALF_VECTORS
/* Of the time of as many single calls, on Zen 4, two messages of 64 bytes take 0.97 with AEAD128
   and 0.74 with Hash256; by x1 they take 1.17 and 1.05. */
#define LEAST_GROUP 2
/* On Intel, family 6 model 207, two to four messages of 64 bytes take 0.90, 0.61 and 0.46 of as
   many single calls with AEAD128; by avx512_x16 1.30, 0.68 and 0.51, and five 0.41 in place of
   0.47. */
#define SMALL_BATCH 4
/* Four messages of 16 bytes take 515 cycles on Intel, family 6 model 167; by x1 655. */
#define LEAST_PRFSHORT 4
#define ASCON_STACK_BYTES 6400
#include "../avx512vl.h"

#include "../../engine.h"

/* On Zen 4 alone, or if forced: 10,000 messages of 64 bytes take 0.85 to 0.86 of the time of
   avx512_x16 there, and 1.2 to 1.3 on an Intel Xeon of family 6, model 167. */
ASCON_ENGINE_TABLE(avx512vl_x16, -1);
TARGET_END

#endif
