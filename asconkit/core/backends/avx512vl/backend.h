/* avx512vl: one word in the low half of each of five vector registers, for x86-64 with AVX-512F and
   VL; the best on processors that do three vpternlogq and two vprorq a cycle, which are Intel's.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 24 instructions and two copies of registers: vpternlogq computes any function of
   three words, and the S-box with the round's constant takes nine of these, the fewest that there
   are (docs/scheduling.md). Their order came out of a search by measurement. Measured on Intel,
   family 6 model 207, against a round of 26 instructions whose registers the compiler chose:
   AEAD128 is 1.01 to 1.06 times faster, Hash256 1.04 to 1.07. */
#ifndef ASCON_AVX512VL_BACKEND_H
#define ASCON_AVX512VL_BACKEND_H

#include "config.h"

#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES ASCON_STACK_OF_C
#endif

#include "../../platform/secrets.h"
#include "../../state/state.h"

#if !ASCON_HAVE_avx512vl
#pragma GCC diagnostic ignored "-Wpsabi" /* no vector is passed to another file */
#endif

/* ---- The state ------------------------------------------------------------------------------ */

typedef uint64_t word __attribute__((vector_size(16))); /* the high half means nothing */

typedef struct state {
  word x[5];
} state;

/* Between words and general registers; see core/state/words.h for what each is. */
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
enum {
  TABLE_A = 0xf0,
  TABLE_B = 0xcc,
  TABLE_C = 0xaa,
  TABLE_PARITY = TABLE_A ^ TABLE_B ^ TABLE_C,
  TABLE_OR_XOR = (TABLE_A | TABLE_B) ^ TABLE_C,
  TABLE_XOR_OR = TABLE_A ^ (TABLE_B | TABLE_C),
  TABLE_XOR_AND = TABLE_A ^ (TABLE_B & TABLE_C),
  TABLE_ANDN_XOR = (TABLE_A & ~TABLE_B) ^ TABLE_C,
  TABLE_NOT_ANDN_XOR = ~TABLE_ANDN_XOR & 0xff
};

/* SP 800-232, sections 3.2 to 3.4, over ten registers: xi in ri, k: this round's constant. In terms
   of g = x1 ^ x2 ^ k, e = x3 ^ x4, a = x0 ^ x4 and w = (x1 | g) ^ a, the S-box is
     y0 = (x1 | w) ^ e    y1 = (x3 & ~g) ^ w    y2 = ~((x4 & ~x3) ^ g)
     y3 = (x0 | e) ^ g    y4 = (x1 & w) ^ e
   pi and qi: yi rotated by its two distances, section 3.4; zi = yi ^ pi ^ qi. At the right: what
   the row leaves in its first register.
     TERNARY(to, f, b, c)    to = f(to, b, c)
     XOR(to, a, b)           to = a ^ b
     ROTATE(to, a, n)        to = a rotated right by n
     COPY(to, a)             to = a */
#define ASCON_ROUND(TERNARY, XOR, ROTATE, COPY)                                                    \
  TERNARY(r2, PARITY, r1, k) /* g */                                                               \
  COPY(r5, r4)                                                                                     \
  TERNARY(r5, NOT_ANDN_XOR, r3, r2) /* y2 */                                                       \
  XOR(r6, r3, r4)                   /* e */                                                        \
  XOR(r4, r0, r4)                   /* a */                                                        \
  TERNARY(r0, OR_XOR, r6, r2)       /* y3 */                                                       \
  ROTATE(r7, r0, 17)                /* q3 */                                                       \
  TERNARY(r4, XOR_OR, r1, r2)       /* w */                                                        \
  TERNARY(r3, ANDN_XOR, r2, r4)     /* y1 */                                                       \
  ROTATE(r2, r3, 61)                /* p1 */                                                       \
  ROTATE(r8, r3, 39)                /* q1 */                                                       \
  ROTATE(r9, r0, 10)                /* p3 */                                                       \
  TERNARY(r2, PARITY, r3, r8)       /* z1 */                                                       \
  ROTATE(r3, r5, 6)                 /* q2 */                                                       \
  ROTATE(r8, r5, 1)                 /* p2 */                                                       \
  TERNARY(r8, PARITY, r5, r3)       /* z2 */                                                       \
  COPY(r5, r4)                                                                                     \
  TERNARY(r5, OR_XOR, r1, r6)  /* y0 */                                                            \
  TERNARY(r6, XOR_AND, r1, r4) /* y4 */                                                            \
  ROTATE(r3, r6, 41)           /* q4 */                                                            \
  TERNARY(r9, PARITY, r0, r7)  /* z3 */                                                            \
  ROTATE(r1, r6, 7)            /* p4 */                                                            \
  ROTATE(r4, r5, 28)           /* q0 */                                                            \
  TERNARY(r1, PARITY, r6, r3)  /* z4 */                                                            \
  ROTATE(r0, r5, 19)           /* p0 */                                                            \
  TERNARY(r0, PARITY, r5, r4)  /* z0 */

