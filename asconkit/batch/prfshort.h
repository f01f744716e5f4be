/* PrfShort of a group of messages: the steps of core/modes/prfshort.h over lanes. Used by
   kernels.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_PRFSHORT_H
#define ASCON_BATCH_PRFSHORT_H

#include "engines/alone.h"

#include "lanes.h"

/* The IV carries each message's length in bits; the message, padded with zeros, takes the place of
   a nonce, and the key is added to what is kept. */
INLINED void lanes_prfshort_compute(group *g, const params *p, int n) {
  const uint64_t words[5] = {0, 0, 0, 0, 0};
  _Alignas(64) uint64_t ivs[LANES];
  lanes s;
  byte_rows b;
  lanes_set(s, words, n);
  open_rows(&b, n);
  for (size_t i = 0; i < (size_t)n * VECTOR_LANES; i++) {
    ivs[i] = p->iv + ((uint64_t)g->text.length[i] * 8 << 48);
    pad_short(b.row[i], (const uint8_t *)g->text.in[i], g->text.length[i], 0);
  }
  EACH_REGISTER(r, n) s[r][0] = vector_load(ivs + VECTOR_LANES * r);
  xor_rows(s, 1, g->key, 0, 2, p->order, n);
  xor_rows(s, 3, b.rows, 0, 2, p->order, n);
  lanes_permute(s, p->rounds_a, n);
  xor_rows(s, 3, g->key, 0, 2, p->order, n);
  finish_output(s, 3, 2, g, 0, p->order, n);
}

#endif
