/* c32: each 64-bit word as a low and a high half, for 32-bit processors that have no backend in
   assembly. A rotation takes two funnel shifts: best where one instruction does that. For others
   there is bi32. The interface is that of core/state/contract.h, most of it by core/state/words.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_C32_BACKEND_H
#define ASCON_C32_BACKEND_H

#include "../../platform/compiler.h"

#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES ASCON_STACK_OF_C
#endif

#include "../../state/in_place.h"
#include "../../state/substitution.h"

/* ---- The state ------------------------------------------------------------------------------ */

/* w32[2 * i] is the low half of word i, w32[2 * i + 1] the high one, on any byte order. */
typedef struct word {
  uint32_t low, high;
} word;

INLINED word get_word(const state *s, size_t i) { return (word){s->w32[2 * i], s->w32[2 * i + 1]}; }

INLINED void set_word(state *s, size_t i, word lane) {
  s->w32[2 * i] = lane.low;
  s->w32[2 * i + 1] = lane.high;
}

/* Operations on one word: see core/state/words.h for each. */
INLINED word word_bit(unsigned n) {
  uint32_t bit = (uint32_t)1 << n % 32;
  return n < 32 ? (word){bit, 0} : (word){0, bit};
}

INLINED word word_xor(word a, word b) { return (word){a.low ^ b.low, a.high ^ b.high}; }

/* In little-endian order, the low half has the first four bytes; in big-endian order the last. */
INLINED word load_word(const uint8_t *in, byte_order order) {
  uint32_t first = load32(in, order), second = load32(in + 4, order);
  return order == ASCON_LITTLE_ENDIAN ? (word){first, second} : (word){second, first};
}

INLINED void store_word(uint8_t *out, word lane, byte_order order) {
  store32(out, order == ASCON_LITTLE_ENDIAN ? lane.low : lane.high, order);
  store32(out + 4, order == ASCON_LITTLE_ENDIAN ? lane.high : lane.low, order);
}

INLINED word word_of(uint64_t value) { return (word){(uint32_t)value, (uint32_t)(value >> 32)}; }

/* The integers of SP 800-232, section 3.1. */
INLINED void state_set(state *s, const uint64_t words[5]) {
  set_word(s, 0, word_of(words[0])), set_word(s, 1, word_of(words[1]));
  set_word(s, 2, word_of(words[2])), set_word(s, 3, word_of(words[3]));
  set_word(s, 4, word_of(words[4]));
}

/* The smallest code works on the bytes of the words: byte i of the specification is w8[i ^ flip].
   Bytes are reversed in each half if the processor's order differs (3), and halves change
   places in big-endian order (4). */
#if ASCON_COMPACT && defined(NATIVE_BYTE_ORDER)
#define STATE_FLIP(order)                                                                          \
  ((order) == ASCON_LITTLE_ENDIAN ? (NATIVE_BYTE_ORDER == ASCON_LITTLE_ENDIAN ? 0u : 3u)           \
                                  : (NATIVE_BYTE_ORDER == ASCON_LITTLE_ENDIAN ? 7u : 4u))
#include "../../state/bytes_in_memory.h"
#else
#include "../../state/words.h"
#endif

/* ---- The permutation ------------------------------------------------------------------------ */

/* x rotated right by n, a constant and not a multiple of 32, which would be a shift by 32. From 32
   on, the halves change places first. */
MODULAR INLINED word rotate_word(word x, unsigned n) {
  uint32_t low = n < 32 ? x.low : x.high, high = n < 32 ? x.high : x.low;
  n %= 32;
  return (word){low >> n | high << (32 - n), high >> n | low << (32 - n)};
}

/* SP 800-232, section 3.4, for word i: x ^ ror(x, a) ^ ror(x, b). */
INLINED void diffuse(state *s, size_t i, unsigned a, unsigned b) {
  word x = get_word(s, i);
  set_word(s, i, word_xor(x, word_xor(rotate_word(x, a), rotate_word(x, b))));
}

/* Section 3.3: the S-box on the 32 columns of one half of the words, h = 0 (low) or 1. */
INLINED void substitute(state *s, size_t h) {
  uint32_t *x = s->w32 + h;
  ASCON_SUBSTITUTION(uint32_t, x[0], x[2], x[4], x[6], x[8]);
}

/* A round of section 3, for core/state/rounds.h. The constant has 8 bits, all in the low half of
   x2. */
MODULAR INLINED void one_round(state *s, unsigned left, unsigned rounds) {
  (void)rounds;
  s->w32[4] ^= ASCON_ROUND_CONSTANT(left);
  substitute(s, 0);
  substitute(s, 1);
  diffuse(s, 0, 19, 28);
  diffuse(s, 1, 39, 61);
  diffuse(s, 2, 1, 6);
  diffuse(s, 3, 10, 17);
  diffuse(s, 4, 7, 41);
}

#include "../../state/rounds.h"

OUTLINED void permute(state *s, unsigned rounds) { permute_inlined(s, rounds); }

/* Block loops, each with a permutation inlined. */
#define BLOCKS_IN_C 1
#include "../../state/strings.h"

#endif
