/* avx2_x4: four lanes, one register a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_AVX2_X4

#define LANES 4
#define ASCON_STACK_BYTES 6144
#include "../avx2.h"

#include "../../pipeline.h"

/* Three messages take as long as three single calls. */
ASCON_ENGINE_TABLE(avx2_x4, 24, 4);
TARGET_END

#endif
