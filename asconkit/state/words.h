/* Bytes at the state, for representations made of five words: whole words in one step each, and
   parts of words. Included by words64.h, words_bi32.h, and by backends with words of
   their own, after they have defined

     state, word           the state, and one of its words
     get_word(s, i)        word i of 0 to 4           set_word(s, i, w)      sets it
     word_xor(a, b)                                   word_bit(n)            bit n of 0 to 63 alone
     load_word(in, order)  from 8 bytes               store_word(out, w, order)   to 8 bytes

   and, if it has faster ones (HAVE_WORD_PARTS),

     load_part(in, skip, n, order)         n of 1 to 7 bytes, from byte `skip` of the word on
     store_part(out, w, skip, n, order)    the other way

   and, if compilers would do something slower with load_word() there (HAVE_KEY_WORDS),

     load_key_word(in, order)              from 8 bytes of a key

   It gives the state operations of contract.h. Results are exact for data at any address; nothing
   but the given bytes is read or written.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STATE_H /* read alone */
#include "words64.h"
#endif

#ifndef ASCON_WORDS_H
#define ASCON_WORDS_H

#include "state.h"

#define HAVE_REPRESENTATION 1

#ifndef HAVE_WORD_PARTS
/* By way of a word in memory. */
INLINED word load_part(const uint8_t *in, size_t skip, size_t n, byte_order order) {
  uint8_t bytes[8] = {0};
  ASSUME(skip + n <= 8);
  for (size_t i = 0; i < n; i++) bytes[skip + i] = in[i];
  return load_word(bytes, order);
}

INLINED void store_part(uint8_t *out, word w, size_t skip, size_t n, byte_order order) {
  uint8_t bytes[8];
  store_word(bytes, w, order);
  ASSUME(skip + n <= 8);
  for (size_t i = 0; i < n; i++) out[i] = bytes[skip + i];
}
#endif

#ifndef HAVE_KEY_WORDS
INLINED word load_key_word(const uint8_t *in, byte_order order) { return load_word(in, order); }
#endif

/* 16 bytes, most often of a key, in the form of the state. */
typedef struct word_pair {
  word first, second;
} word_pair;

INLINED void xor_word(state *s, size_t i, word w) { set_word(s, i, word_xor(get_word(s, i), w)); }

/* `byte`, of which one bit is set, the highest or the lowest, at place 0 to 7 of a word. */
INLINED word byte_in_word(size_t place, uint8_t byte, byte_order order) {
  unsigned bit = byte == 0x80 ? 7 : 0;
  ASSUME(byte == 0x80 || byte == 0x01);
  return word_bit(bit + 8 * (unsigned)(order == ASCON_LITTLE_ENDIAN ? place : 7 - place));
}

/* ---- One word ------------------------------------------------------------------------------- */

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

/* op with n of 1 to 7 bytes of data, and bytes skip..skip+n of word i. */
INLINED void part_of_word(state *s, operation op, size_t i, size_t skip, uint8_t *out,
                          const uint8_t *in, size_t n, byte_order order) {
  word old = get_word(s, i);
  if (op == OP_SQUEEZE) {
    store_part(out, old, skip, n, order);
    return;
  }
  word data = load_part(in, skip, n, order), sum = word_xor(old, data);
  if (op == OP_DECRYPT) { /* the plaintext alone, added to the state, leaves the ciphertext there */
    uint8_t text[8];
    store_part(text, sum, skip, n, order);
    sum = word_xor(old, load_part(text, skip, n, order));
    for (size_t k = 0; k < n; k++) out[k] = text[k];
  }
  set_word(s, i, sum);
  if (op == OP_ENCRYPT) store_part(out, sum, skip, n, order);
}

/* The end of a string in word i, n < 8 bytes, and its padding. */
INLINED void crypt_end(state *s, operation op, size_t i, uint8_t *out, const uint8_t *in, size_t n,
                       byte_order order) {
  if (n != 0) part_of_word(s, op, i, 0, out, in, n, order);
  xor_word(s, i, byte_in_word(n, padding_byte(order), order));
}

