/* Bytes at the state, for representations made of five words: whole words in one step each, and
   parts of words. Included by words64.h, words_bi32.h, and by backends with words of their own,
   after they have defined

     state, word           the state, and one of its words
     get_word(s, i)        word i of 0 to 4           set_word(s, i, w)      sets it
     word_xor(a, b)                                   word_bit(n)            bit n of 0 to 63 alone
     load_word(in, order)  from 8 bytes               store_word(out, w, order)   to 8 bytes

   and, if it has faster ones (HAVE_WORD_PARTS),

     load_part(in, skip, n, order)         n of 1 to 7 bytes, from byte `skip` of the word on
     store_part(out, w, skip, n, order)    the other way

   It gives the state operations of contract.h. Results are exact for data at any address; nothing
   but the given bytes is read or written.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STATE_H /* read alone */
#include "words64.h"
#endif

#ifndef ASCON_WORDS_H
#define ASCON_WORDS_H

#include "../platform/secrets.h"

#define HAVE_REPRESENTATION 1

INLINED void xor_word(state *s, size_t i, word w) { set_word(s, i, word_xor(get_word(s, i), w)); }

/* op with 8 bytes of data and word i. Decryption replaces the word by the ciphertext. */
INLINED void whole_word(state *s, operation op, size_t i, uint8_t *out, const uint8_t *in,
                        byte_order order) {
  if (op == OP_SQUEEZE) {
    store_word(out, get_word(s, i), order);
    return;
  }
  word data = load_word(in, order), sum = word_xor(get_word(s, i), data);
  set_word(s, i, op == OP_DECRYPT ? data : sum);
  if (op != OP_ABSORB) store_word(out, sum, order);
}

/* op with n of 1 to 7 bytes, from byte `skip` of word i on. */
#ifdef HAVE_WORD_PARTS
INLINED void part_of_word(state *s, operation op, size_t i, size_t skip, uint8_t *out,
                          const uint8_t *in, size_t n, byte_order order) {
  word old = get_word(s, i);
  if (op == OP_SQUEEZE) {
    store_part(out, old, skip, n, order);
    return;
  }
  word sum = word_xor(old, load_part(in, skip, n, order));
  if (op == OP_DECRYPT) { /* the plaintext alone, added to the state, leaves the ciphertext there */
    uint8_t text[8];
    store_part(text, sum, skip, n, order);
    sum = word_xor(old, load_part(text, skip, n, order));
    for (size_t k = 0; k < n; k++) out[k] = text[k];
  }
  set_word(s, i, sum);
  if (op == OP_ENCRYPT) store_part(out, sum, skip, n, order);
}
#else
/* By way of memory: the bytes of the word leave, and those of the result are loaded again. */
INLINED void part_of_word(state *s, operation op, size_t i, size_t skip, uint8_t *out,
                          const uint8_t *in, size_t n, byte_order order) {
  uint8_t bytes[8];
  ASSUME(n != 0 && skip + n <= 8);
  store_word(bytes, get_word(s, i), order);
  for (size_t k = 0; k < n; k++) {
    uint8_t data = op == OP_SQUEEZE ? 0 : in[k], sum = (uint8_t)(bytes[skip + k] ^ data);
    if (op != OP_ABSORB) out[k] = sum;
    bytes[skip + k] = op == OP_DECRYPT ? data : sum;
  }
  if (op != OP_SQUEEZE) set_word(s, i, load_word(bytes, order));
}
#endif

/* Written out where the place is known, so that a state in registers stays there: an index that is
   a variable would put it into memory. */
#define UNROLLED_WORDS(offset, n)                                                                  \
  (ASCON_UNROLL_LOOPS && KNOWN(offset) && (REGISTERS_OF_64_BITS || KNOWN(n)))

/* What of bytes offset..offset+n falls into word i. */
INLINED void bytes_in_word(state *s, operation op, size_t i, size_t offset, uint8_t *out,
                           const uint8_t *in, size_t n, byte_order order) {
  const size_t from = offset > 8 * i ? offset : 8 * i,
               to = offset + n < 8 * i + 8 ? offset + n : 8 * i + 8;
  if (from >= to) return;
  if (op != OP_ABSORB) out += from - offset;
  if (op != OP_SQUEEZE) in += from - offset;
  if (to - from == 8) whole_word(s, op, i, out, in, order);
  else part_of_word(s, op, i, from % 8, out, in, to - from, order);
}

INLINED void state_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, byte_order order) {
  ASSUME(offset + n <= STATE_LENGTH);
  if (UNROLLED_WORDS(offset, n)) {
#pragma GCC unroll 5
    for (size_t i = 0; i < 5; i++) bytes_in_word(s, op, i, offset, out, in, n, order);
    return;
  }
  for (size_t i = offset / 8; 8 * i < offset + n; i++)
    bytes_in_word(s, op, i, offset, out, in, n, order);
}

/* `byte` has one bit, the highest or the lowest. */
INLINED void state_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order) {
  const size_t place = order == ASCON_LITTLE_ENDIAN ? offset % 8 : 7 - offset % 8;
  const word w = word_bit((byte == 0x80 ? 7 : 0) + 8 * (unsigned)place);
  ASSUME((byte == 0x80 || byte == 0x01) && offset < STATE_LENGTH);
  if (!REGISTERS_OF_64_BITS || !ASCON_UNROLL_LOOPS || KNOWN(offset)) {
    xor_word(s, offset / 8, w);
    return;
  }
#pragma GCC unroll 5
  for (size_t i = 0; i < 5; i++)
    if (i == offset / 8) xor_word(s, i, w);
}

/* The key of a call: loaded once if it has 16 bytes, and added three times. */
typedef struct held_key {
  const uint8_t *bytes;
  word first, second;
} held_key;

/* Keys of 20 bytes, 80pq's, are read from the caller's memory each time. */
INLINED held_key hold_key(const params *p, const uint8_t *key) {
  held_key k = {.bytes = key};
  const uint8_t *rest = key + 8;
  /* gcc 12 would load the two words as one vector, add that to the state, and take the sum apart
     again for the next round: 6 % of AEAD128 of 16 bytes, on x86-64 with BMI. */
  HIDE_VALUE(rest);
  if (p->key_length == KEY_LENGTH || !KNOWN(p->key_length))
    k.first = load_word(key, p->order), k.second = load_word(rest, p->order);
  return k;
}

INLINED void xor_key(state *s, const params *p, const held_key *k, size_t offset, size_t from,
                     size_t n) {
  if (p->key_length != KEY_LENGTH || from != 0) {
    state_bytes(s, OP_ABSORB, offset, NULL, k->bytes + from, n, p->order);
    return;
  }
  xor_word(s, offset / 8, k->first);
  xor_word(s, offset / 8 + 1, k->second);
}

/* The tag. A whole one, which most are, has code of its own; the computed one leaves only if it is
   asked for. */
INLINED int state_tag(state *s, operation op, uint8_t *tag, size_t n, byte_order order) {
  uint8_t computed[TAG_LENGTH];
  if (op == OP_ENCRYPT) {
    if (n == TAG_LENGTH) state_bytes(s, OP_SQUEEZE, TAG_OFFSET, tag, NULL, TAG_LENGTH, order);
    else state_bytes(s, OP_SQUEEZE, TAG_OFFSET, tag, NULL, n, order);
    return 1;
  }
  state_bytes(s, OP_SQUEEZE, TAG_OFFSET, computed, NULL, TAG_LENGTH, order);
  return !bytes_differ(computed, tag, n);
}

#endif
