/* A key for as long as a call uses it, and other secrets that enter the state beside the data. Used
   by the engines inlined.h and outlined.h; compact.h has smaller forms.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_KEYS_H
#define ASCON_KEYS_H

#ifndef HAVE_REPRESENTATION /* read alone */
#include "words64.h"
#endif

/* The state of a call with a key. A key of 16 bytes is converted once into the form of the state,
   where there are words, and stands behind the state, where assembly finds it. */
typedef struct keyed_state {
  state state;
#ifndef STATE_WITHOUT_WORDS
  word_pair key;
#endif
} keyed_state;

/* Keys of 20 bytes, 80pq's, are read from the caller's memory each time. */
INLINED void hold_key(keyed_state *k, const params *p, const uint8_t *key) {
#ifndef STATE_WITHOUT_WORDS
  if (p->key_length == 16 || !KNOWN(p->key_length)) k->key = load_pair(key, order_of(p));
#endif
  (void)k, (void)p, (void)key;
}

/* Bytes of the state from `offset` on ^= the last n bytes of the key. */
INLINED void xor_key(keyed_state *k, const params *p, const uint8_t *key, size_t offset, size_t n) {
#ifndef STATE_WITHOUT_WORDS
  if (p->key_length == 16) {
    xor_pair(&k->state, offset / 8, &k->key);
    return;
  }
#endif
  state_bytes(&k->state, OP_ABSORB, offset, NULL, key + p->key_length - n, n, order_of(p));
}

/* Nonces, MAC keys and the message of PrfShort. */
INLINED void xor_bytes(state *s, const params *p, size_t offset, const uint8_t *in, size_t n) {
  state_bytes(s, OP_ABSORB, offset, NULL, in, n, order_of(p));
}

INLINED void xor_nonce_mask(keyed_state *k, const params *p, const uint8_t *mask) {
  xor_bytes(&k->state, p, 24, mask, NONCE_LENGTH);
}

/* The tag, the last 16 bytes of the state: written in encryption, compared in decryption. 1 if it
   is right. The computed tag leaves only if it is asked for. */
INLINED int finish_tag(state *s, const params *p, operation op, uint8_t *tag, size_t n) {
  uint8_t right[TAG_LENGTH];
  if (op == OP_ENCRYPT) {
    if (n == TAG_LENGTH) state_bytes(s, OP_SQUEEZE, 24, tag, NULL, TAG_LENGTH, order_of(p));
    else state_bytes(s, OP_SQUEEZE, 24, tag, NULL, n, order_of(p));
    return 1;
  }
  state_bytes(s, OP_SQUEEZE, 24, right, NULL, TAG_LENGTH, order_of(p));
  return !bytes_differ(right, tag, n);
}

#endif
