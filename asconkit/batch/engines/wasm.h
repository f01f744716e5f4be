/* Vector engines with the 128-bit vectors of WebAssembly, two lanes to each: what contract.h asks
   for, in the operators that clang has for vectors. Included by wasm_x4.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 56 operations on two states: 16 for the S-box and the constant, and for each word
   four shifts and four exclusive ors. WebAssembly rotates numbers of 64 bits, but no vectors. */
#ifndef ASCON_ENGINES_WASM_H
#define ASCON_ENGINES_WASM_H

#include "places.h"
#if ASCON_HAVE_WASM_ENGINE

#ifndef REGISTERS /* read alone */
#define REGISTERS 2
#define ASCON_STACK_BYTES 6144
#endif

#include "../../core/platform/cpu.h"
#include "../../core/platform/stack.h"
#include "short_strings.h"

typedef uint64_t lane_vector __attribute__((vector_size(16)));
enum { VECTOR_LANES = 2 };

INLINED lane_vector vector_load(const uint64_t words[2]) {
  return (lane_vector){words[0], words[1]};
}

INLINED void vector_store(uint64_t words[2], lane_vector x) { words[0] = x[0], words[1] = x[1]; }
INLINED lane_vector vector_set(uint64_t word) { return (lane_vector){word, word}; }
INLINED lane_vector vector_xor(lane_vector a, lane_vector b) { return a ^ b; }

INLINED lane_vector vector_where(lane_vector mask, lane_vector a, lane_vector b) {
  return (a & mask) | (b & ~mask);
}

/* ---- The round ------------------------------------------------------------------------------- */

#define VECTOR_CONSTANT(constant) (~UINT64_C(constant))

/* SP 800-232, section 3.4: y ^ (y >>> p) ^ (y >>> q). */
INLINED lane_vector linear(lane_vector y, unsigned p, unsigned q) {
  return y ^ (y >> p) ^ (y << (64 - p)) ^ (y >> q) ^ (y << (64 - q));
}

/* Between begin and end, x2 has the next round's constant in it. */
INLINED void vector_begin(lane_vector x[5], uint64_t constant) { x[2] ^= vector_set(constant); }

/* The S-box in terms of g, e and a, as in core/state/substitution.h, then the linear layer. y2 is
   the complement of x2, which avx2.h explains. */
INLINED void vector_round(lane_vector x[5], const uint64_t *constants) {
  const lane_vector g = x[1] ^ x[2], e = x[3] ^ x[4], a = x[0] ^ x[4];
  const lane_vector y0 = ((a ^ g) | x[1]) ^ e;
  const lane_vector y1 = (g | (x[1] ^ x[3])) ^ a;
  const lane_vector y2 = (x[4] & e) ^ g;
  const lane_vector y3 = (x[0] | e) ^ g;
  const lane_vector y4 = (x[1] & ~a) ^ e;
  x[0] = linear(y0, 19, 28);
  x[1] = linear(y1, 61, 39);
  x[2] = linear(y2, 1, 6) ^ vector_set(constants[1]);
  x[3] = linear(y3, 10, 17);
  x[4] = linear(y4, 7, 41);
}

INLINED void vector_end(lane_vector x[5]) { (void)x; }

/* ---- Data of two lanes ----------------------------------------------------------------------- */

INLINED lane_vector vector_read_word(const uintptr_t rows[2], size_t at, byte_order order) {
  return (lane_vector){load64((const uint8_t *)(rows[0] + at), order),
                       load64((const uint8_t *)(rows[1] + at), order)};
}

INLINED void vector_read_pair(lane_vector d[2], const uintptr_t rows[2], size_t at,
                              byte_order order) {
  const lane_vector first = vector_read_word(rows, at, order);
  d[1] = vector_read_word(rows, at + 8, order);
  d[0] = first;
}

INLINED void vector_write_pair(const uintptr_t rows[2], size_t at, const lane_vector d[2],
                               byte_order order) {
  for (size_t lane = 0; lane < 2; lane++) {
    store64((uint8_t *)(rows[lane] + at), d[0][lane], order);
    store64((uint8_t *)(rows[lane] + at + 8), d[1][lane], order);
  }
}

/* A function's vectors are in no memory that another one could read. */
INLINED void clear_vectors(void) {}

enum { ENGINE_NEEDS = 0 };

#include "rounds.h"

#endif
#endif
