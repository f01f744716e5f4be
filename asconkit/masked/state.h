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

#include "../ascon_masked.h"
#include "contract.h"

/* What units use, and the functions between them and the public call. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (MASKED_STACK_BYTES + 768)
#endif

#include "../state/stack.h"
#include "../state/state.h"

/* Steps are not printed: their values would be. */
#undef ASCON_PRINT_STATE
#define ASCON_PRINT_STATE 0

#define HAVE_REPRESENTATION 1
#define STATE_WITHOUT_WORDS 1
#define STATE_IN_CONTEXT 1
#define AEAD_ENDS_IN_ASSEMBLY 0
#define ASCON_ENGINE_H

typedef ascon_masked_state state;
/* The key is where the caller has it. */
typedef ascon_masked_aead_ctx keyed_state;

/* ---- state.c -------------------------------------------------------------------------------- */

/* Makes it a state with this source; the words are not set. */
void ascon_masked_state_start(state *s, const ascon_masked *with);
void ascon_masked_state_set(state *s, const uint64_t words[5]);
void ascon_masked_state_permute(state *s, unsigned rounds);
/* op with n bytes from byte `offset` on: state_bytes(). */
void ascon_masked_state_bytes(state *s, operation op, size_t offset, uint8_t *out,
                              const uint8_t *in, size_t n, byte_order order);
/* The same for OP_ABSORB, of a string with this stride. */
void ascon_masked_state_add(state *s, size_t offset, ascon_shared_in in, size_t n,
                            byte_order order);
/* 1 if the n bytes, at most 16, from word w on are `tag`. */
int ascon_masked_state_has_tag(state *s, size_t w, ascon_shared_in tag, size_t n, byte_order order);
/* New shares of all five words. */
void ascon_masked_state_refresh(state *s);
/* Bytes of share i of a string into or out of an integer of zeros: `skip` of the word come before
   them. `out` bytes are added to. */
void ascon_masked_get_bytes(uint32_t integer[2], const uint8_t *in, size_t skip, size_t n,
                            byte_order order);
void ascon_masked_add_bytes(uint8_t *out, const uint32_t integer[2], size_t skip, size_t n,
                            byte_order order);

/* One string in shares, or a plain one. */
INLINED unsigned shares_of(const ascon_masking *masking, size_t stride) {
  return stride ? masking->shares : 1;
}

/* All shares of an output. */
INLINED void zeroize_shares(const ascon_masking *masking, ascon_shared_out out, size_t n) {
  for (unsigned i = 0; n && i < shares_of(masking, out.stride); i++)
    zeroize(out.data + i * out.stride, n);
}

/* After one share and before the next one: what was here becomes zero first. */
INLINED void clear_integer(uint32_t integer[2]) {
  integer[0] = integer[1] = 0;
  USE_MEMORY(integer);
}

/* What all calls have to check of their first argument. */
INLINED int missing_source(const ascon_masked *with) {
  return !with || !with->masking || !with->words;
}

/* ---- The operations of state/contract.h, by the backend ------------------------------------- */

INLINED void state_set(state *s, const uint64_t words[5]) { ascon_masked_state_set(s, words); }

OUTLINED void permute(state *s, unsigned rounds) { ascon_masked_state_permute(s, rounds); }

INLINED void state_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, byte_order order) {
  ascon_masked_state_bytes(s, op, offset, out, in, n, order);
}

INLINED void state_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order) {
  ascon_masked_state_add(s, offset, ascon_masked_plain_in(&byte), 1, order);
}

#include "../state/steps.h"

/* ---- By the engine -------------------------------------------------------------------------- */

/* n > 0 bytes from byte `offset` of a block on, with the permutation after each whole block;
   returns the offset after them. */
OUTLINED size_t duplex_piece(state *s, const params *p, operation op, size_t offset, uint8_t *out,
                             const uint8_t *in, size_t n) {
  for (;;) {
    const size_t length = smaller(n, p->rate - offset);
    state_bytes(s, op, offset, out, in, length, p->order);
    if (offset + length < p->rate) return offset + length;
    permute(s, p->rounds_b);
    n -= length, offset = 0;
    if (n == 0) return 0;
    in += length;
    if (op != OP_ABSORB) out += length;
  }
}

/* n > 0 bytes of output from byte `offset` of a block on; returns the offset after them. A block
   that is used up is replaced only when more is asked for. */
OUTLINED size_t squeeze_piece(state *s, const params *p, size_t offset, uint8_t *out, size_t n) {
  for (;;) {
    const size_t length = smaller(n, p->squeeze_rate - offset);
    state_bytes(s, OP_SQUEEZE, offset, out, NULL, length, p->order);
    n -= length, offset += length;
    if (n == 0) return offset;
    out += length;
    permute(s, p->rounds_b);
    offset = 0;
  }
}

/* Whole strings are pieces from the beginning of a block on, and their padding. */
INLINED void crypt_padded(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                          size_t n) {
  pad(s, p, n ? duplex_piece(s, p, op, 0, out, in, n) : 0);
}

INLINED void absorb_padded(state *s, const params *p, const uint8_t *in, size_t n) {
  crypt_padded(s, p, OP_ABSORB, NULL, in, n);
}

INLINED void squeeze(state *s, const params *p, uint8_t *out, size_t n) {
  if (n) (void)squeeze_piece(s, p, 0, out, n);
}

/* Keys are added from where the caller has them, share by share: no copy is made of them, and the
   sum of two shares never comes to be. The stride is that of the key, in keyed_state. */
INLINED void hold_key(keyed_state *k, const params *p, const uint8_t *key) {
  (void)k, (void)p, (void)key;
}

INLINED void xor_key(keyed_state *k, const params *p, const uint8_t *key, size_t offset, size_t n) {
  const ascon_shared_in end = {key + p->key_length - n, k->key.stride};
  ascon_masked_state_add(&k->state, offset, end, n, p->order);
}

INLINED void xor_nonce_mask(keyed_state *k, const params *p, const uint8_t *mask) {
  const ascon_shared_in string = {mask, k->key.stride};
  ascon_masked_state_add(&k->state, 24, string, NONCE_LENGTH, p->order);
}

INLINED void xor_bytes(state *s, const params *p, size_t offset, const uint8_t *in, size_t n) {
  if (n) state_bytes(s, OP_ABSORB, offset, NULL, in, n, p->order);
}

/* The tag leaves in shares or is compared in shares: see ascon_masked_state_has_tag(). */
INLINED int finish_tag(state *s, const params *p, operation op, uint8_t *tag, size_t n) {
  const ascon_shared_in given = {tag, s->out_stride};
  if (op == OP_DECRYPT) return ascon_masked_state_has_tag(s, 3, given, n, p->order);
  state_bytes(s, OP_SQUEEZE, 24, tag, NULL, n, p->order);
  return 1;
}

/* Contexts are zeroized by name at the end of a call, and clear_stack() does the rest. */
INLINED void clear_in_message(void *memory, size_t length) { (void)memory, (void)length; }

#endif
