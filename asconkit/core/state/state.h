/* What is done to the state, in words that every backend and every mode uses.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STATE_H
#define ASCON_STATE_H

#include "../platform/compiler.h"
#include "params.h"

/* The constant of the round after which `left` - 1 rounds remain: 4b for the last one, f0 for the
   first of 12, 3c for the first of 16. One nibble counts up and the other one down, both modulo 16:
   functions that use it are MODULAR. */
#define ASCON_ROUND_CONSTANT(left) ((((left) + 3u) & 15u) << 4 | ((12u - (left)) & 15u))

_Static_assert(ASCON_ROUND_CONSTANT(1u) == 0x4b && ASCON_ROUND_CONSTANT(12u) == 0xf0 &&
                   ASCON_ROUND_CONSTANT(13u) == 0x0f && ASCON_ROUND_CONSTANT(16u) == 0x3c,
               "round constants of SP 800-232, table 5");

#endif
