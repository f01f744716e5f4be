/* The state operations on ascon_words, the form that contexts hold: for the public ascon_state and
   for the conformance tests. Each is the operation of core/state/contract.h between state_open()
   and state_close(), which convert if the backend's own state differs.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STORED_H
#define ASCON_STORED_H

#include "parts.h"
#include "steps.h"

#include "../platform/stack.h" /* after the backend, which says how much it clears */

/* The five words, as the integers of SP 800-232, section 3.1. */
PIECES void ENTRY(stored_set)(ascon_words *stored, const uint64_t words[5]) {
  state local, *s = state_open(&local, stored);
  state_set(s, words);
  state_close(stored, s);
}

/* The last `rounds` of 16, 1 to 16. */
PIECES void ENTRY(stored_permute)(ascon_words *stored, unsigned rounds) {
  state local, *s = state_open(&local, stored);
  permute(s, rounds);
  state_close(stored, s);
}

/* op with n bytes from byte `offset` on, as state_bytes() in core/state/contract.h. */
PIECES void ENTRY(stored_bytes)(ascon_words *stored, operation op, size_t offset, uint8_t *out,
                                const uint8_t *in, size_t n, byte_order order) {
  state local, *s = state_open(&local, stored);
  state_bytes(s, op, offset, out, in, n, order);
  state_close(stored, s);
}

#ifdef BACKEND
void ENTRY(clear_stack)(void) { clear_stack(); }

/* For tools that count, prove or emulate the permutation. */
void ENTRY(permute)(ascon_words *words, unsigned rounds);
void ENTRY(permute)(ascon_words *words, unsigned rounds) { ENTRY(stored_permute)(words, rounds); }
#endif

#endif
