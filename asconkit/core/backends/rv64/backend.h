/* rv64: permutation and block loops in assembly (rv64_permutation.S), for every 64-bit RISC-V
   processor; rotations are single instructions where the compiler may use Zbb or Zbkb.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_RV64_BACKEND_H
#define ASCON_RV64_BACKEND_H

#include "../../platform/bytes.h"
#include "config.h"

/* Bytes of the stack that its functions in assembly use, without secrets. */
#define ASCON_ASSEMBLY_STACK 0

/* What the functions below a public call use of the stack at most: for all calls, and for whole
   messages of named ones. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (ASCON_COMPACT ? 320 : 640)
#define ASCON_MESSAGE_STACK_BYTES (ASCON_COMPACT ? 272 : 304)
#endif

#include "../../state/words64.h"

#define BLOCK_FUNCTIONS_ALIGNMENT 8 /* other accesses may trap */
#define BLOCKS ascon_rv64_
#include "../functions.h"

INLINED void permute(state *s, unsigned rounds) { ascon_rv64_rounds(s, rounds); }

#include "../../state/strings.h"

#endif
