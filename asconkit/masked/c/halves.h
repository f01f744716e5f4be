/* Halves of shares, as all units in C see them: rotated against each other, and opaque to the
   optimiser. Used by units.h and words.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_MASKED_HALVES_H
#define ASCON_MASKED_HALVES_H

#include "../../core/platform/compiler.h"
#include "../contract.h"

/* For n modulo 32. */
MODULAR INLINED uint32_t masked_rotate_right(uint32_t x, unsigned n) {
  return n % 32 == 0 ? x : x >> n % 32 | x << (32 - n % 32);
}

/* A half of share `from`, rotated as one of share `to` is: to - from is modulo 32 too. */
MODULAR INLINED uint32_t turned(uint32_t half, unsigned from, unsigned to) {
  return masked_rotate_right(half, (to - from) * MASKED_ROTATION);
}

/* A value that the optimiser neither looks through nor computes in another way: between two sums it
   keeps their order, and with it what the intermediate values are. */
INLINED uint32_t kept(uint32_t value) {
  HIDE_VALUE(value);
  return value;
}

#endif
