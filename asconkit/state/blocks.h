/* Data on its way through the state, and whole blocks of it in C. Used by the engines inlined.h and
   outlined.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_BLOCKS_H
#define ASCON_BLOCKS_H

/* What is still to be done of a string. OP_ABSORB has no `out`, OP_SQUEEZE no `in`. */
typedef struct cursor {
  uint8_t *out;
  const uint8_t *in;
  size_t left;
} cursor;

/* Pointers are only moved past what is there, so that NULL stays legal with a length of 0. */
INLINED void advance(cursor *c, operation op, size_t n) {
  c->left -= n;
  if (op != OP_ABSORB) c->out += n;
  if (op != OP_SQUEEZE) c->in += n;
}

typedef void permutation_function(state *s, unsigned rounds);

/* Absorbing and text take all whole blocks, each followed by the permutation. Squeezing leaves the
   last block, whole or not, because no permutation follows it. */
INLINED void run_blocks(state *s, operation op, cursor *c, size_t rate, unsigned rounds,
                        byte_order order, permutation_function *permutation) {
  const size_t least = op == OP_SQUEEZE ? rate + 1 : rate;
  while (c->left >= least) {
    state_block(s, op, c->out, c->in, rate, order);
    permutation(s, rounds);
    advance(c, op, rate);
  }
}

/* Bytes between two permutations. Absorbing and squeezing differ in MACs and PRFs. */
INLINED size_t rate_of(const params *p, operation op) {
  return op == OP_SQUEEZE ? p->squeeze_rate : p->rate;
}

#endif
