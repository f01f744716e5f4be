/* The loop of the block functions in C: state/block_functions.h has one such function for each
   operation and shape, so that `op`, `rate`, `rounds` and `order` are constants here.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_BLOCK_LOOP_H
#define ASCON_BLOCK_LOOP_H

#include "blocks.h"

/* Returns the bytes left. Where the permutation can be inlined, the state is in registers for as
   long as there are blocks. */
INLINED size_t block_loop(state *s, operation op, uint8_t *out, const uint8_t *in, size_t n,
                          size_t rate, unsigned rounds, byte_order order) {
  cursor c = {out, in, n};
#ifdef BLOCKS_IN_REGISTERS
  state local;
  state_copy(&local, s);
  run_blocks(&local, op, &c, rate, rounds, order, permute_inlined);
  state_copy(s, &local);
#else
  run_blocks(s, op, &c, rate, rounds, order, permute);
#endif
  return c.left;
}

#endif
