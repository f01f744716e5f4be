/* What state.h declares: a state in shares, computed on by the units of contract.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "state.h"

/* Share i of word w. */
INLINED uint32_t *share_of(state *s, size_t w, unsigned i) {
  return s->words.shares + 2 * (w * s->setup.scheme->shares + i);
}

/* ---- Random words --------------------------------------------------------------------------- */

/* There were none: the state is gone. */
INLINED void fail(state *s) {
  s->failed = 1;
  zeroize(s->words.shares, sizeof s->words.shares);
}

/* `count` of them; 0 if there are none. */
INLINED int draw(state *s, uint32_t *words, size_t count) {
  if (s->failed) return 0;
  if (s->setup.words(s->setup.context, words, count)) return 1;
  fail(s);
  return 0;
}

/* `setup` is copied: its owner may change it during the message. */
void ascon_masked_state_start(state *s, const ascon_masked_setup *setup) {
  s->setup = *setup;
  s->in_stride = s->out_stride = 0;
  s->failed = 0;
}

/* Words that everybody knows, such as an IV, in share 0; the other shares are zeros. Nothing secret
   is there yet: what is added later comes in shares. Permutations with guards want uniform shares,
   and keep them so. */
void ascon_masked_state_set(state *s, const uint64_t words[5]) {
  zeroize(s->words.shares, sizeof s->words.shares);
  for (size_t w = 0; w < 5; w++) {
    uint8_t bytes[8];
    store64(bytes, words[w], ASCON_LITTLE_ENDIAN);
    ascon_masked_absorb(share_of(s, w, 0), bytes, masked_part(0, 8, ASCON_LITTLE_ENDIAN), 0);
  }
  if (MASKED_HAS_GUARDS(s->setup.scheme->shares)) ascon_masked_state_refresh(s);
}

void ascon_masked_state_permute(state *s, unsigned rounds) {
  if (!s->failed && !s->setup.scheme->permutation(s->words.shares, rounds, &s->setup)) fail(s);
}

