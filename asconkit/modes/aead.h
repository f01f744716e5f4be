/* Ascon AEAD: SP 800-232, section 4.1; Ascon v1.2, section 2.4. Written once over the operations of
   state/contract.h. instances.h compiles it for every algorithm, with parameters that are
   constants in all profiles but those with ASCON_INLINE_MODE 0; aead_pieces.h composes the same
   steps for messages that come in pieces.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_AEAD_H
#define ASCON_AEAD_H

#include "calls.h"
#include "operations.h"

/* Initialization, SP 800-232, section 4.1.1: IV || K || N fills the state, the key before the
   nonce. After the permutation, the key is added to the end of the state. */
MODE void aead_initialize(keyed_state *k, const params *p, const uint8_t *key,
                          const uint8_t *nonce) {
  state *s = &k->state;
  if (start_in_assembly(k, p, key, nonce)) return;
  state_set_iv(s, p->iv);
  hold_key(k, p, key);
  xor_key(k, p, key, (size_t)NONCE_OFFSET - p->key_length, p->key_length);
  xor_bytes(s, p, NONCE_OFFSET, nonce, NONCE_LENGTH);
  /* section 4.2.2: a second key masks the nonce */
  if (p->nonce_mask) xor_nonce_mask(k, p, key + KEY_LENGTH);
  trace("init", s);
  permute(s, p->rounds_a);
  xor_key(k, p, key, (size_t)STATE_LENGTH - p->key_length, p->key_length);
  trace("key", s);
}

/* Associated data, section 4.1.1: blocks of associated data, the last one padded, each followed by
   the permutation; nothing at all if there is none. */
INLINED void aead_associated_data(state *s, const params *p, const uint8_t *ad, size_t length) {
  if (length == 0) return;
  absorb_padded(s, p, ad, length);
  permute(s, p->rounds_b);
}

/* Finalization, section 4.1.1: the key after the rate, the permutation, the key over the end of
   the state, whose last 16 bytes are the tag. Writes it, or says whether the given one is genuine.
 */
MODE int aead_finalize(keyed_state *k, const params *p, operation op, const ascon_message *m) {
  state *s = &k->state;
  int genuine;
  if (finish_in_assembly(k, p, op, m, &genuine)) return genuine;
  xor_key(k, p, m->key, p->rate, p->key_length);
  trace("key", s);
  permute(s, p->rounds_a);
  xor_key(k, p, m->key, TAG_OFFSET, TAG_LENGTH);
  trace("key", s);
  return finish_tag(s, p, op, m->tag, m->tag_length);
}

/* A forged message leaves no plaintext: what decryption has written is zeroized before the call
   returns. Section 4.1.2 demands that unverified plaintext is not released. */
INLINED ascon_result reject_forgery(const ascon_message *m) {
  if (m->length != 0) zeroize(m->out, m->length);
  return ASCON_ERR_TAG;
}

/* A whole message, whose arguments have been checked: sections 4.1.1 and 4.1.2. op:
   OP_ENCRYPT or OP_DECRYPT. ASCON_ERR_TAG says that the message is forged. Both directions are this
   one text: they differ in the side that crypt_padded() takes the ciphertext from, which it leaves
   in the state in both, and in what aead_finalize() does with the tag. */
MODE ascon_result aead_crypt(const params *p, const ascon_message *m, operation op) {
  keyed_state k;
  ascon_result result = ASCON_OK;
  aead_initialize(&k, p, m->key, m->nonce);
  aead_associated_data(&k.state, p, m->ad, m->ad_length);
  domain_separate(&k.state, p);
  crypt_padded(&k.state, p, op, m->out, m->in, m->length);
  if (!aead_finalize(&k, p, op, m)) result = reject_forgery(m);
  clear_in_message(&k, sizeof k);
  return result;
}

#endif
