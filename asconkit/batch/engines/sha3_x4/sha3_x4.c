/* sha3_x4: four lanes, two registers a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../core/platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_sha3_x4

#define REGISTERS 2
/* By counts of instructions, not measured. */
#define LEAST_GROUP 3
#define LEAST_PRFSHORT 3
#define ASCON_STACK_BYTES 6144
#include "../sha3.h"

#include "../../engine.h"

/* Counted, not measured. Apple's processors do these instructions in each of their vector units: 11
   cycles for a round on four states, less than two single calls take. Neoverse N2, V1 and V2 do
   them in one of theirs: 42 cycles, and a single call 6 to 7, so elsewhere than at Apple the engine
   waits to be asked for by name. */
#ifdef __APPLE__
ASCON_ENGINE_TABLE(sha3_x4, 28);
#else
ASCON_ENGINE_TABLE(sha3_x4, -1);
#endif
TARGET_END

#endif
