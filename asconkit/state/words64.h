/* The state as five 64-bit integers, those of the specification: for backends that compute on such
   words, and for assembly that holds each as a low and a high half.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_WORDS64_H
#define ASCON_WORDS64_H

#include "in_place.h"
#include "word_parts.h"

typedef uint64_t word;

INLINED word get_word(const state *s, size_t i) { return s->w64[i]; }
INLINED void set_word(state *s, size_t i, word w) { s->w64[i] = w; }
INLINED word word_bit(unsigned n) { return (uint64_t)1 << n; }
INLINED word word_of(uint64_t value) { return value; }
INLINED word word_xor(word a, word b) { return a ^ b; }

/* Written out, so that constants become immediate operands. */
INLINED void state_set(state *s, const uint64_t words[5]) {
  s->w64[0] = words[0], s->w64[1] = words[1], s->w64[2] = words[2];
  s->w64[3] = words[3], s->w64[4] = words[4];
}

/* In halves where registers have 32 bits: an aligned half is one access there, see bytes.h. */
INLINED word load_word(const uint8_t *in, byte_order order) {
  if (REGISTERS_OF_64_BITS) return load64(in, order);
  const size_t low = order == ASCON_LITTLE_ENDIAN ? 0 : 4, high = 4 - low;
  return load32(in + low, order) | (uint64_t)load32(in + high, order) << 32;
}

/* gcc 12 would load the two words of a key as one vector, add that to the state, and take the sum
   apart again for the next round: 6 % of AEAD128 of 16 bytes, on x86-64 with BMI. */
#define HAVE_KEY_WORDS 1
INLINED word load_key_word(const uint8_t *in, byte_order order) {
  word loaded = load_word(in, order);
  KEEP_OUT_OF_VECTORS(loaded);
  return loaded;
}

INLINED void store_word(uint8_t *out, word w, byte_order order) {
  if (REGISTERS_OF_64_BITS) {
    store64(out, w, order);
    return;
  }
  const size_t low = order == ASCON_LITTLE_ENDIAN ? 0 : 4, high = 4 - low;
  store32(out + low, (uint32_t)w, order);
  store32(out + high, (uint32_t)(w >> 32), order);
}

/* Parts of a word without loops: word_parts.h. Not for small code where an access at any address is
   several: 228 bytes of 2376 of Hash256 on RV64, for 32 instructions more in AEAD128 of one byte.
 */
#if ASCON_UNALIGNED_ACCESS || ASCON_UNROLL_LOOPS
#define HAVE_WORD_PARTS 1
INLINED word load_part(const uint8_t *in, size_t skip, size_t n, byte_order order) {
  return load_part64(in, skip, n, order);
}

INLINED void store_part(uint8_t *out, word w, size_t skip, size_t n, byte_order order) {
  store_part64(out, w, skip, n, order);
}
#endif

/* Byte i of the specification is w8[i ^ flip], where the processor's order is known. */
#ifdef NATIVE_BYTE_ORDER
#define STATE_FLIP(order) ((order) == NATIVE_BYTE_ORDER ? 0u : 7u)
#endif
#include "plain.h"

#include "words.h"

#endif
