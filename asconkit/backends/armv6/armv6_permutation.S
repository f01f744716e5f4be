/* Ascon for ARM state: registers, stack and tricks are described in ../armv7m/arm32_permutation.inc.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_armv6
#define ARM32_PREFIX ascon_armv6
#define ARM32_FUNCTIONS "../armv6/functions.inc"
#define ARM32_SECTION .text.ascon_armv6
#define ARM32_THUMB 0
#define ARM32_INTERLEAVE ASCON_ARMV6_INTERLEAVE
#include "../armv7m/arm32_permutation.inc"
#endif

#include "../../platform/object_marks.inc"
