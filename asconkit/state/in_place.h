/* Contexts are worked on where they are: for backends whose state is the 40 bytes that a context
   holds. The representations words64.h, words_bi32.h and bytes8.h include it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_IN_PLACE_H
#define ASCON_IN_PLACE_H

#include "state.h"

typedef ascon_words state;

/* Nothing to load and nothing to store. */
INLINED state *state_open(state *local, ascon_words *stored) {
  (void)local;
  return stored;
}

INLINED void state_close(ascon_words *stored, state *s) {
  (void)stored;
  (void)s;
}

/* From a context and into it, word by word: gcc copies a whole union 16 bytes at a time through
   memory, where later loads wait for stores of another size. */
INLINED void state_copy(state *to, const state *from) {
#if UINTPTR_MAX > 0xffffffff
  to->w64[0] = from->w64[0], to->w64[1] = from->w64[1], to->w64[2] = from->w64[2];
  to->w64[3] = from->w64[3], to->w64[4] = from->w64[4];
#else
  *to = *from;
#endif
}

INLINED void state_load(state *s, const ascon_words *stored) { state_copy(s, stored); }
INLINED void state_store(ascon_words *stored, const state *s) { state_copy(stored, s); }

#endif
