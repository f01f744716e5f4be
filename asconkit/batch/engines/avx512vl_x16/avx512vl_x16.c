/* avx512vl_x16: sixteen lanes, four registers a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_avx512vl_x16

#define REGISTERS 4
#define FIRST_WITH ASCON_CPU_HALF_VECTORS
/* As with 512 bits. Of the time of as many single calls, on an Intel Xeon of family 6, model 167:
   three messages take 0.4 to 0.5. */
#define LEAST_GROUP 3
#define LEAST_PRFSHORT 5
#define ASCON_STACK_BYTES 6400
#include "../avx512vl.h"

#include "../../engine.h"

/* On that Xeon, 1008 messages of 64 bytes take 1.2 to 1.3 of the time of avx512_x16. */
ASCON_ENGINE_TABLE(avx512vl_x16, 40);
TARGET_END

#endif
