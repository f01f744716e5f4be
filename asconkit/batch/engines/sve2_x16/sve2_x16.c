/* sve2_x16: sixteen lanes in memory, for SVE2 of every vector length.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../core/platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_sve2_x16

#define REGISTERS 1
/* By counts of instructions with vectors of 128 bits, not measured. */
#define LEAST_GROUP 11
#define LEAST_PRFSHORT 11
#define ASCON_STACK_BYTES 8192
#include "../sve2.h"

#include "../../engine.h"

/* Counted, not measured: the engine has to be asked for by name. LLVM 19's models have 36 cycles
   for a round on four states with vectors of 128 bits (Neoverse N2 and V2), 9 for each, where a
   single call takes 6 to 7. */
ASCON_ENGINE_TABLE(sve2_x16, -1);

#endif
