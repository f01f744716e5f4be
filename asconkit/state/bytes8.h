/* The state as 40 bytes, for 8-bit processors: w8[8 * i + j] has bits 8 * j to 8 * j + 7 of word i,
   on any byte order. A backend may bring its own state_bytes (HAVE_STATE_BYTES).
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BYTES8_H
#define ASCON_BYTES8_H

#include "in_place.h"

/* Big-endian words count their bytes from the other end. */
#define STATE_FLIP(order) ((order) == ASCON_LITTLE_ENDIAN ? 0u : 7u)

/* Most often this is an IV, known when the code is compiled, and zeros: then there is nothing to
   copy from. */
INLINED void state_set(state *s, const uint64_t words[5]) {
  if (KNOWN(words[4]) && words[4] == 0) {
    store64(s->w8, words[0], ASCON_LITTLE_ENDIAN);
    for (uint8_t i = IV_LENGTH; i < (uint8_t)STATE_LENGTH; i++) s->w8[i] = 0;
    return;
  }
  for (uint8_t i = 0; i < 5; i++) store64(s->w8 + 8 * i, words[i], ASCON_LITTLE_ENDIAN);
}

/* Padding and domain separation. */
INLINED void state_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order) {
  s->w8[offset ^ STATE_FLIP(order)] ^= byte;
}

#ifndef HAVE_STATE_BYTES
#define HAVE_STATE_BYTES 1
/* All data that enters or leaves, byte by byte. The state is written last: `out` may be `in`. */
INLINED void state_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, byte_order order) {
  ASSUME(offset + n <= STATE_LENGTH);
  for (size_t i = 0; i < n; i++) {
    uint8_t *x = &s->w8[(offset + i) ^ STATE_FLIP(order)];
    uint8_t data = op == OP_SQUEEZE ? 0 : in[i], sum = (uint8_t)(*x ^ data);
    if (op != OP_ABSORB) out[i] = sum;
    *x = op == OP_DECRYPT ? data : sum;
  }
}
#endif

#include "byte_blocks.h"

#endif
