/* aarch64: permutation and block loops in assembly (aarch64_permutation.S), for every AArch64
   processor: 26 instructions per round, because rotations are part of others.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_AARCH64_BACKEND_H
#define ASCON_AARCH64_BACKEND_H

#include "config.h"

#define ASCON_PLAIN_BYTEWISE 1 /* the size profile counts every byte */
#define ASCON_ASSEMBLY_STACK 0 /* bytes that its functions use, without secrets */

#include "../../src/lanes64.h"

#define ASCON_ASSEMBLY ascon_aarch64
#define ASCON_ASSEMBLY_ALIGNMENT 1
#define ASCON_ASSEMBLY_SQUEEZE 1
#include "../../src/assembly.h"

#endif
