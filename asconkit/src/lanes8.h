/* The state as 40 bytes, for 8-bit processors: w8[8 * i + j] has bits 8 * j to 8 * j + 7 of word i,
   on any byte order. A backend may bring its own reg_bytes (ASCON_HAVE_REG_BYTES).
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_LANES8_H
#define ASCON_LANES8_H

#include "state.h"

typedef ascon_words ascon_reg;
#include "in_place.h"

/* Big-endian words count their bytes from the other end. */
#define ASCON_PLAIN_FLIP(order) ((order) == ASCON_LITTLE_ENDIAN ? 0u : 7u)

/* Most often this is an IV, known when the code is compiled, and zeros: then there is nothing to
   copy from. */
ASCON_INLINE void reg_init(ascon_reg *s, const uint64_t lanes[5]) {
#ifdef __GNUC__
  if (__builtin_constant_p(lanes[4]) && lanes[4] == 0) {
    ascon_store64(s->w8, lanes[0], ASCON_LITTLE_ENDIAN);
    __builtin_memset(s->w8 + 8, 0, 32);
    return;
  }
#endif
  for (uint8_t i = 0; i < 5; i++) ascon_store64(s->w8 + 8 * i, lanes[i], ASCON_LITTLE_ENDIAN);
}

#define ASCON_HAVE_REG_XOR_BYTE 1
ASCON_INLINE void reg_xor_byte(ascon_reg *s, size_t offset, uint8_t byte, ascon_order order) {
  s->w8[offset ^ ASCON_PLAIN_FLIP(order)] ^= byte;
}

#ifndef ASCON_HAVE_REG_BYTES
#define ASCON_HAVE_REG_BYTES 1
ASCON_INLINE void reg_bytes(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                            const uint8_t *in, size_t n, ascon_order order) {
  for (size_t i = 0; i < n; i++) {
    uint8_t *byte = &s->w8[(offset + i) ^ ASCON_PLAIN_FLIP(order)];
    uint8_t data = op == OP_SQUEEZE ? 0 : in[i];
    uint8_t sum = *byte ^ data;
    if (op != OP_ABSORB) out[i] = sum;
    *byte = op == OP_DECRYPT ? data : sum;
  }
}
#endif

#endif
