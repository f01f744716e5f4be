/* rv32: RISC-V with 32-bit words, the rounds and the block loops in assembly. RV32I; Zbb or Zbkb,
   the draft Zbt by a macro of config.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_RV32_BACKEND_H
#define ASCON_RV32_BACKEND_H

#include "../../ascon_config.h"
#include "config.h"

#if !ASCON_RV32_TINY
#define ASCON_PLAIN_BYTEWISE 1 /* which pays for rounds in registers in the size profile */
#endif
/* Bytes that the functions use, without secrets: block loops, or rounds alone. */
#define ASCON_ASSEMBLY_STACK (ASCON_INLINE_PERM ? 32 : 16)

#if ASCON_RV32_INTERLEAVE
#include "../../src/lanes_bi32.h"
#else
#include "../../src/lanes64.h"
#endif

#define ASCON_ASSEMBLY ascon_rv32
#define ASCON_ASSEMBLY_ALIGNMENT 4
#define ASCON_ASSEMBLY_SQUEEZE 1
#include "../../src/assembly.h"

#endif
