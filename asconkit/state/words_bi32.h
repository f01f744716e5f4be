/* The state as even and odd bits of each word, with the conversion where data enters and leaves:
   for backends that compute on bit-interleaved words. Settings: ASCON_INLINE_BI, ASCON_EXTERN_BI.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_WORDS_BI32_H
#define ASCON_WORDS_BI32_H

#include "../platform/compiler.h"

/* Compact code keeps words on the stack while it converts them; without assembly all code may. */
#if !defined(ASCON_STACK_BYTES) && (ASCON_COMPACT || !defined(ASCON_ASSEMBLY_STACK))
#define ASCON_STACK_BYTES (ASCON_COMPACT ? 512 : ASCON_STACK_OF_C)
#endif

#include "in_place.h"
#include "interleave.h"

typedef ascon_halves word;

/* w32[2 * i] has the even bits of word i, w32[2 * i + 1] the odd ones. */
INLINED word get_word(const state *s, size_t i) { return (word){s->w32[2 * i], s->w32[2 * i + 1]}; }

INLINED void set_word(state *s, size_t i, word w) {
  s->w32[2 * i] = w.even;
  s->w32[2 * i + 1] = w.odd;
}

/* Bit n of the word: with ASCON_EXTERN_BI, data is interleaved already, and n counts in its halves.
 */
INLINED word word_bit(unsigned n) {
  uint32_t bit = (uint32_t)1 << (ASCON_EXTERN_BI ? n % 32 : n / 2);
  return (ASCON_EXTERN_BI ? n < 32 : n % 2 == 0) ? (word){bit, 0} : (word){0, bit};
}

INLINED word word_xor(word a, word b) { return (word){a.even ^ b.even, a.odd ^ b.odd}; }

/* 8 bytes of data are converted as they enter, unless their owner has done so (ASCON_EXTERN_BI). */
INLINED word load_word(const uint8_t *in, byte_order order) {
  uint32_t first = load32(in, order), second = load32(in + 4, order);
  word w = order == ASCON_LITTLE_ENDIAN ? (word){first, second} : (word){second, first};
  return ASCON_EXTERN_BI ? w : interleave(w);
}

/* And as they leave. */
INLINED void store_word(uint8_t *out, word w, byte_order order) {
  word halves = ASCON_EXTERN_BI ? w : deinterleave(w);
  store32(out, order == ASCON_LITTLE_ENDIAN ? halves.even : halves.odd, order);
  store32(out + 4, order == ASCON_LITTLE_ENDIAN ? halves.odd : halves.even, order);
}

/* A word from an integer of the specification. */
INLINED word word_of(uint64_t value) {
  return interleave((word){(uint32_t)value, (uint32_t)(value >> 32)});
}

/* Of constants, the conversion is done when the code is compiled. */
INLINED void state_set(state *s, const uint64_t words[5]) {
  if (!ASCON_INLINE_BI) {
    for (size_t i = 0; i < 5; i++) set_word(s, i, word_of(words[i]));
    return;
  }
  set_word(s, 0, word_of(words[0])), set_word(s, 1, word_of(words[1]));
  set_word(s, 2, word_of(words[2])), set_word(s, 3, word_of(words[3]));
  set_word(s, 4, word_of(words[4]));
}

#include "words.h"

#endif
