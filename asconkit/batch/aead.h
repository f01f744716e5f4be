/* AEAD of a group of messages: the steps of core/modes/aead.h in the same order, over lanes.
   kernels.h has them for every shape of blocks. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_AEAD_H
#define ASCON_BATCH_AEAD_H

#include "engines/alone.h"

#include "lanes.h"

/* 16-byte keys, kept as transposed words: each key is used four times, and transposing costs more
   than a load. */
typedef lane_vector lane_keys[REGISTERS][2];

INLINED void lanes_hold_key(lane_keys key, const group *g, const params *p, int n) {
  EACH_REGISTER(r, n) {
    key[r][0] = key[r][1] = vector_set(0);
    if (p->key_length == 16) vector_read_pair(key[r], g->key + VECTOR_LANES * r, 0, p->order);
  }
}

/* XORs the last `length` bytes of each key into its state, from byte `offset` on. For keys that are
   not whole words; the states are in memory. It takes no params because it is out of line: passing
   the kernel's params by pointer would stop the compiler from folding them. */
OUTLINED void xor_odd_key(stored_lanes *s, const group *g, size_t key_length, byte_order order,
                          size_t offset, size_t length) {
  for (size_t i = 0; i < (size_t)g->registers * VECTOR_LANES; i++) {
    const uint8_t *bytes = (const uint8_t *)g->key[i] + key_length - length;
    uint8_t row[STATE_LENGTH] = {0};
    for (size_t j = 0; j < length; j++) row[offset + j] = bytes[j];
    for (size_t j = 0; j < 5; j++) s->word[j][i] ^= load64(row + 8 * j, order);
  }
}

/* XORs the last `length` bytes of each key, of any length, into its state. */
INLINED void lanes_xor_key(lanes s, lane_keys key, const group *g, const params *p, size_t offset,
                           size_t length, int n) {
  stored_lanes stored;
  if (p->key_length == 16) {
    EACH_REGISTER(r, n) {
      s[r][offset / 8] = vector_xor(s[r][offset / 8], key[r][0]);
      s[r][offset / 8 + 1] = vector_xor(s[r][offset / 8 + 1], key[r][1]);
    }
    return;
  }
  store_lanes(&stored, s, n);
  xor_odd_key(&stored, g, p->key_length, p->order, offset, length);
  load_lanes(s, &stored, n);
}

/* Initialization, SP 800-232, section 4.1.1. */
INLINED void lanes_aead_initialize(lanes s, lane_keys key, const group *g, const params *p, int n) {
  const uint64_t words[5] = {p->iv, 0, 0, 0, 0};
  lanes_set(s, words, n);
  lanes_hold_key(key, g, p, n);
  lanes_xor_key(s, key, g, p, 24u - p->key_length, p->key_length, n);
  xor_rows(s, 3, g->nonce, 0, 2, p->order, n);
  if (g->nonce_mask) xor_rows(s, 3, g->key, 16, 2, p->order, n);
  lanes_permute(s, p->rounds_a, n);
  lanes_xor_key(s, key, g, p, (size_t)STATE_LENGTH - p->key_length, p->key_length, n);
}

/* Restores states of messages without associated data, in a group where some messages have it. */
OUTLINED void keep_without_ad(stored_lanes *after, const stored_lanes *before, const group *g) {
  for (size_t i = 0; i < (size_t)g->registers * VECTOR_LANES; i++)
    if (g->ad.length[i] == 0) copy_lane(after, before, i);
}

/* Associated data, section 4.1.1. Does nothing if no message has any. */
INLINED void lanes_aead_associated_data(lanes s, const group *g, const params *p, int n) {
  stored_lanes before, after;
  if (g->ad.longest == 0) return;
  if (g->ad.shortest == 0) store_lanes(&before, s, n);
  absorb_padded(s, p, &g->ad, n);
  lanes_permute(s, p->rounds_b, n);
  if (g->ad.shortest == 0) {
    store_lanes(&after, s, n);
    keep_without_ad(&after, &before, g);
    load_lanes(s, &after, n);
  }
}

/* Finalization, section 4.1.1: the last 16 bytes of the state are the tag. Encryption writes the
   tag. Decryption compares it with the caller's tag and records a difference in g->wrong. */
INLINED void lanes_aead_finalize(lanes s, lane_keys key, group *g, const params *p, operation op,
                                 int n) {
  lanes_xor_key(s, key, g, p, p->rate, p->key_length, n);
  lanes_permute(s, p->rounds_a, n);
  lanes_xor_key(s, key, g, p, STATE_LENGTH - 16, 16, n);
  finish_output(s, 3, 2, g, op == OP_DECRYPT, p->order, n);
}

/* All messages of a group. op: OP_ENCRYPT or OP_DECRYPT. */
INLINED void lanes_aead_crypt(group *g, const params *p, operation op, int n) {
  lanes s;
  lane_keys key;
  lanes_aead_initialize(s, key, g, p, n);
  lanes_aead_associated_data(s, g, p, n);
  lanes_domain_separate(s, p, n);
  crypt_padded(s, p, op, &g->text, n);
  lanes_aead_finalize(s, key, g, p, op, n);
}

#endif
