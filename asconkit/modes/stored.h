/* The state operations on ascon_words, the form that contexts hold: for the public ascon_state and
   for the conformance tests. Each is the operation of state/contract.h between state_open() and
   state_close(), which convert if the backend's own state differs.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STORED_H
#define ASCON_STORED_H

#include "operations.h"

/* The five words, as the integers of SP 800-232, section 3.1. */
OUTLINED void stored_set(ascon_words *stored, const uint64_t words[5]) {
  state local, *s = state_open(&local, stored);
  state_set(s, words);
  state_close(stored, s);
}

/* The last `rounds` of 16, 1 to 16. */
OUTLINED void stored_permute(ascon_words *stored, unsigned rounds) {
  state local, *s = state_open(&local, stored);
  permute(s, rounds);
  state_close(stored, s);
}

/* op with n bytes from byte `offset` on, as state_bytes() in state/contract.h. */
OUTLINED void stored_bytes(ascon_words *stored, operation op, size_t offset, uint8_t *out,
                           const uint8_t *in, size_t n, byte_order order) {
  state local, *s = state_open(&local, stored);
  state_bytes(s, op, offset, out, in, n, order);
  state_close(stored, s);
}

/* Whole blocks of an algorithm's shape, as run_whole_blocks(); returns the bytes left. */
OUTLINED size_t stored_blocks(ascon_words *stored, const params *p, operation op, uint8_t *out,
                              const uint8_t *in, size_t n) {
  state local, *s = state_open(&local, stored);
  cursor c = {out, in, n};
  run_whole_blocks(s, p, op, &c);
  state_close(stored, s);
  return c.left;
}

#endif
