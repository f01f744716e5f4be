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

#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES ASCON_STACK_OF_C
#endif

#include "../../platform/secrets.h"
#include "../../state/word_parts.h"
#include "../../state/state.h"

#if !ASCON_HAVE_avx512vl
#pragma GCC diagnostic ignored "-Wpsabi" /* no vector is passed to another file */
#endif

/* ---- The state ------------------------------------------------------------------------------ */

typedef uint64_t word __attribute__((vector_size(16))); /* the high half means nothing */

typedef struct state {
  word x[5];
} state;

/* Between words and general registers; see state/words.h for what each is. */
INLINED word word_of(uint64_t value) { return (word){value, 0}; }
INLINED word get_word(const state *s, size_t i) { return s->x[i]; }
INLINED void set_word(state *s, size_t i, word w) { s->x[i] = w; }
INLINED word word_bit(unsigned n) { return word_of((uint64_t)1 << n); }
INLINED word word_xor(word a, word b) { return a ^ b; }

INLINED word load_word(const uint8_t *in, byte_order order) { return word_of(load64(in, order)); }

INLINED void store_word(uint8_t *out, word w, byte_order order) { store64(out, w[0], order); }

/* Parts of words are put together in a general register. */
#define HAVE_WORD_PARTS 1
INLINED word load_part(const uint8_t *in, size_t skip, size_t n, byte_order order) {
  return word_of(load_part64(in, skip, n, order));
}

INLINED void store_part(uint8_t *out, word w, size_t skip, size_t n, byte_order order) {
  store_part64(out, w[0], skip, n, order);
}

#include "../../state/words.h"

INLINED void state_set(state *s, const uint64_t words[5]) {
  s->x[0] = word_of(words[0]), s->x[1] = word_of(words[1]), s->x[2] = word_of(words[2]);
  s->x[3] = word_of(words[3]), s->x[4] = word_of(words[4]);
}

/* A context holds five integers: they are loaded into vector registers, and stored again. */
INLINED state *state_open(state *local, ascon_words *stored) {
  state_set(local, stored->w64);
  return local;
}

INLINED void state_load(state *s, const ascon_words *stored) { state_set(s, stored->w64); }

INLINED void state_store(ascon_words *stored, const state *s) {
  for (int i = 0; i < 5; i++) stored->w64[i] = s->x[i][0];
}

/* What state_open() has loaded must not stay in memory. */
INLINED void state_close(ascon_words *stored, state *s) {
  state_store(stored, s);
  zeroize(s, sizeof *s);
}

/* ---- The permutation ------------------------------------------------------------------------ */

/* vpternlogq takes the table of a function of three bits, of 8 bits: bit 4a + 2b + c is the result.
   The tables of the functions a, b and c themselves are these, and an expression in them gives the
   table of the same expression in words. */
enum { TABLE_A = 0xf0, TABLE_B = 0xcc, TABLE_C = 0xaa, TABLE_XOR = TABLE_A ^ TABLE_B ^ TABLE_C };

/* ASCON_TERNARY: to = function(a, b, c), in the register of a, best one whose value is not needed
   any more. ASCON_XOR and ASCON_ROTATE: to = a ^ b, to = a rotated right by the constant n. All
   operands are registers: no address and no branch. */
#if ASCON_AVX512VL_EMULATED
#define ASCON_TERNARY(to, function, a, b, c) ((to) = emulate_ternary((function) & 0xff, a, b, c))
#define ASCON_XOR(to, a, b) ((to) = (a) ^ (b))
#define ASCON_ROTATE(to, a, n) ((to) = (a) >> (n) | (a) << (64 - (n)))

/* The sum of products: of each row of the table that gives 1, the AND of the words or complements.
 */
INLINED word emulate_ternary(unsigned function, word a, word b, word c) {
  word sum = {0, 0};
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

/* SP 800-232, sections 3.2 to 3.4: x2 comes with this round's constant and leaves with the next. In
   terms of g = x1 ^ x2, e = x3 ^ x4 and a = x0 ^ x4, the S-box is
     y0 = ((a ^ x2) | x1) ^ e    y1 = (g | (x1 ^ x3)) ^ a    y2 = ~((x4 & e) ^ g)
     y3 = (x0 | e) ^ g           y4 = (x1 & ~a) ^ e
   yi: word i after the S-box; pi and qi: yi rotated by its two distances, section 3.4; k2: y2 with
   the constant of the coming round, `next`. */
INLINED void round_before(state *s, unsigned next) {
  word x0 = s->x[0], x1 = s->x[1], x2 = s->x[2], x3 = s->x[3], x4 = s->x[4];
  word a, e, g, t, u, y0, y1, y2, y3, y4, k2, p0, q0, p1, q1, p2, q2, p3, q3, p4, q4;
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
  ASCON_XOR(k2, y2, word_of(next));
  ASCON_TERNARY(s->x[4], TABLE_XOR, p4, y4, q4);
  ASCON_TERNARY(y0, (TABLE_A | TABLE_B) ^ TABLE_C, t, x1, e);
  ASCON_ROTATE(q0, y0, 28);
  ASCON_ROTATE(p0, y0, 19);
  ASCON_TERNARY(s->x[2], TABLE_XOR, p2, k2, q2);
  ASCON_TERNARY(s->x[3], TABLE_XOR, p3, y3, q3);
  ASCON_TERNARY(s->x[1], TABLE_XOR, p1, y1, q1);
  ASCON_TERNARY(s->x[0], TABLE_XOR, p0, y0, q0);
}

/* The constant of the round after which left - 1 follow, section 3.2. */
MODULAR INLINED void add_constant(state *s, unsigned left) {
  s->x[2] ^= word_of(ASCON_ROUND_CONSTANT(left));
}

/* Each round adds the constant of the next one; after the last one, that of the first. */
MODULAR INLINED void one_round(state *s, unsigned left, unsigned rounds) {
  round_before(s, ASCON_ROUND_CONSTANT(left > 1 ? left - 1 : rounds));
}

/* The first constant. */
#define HAVE_FORM_OF_ROUNDS 1
INLINED void change_form(state *s, unsigned rounds) { add_constant(s, rounds); }
#include "../../state/rounds.h"

INLINED void state_copy(state *to, const state *from) { *to = *from; }

/* Calls in pieces, whose number of rounds is a variable, share one permutation. By way of a local
   copy, which can be in registers. */
OUTLINED void permute_outlined(state *s, unsigned rounds) {
  state local = *s;
  permute_inlined(&local, rounds);
  *s = local;
}

/* Block loops are inlined in each algorithm's mode (state/shapes.h), with the state in registers.
 */
#define STRINGS_IN_MODES 1
INLINED void permute(state *s, unsigned rounds) {
  if (KNOWN(rounds) && !ASCON_COMPACT) permute_inlined(s, rounds);
  else permute_outlined(s, rounds);
}

#include "../../state/block_functions.h"
#include "../../state/shapes.h"

#endif
