/* ASCON_PRINT_STATE: prints every state of every permutation, before it and after each round. For
   learning and debugging: it prints secrets. Included by shapes.h after a backend's permute(), which
   strings and modes then call by way of traced_permute(). The rounds are those of the specification,
   on a copy of the state, so that the backend may compute several at once or in assembly.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_TRACE_H
#define ASCON_TRACE_H

#include "substitution.h"
#include <inttypes.h>
#include <stdio.h>

/* A label and the five words, as `python -m spec trace` prints them. */
OUTLINED void print_words(const char *label, unsigned number, const uint64_t x[5]) {
  printf("%s %02x  ", label, number);
  for (int i = 0; i < 5; i++) printf(" %016" PRIx64, x[i]);
  printf("\n");
}

MODULAR INLINED uint64_t xor_rotated(uint64_t x, unsigned a, unsigned b) {
  return x ^ (x >> a | x << (64 - a)) ^ (x >> b | x << (64 - b));
}

MODULAR OUTLINED void traced_permute(state *s, unsigned rounds) {
  uint8_t bytes[STATE_LENGTH];
  uint64_t x[5];
  state_bytes(s, OP_SQUEEZE, 0, bytes, NULL, sizeof bytes, ASCON_LITTLE_ENDIAN);
  for (int i = 0; i < 5; i++) x[i] = load64(bytes + 8 * i, ASCON_LITTLE_ENDIAN);
  print_words("input", rounds, x);
  for (unsigned left = rounds; left != 0; left--) {
    x[2] ^= ASCON_ROUND_CONSTANT(left);
    ASCON_SUBSTITUTION(uint64_t, x[0], x[1], x[2], x[3], x[4]);
    x[0] = xor_rotated(x[0], 19, 28), x[1] = xor_rotated(x[1], 61, 39);
    x[2] = xor_rotated(x[2], 1, 6), x[3] = xor_rotated(x[3], 10, 17);
    x[4] = xor_rotated(x[4], 7, 41);
    print_words("round", ASCON_ROUND_CONSTANT(left), x);
  }
  permute(s, rounds);
}

#define permute traced_permute

#endif
