/* avx512vl: one word in the low half of each of five vector registers, for x86-64 with AVX-512F and
   VL; the best on processors that do three vpternlogq and two vprorq a cycle, which are Intel's.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 26 instructions, the longest chain four: vpternlogq computes any function of three
   words, so the S-box is two deep, and so are the rotations and their sum. The constant of the
   coming round is added beside the rotations of x2, where nothing waits for it.

   Each instruction is a statement whose place the compiler keeps: of those that wait for the same
   unit the first goes first, and a processor may bind them to units in this order. It came out of a
   search with a model of that. Written so, they also need no compiler flag. */
#ifndef ASCON_AVX512VL_BACKEND_H
#define ASCON_AVX512VL_BACKEND_H

#include "config.h"

#include "../../src/part_words.h"
#include "../../src/state.h"

#if !ASCON_HAVE_AVX512VL
#pragma GCC diagnostic ignored "-Wpsabi" /* no vector is passed to another file */
#endif
typedef uint64_t ascon_lane __attribute__((vector_size(16))); /* the high half means nothing */

typedef struct ascon_reg {
  ascon_lane x[5];
} ascon_reg;

ASCON_INLINE ascon_lane lane_of(uint64_t word) { return (ascon_lane){word, 0}; }
ASCON_INLINE ascon_lane reg_lane(const ascon_reg *s, size_t i) { return s->x[i]; }
ASCON_INLINE void reg_set_lane(ascon_reg *s, size_t i, ascon_lane lane) { s->x[i] = lane; }
ASCON_INLINE ascon_lane lane_bit(unsigned n) { return lane_of((uint64_t)1 << n); }
ASCON_INLINE ascon_lane lane_xor(ascon_lane a, ascon_lane b) { return a ^ b; }

ASCON_INLINE ascon_lane lane_load(const uint8_t *in, ascon_order order) {
  return lane_of(ascon_load64(in, order));
}

ASCON_INLINE void lane_store(uint8_t *out, ascon_lane lane, ascon_order order) {
  ascon_store64(out, lane[0], order);
}

#define ASCON_HAVE_LANE_PART 1
ASCON_INLINE ascon_lane lane_load_part(const uint8_t *in, size_t skip, size_t n,
                                       ascon_order order) {
  return lane_of(word_load_part(in, skip, n, order));
}

ASCON_INLINE void lane_store_part(uint8_t *out, ascon_lane lane, size_t skip, size_t n,
                                  ascon_order order) {
  word_store_part(out, lane[0], skip, n, order);
}

#include "../../src/lanes.h"

ASCON_INLINE void reg_init(ascon_reg *s, const uint64_t lanes[5]) {
  s->x[0] = lane_of(lanes[0]), s->x[1] = lane_of(lanes[1]), s->x[2] = lane_of(lanes[2]);
  s->x[3] = lane_of(lanes[3]), s->x[4] = lane_of(lanes[4]);
}

ASCON_INLINE ascon_reg *reg_open(ascon_reg *local, ascon_words *words) {
  reg_init(local, words->w64);
  return local;
}

ASCON_INLINE void reg_close(ascon_words *words, ascon_reg *state) {
  for (int i = 0; i < 5; i++) words->w64[i] = state->x[i][0];
  ascon_clear(state, sizeof *state);
}

/* A function of three words is given by what it makes of these tables. */
enum { TABLE_A = 0xf0, TABLE_B = 0xcc, TABLE_C = 0xaa, TABLE_XOR = TABLE_A ^ TABLE_B ^ TABLE_C };

/* ASCON_TERNARY: to = function(a, b, c), in the register of a, best one whose value is not needed
   any more. All operands are registers: no address and no branch. */
#if ASCON_AVX512VL_EMULATED
#define ASCON_TERNARY(to, function, a, b, c) ((to) = emulate_ternary((function) & 0xff, a, b, c))
#define ASCON_XOR(to, a, b) ((to) = (a) ^ (b))
#define ASCON_ROTATE(to, a, n) ((to) = (a) >> (n) | (a) << (64 - (n)))

