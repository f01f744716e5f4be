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
    const uint32_t integer[2] = {(uint32_t)words[w], (uint32_t)(words[w] >> 32)};
    ascon_masked_absorb(share_of(s, w, 0), integer, 0);
  }
  if (MASKED_HAS_GUARDS(s->setup.scheme->shares)) ascon_masked_state_refresh(s);
}

void ascon_masked_state_permute(state *s, unsigned rounds) {
  if (!s->failed && !s->setup.scheme->permute(s->words.shares, rounds, &s->setup)) fail(s);
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

/* Where byte `place` of a word is in its integer, 0 the lowest. */
INLINED size_t byte_place(size_t place, byte_order order) {
  return order == ASCON_LITTLE_ENDIAN ? place : 7 - place;
}

/* The half of an integer that has the first four of its bytes. */
INLINED size_t first_half(byte_order order) { return order == ASCON_LITTLE_ENDIAN ? 0 : 1; }

/* Halves of whole words, other parts byte by byte. use_memory(): the integer is in memory, where
   the unit reads it, and nothing of it is kept elsewhere. */
void ascon_masked_get_bytes(uint32_t integer[2], const uint8_t *in, size_t skip, size_t n,
                            byte_order order) {
  if (n == 8) {
    integer[first_half(order)] = load32(in, order);
    integer[1 - first_half(order)] = load32(in + 4, order);
  } else {
    for (size_t k = 0; k < n; k++) {
      const size_t place = byte_place(skip + k, order);
      integer[place / 4] |= (uint32_t)in[k] << 8 * (place % 4);
    }
  }
  use_memory(integer);
}

/* The other way, into bytes that have a value already: zeros, or the sum of shares before. */
void ascon_masked_add_bytes(uint8_t *out, const uint32_t integer[2], size_t skip, size_t n,
                            byte_order order) {
  if (n == 8) {
    store32(out, load32(out, order) ^ integer[first_half(order)], order);
    store32(out + 4, load32(out + 4, order) ^ integer[1 - first_half(order)], order);
    return;
  }
  for (size_t k = 0; k < n; k++) {
    const size_t place = byte_place(skip + k, order);
    out[k] = (uint8_t)(out[k] ^ integer[place / 4] >> 8 * (place % 4));
  }
}

/* Bytes of a part of an output, before the first share is added to them. */
INLINED void clear_bytes(uint8_t *out, size_t n) {
  if (n == 8) {
    store32(out, 0, ASCON_LITTLE_ENDIAN);
    store32(out + 4, 0, ASCON_LITTLE_ENDIAN);
  } else {
    for (size_t k = 0; k < n; k++) out[k] = 0;
  }
  use_memory(out);
}

/* A part of word w, n bytes from byte `skip` on. */
typedef struct part {
  size_t w, skip, n;
} part;

/* The first part of n bytes from byte `offset` of the state on. */
INLINED part part_at(size_t offset, size_t n) {
  const size_t skip = offset % 8;
  return (part){offset / 8, skip, smaller(n, 8 - skip)};
}

/* The part ^= in, share by share; of a plain string, share 0 alone. */
INLINED void add_part(state *s, const part *x, ascon_masked_in in, byte_order order) {
  uint32_t integer[2] = {0, 0};
  for (unsigned i = 0; i < shares_of(s->setup.scheme, in.stride); i++) {
    ascon_masked_get_bytes(integer, in.data + i * in.stride, x->skip, x->n, order);
    ascon_masked_absorb(share_of(s, x->w, i), integer, i);
    clear_integer(integer);
  }
}

/* out = the part, share by share. For a plain string the shares are added up in its memory, where
   each sum but the last one is masked by the shares that are still missing. */
INLINED void get_part(state *s, const part *x, ascon_masked_out out, byte_order order) {
  uint32_t integer[2] = {0, 0};
  for (unsigned i = 0; i < s->setup.scheme->shares; i++) {
    uint8_t *to = out.data + i * out.stride;
    if (i == 0 || out.stride) clear_bytes(to, x->n);
    ascon_masked_store(integer, share_of(s, x->w, i), i);
    ascon_masked_add_bytes(to, integer, x->skip, x->n, order);
    use_memory(to);
    clear_integer(integer);
  }
}

/* Plaintext out, ciphertext into the state, in place too: the ciphertext is kept, and added; the
   part is the plaintext then, which leaves, and is added, which makes the part zero; and the
   ciphertext is added again. The key stream alone is never unmasked. */
INLINED void decrypt_part(state *s, const part *x, ascon_masked_out out, ascon_masked_in in,
                          byte_order order) {
  uint32_t ciphertext[ASCON_MASKED_MAX_SHARES][2] = {{0}};
  const unsigned shares = shares_of(s->setup.scheme, in.stride);
  for (unsigned i = 0; i < shares; i++) {
    ascon_masked_get_bytes(ciphertext[i], in.data + i * in.stride, x->skip, x->n, order);
    ascon_masked_absorb(share_of(s, x->w, i), ciphertext[i], i);
  }
  get_part(s, x, out, order);
  add_part(s, x, (ascon_masked_in){out.data, out.stride}, order);
  for (unsigned i = 0; i < shares; i++) ascon_masked_absorb(share_of(s, x->w, i), ciphertext[i], i);
  zeroize(ciphertext, sizeof ciphertext);
}

/* Absorbs, in parts that end where words do. A state that has failed stays zeros. */
void ascon_masked_state_add(state *s, size_t offset, ascon_masked_in in, size_t n,
                            byte_order order) {
  while (n != 0 && !s->failed) {
    const part x = part_at(offset, n);
    add_part(s, &x, in, order);
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
    const part x = part_at(offset, n);
    if (op == OP_DECRYPT) {
      decrypt_part(s, &x, to, from, order);
    } else {
      if (op == OP_ENCRYPT) add_part(s, &x, from, order);
      get_part(s, &x, to, order);
    }
    if (op != OP_SQUEEZE) from.data += x.n;
    to.data += x.n, offset += x.n, n -= x.n;
  }
}

/* ---- Tags ----------------------------------------------------------------------------------- */

/* Bytes of one share that lie after the first n of a word become zero. */
INLINED void keep_first(uint32_t integer[2], size_t n, byte_order order) {
  for (size_t k = n; k < 8; k++) {
    const size_t place = byte_place(k, order);
    integer[place / 4] &= ~((uint32_t)0xff << 8 * (place % 4));
  }
  use_memory(integer);
}

/* difference = n bytes of word w of the state ^ n bytes of the tag, share by share. */
INLINED void add_difference(uint32_t *difference, state *s, size_t w, ascon_masked_in tag, size_t n,
                            byte_order order) {
  uint32_t integer[2] = {0, 0};
  for (unsigned i = 0; i < s->setup.scheme->shares; i++) {
    ascon_masked_store(integer, share_of(s, w, i), i);
    keep_first(integer, n, order);
    ascon_masked_absorb(difference + (size_t)2 * i, integer, i);
    clear_integer(integer);
    if (i >= shares_of(s->setup.scheme, tag.stride)) continue;
    ascon_masked_get_bytes(integer, tag.data + i * tag.stride, 0, n, order);
    ascon_masked_absorb(difference + (size_t)2 * i, integer, i);
    clear_integer(integer);
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
