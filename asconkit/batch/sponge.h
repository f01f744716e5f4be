/* Hash, XOF, CXOF, MAC and PRF of a group of messages: the steps of core/modes/sponge.h in the same
   order, over lanes. kernels.h has them for every shape of blocks.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_SPONGE_H
#define ASCON_BATCH_SPONGE_H

#include "engines/alone.h"

#include "lanes.h"

/* `initial`: the state after the initialization if it is the same for all messages of the batch, or
   NULL, and then every message has a key of its own. */
INLINED void lanes_sponge_initialize(lanes s, const group *g, const params *p,
                                     const uint64_t *initial, int n) {
  const uint64_t words[5] = {p->iv, 0, 0, 0, 0};
  if (initial) {
    lanes_set(s, initial, n);
    return;
  }
  lanes_set(s, words, n);
  xor_rows(s, 1, g->key, 0, 2, p->order, n);
  lanes_permute(s, p->rounds_a, n);
}

/* Between the padded messages and the outputs. A MAC and a PRF separate the two. */
INLINED void lanes_sponge_end_absorb(lanes s, const group *g, const params *p, int n) {
  if (g->separates) lanes_domain_separate(s, p, n);
  lanes_permute(s, p->rounds_a, n);
}

/* Outputs of any lengths, written, or compared with those that the caller gave. */
INLINED void lanes_squeeze(lanes s, group *g, const params *p, int verify, int n) {
  run_whole_blocks(s, p, OP_SQUEEZE, &g->output, n);
  finish_output(s, 0, p->squeeze_rate / 8, g, verify, p->order, n);
}

/* All messages of a group. */
INLINED void lanes_sponge_compute(group *g, const params *p, const uint64_t *initial, int verify,
                                  int n) {
  lanes s;
  lanes_sponge_initialize(s, g, p, initial, n);
  absorb_padded(s, p, &g->text, n);
  lanes_sponge_end_absorb(s, g, p, n);
  lanes_squeeze(s, g, p, verify, n);
}

#endif
