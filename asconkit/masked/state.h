/* The masked state under the modes: the operations of state/contract.h on shares. A context holds
   the state itself; what computes on it is in state.c, once for all modes and numbers of shares.
   Included by aead.c, leveled.c and sponge.c before the modes, in place of a backend's backend.h.

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

#include "../platform/stack.h"
#include "../state/state.h"

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
/* Bytes of share i of a string into or out of an integer of zeros: `skip` of the word come before
   them. `out` bytes are added to. */
void ascon_masked_get_bytes(uint32_t integer[2], const uint8_t *in, size_t skip, size_t n,
                            byte_order order);
void ascon_masked_add_bytes(uint8_t *out, const uint32_t integer[2], size_t skip, size_t n,
                            byte_order order);

/* One string in shares, or a plain one. */
INLINED unsigned shares_of(const ascon_masked_scheme *scheme, size_t stride) {
  return stride ? scheme->shares : 1;
}

/* All shares of an output. */
INLINED void zeroize_shares(const ascon_masked_scheme *scheme, ascon_masked_out out, size_t n) {
  for (unsigned i = 0; n && i < shares_of(scheme, out.stride); i++)
    zeroize(out.data + i * out.stride, n);
}

/* After one share and before the next one: what was here becomes zero first. */
INLINED void clear_integer(uint32_t integer[2]) {
  integer[0] = integer[1] = 0;
  use_memory(integer);
}

/* What all calls have to check of their first argument. */
INLINED int missing_source(const ascon_masked_setup *setup) {
  return !setup || !setup->scheme || !setup->words;
}

/* ---- The operations of state/contract.h, by the backend -------------------------------------- */

INLINED void state_set(state *s, const uint64_t words[5]) { ascon_masked_state_set(s, words); }

OUTLINED void permute(state *s, unsigned rounds) { ascon_masked_state_permute(s, rounds); }

INLINED void state_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, byte_order order) {
  ascon_masked_state_bytes(s, op, offset, out, in, n, order);
}

INLINED void state_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order) {
  ascon_masked_state_add(s, offset, ascon_masked_plain_in(&byte), 1, order);
}

/* ---- Strings, keys and tags ------------------------------------------------------------------ */

#include "../state/duplex.h"

/* Masked code has no block functions. */
OUTLINED size_t duplex_piece(state *s, const params *p, operation op, size_t offset, uint8_t *out,
                             const uint8_t *in, size_t n) {
  const shape blocks = {.rate = p->rate, .rounds = p->rounds_b, .order = p->order};
  return duplex_string(s, &blocks, op, offset, out, in, n);
}

OUTLINED size_t squeeze_piece(state *s, const params *p, size_t offset, uint8_t *out, size_t n) {
  const shape blocks = {.rate = p->squeeze_rate, .rounds = p->rounds_b, .order = p->order};
  return duplex_string(s, &blocks, OP_SQUEEZE, offset, out, NULL, n);
}

/* Whole strings are pieces from the beginning of a block on, and their padding. */
INLINED void crypt_padded(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                          size_t n) {
  const size_t offset = duplex_piece(s, p, op, 0, out, in, n);
  state_xor_byte(s, offset, padding_byte(p->order), p->order);
}

INLINED void absorb_padded(state *s, const params *p, const uint8_t *in, size_t n) {
  crypt_padded(s, p, OP_ABSORB, NULL, in, n);
}

INLINED void squeeze(state *s, const params *p, uint8_t *out, size_t n) {
  (void)squeeze_piece(s, p, 0, out, n);
}

/* Keys are added from where the caller has them, share by share: no copy is made of them, and the
   sum of two shares never comes to be. */
INLINED void xor_key(state *s, const params *p, const held_key *k, size_t offset, size_t from,
                     size_t n) {
  ascon_masked_state_add(s, offset, (ascon_masked_in){k->data + from, k->stride}, n, p->order);
}

/* PrfShort and AEAD take their keys so; a caller of aead_initialize() has one with its stride. */
INLINED held_key hold_key(const params *p, const uint8_t *key) {
  (void)p;
  return ascon_masked_plain_in(key);
}

/* The tag leaves in shares or is compared in shares: see ascon_masked_state_has_tag(). */
INLINED int state_tag(state *s, operation op, uint8_t *tag, size_t n, byte_order order) {
  const ascon_masked_in given = {tag, s->out_stride};
  if (op == OP_DECRYPT) return ascon_masked_state_has_tag(s, 3, given, n, order);
  state_bytes(s, OP_SQUEEZE, TAG_OFFSET, tag, NULL, n, order);
  return 1;
}

#endif
