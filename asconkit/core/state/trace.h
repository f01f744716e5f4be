/* ASCON_PRINT_STATE: prints the state after each step, in the lines of `python -m spec trace`; 2:
   and after each layer of a round, as `spec trace --layers` does. For learning and debugging: it
   prints secrets. Included by strings.h after the backend's operations, around which it puts others
   that print; strings and modes then call these. The rounds are those of the specification, on a
   copy of the state, so that the backend may compute several at once or in assembly.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_TRACE_H
#define ASCON_TRACE_H

#include "substitution.h"
#include <inttypes.h>
#include <stdio.h>

OUTLINED void print_words(const char *label, const uint64_t x[5]) {
  printf("%-10s", label);
  for (int i = 0; i < 5; i++) printf(" %016" PRIx64, x[i]);
  printf("\n");
}

/* The words of a state as integers of the specification. */
OUTLINED void words_of_state(uint64_t x[5], const state *s) {
  state copy = *s;
  uint8_t bytes[STATE_LENGTH];
  state_bytes(&copy, OP_SQUEEZE, 0, bytes, NULL, sizeof bytes, ASCON_LITTLE_ENDIAN);
  for (int i = 0; i < 5; i++) x[i] = load64(bytes + 8 * i, ASCON_LITTLE_ENDIAN);
}

/* Until the first permutation the state is being put together, which is one step: "init". */
static int traced_start;

OUTLINED void print_step(const char *label, const state *s) {
  uint64_t x[5];
  if (traced_start) return;
  words_of_state(x, s);
  print_words(label, x);
}

MODULAR INLINED uint64_t xor_rotated(uint64_t x, unsigned a, unsigned b) {
  return x ^ (x >> a | x << (64 - a)) ^ (x >> b | x << (64 - b));
}

/* A layer or a round, with the constant of the round. */
OUTLINED void print_layer(const char *name, unsigned constant, const uint64_t x[5]) {
  char label[16];
  snprintf(label, sizeof label, "%s %02x", name, constant);
  print_words(label, x);
}

/* SP 800-232, sections 3.2 to 3.4. */
MODULAR OUTLINED void print_rounds(const state *s, unsigned rounds) {
  uint64_t x[5];
  words_of_state(x, s);
  for (unsigned left = rounds; left != 0; left--) {
    const unsigned constant = ASCON_ROUND_CONSTANT(left);
    x[2] ^= constant;
    if (ASCON_PRINT_STATE > 1) print_layer("p_C", constant, x);
    ASCON_SUBSTITUTION(uint64_t, x[0], x[1], x[2], x[3], x[4]);
    if (ASCON_PRINT_STATE > 1) print_layer("p_S", constant, x);
    x[0] = xor_rotated(x[0], 19, 28), x[1] = xor_rotated(x[1], 61, 39);
    x[2] = xor_rotated(x[2], 1, 6), x[3] = xor_rotated(x[3], 10, 17);
    x[4] = xor_rotated(x[4], 7, 41);
    print_layer("round", constant, x);
  }
}

/* ---- The operations of contract.h -------------------------------------------------------------
 */

INLINED void traced_set(state *s, const uint64_t words[5]) {
  state_set(s, words);
  traced_start = 1;
}

UNUSED static void traced_permute(state *s, unsigned rounds) {
  const int start = traced_start;
  traced_start = 0;
  if (start) print_step("init", s);
  print_rounds(s, rounds);
  permute(s, rounds);
}

INLINED void traced_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                          size_t n, byte_order order) {
  static const char *const labels[] = {
      [OP_ABSORB] = "absorb", [OP_ENCRYPT] = "encrypt", [OP_DECRYPT] = "decrypt"};
  state_bytes(s, op, offset, out, in, n, order);
  if (n != 0 && op != OP_SQUEEZE) print_step(labels[op], s);
}

INLINED void traced_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order) {
  state_xor_byte(s, offset, byte, order);
  print_step(byte == padding_byte(order) ? "pad" : "separate", s);
}

INLINED void traced_key(state *s, const params *p, const held_key *k, size_t offset, size_t from,
                        size_t n) {
  xor_key(s, p, k, offset, from, n);
  print_step("key", s);
}

#define state_set traced_set
#define permute traced_permute
#define state_bytes traced_bytes
#define state_xor_byte traced_xor_byte
#define xor_key traced_key

#endif