ASCON_INLINE ascon_lane emulate_ternary(unsigned function, ascon_lane a, ascon_lane b,
                                        ascon_lane c) {
  ascon_lane sum = {0, 0};
  for (unsigned row = 0; row < 8; row++)
    if (function >> row & 1) sum |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
  return sum;
}
#else
#define ASCON_TERNARY(to, function, a, b, c)                                                       \
  __asm__ __volatile__("vpternlogq %4, %3, %2, %0"                                                 \
                       : "=x"(to)                                                                  \
                       : "0"(a), "x"(b), "x"(c), "i"((function) & 0xff))
#define ASCON_XOR(to, a, b) __asm__ __volatile__("vpxor %2, %1, %0" : "=x"(to) : "x"(a), "x"(b))
#define ASCON_ROTATE(to, a, n) __asm__ __volatile__("vprorq %2, %1, %0" : "=x"(to) : "x"(a), "i"(n))
#endif

#define ASCON_ADD_CONSTANT(to, a, constant)                                                        \
  do {                                                                                             \
    if (ASCON_IS(constant, 0)) to = a;                                                             \
    else ASCON_XOR(to, a, lane_of(constant));                                                      \
  } while (0)

#define ASCON_HAVE_REG_ENTER 1
ASCON_INLINE void reg_enter(ascon_reg *s, unsigned first_constant) {
  s->x[2] ^= lane_of(first_constant);
}

/* SP 800-232, sections 3.2 to 3.4: x2 comes with this round's constant and leaves with the next. In
   terms of g = x1 ^ x2, e = x3 ^ x4 and a = x0 ^ x4, the S-box is
     y0 = ((a ^ x2) | x1) ^ e    y1 = (g | (x1 ^ x3)) ^ a    y2 = ~((x4 & e) ^ g)
     y3 = (x0 | e) ^ g           y4 = (x1 & ~a) ^ e */
ASCON_INLINE void reg_round(ascon_reg *s, unsigned next) {
  ascon_lane x0 = s->x[0], x1 = s->x[1], x2 = s->x[2], x3 = s->x[3], x4 = s->x[4];
  ascon_lane a, e, g, t, u, y0, y1, y2, y3, y4, k2, p0, q0, p1, q1, p2, q2, p3, q3, p4, q4;
  ASCON_XOR(e, x3, x4);
  ASCON_XOR(g, x1, x2);
  ASCON_TERNARY(y3, (TABLE_A | TABLE_B) ^ TABLE_C, x0, e, g);
  ASCON_TERNARY(u, (TABLE_A ^ TABLE_B) | (TABLE_B ^ TABLE_C), x3, x1, x2);
  ASCON_XOR(a, x0, x4);
  ASCON_TERNARY(t, TABLE_XOR, x2, x0, x4);
  ASCON_TERNARY(y1, TABLE_XOR, u, x0, x4);
  ASCON_ROTATE(p1, y1, 61);
  ASCON_ROTATE(p3, y3, 10);
  ASCON_ROTATE(q3, y3, 17);
  ASCON_ROTATE(q1, y1, 39);
  ASCON_TERNARY(y4, (~TABLE_A & TABLE_B) ^ TABLE_C, a, x1, e);
  ASCON_TERNARY(y2, ~(TABLE_A ^ (TABLE_B & TABLE_C)), g, x4, e);
  ASCON_ROTATE(p2, y2, 1);
  ASCON_ROTATE(p4, y4, 7);
  ASCON_ROTATE(q4, y4, 41);
  ASCON_ROTATE(q2, y2, 6);
  ASCON_ADD_CONSTANT(k2, y2, next);
  ASCON_TERNARY(s->x[4], TABLE_XOR, p4, y4, q4);
  ASCON_TERNARY(y0, (TABLE_A | TABLE_B) ^ TABLE_C, t, x1, e);
  ASCON_ROTATE(q0, y0, 28);
  ASCON_ROTATE(p0, y0, 19);
  ASCON_TERNARY(s->x[2], TABLE_XOR, p2, k2, q2);
  ASCON_TERNARY(s->x[3], TABLE_XOR, p3, y3, q3);
  ASCON_TERNARY(s->x[1], TABLE_XOR, p1, y1, q1);
  ASCON_TERNARY(s->x[0], TABLE_XOR, p0, y0, q0);
}

#define ASCON_HAVE_REG_ROUNDS 1
#include "../../src/rounds.h"

ASCON_NOINLINE void reg_permute(ascon_reg *s, unsigned rounds) {
  ascon_reg local = *s;
  reg_rounds(&local, rounds);
  *s = local;
}

#endif
