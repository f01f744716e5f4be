/* rv64: permutation and block loops in assembly (rv64_permutation.S), for every 64-bit RISC-V
   processor; rotations are single instructions where the compiler may use Zbb or Zbkb.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_RV64_BACKEND_H
#define ASCON_RV64_BACKEND_H

#include "config.h"

#define ASCON_ASSEMBLY_STACK 0 /* bytes that its functions use, without secrets */

#include "../../src/lanes64.h"

#define ASCON_ASSEMBLY ascon_rv64
#define ASCON_ASSEMBLY_ALIGNMENT 8 /* other accesses may trap */
#define ASCON_ASSEMBLY_SQUEEZE 1
#include "../../src/assembly.h"

#endif
