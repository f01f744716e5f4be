/* Ascon for Thumb-2: registers, stack and tricks are described in arm32_permutation.inc.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../ascon_config.h"
#include "config.h"

#if ASCON_HAVE_armv7m
#define ARM32_PREFIX ascon_armv7m
#define ARM32_FUNCTIONS "../armv7m/functions.inc"
#define ARM32_SECTION .text.ascon_armv7m
#define ARM32_THUMB 1
#define ARM32_INTERLEAVE ASCON_ARMV7M_INTERLEAVE
#include "arm32_permutation.inc"
#endif

#include "../../platform/object_marks.inc"
