/* Steps of the modes that are the same in every engine.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_STEPS_H
#define ASCON_STEPS_H

#include "trace.h"

/* IV || 0 */
INLINED void state_set_iv(state *s, uint64_t iv) {
#if ASCON_COMPACT && !defined(STATE_WITHOUT_WORDS) && defined(__GNUC__)
  __builtin_memset(s, 0, sizeof *s); /* 4 to 50 bytes less of code, for 30 instructions */
  set_word(s, 0, word_of(iv));
#else
  const uint64_t words[5] = {iv, 0, 0, 0, 0};
  state_set(s, words);
#endif
}

INLINED void trace_operation(operation op, const state *s) {
  if (op == OP_ABSORB) trace("absorb", s);
  if (op == OP_ENCRYPT) trace("encrypt", s);
  if (op == OP_DECRYPT) trace("decrypt", s);
}

/* The bit 1 after the data, which ends at byte `offset` of the block. */
INLINED void pad(state *s, const params *p, size_t offset) {
  state_xor_byte(s, offset, padding_byte(p->order), p->order);
  trace("pad", s);
}

/* Between associated data and text: the last bit of the state, SP 800-232, section 4.1.1. MACs and
   PRFs separate message and output by it. */
INLINED void domain_separate(state *s, const params *p) {
  state_xor_byte(s, DOMAIN_SEPARATION_OFFSET, separation_byte(p->order), p->order);
  trace("separate", s);
}

#endif
