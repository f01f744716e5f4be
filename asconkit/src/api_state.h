/* ascon_state: the permutation for modes of one's own. SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#ifndef ASCON_API_STATE_H
#define ASCON_API_STATE_H

#if ASCON_DIRECT
#include "words.h"
#define words_clear_stack ascon_clear_stack
#define ASCON_STATE_CALL(state, function) words_##function
#define ASCON_STATE_VALID(state) ((state) != NULL)
#else
#define ASCON_STATE_CALL(state, function) (state)->backend->function
#define ASCON_STATE_VALID(state) ((state) != NULL && (state)->backend != NULL)
#endif

ascon_result ascon_state_init(ascon_state *state, const uint64_t words[5]) {
  static const uint64_t zeros[5] = {0};
  if (!state) return ASCON_ERR_NULL;
  ASCON_CHOOSE(state);
  ASCON_STATE_CALL(state, init)(&state->words, words ? words : zeros);
  ASCON_STATE_CALL(state, clear_stack)();
  return ASCON_OK;
}

ascon_result ascon_permute(ascon_state *state, unsigned rounds) {
  if (!state) return ASCON_ERR_NULL;
  if (!ASCON_STATE_VALID(state)) return ASCON_ERR_ORDER;
  if (rounds < 1 || rounds > 16) return ASCON_ERR_RANGE;
  ASCON_STATE_CALL(state, permute)(&state->words, rounds);
  ASCON_STATE_CALL(state, clear_stack)();
  return ASCON_OK;
}

ASCON_INLINE ascon_result check_bytes(const ascon_state *state, ascon_order order, size_t offset,
                                      const void *data, size_t bytes) {
  if (!state || missing(data, bytes)) return ASCON_ERR_NULL;
  if (!ASCON_STATE_VALID(state)) return ASCON_ERR_ORDER;
  if (offset > ASCON_STATE_BYTES || bytes > ASCON_STATE_BYTES - offset) return ASCON_ERR_RANGE;
  if (order != ASCON_LITTLE_ENDIAN && order != ASCON_BIG_ENDIAN) return ASCON_ERR_RANGE;
  return ASCON_OK;
}

ascon_result ascon_state_xor(ascon_state *state, ascon_order order, size_t offset,
                             const uint8_t *in, size_t bytes) {
  ASCON_CHECK(check_bytes(state, order, offset, in, bytes));
  ASCON_STATE_CALL(state, bytes)(&state->words, OP_ABSORB, offset, NULL, in, bytes, order);
  ASCON_STATE_CALL(state, clear_stack)();
  return ASCON_OK;
}

ascon_result ascon_state_get(const ascon_state *state, ascon_order order, size_t offset,
                             uint8_t *out, size_t bytes) {
  ASCON_CHECK(check_bytes(state, order, offset, out, bytes));
  ascon_words copy = state->words;
  ASCON_STATE_CALL(state, bytes)(&copy, OP_SQUEEZE, offset, out, NULL, bytes, order);
  ascon_clear(&copy, sizeof copy);
  ASCON_STATE_CALL(state, clear_stack)();
  return ASCON_OK;
}

#endif