/* The same for OP_ABSORB, of which nothing comes out. */
INLINED void absorb_end(state *s, size_t i, const uint8_t *in, size_t n, byte_order order) {
  if (REGISTERS_OF_64_BITS) {
    crypt_end(s, OP_ABSORB, i, NULL, in, n, order);
    return;
  }
  uint8_t bytes[8] = {0};
  ASSUME(n < 8);
  if (n == 0) { /* nothing to convert: the padding is a constant */
    xor_word(s, i, byte_in_word(0, padding_byte(order), order));
    return;
  }
  /* put together in memory: a place that is a variable would take shifts of two words */
  for (size_t k = 0; k < n; k++) bytes[k] = in[k];
  bytes[n] = padding_byte(order);
  xor_word(s, i, load_word(bytes, order));
}

/* What of bytes offset..offset+n falls into word i. Pointers are only moved past what is there, so
   that NULL stays legal when n is 0. */
INLINED void bytes_in_word(state *s, operation op, size_t i, size_t offset, uint8_t *out,
                           const uint8_t *in, size_t n, byte_order order) {
  size_t from = offset > 8 * i ? offset : 8 * i, to = smaller(offset + n, 8 * i + 8);
  if (from >= to) return;
  if (op != OP_ABSORB) out += from - offset;
  if (op != OP_SQUEEZE) in += from - offset;
  if (to - from == 8) whole_word(s, op, i, out, in, order);
  else part_of_word(s, op, i, from % 8, out, in, to - from, order);
}

/* ---- The operations of contract.h ------------------------------------------------------------ */

#ifndef HAVE_STATE_BYTES
/* With constants, written out: what remains is what each word needs. 11 % of the instructions of
   Ascon-80pq for one byte, on Cortex-M3. */
INLINED void state_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, byte_order order) {
  if (ASCON_UNROLL_LOOPS && KNOWN(offset) && KNOWN(n)) {
    bytes_in_word(s, op, 0, offset, out, in, n, order);
    bytes_in_word(s, op, 1, offset, out, in, n, order);
    bytes_in_word(s, op, 2, offset, out, in, n, order);
    bytes_in_word(s, op, 3, offset, out, in, n, order);
    bytes_in_word(s, op, 4, offset, out, in, n, order);
    return;
  }
  ASSUME(offset + n <= STATE_LENGTH);
  for (size_t i = offset / 8; 8 * i < offset + n; i++)
    bytes_in_word(s, op, i, offset, out, in, n, order);
}

INLINED void state_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order) {
  xor_word(s, offset / 8, byte_in_word(offset % 8, byte, order));
}
#endif

/* Written out, so that a state whose words are in registers stays there: an index that is a
   variable would put it into memory. */
INLINED void state_block(state *s, operation op, uint8_t *out, const uint8_t *in, size_t rate,
                         byte_order order) {
#pragma GCC unroll 5
  for (size_t i = 0; i < rate / 8; i++)
    whole_word(s, op, i, op == OP_ABSORB ? out : out + 8 * i, op == OP_SQUEEZE ? in : in + 8 * i,
               order);
}

/* Pairs of words: a key of 16 bytes is loaded once and added three times. */
INLINED word_pair load_pair(const uint8_t *in, byte_order order) {
  return (word_pair){load_key_word(in, order), load_key_word(in + 8, order)};
}

INLINED void xor_pair(state *s, size_t i, const word_pair *pair) {
  xor_word(s, i, pair->first);
  xor_word(s, i + 1, pair->second);
}

/* The last block of a string, n > 0 bytes: whole words, then what is left of one, and the padding.
 */
INLINED void absorb_last(state *s, const uint8_t *in, size_t n, size_t rate, byte_order order) {
  size_t i = 0;
  ASSUME(n != 0);
  for (; i + 1 < rate / 8 && n >= 8; i++, in += 8, n -= 8)
    whole_word(s, OP_ABSORB, i, NULL, in, order);
  absorb_end(s, i, in, n, order);
}

/* The same with text. */
INLINED void crypt_last(state *s, operation op, uint8_t *out, const uint8_t *in, size_t n,
                        size_t rate, byte_order order) {
  size_t i = 0;
  for (; i + 1 < rate / 8 && n >= 8; i++, in += 8, out += 8, n -= 8)
    whole_word(s, op, i, out, in, order);
  crypt_end(s, op, i, out, in, n, order);
}

/* The last block of output: at most `rate` bytes. */
INLINED void squeeze_last(state *s, uint8_t *out, size_t n, size_t rate, byte_order order) {
  size_t i = 0;
  for (; i < rate / 8 && n >= 8; i++, out += 8, n -= 8)
    whole_word(s, OP_SQUEEZE, i, out, NULL, order);
  if (n != 0) part_of_word(s, OP_SQUEEZE, i, 0, out, NULL, n, order);
}

#endif
