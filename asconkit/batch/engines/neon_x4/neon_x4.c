/* neon_x4: four lanes, two registers a word. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../core/platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_neon_x4

#define REGISTERS 2
/* By counts of instructions, not measured. */
#define LEAST_GROUP 4
#define LEAST_PRFSHORT 4
#define ASCON_STACK_BYTES 6144
#include "../neon.h"

#include "../../engine.h"

/* Less than x1's preference: the engine has to be asked for by name. Without rotations a round on
   one state takes 23 operations on the two to four vector units, and 26 on the three to six integer
   units: by the published schedules as LLVM 19 has them, 7 cycles against 6 or 7 on Neoverse V1 and
   V2, 14 against 7 on N2 and 9 on N1, 23 against 16 on Cortex-A55, 12 against 13 on A76. Counted,
   not measured. */
ASCON_ENGINE_TABLE(neon_x4, -1);

#endif
