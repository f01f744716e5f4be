/* PrfShort: IACR ePrint 2021/1574, section 4. One permutation for a message of at most a block.
   instances.h compiles it for both specifications.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PRFSHORT_H
#define ASCON_PRFSHORT_H

#include "calls.h"
#include "operations.h"

/* The IV carries the message's length in bits; the message, padded with zeros, takes the place of a
   nonce, and the key is added to what is kept. At most 16 bytes each of message and output. */
INLINED void prfshort_steps(keyed_state *k, const params *p, const ascon_message *m) {
  state *s = &k->state;
  ASSUME(m->length <= 16 && m->out_length <= 16);
  state_set_iv(s, p->iv + ((uint64_t)m->length * 8 << 48));
  hold_key(k, p, m->key);
  xor_key(k, p, m->key, IV_LENGTH, KEY_LENGTH);
  xor_bytes(s, p, NONCE_OFFSET, m->in, m->length);
  trace("init", s);
  permute(s, p->rounds_a);
  xor_key(k, p, m->key, TAG_OFFSET, KEY_LENGTH);
  trace("key", s);
  (void)finish_tag(s, p, OP_ENCRYPT, m->out, m->out_length);
}

MODE void prfshort_compute(const params *p, const ascon_message *m) {
  keyed_state k;
  prfshort_steps(&k, p, m);
  clear_in_message(&k, sizeof k);
}

#endif
