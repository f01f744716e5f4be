/* The state as five 64-bit integers, those of the specification: for backends that compute on such
   words, and for assembly that holds each as a low and a high half.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_WORDS64_H
#define ASCON_WORDS64_H

#include "../platform/bytes.h"
#include "in_place.h"

typedef uint64_t word;

/* Written out, so that constants become immediate operands. IV || 0, in small code: memset(), 14 to
   36 bytes less for 30 instructions. */
INLINED void state_set(state *s, const uint64_t words[5]) {
#if ASCON_COMPACT && defined(__GNUC__)
  if (KNOWN(words[4]) && (words[1] | words[2] | words[3] | words[4]) == 0) {
    __builtin_memset(s, 0, sizeof *s);
    s->w64[0] = words[0];
    return;
  }
#endif
  s->w64[0] = words[0], s->w64[1] = words[1], s->w64[2] = words[2];
  s->w64[3] = words[3], s->w64[4] = words[4];
}

INLINED word word_of(uint64_t value) { return value; }
INLINED word get_word(const state *s, size_t i) { return s->w64[i]; }
INLINED void set_word(state *s, size_t i, word w) { s->w64[i] = w; }
INLINED word word_bit(unsigned n) { return (uint64_t)1 << n; }
INLINED word word_xor(word a, word b) { return a ^ b; }

#if UINTPTR_MAX > 0xffffffff
/* A word is loaded and stored as an integer. */
#define load_word load64
#define store_word store64
#else
/* In halves: an aligned half is one access where registers have 32 bits, see core/platform/bytes.h.
 */
INLINED word load_word(const uint8_t *in, byte_order order) {
  const size_t low = order == ASCON_LITTLE_ENDIAN ? 0 : 4, high = 4 - low;
  return load32(in + low, order) | (uint64_t)load32(in + high, order) << 32;
}

INLINED void store_word(uint8_t *out, word w, byte_order order) {
  const size_t low = order == ASCON_LITTLE_ENDIAN ? 0 : 4, high = 4 - low;
  store32(out + low, (uint32_t)w, order);
  store32(out + high, (uint32_t)(w >> 32), order);
}
#endif

#ifdef HAVE_WORD_PARTS
#define load_part load_part64
#define store_part store_part64
#endif

/* The smallest code works on the bytes of the words: byte i of the specification is w8[i ^ flip].
 */
#if ASCON_COMPACT && defined(NATIVE_BYTE_ORDER)
#define STATE_FLIP(order) ((order) == NATIVE_BYTE_ORDER ? 0u : 7u)
#include "bytes_in_memory.h"
#else
#include "words.h"
#endif

#endif
