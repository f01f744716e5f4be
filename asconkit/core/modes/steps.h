/* Padding and domain separation: steps that several modes share.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STEPS_H
#define ASCON_STEPS_H

#include "../state/contract.h"

/* The padding bit after the data, which ends at byte `offset` of the block. */
INLINED void pad(state *s, const params *p, size_t offset) {
  ASSUME(offset < p->rate);
  state_xor_byte(s, offset, padding_byte(p->order), p->order);
}

/* Between associated data and text: the last bit of the state, SP 800-232, section 4.1.1. MACs and
   PRFs separate message and output by it. */
INLINED void domain_separate(state *s, const params *p) {
  state_xor_byte(s, DOMAIN_SEPARATION_OFFSET, p->order == ASCON_LITTLE_ENDIAN ? 0x80 : 0x01,
                 p->order);
}

#endif
