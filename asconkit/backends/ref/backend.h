/* ref: SP 800-232, section 3, word for word. Slow, and easy to check by reading: the oracle of the
   other backends. State: five 64-bit words, the integers of the standard.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_REF_BACKEND_H
#define ASCON_REF_BACKEND_H

#include "../../src/platform.h"

/* Words of 64 bits in arrays take much stack where registers have 32. */
#if UINTPTR_MAX > 0xffff && !defined(ASCON_STACK_BYTES)
#define ASCON_STACK_BYTES 1280
#endif

#include "../../src/state.h"

typedef ascon_words ascon_reg;
#include "../../src/in_place.h"

ASCON_INLINE void reg_init(ascon_reg *s, const uint64_t lanes[5]) {
  for (int i = 0; i < 5; i++) s->w64[i] = lanes[i];
}

ASCON_INLINE uint64_t rotate_right(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

/* Section 3.3: the 5-bit S-box on 64 columns, x0 its most significant bit. */
ASCON_INLINE void substitution(uint64_t x[5]) {
  uint64_t t[5];
  x[0] ^= x[4];
  x[4] ^= x[3];
  x[2] ^= x[1];
  for (int i = 0; i < 5; i++) t[i] = x[i] ^ (~x[(i + 1) % 5] & x[(i + 2) % 5]);
  for (int i = 0; i < 5; i++) x[i] = t[i];
  x[1] ^= x[0];
  x[0] ^= x[4];
  x[3] ^= x[2];
  x[2] = ~x[2];
}

/* Section 3.4 */
ASCON_INLINE void linear_diffusion(uint64_t x[5]) {
  static const uint8_t rotation[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
  for (int i = 0; i < 5; i++)
    x[i] ^= rotate_right(x[i], rotation[i][0]) ^ rotate_right(x[i], rotation[i][1]);
}

/* Section 3.2, table 5: the constants of all 16 rounds. */
ASCON_INLINE unsigned round_constant(unsigned left) {
  static const uint8_t constants[16] = {0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3,
                                        0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b};
  return constants[16 - left];
}

ASCON_INLINE void reg_round(ascon_reg *s, unsigned left) {
  s->w64[2] ^= round_constant(left);
  substitution(s->w64);
  linear_diffusion(s->w64);
}

#define ASCON_HAVE_REG_ROUNDS 1
#include "../../src/rounds.h"

ASCON_NOINLINE void reg_permute(ascon_reg *s, unsigned rounds) { reg_rounds(s, rounds); }

/* Byte i of the state is in word i / 8; the order says from which end of the word it counts. */
ASCON_INLINE unsigned shift_of(size_t i, ascon_order order) {
  unsigned place = (unsigned)(i % 8);
  return 8 * (order == ASCON_LITTLE_ENDIAN ? place : 7 - place);
}

ASCON_INLINE void reg_xor_bytes(ascon_reg *s, size_t offset, const uint8_t *in, size_t n,
                                ascon_order order) {
  for (size_t i = 0; i < n; i++)
    s->w64[(offset + i) / 8] ^= (uint64_t)in[i] << shift_of(offset + i, order);
}

ASCON_INLINE void reg_get_bytes(const ascon_reg *s, size_t offset, uint8_t *out, size_t n,
                                ascon_order order) {
  for (size_t i = 0; i < n; i++)
    out[i] = (uint8_t)(s->w64[(offset + i) / 8] >> shift_of(offset + i, order));
}

#endif
