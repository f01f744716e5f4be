/* rvv_x16: sixteen lanes in memory, for RISC-V's vectors of every length.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../core/platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_rvv_x16

#define REGISTERS 1
/* By counts of instructions with vectors of 128 bits and no rotations, not measured. */
#define LEAST_GROUP 8
#define LEAST_PRFSHORT 8
#define ASCON_STACK_BYTES 8192
#include "../rvv.h"

#include "../../engine.h"

/* Counted, not measured: the engine has to be asked for by name. */
ASCON_ENGINE_TABLE(rvv_x16, -1);

#endif
