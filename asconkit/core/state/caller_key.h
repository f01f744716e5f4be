/* The key of a call where it has no other form than its bytes: it is read where the caller has it,
   each time. Included by bytes_in_memory.h, and by backends with words of their own, after
   state_bytes().
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_CALLER_KEY_H
#define ASCON_CALLER_KEY_H

#ifndef ASCON_WORDS_H /* read alone, over one that has words of its own */
typedef struct held_key {
  const uint8_t *bytes;
} held_key;

INLINED held_key hold_key(const params *p, const uint8_t *key) {
  (void)p;
  return (held_key){key};
}

INLINED void xor_key(state *s, const params *p, const held_key *k, size_t offset, size_t from,
                     size_t n) {
  state_bytes(s, OP_ABSORB, offset, NULL, k->bytes + from, n, p->order);
}
#endif

#endif
