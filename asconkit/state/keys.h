/* A key for as long as a call uses it, and other secrets that enter the state beside the data. Used
   by the engines inlined.h and outlined.h; compact.h has smaller forms.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_KEYS_H
#define ASCON_KEYS_H

/* Nonces, MAC keys and the message of PrfShort. */
INLINED void xor_bytes(state *s, const params *p, size_t offset, const uint8_t *in, size_t n) {
  state_bytes(s, OP_ABSORB, offset, NULL, in, n, p->order);
}

#ifdef STATE_WITHOUT_WORDS
#include "key_of_caller.h"
#else
/* The state of a call with a key. A key of 16 bytes is converted once into the form of the state
   and stands after it, where assembly finds it. */
typedef struct keyed_state {
  state state;
  word_pair key;
} keyed_state;

/* Keys of 20 bytes, 80pq's, are read from the caller's memory each time. */
INLINED void hold_key(keyed_state *k, const params *p, const uint8_t *key) {
  if (p->key_length == KEY_LENGTH || !KNOWN(p->key_length)) k->key = load_pair(key, p->order);
}

/* Bytes of the state from `offset` on ^= the last n bytes of the key. */
INLINED void xor_key(keyed_state *k, const params *p, const uint8_t *key, size_t offset, size_t n) {
  if (p->key_length == KEY_LENGTH) xor_pair(&k->state, offset / 8, &k->key);
  else xor_bytes(&k->state, p, offset, key + p->key_length - n, n);
}
#endif

INLINED void xor_nonce_mask(keyed_state *k, const params *p, const uint8_t *mask) {
  xor_bytes(&k->state, p, 24, mask, NONCE_LENGTH);
}

/* The tag, the last 16 bytes of the state: written in encryption, compared in decryption. 1 if it
   is genuine. The computed tag leaves only if it is asked for. A whole tag of AEAD, which most are,
   has code of its own. An output of 16 bytes of PrfShort has it for speed where registers have 64
   bits: 2 to 10 % of its time on x86-64. Elsewhere it would be 5 to 10 % of PrfShort's code. */
enum { FAST_OUTPUT_OF_PRFSHORT = ASCON_UNROLL_LOOPS && REGISTERS_OF_64_BITS };

INLINED int finish_tag(state *s, const params *p, operation op, uint8_t *tag, size_t n) {
  uint8_t computed[TAG_LENGTH];
  if (op == OP_ENCRYPT) {
    const int own_code = p->kind == ASCON_KIND_AEAD || FAST_OUTPUT_OF_PRFSHORT;
    if (own_code && n == TAG_LENGTH)
      state_bytes(s, OP_SQUEEZE, TAG_OFFSET, tag, NULL, TAG_LENGTH, p->order);
    else state_bytes(s, OP_SQUEEZE, TAG_OFFSET, tag, NULL, n, p->order);
    return 1;
  }
  state_bytes(s, OP_SQUEEZE, TAG_OFFSET, computed, NULL, TAG_LENGTH, p->order);
  return !bytes_differ(computed, tag, n);
}

#endif