/* Word by word: that is what the unit works on. If random words run out, draw() zeroizes all. */
void ascon_masked_state_refresh(state *s) {
  const ascon_masked_scheme *scheme = s->setup.scheme;
  uint32_t random[MASKED_REFRESH_WORDS(ASCON_MASKED_MAX_SHARES)];
  for (size_t w = 0; w < 5; w++) {
    if (!draw(s, random, MASKED_REFRESH_WORDS(scheme->shares))) break;
    scheme->refresh(share_of(s, w, 0), random);
  }
  zeroize(random, sizeof random);
  if (MASKED_KEEPS_GUARDS(scheme->shares))
    (void)draw(s, share_of(s, 5, 0), MASKED_GUARD_WORDS(scheme->shares));
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* A part of word w: n bytes from byte `skip` on, as units want them. */
typedef struct part {
  size_t w, n;
  unsigned bytes;
} part;

/* The first part of n bytes from byte `offset` of the state on. */
INLINED part part_at(size_t offset, size_t n, byte_order order) {
  const size_t skip = offset % 8, count = smaller(n, 8 - skip);
  return (part){offset / 8, count, masked_part(skip, count, order)};
}

/* The part ^= in, share by share; of a plain string, share 0 alone. */
INLINED void add_part(state *s, const part *x, ascon_masked_in in) {
  for (unsigned i = 0; i < shares_of(s->setup.scheme, in.stride); i++)
    ascon_masked_absorb(share_of(s, x->w, i), in.data + i * in.stride, x->bytes, i);
}

/* out ^= the part, share by share. */
INLINED void add_to(ascon_masked_out out, state *s, const part *x) {
  for (unsigned i = 0; i < s->setup.scheme->shares; i++)
    ascon_masked_store(out.data + i * out.stride, share_of(s, x->w, i), x->bytes, i);
}

/* out = the part. For a plain string the shares are added up in its memory, where each sum but the
   last one is masked by the shares that are still missing. */
INLINED void get_part(state *s, const part *x, ascon_masked_out out) {
  for (unsigned i = 0; i < shares_of(s->setup.scheme, out.stride); i++)
    clear_bytes(out.data + i * out.stride, x->n);
  add_to(out, s, x);
}

/* Plaintext out, ciphertext into the state: the part becomes the plaintext, which leaves, and is
   added, which makes the part zero; and the ciphertext is added again. In place it is overwritten
   by then. A plain one is kept; shares are exchanged with those of the part, each by three
   additions. */
INLINED void decrypt_part(state *s, const part *x, ascon_masked_out out, ascon_masked_in in) {
  uint8_t kept[8];
  const ascon_masked_in plaintext = {out.data, out.stride};
  if (in.data == out.data && in.stride == 0) {
    copy_bytes(kept, in.data, x->n);
    in.data = kept;
  }
  add_part(s, x, in);
  if (in.data != out.data) {
    get_part(s, x, out);
    add_part(s, x, plaintext);
    add_part(s, x, in);
  } else {
    add_to(out, s, x);
    add_part(s, x, plaintext);
    add_to(out, s, x);
  }
}

/* Absorbs, in parts that end where words do. A state that has failed stays zeros. */
void ascon_masked_state_add(state *s, size_t offset, ascon_masked_in in, size_t n,
                            byte_order order) {
  while (n != 0 && !s->failed) {
    const part x = part_at(offset, n, order);
    add_part(s, &x, in);
    in.data += x.n, offset += x.n, n -= x.n;
  }
}

/* All data that enters or leaves, word by word. What has failed gives zeros, so that no caller has
   to look in the middle of a message. */
void ascon_masked_state_bytes(state *s, operation op, size_t offset, uint8_t *out,
                              const uint8_t *in, size_t n, byte_order order) {
  ascon_masked_in from = {in, s->in_stride};
  ascon_masked_out to = {out, s->out_stride};
  if (op == OP_ABSORB) {
    ascon_masked_state_add(s, offset, from, n, order);
    return;
  }
  if (s->failed) {
    zeroize_shares(s->setup.scheme, to, n);
    return;
  }
  while (n != 0) {
    const part x = part_at(offset, n, order);
    if (op == OP_DECRYPT) {
      decrypt_part(s, &x, to, from);
    } else {
      if (op == OP_ENCRYPT) add_part(s, &x, from);
      get_part(s, &x, to);
    }
    if (op != OP_SQUEEZE) from.data += x.n;
    to.data += x.n, offset += x.n, n -= x.n;
  }
}

/* ---- Tags ----------------------------------------------------------------------------------- */

/* difference = n bytes of word w of the state ^ n bytes of the tag, share by share. A share of the
   word passes memory that is zero before it and after it, so that its other bytes are left out. */
INLINED void add_difference(uint32_t *difference, state *s, size_t w, ascon_masked_in tag, size_t n,
                            byte_order order) {
  if (n == 0) return;
  const unsigned bytes = masked_part(0, n, order);
  uint32_t memory[2] = {0, 0};
  uint8_t *const passed = (uint8_t *)memory;
  for (unsigned i = 0; i < s->setup.scheme->shares; i++) {
    uint32_t *to = difference + (size_t)2 * i;
    ascon_masked_store(passed, share_of(s, w, i), bytes, i);
    ascon_masked_absorb(to, passed, bytes, i);
    clear_bytes(passed, 8);
    if (i < shares_of(s->setup.scheme, tag.stride))
      ascon_masked_absorb(to, tag.data + i * tag.stride, bytes, i);
  }
}

/* The difference stays in shares, and one bit comes out of the unit: whether it is zero. */
int ascon_masked_state_has_tag(state *s, size_t w, ascon_masked_in tag, size_t n,
                               byte_order order) {
  const ascon_masked_scheme *scheme = s->setup.scheme;
  uint32_t random[MASKED_TAG_WORDS(ASCON_MASKED_MAX_SHARES)];
  uint32_t difference[4 * ASCON_MASKED_MAX_SHARES] = {0};
  uint32_t wrong = 1;
  if (draw(s, random, MASKED_TAG_WORDS(scheme->shares))) {
    const size_t first = smaller(n, 8);
    add_difference(difference, s, w, tag, first, order);
    tag.data += first;
    add_difference(difference + (size_t)2 * scheme->shares, s, w + 1, tag, n - first, order);
    wrong = scheme->tag(difference, random);
    declassify(&wrong, sizeof wrong);
  }
  zeroize(random, sizeof random);
  zeroize(difference, sizeof difference);
  return wrong == 0;
}
