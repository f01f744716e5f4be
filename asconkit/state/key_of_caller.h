/* A key that is read where the caller has it, each time: for the engine compact.h, and for states
   without words, in which a key has no other form. Included after xor_bytes().
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINE_H /* read alone */
#include "compact.h"
#endif

#ifndef ASCON_KEY_OF_CALLER_H
#define ASCON_KEY_OF_CALLER_H

typedef struct keyed_state {
  state state;
} keyed_state;

/* Nothing to convert and nothing to keep. */
INLINED void hold_key(keyed_state *k, const params *p, const uint8_t *key) {
  (void)k, (void)p, (void)key;
}

/* Bytes of the state from `offset` on ^= the last n bytes of the key. */
INLINED void xor_key(keyed_state *k, const params *p, const uint8_t *key, size_t offset, size_t n) {
  xor_bytes(&k->state, p, offset, key + p->key_length - n, n);
}

#endif
