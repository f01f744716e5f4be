/* ref: SP 800-232, section 3, word for word. Slow, and easy to check by reading: the oracle of the
   other backends. State: five 64-bit words, the integers of the standard.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_REF_BACKEND_H
#define ASCON_REF_BACKEND_H

#include "../../platform/secrets.h"

/* Words of 64 bits in arrays take much stack where registers have 32. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (UINTPTR_MAX > 0xffff ? 1280 : 192)
#endif

#include "../../state/in_place.h"

/* ---- The permutation, SP 800-232, section 3 -------------------------------------------------- */

/* The five words, section 3.1. */
INLINED void state_set(state *s, const uint64_t words[5]) {
  for (int i = 0; i < 5; i++) s->w64[i] = words[i];
}

/* n is 1 to 63. */
MODULAR INLINED uint64_t rotate_right(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

/* Section 3.3: the 5-bit S-box on 64 columns, x0 its most significant bit. Each operation on words
   does the same to all columns. */
INLINED void substitution(uint64_t x[5]) {
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

/* Section 3.4: each word xored with itself rotated by two distances. */
INLINED void linear_diffusion(uint64_t x[5]) {
  static const uint8_t rotation[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
  for (int i = 0; i < 5; i++)
    x[i] ^= rotate_right(x[i], rotation[i][0]) ^ rotate_right(x[i], rotation[i][1]);
}

/* Section 3.2, table 5: the constants of all 16 rounds. `left` is 16 for the first of them and 1
   for the last of any permutation. */
INLINED unsigned round_constant(unsigned left) {
  static const uint8_t constants[16] = {0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3,
                                        0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b};
  return constants[16 - left];
}

/* A round: constant, S-box, linear layer. Called by core/state/rounds.h. */
INLINED void one_round(state *s, unsigned left, unsigned rounds) {
  (void)rounds;
  s->w64[2] ^= round_constant(left);
  substitution(s->w64);
  linear_diffusion(s->w64);
}

/* ---- Bytes of the state: core/state/contract.h
 * ---------------------------------------------------- */

/* Byte i of the state is in word i / 8; the order says from which end of the word it counts. */
INLINED uint64_t byte_at(uint8_t byte, size_t i, byte_order order) {
  unsigned place = (unsigned)(i % 8);
  return (uint64_t)byte << 8 * (order == ASCON_LITTLE_ENDIAN ? place : 7 - place);
}

/* Byte i, out of its word. */
INLINED uint8_t get_byte(const state *s, size_t i, byte_order order) {
  unsigned place = (unsigned)(i % 8);
  return (uint8_t)(s->w64[i / 8] >> 8 * (order == ASCON_LITTLE_ENDIAN ? place : 7 - place));
}

/* Byte `offset` ^= byte. */
INLINED void state_xor_byte(state *s, size_t offset, uint8_t byte, byte_order order) {
  s->w64[offset / 8] ^= byte_at(byte, offset, order);
}

/* One byte after the other: operation says what is done with each, see core/state/state.h. */
INLINED void state_bytes(state *s, operation op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, byte_order order) {
  for (size_t i = 0; i < n; i++) {
    uint8_t old = get_byte(s, offset + i, order), data = op == OP_SQUEEZE ? 0 : in[i];
    uint8_t sum = (uint8_t)(old ^ data);
    if (op != OP_ABSORB) out[i] = sum;
    /* after decryption, the state's byte is that of the ciphertext */
    state_xor_byte(s, offset + i, op == OP_DECRYPT ? (uint8_t)(old ^ data) : data, order);
  }
}

#define HAVE_REPRESENTATION 1
#include "../../state/caller_key.h"

INLINED int state_tag(state *s, operation op, uint8_t *tag, size_t n, byte_order order) {
  uint8_t computed[TAG_LENGTH];
  state_bytes(s, OP_SQUEEZE, TAG_OFFSET, op == OP_ENCRYPT ? tag : computed, NULL,
              op == OP_ENCRYPT ? n : TAG_LENGTH, order);
  return op == OP_ENCRYPT || !bytes_differ(computed, tag, n);
}

#include "../../state/rounds.h"

OUTLINED void permute(state *s, unsigned rounds) { permute_inlined(s, rounds); }

/* No block functions: every block goes the general way. */
#include "../../state/strings.h"

#endif
