/* The masked state under the modes: the operations of core/state/contract.h on shares. A context
   holds the state itself; what computes on it is in state.c, once for all modes and numbers of
   shares. Included by aead.c, leveled.c and sponge.c before the modes, in place of a backend's
   backend.h.

   STRINGS. Modes hand on pointers. Those of a string in shares point into its share 0, and the
   strides of the state say where the others are: in_stride for what is read, out_stride for what is
   written and for tags. Whoever calls a step of a mode sets them before.

   RANDOM WORDS. If the source has none, the state is zeroized and marked as failed; from then on
   permutations do nothing and outputs are zeros. Whoever called a mode looks at the mark.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_MASKED_STATE_H
#define ASCON_MASKED_STATE_H

#include "contract.h"

/* What units use, and the functions between them and the public call. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (MASKED_STACK_BYTES + 768)
#endif

#include "../core/platform/stack.h"
#include "../core/state/state.h"

/* Steps are not printed: their values would be. */
#undef ASCON_PRINT_STATE
#define ASCON_PRINT_STATE 0

#define HAVE_REPRESENTATION 1

typedef ascon_masked_state state;
/* The key is where the caller has it. */
typedef ascon_masked_in held_key;

/* ---- state.c --------------------------------------------------------------------------------- */

/* Makes it a state with this source; the words are not set. */
void ascon_masked_state_start(state *s, const ascon_masked_setup *setup);
void ascon_masked_state_set(state *s, const uint64_t words[5]);
void ascon_masked_state_permute(state *s, unsigned rounds);
/* op with n bytes from byte `offset` on: state_bytes(). */
void ascon_masked_state_bytes(state *s, operation op, size_t offset, uint8_t *out,
                              const uint8_t *in, size_t n, byte_order order);
/* The same for OP_ABSORB, of a string with this stride. */
void ascon_masked_state_add(state *s, size_t offset, ascon_masked_in in, size_t n,
                            byte_order order);
/* 1 if the n bytes, at most 16, from word w on are `tag`. */
int ascon_masked_state_has_tag(state *s, size_t w, ascon_masked_in tag, size_t n, byte_order order);
/* New shares of all five words, and new guards if there are any that stay. */
void ascon_masked_state_refresh(state *s);

/* One string in shares, or a plain one. */
INLINED unsigned shares_of(const ascon_masked_scheme *scheme, size_t stride) {
  return stride ? scheme->shares : 1;
}

/* Zeros for a part of a word, before shares are added to it. */
INLINED void clear_bytes(uint8_t *out, size_t n) {
  if (n == 8) {
    store32(out, 0, ASCON_LITTLE_ENDIAN);
    store32(out + 4, 0, ASCON_LITTLE_ENDIAN);
  } else {
    for (size_t k = 0; k < n; k++) out[k] = 0;
  }
  use_memory(out);
}

/* All shares of an output. */
INLINED void zeroize_shares(const ascon_masked_scheme *scheme, ascon_masked_out out, size_t n) {
  for (unsigned i = 0; n && i < shares_of(scheme, out.stride); i++)
    zeroize(out.data + i * out.stride, n);
}

/* What all calls have to check of their first argument. */
INLINED int missing_source(const ascon_masked_setup *setup) {
  return !setup || !setup->scheme || !setup->words;
}

/* ---- The operations of core/state/contract.h ------------------------------------------------- */

/* Under names of their own, so that a search for an operation finds the one of the backends. The
   modes call them by the names of the contract. */
#define state_set masked_state_set
#define permute masked_permute
#define state_bytes masked_state_bytes
#define state_xor_byte masked_state_xor_byte
#define duplex_piece masked_duplex_piece
#define squeeze_piece masked_squeeze_piece
#define whole_string masked_whole_string
#define xor_key masked_xor_key
#define hold_key masked_hold_key
#define state_tag masked_state_tag

INLINED void masked_state_set(state *s, const uint64_t words[5]) {
  ascon_masked_state_set(s, words);
}

OUTLINED void masked_permute(state *s, unsigned rounds) { ascon_masked_state_permute(s, rounds); }

INLINED void masked_state_bytes(state *s, operation op, size_t offset, uint8_t *out,
                                const uint8_t *in, size_t n, byte_order order) {
  ascon_masked_state_bytes(s, op, offset, out, in, n, order);
}

INLINED void masked_state_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order) {
  ascon_masked_state_add(s, offset, ascon_masked_plain_in(&byte), 1, order);
}

/* ---- Strings, keys and tags ------------------------------------------------------------------ */

#include "../core/state/duplex.h"

/* Masked code has no block functions. */
OUTLINED size_t masked_duplex_piece(state *s, const params *p, operation op, size_t offset,
                                    uint8_t *out, const uint8_t *in, size_t n) {
  const shape blocks = {.rate = p->rate, .rounds = p->rounds_b, .order = p->order};
  return duplex_string(s, &blocks, op, offset, out, in, n);
}

OUTLINED size_t masked_squeeze_piece(state *s, const params *p, size_t offset, uint8_t *out,
                                     size_t n) {
  const shape blocks = {.rate = p->squeeze_rate, .rounds = p->rounds_b, .order = p->order};
  return duplex_string(s, &blocks, OP_SQUEEZE, offset, out, NULL, n);
}

/* Whole strings are pieces from the beginning of a block on, and their padding. */
INLINED void masked_whole_string(state *s, const params *p, operation op, uint8_t *out,
                                 const uint8_t *in, size_t n) {
  if (op == OP_SQUEEZE) {
    (void)masked_squeeze_piece(s, p, 0, out, n);
    return;
  }
  const size_t offset = masked_duplex_piece(s, p, op, 0, out, in, n);
  masked_state_xor_byte(s, offset, padding_byte(p->order), p->order);
}

/* Keys are added from where the caller has them, share by share: no copy is made of them, and the
   sum of two shares never comes to be. */
INLINED void masked_xor_key(state *s, const params *p, const held_key *k, size_t offset,
                            size_t from, size_t n) {
  ascon_masked_state_add(s, offset, (ascon_masked_in){k->data + from, k->stride}, n, p->order);
}

/* PrfShort and AEAD take their keys so; a caller of aead_initialize() has one with its stride. */
INLINED held_key masked_hold_key(const params *p, const uint8_t *key) {
  (void)p;
  return ascon_masked_plain_in(key);
}

/* The tag leaves in shares or is compared in shares: see ascon_masked_state_has_tag(). */
INLINED int masked_state_tag(state *s, operation op, uint8_t *tag, size_t n, byte_order order) {
  const ascon_masked_in given = {tag, s->out_stride};
  if (op == OP_DECRYPT) return ascon_masked_state_has_tag(s, 3, given, n, order);
  masked_state_bytes(s, OP_SQUEEZE, TAG_OFFSET, tag, NULL, n, order);
  return 1;
}

#endif
