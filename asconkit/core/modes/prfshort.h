/* PrfShort: IACR ePrint 2021/1574, section 4. One permutation for a message of at most a block.
   instances.h compiles it for both specifications.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PRFSHORT_H
#define ASCON_PRFSHORT_H

#include "calls.h"
#include "steps.h"

/* The IV carries the message's length in bits; the message, padded with zeros, takes the place of a
   nonce, and the key is added to what is kept. At most 16 bytes each of message and output. */
INLINED void prfshort_steps(state *s, const params *p, const held_key *k, const ascon_message *m) {
  const uint64_t words[5] = {p->iv + ((uint64_t)m->length * 8 << 48), 0, 0, 0, 0};
  ASSUME(m->length <= 16 && m->out_length <= 16);
  state_set(s, words);
  xor_key(s, p, k, IV_LENGTH, 0, KEY_LENGTH);
  state_bytes(s, OP_ABSORB, NONCE_OFFSET, NULL, m->in, m->length, p->order);
  permute(s, p->rounds_a);
  xor_key(s, p, k, TAG_OFFSET, 0, KEY_LENGTH);
  state_bytes(s, OP_SQUEEZE, TAG_OFFSET, m->out, NULL, m->out_length, p->order);
}

/* A whole message. */
MODE ascon_result prfshort_compute(const params *p, const ascon_message *m) {
  state s;
  RETURN_IF_ERROR(check_sponge(p, m));
  const held_key k = hold_key(p, m->key);
  prfshort_steps(&s, p, &k, m);
  return ASCON_OK;
}

#endif
