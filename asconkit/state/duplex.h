/* A whole string through the state, block by block and the last one like the others: the least code
   where a block is one call. Used by compact.h, and by inlined.h where the state has no words.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINE_H /* read alone */
#include "../backends/alone.h"
#endif

#ifndef ASCON_DUPLEX_H
#define ASCON_DUPLEX_H

#include "steps.h"

/* A whole string and its padding. */
INLINED void duplex(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                    size_t n) {
  for (;;) {
    size_t length = smaller(n, p->rate);
    state_bytes(s, op, 0, out, in, length, p->order);
    if (!ASCON_PRINT_STATE || length != 0) trace_operation(op, s);
    if (length < p->rate) {
      pad(s, p, length);
      return;
    }
    permute(s, p->rounds_b);
    n -= p->rate, in += p->rate;
    if (op != OP_ABSORB) out += p->rate;
  }
}

#endif
