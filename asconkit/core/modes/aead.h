/* Ascon AEAD: SP 800-232, section 4.1; Ascon v1.2, section 2.4. Written once over the operations of
   core/state/contract.h. instances.h compiles it for every algorithm, with parameters that are
   constants; aead_pieces.h composes the same steps for messages that come in pieces.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_AEAD_H
#define ASCON_AEAD_H

#include "../platform/secrets.h"
#include "calls.h"
#include "steps.h"

/* Initialization, SP 800-232, section 4.1.1: IV || K || N fills the state, the key before the
   nonce. After the permutation, the key is added to the end of the state. */
MODE void aead_initialize(state *s, const params *p, const held_key *k, const uint8_t *nonce) {
  const uint64_t words[5] = {p->iv, 0, 0, 0, 0};
  state_set(s, words);
  xor_key(s, p, k, (size_t)NONCE_OFFSET - p->key_length, 0, p->key_length);
  state_bytes(s, OP_ABSORB, NONCE_OFFSET, NULL, nonce, NONCE_LENGTH, p->order);
  /* section 4.2.2: a second key masks the nonce */
  if (p->nonce_mask) xor_key(s, p, k, NONCE_OFFSET, KEY_LENGTH, NONCE_LENGTH);
  permute(s, p->rounds_a);
  xor_key(s, p, k, (size_t)STATE_LENGTH - p->key_length, 0, p->key_length);
}

/* Associated data, section 4.1.1: blocks of associated data, the last one padded, each followed by
   the permutation; nothing at all if there is none. */
INLINED void aead_associated_data(state *s, const params *p, const uint8_t *ad, size_t length) {
  if (length == 0) return;
  whole_string(s, p, OP_ABSORB, NULL, ad, length);
  permute(s, p->rounds_b);
}

/* Finalization, section 4.1.1: the key after the rate, the permutation, the key over the end of
   the state, whose last 16 bytes are the tag. Encryption writes its first n bytes; decryption says
   whether the given ones are genuine. */
MODE int aead_finalize(state *s, const params *p, const held_key *k, operation op, uint8_t *tag,
                       size_t n) {
  xor_key(s, p, k, p->rate, 0, p->key_length);
  permute(s, p->rounds_a);
  xor_key(s, p, k, TAG_OFFSET, (size_t)p->key_length - TAG_LENGTH, TAG_LENGTH);
  return state_tag(s, op, tag, n, p->order);
}

/* A forged message leaves no plaintext: what decryption has written is zeroized before the call
   returns. Section 4.1.2 demands that unverified plaintext is not released. */
INLINED ascon_result reject_forgery(const ascon_message *m) {
  if (m->length != 0) zeroize(m->out, m->length);
  return ASCON_ERR_TAG;
}

/* A whole message: sections 4.1.1 and 4.1.2. op: OP_ENCRYPT or OP_DECRYPT. Both directions are this
   one text: they differ in the side that whole_string() takes the ciphertext from, which it leaves
   in the state in both, and in what aead_finalize() does with the tag. */
MODE ascon_result aead_crypt(const params *p, const ascon_message *m, operation op) {
  state s;
  ASSUME(op == OP_ENCRYPT || op == OP_DECRYPT); /* 30 bytes less on AVR: strings need not ask */
  RETURN_IF_ERROR(check_aead(p, m));
  const held_key k = hold_key(p, m->key);
  aead_initialize(&s, p, &k, m->nonce);
  aead_associated_data(&s, p, m->ad, m->ad_length);
  domain_separate(&s, p);
  whole_string(&s, p, op, m->out, m->in, m->length);
  if (aead_finalize(&s, p, &k, op, m->tag, m->tag_length)) return ASCON_OK;
  return reject_forgery(m);
}

#endif
