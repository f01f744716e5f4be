/* wasm_x4: four lanes, two vectors a word, where the program is compiled for vectors (-msimd128).
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../../core/platform/compiler.h"
#include "config.h"
#if ASCON_HAVE_ENGINE_wasm_x4

#define REGISTERS 2
#define LEAST_GROUP 3
#define LEAST_PRFSHORT 4
#define ASCON_STACK_BYTES 6144
#include "../wasm.h"

#include "../../engine.h"

ASCON_ENGINE_TABLE(wasm_x4, 1);

#endif