#if ASCON_AVX512VL_EMULATED
#define OF_TERNARY(to, f, b, c) to = emulate_ternary(TABLE_##f, to, b, c);
#define OF_XOR(to, a, b) to = a ^ b;
#define OF_ROTATE(to, a, n) to = a >> n | a << (64 - n);
#define OF_COPY(to, a) to = a;

/* The sum of products: of each row of the table that gives 1, the AND of the words or complements.
 */
INLINED word emulate_ternary(unsigned function, word a, word b, word c) {
  word sum = {0, 0};
  for (unsigned row = 0; row < 8; row++)
    if (function >> row & 1) sum |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
  return sum;
}
#else
#define OF_TERNARY(to, f, b, c) "vpternlogq %[" #f "], %[" #c "], %[" #b "], %[" #to "]\n\t"
#define OF_XOR(to, a, b) "vpxor %[" #b "], %[" #a "], %[" #to "]\n\t"
#define OF_ROTATE(to, a, n) "vprorq $" #n ", %[" #a "], %[" #to "]\n\t"
#define OF_COPY(to, a) "vmovdqa %[" #a "], %[" #to "]\n\t"
#define IN_OUT(r) [r] "+x"(r)
#define OUT(r) [r] "=&x"(r)
#define TABLE(f) [f] "i"(TABLE_##f)
#endif

/* One statement: a compiler may not move its instructions, nor add copies of registers. All
   operands are registers: no address and no branch. */
MODULAR INLINED void one_round(state *s, unsigned left, unsigned rounds) {
  (void)rounds;
  const word k = word_of(ASCON_ROUND_CONSTANT(left));
  word r0 = s->x[0], r1 = s->x[1], r2 = s->x[2], r3 = s->x[3], r4 = s->x[4], r5, r6, r7, r8, r9;
#if ASCON_AVX512VL_EMULATED
  ASCON_ROUND(OF_TERNARY, OF_XOR, OF_ROTATE, OF_COPY)
#else
  __asm__ __volatile__(ASCON_ROUND(OF_TERNARY, OF_XOR, OF_ROTATE, OF_COPY)
                       : IN_OUT(r0), IN_OUT(r1), IN_OUT(r2), IN_OUT(r3), IN_OUT(r4), OUT(r5),
                         OUT(r6), OUT(r7), OUT(r8), OUT(r9)
                       : [k] "x"(k), TABLE(PARITY), TABLE(OR_XOR), TABLE(XOR_OR), TABLE(XOR_AND),
                         TABLE(ANDN_XOR), TABLE(NOT_ANDN_XOR));
#endif
  s->x[0] = r0, s->x[1] = r2, s->x[2] = r8, s->x[3] = r9, s->x[4] = r1;
}

#include "../../state/rounds.h"

INLINED void state_copy(state *to, const state *from) { *to = *from; }

/* Calls in pieces, whose number of rounds is a variable, share one permutation. By way of a local
   copy, which can be in registers. */
OUTLINED void permute_outlined(state *s, unsigned rounds) {
  state local = *s;
  permute_inlined(&local, rounds);
  *s = local;
}

/* Block loops are inlined in each algorithm's mode (core/state/strings.h), with the state in
   registers. */
#define STRINGS_IN_MODES 1
INLINED void permute(state *s, unsigned rounds) {
  if (KNOWN(rounds) && !ASCON_COMPACT) permute_inlined(s, rounds);
  else permute_outlined(s, rounds);
}

#define BLOCKS_IN_C 1
#include "../../state/strings.h"

#endif
