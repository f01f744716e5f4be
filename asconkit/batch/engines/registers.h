/* Lanes in vector registers: what pipeline.h asks for, made of operations on one register.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   Included by the header of a processor family, for engines of one register a word or of several,
   whose chains of dependencies hide each other. The engine says what LANES is, the family

     lane_vector, VECTOR_LANES                     a register, 64-bit words in it
     vector_load(words), vector_store(words, x)    from and to VECTOR_LANES words, aligned
     vector_xor(x, y)
     vector_begin(x, constant), vector_round(x, constants), vector_end(x)
                                                   on one register of each word: see lanes_round
     vector_read_pair(d, rows, at, order), vector_write_pair(rows, at, d, order),
     vector_read_word(rows, at, order)             on VECTOR_LANES rows: see lanes_read_pair */
#ifndef ASCON_ENGINES_REGISTERS_H
#define ASCON_ENGINES_REGISTERS_H

enum { REGISTERS = LANES / VECTOR_LANES };

/* One word of every lane's state. */
typedef struct lane_words {
  lane_vector v[REGISTERS];
} lane_words;

#define EACH_REGISTER _Pragma("GCC unroll 4") for (int r = 0; r < REGISTERS; r++)

INLINED lane_words lanes_load(const uint64_t words[LANES]) {
  lane_words x;
  EACH_REGISTER x.v[r] = vector_load(words + VECTOR_LANES * r);
  return x;
}

INLINED void lanes_store(uint64_t words[LANES], lane_words x) {
  EACH_REGISTER vector_store(words + VECTOR_LANES * r, x.v[r]);
}

INLINED lane_words lanes_xor(lane_words a, lane_words b) {
  EACH_REGISTER a.v[r] = vector_xor(a.v[r], b.v[r]);
  return a;
}

/* ---- The permutation ------------------------------------------------------------------------- */

/* A call that changes x[5], with the same register of each word. */
#define ON_EACH_REGISTER(s, call)                                                                  \
  EACH_REGISTER {                                                                                  \
    lane_vector x[5] = {s[0].v[r], s[1].v[r], s[2].v[r], s[3].v[r], s[4].v[r]};                    \
    call;                                                                                          \
    s[0].v[r] = x[0], s[1].v[r] = x[1], s[2].v[r] = x[2], s[3].v[r] = x[3], s[4].v[r] = x[4];      \
  }

INLINED void lanes_begin(lane_words s[5],
                         uint64_t constant){ON_EACH_REGISTER(s, vector_begin(x, constant))}

INLINED void lanes_round(lane_words s[5],
                         const uint64_t *constants){ON_EACH_REGISTER(s, vector_round(x, constants))}

INLINED void lanes_end(lane_words s[5]){ON_EACH_REGISTER(s, vector_end(x))}

/* ---- Data ------------------------------------------------------------------------------------ */

INLINED void lanes_read_pair(lane_words d[2], const uintptr_t rows[LANES], size_t at,
                             ascon_order order) {
  EACH_REGISTER {
    lane_vector pair[2];
    vector_read_pair(pair, rows + VECTOR_LANES * r, at, order);
    d[0].v[r] = pair[0], d[1].v[r] = pair[1];
  }
}

INLINED void lanes_write_pair(const uintptr_t rows[LANES], size_t at, const lane_words d[2],
                              ascon_order order) {
  EACH_REGISTER {
    const lane_vector pair[2] = {d[0].v[r], d[1].v[r]};
    vector_write_pair(rows + VECTOR_LANES * r, at, pair, order);
  }
}

INLINED lane_words lanes_read_word(const uintptr_t rows[LANES], size_t at, ascon_order order) {
  lane_words x;
  EACH_REGISTER x.v[r] = vector_read_word(rows + VECTOR_LANES * r, at, order);
  return x;
}

INLINED void lanes_write_word(const uintptr_t rows[LANES], size_t at, lane_words x,
                              ascon_order order) {
  _Alignas(64) uint64_t words[LANES];
  lanes_store(words, x);
  for (int i = 0; i < LANES; i++) store64((uint8_t *)(rows[i] + at), words[i], order);
}

#endif
