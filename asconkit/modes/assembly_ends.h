/* The start and the end of AEAD in assembly, for keys of 16 bytes: no C computes on the state or on
   the key, so that a call needs no frame of its own for that. Included after a backend's
   functions.h by modes/operations.h, which has the same two functions for backends without.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ASSEMBLY_ENDS_H
#define ASCON_ASSEMBLY_ENDS_H

#ifndef HAVE_BLOCK_FUNCTIONS /* read alone */
#include "../backends/alone.h"
#define READ_ALONE 1
#endif

#include "calls.h"

_Static_assert(offsetof(keyed_state, key) == STATE_LENGTH, "where assembly looks for the key");

#ifndef READ_ALONE

/* 1: aead_initialize() has been done. */
INLINED int start_in_assembly(keyed_state *k, const params *p, const uint8_t *key,
                              const uint8_t *nonce) {
  if (!has_assembly_ends(p)) return 0;
  if (!is_aligned((uintptr_t)key | (uintptr_t)nonce, BLOCK_FUNCTIONS_ALIGNMENT)) {
    copy_bytes((uint8_t *)&k->key, key, KEY_LENGTH);
    copy_bytes(&k->state.w8[NONCE_OFFSET], nonce, NONCE_LENGTH);
    key = (const uint8_t *)&k->key, nonce = &k->state.w8[NONCE_OFFSET];
  }
  set_word(&k->state, 0, word_of(p->iv));
  aead_start(k, p, key, nonce);
  return 1;
}

/* 0 or 1 */
OUTLINED unsigned tags_differ(const uint8_t *a, const uint8_t *b, size_t n) {
  return bytes_differ(a, b, n);
}

/* 1: aead_finalize() has been done; its result is *genuine. Assembly writes all 16 bytes of a tag,
   and of the state leaves nothing else. */
INLINED int finish_in_assembly(keyed_state *k, const params *p, operation op,
                               const ascon_message *m, int *genuine) {
  uint8_t *const computed = &k->state.w8[TAG_OFFSET];
  *genuine = 1;
  if (!has_assembly_ends(p)) return 0;
  if (op == OP_ENCRYPT && m->tag_length == TAG_LENGTH &&
      is_aligned((uintptr_t)m->tag, BLOCK_FUNCTIONS_ALIGNMENT)) {
    aead_finish(k, p, m->tag);
    return 1;
  }
  aead_finish(k, p, computed);
  if (op == OP_ENCRYPT) copy_bytes(m->tag, computed, m->tag_length);
  else *genuine = !tags_differ(computed, m->tag, m->tag_length);
  clear_behind(p);
  return 1;
}

#endif

#endif
