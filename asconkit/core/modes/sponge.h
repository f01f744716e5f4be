/* Hash, XOF and CXOF: SP 800-232, section 5; Ascon v1.2, section 2.5. MAC and PRF: IACR ePrint
   2021/1574, section 3. Written once over the operations of core/state/contract.h; instances.h
   compiles it for every algorithm with parameters that are constants. sponge_pieces.h composes the
   same steps.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SPONGE_H
#define ASCON_SPONGE_H

#include "calls.h"
#include "steps.h"

/* CXOF128, section 5.3: the length of the customization string in bits as a block of its own, then
   the padded string. */
INLINED void absorb_customization(state *s, const params *p, const uint8_t *z, size_t length) {
  uint8_t bits[8];
  store64(bits, (uint64_t)length * 8, p->order);
  state_bytes(s, OP_ABSORB, 0, NULL, bits, sizeof bits, p->order);
  permute(s, p->rounds_b);
  whole_string(s, p, OP_ABSORB, NULL, z, length);
  permute(s, p->rounds_b);
}

/* The state after the permutation of IV || 0, which the table may have; IV || K || 0 with a key. */
INLINED void sponge_initialize(state *s, const params *p, const uint8_t *prefix, size_t length) {
  if (p->initial) {
    state_set(s, p->initial);
  } else {
    const uint64_t words[5] = {p->iv, 0, 0, 0, 0};
    state_set(s, words);
    if (p->key_length) state_bytes(s, OP_ABSORB, IV_LENGTH, NULL, prefix, KEY_LENGTH, p->order);
    permute(s, p->rounds_a);
  }
  if (p->kind == ASCON_KIND_CXOF) absorb_customization(s, p, prefix, length);
}

/* Between the padded message and the output. A MAC and a PRF separate the two. */
INLINED void sponge_end_absorb(state *s, const params *p) {
  if (p->key_length) domain_separate(s, p);
  permute(s, p->rounds_a);
}

/* A whole message: sections 5.1 to 5.3. No permutation follows the padding of the message, since
   sponge_end_absorb() has its own. */
MODE ascon_result sponge_compute(const params *p, const ascon_message *m) {
  state s;
  const sponge_strings t = sponge_strings_of(p, m);
  RETURN_IF_ERROR(check_sponge_message(p, m, &t));
  sponge_initialize(&s, p, t.prefix, t.prefix_length);
  whole_string(&s, p, OP_ABSORB, NULL, m->in, m->length);
  sponge_end_absorb(&s, p);
  whole_string(&s, p, OP_SQUEEZE, t.out, NULL, t.out_length);
  return ASCON_OK;
}

#endif
