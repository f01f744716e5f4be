/* Lanes in memory, in plain C: what contract.h asks for but the permutation. For processors whose
   vectors have no fixed length: their families (sve2.h, rvv.h) and the tests' plain lanes say how
   many VECTOR_LANES there are, and include this. Compilers make vectors of these loops where that
   pays.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINES_MEMORY_LANES_H
#define ASCON_ENGINES_MEMORY_LANES_H

#ifndef VECTOR_LANES /* read alone */
#define VECTOR_LANES 16
#endif

#include "short_strings.h"

/* One word of the states. */
typedef struct lane_vector {
  uint64_t lane[VECTOR_LANES];
} lane_vector;

#define EACH_LANE(i) for (size_t i = 0; i < VECTOR_LANES; i++)

INLINED lane_vector vector_load(const uint64_t words[VECTOR_LANES]) {
  lane_vector x;
  EACH_LANE(i) x.lane[i] = words[i];
  return x;
}

INLINED void vector_store(uint64_t words[VECTOR_LANES], lane_vector x) {
  EACH_LANE(i) words[i] = x.lane[i];
}

INLINED lane_vector vector_set(uint64_t word) {
  lane_vector x;
  EACH_LANE(i) x.lane[i] = word;
  return x;
}

INLINED lane_vector vector_xor(lane_vector a, lane_vector b) {
  EACH_LANE(i) a.lane[i] ^= b.lane[i];
  return a;
}

INLINED lane_vector vector_where(lane_vector mask, lane_vector a, lane_vector b) {
  EACH_LANE(i) b.lane[i] ^= mask.lane[i] & (a.lane[i] ^ b.lane[i]);
  return b;
}

INLINED lane_vector vector_read_word(const uintptr_t rows[VECTOR_LANES], size_t at,
                                     byte_order order) {
  lane_vector x;
  EACH_LANE(i) x.lane[i] = load64((const uint8_t *)(rows[i] + at), order);
  return x;
}

INLINED void vector_read_pair(lane_vector d[2], const uintptr_t rows[VECTOR_LANES], size_t at,
                              byte_order order) {
  d[0] = vector_read_word(rows, at, order);
  d[1] = vector_read_word(rows, at + 8, order);
}

INLINED void vector_write_pair(const uintptr_t rows[VECTOR_LANES], size_t at,
                               const lane_vector d[2], byte_order order) {
  EACH_LANE(i) {
    store64((uint8_t *)(rows[i] + at), d[0].lane[i], order);
    store64((uint8_t *)(rows[i] + at + 8), d[1].lane[i], order);
  }
}

#endif
