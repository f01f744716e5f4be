/* bi32: bit-interleaved. Each 64-bit word is kept as its even and its odd bits, so that a rotation
   is two rotations of 32-bit words, at the price of a conversion where data enters and leaves.
   For 32-bit processors with a rotate instruction and without a funnel shift, without
   assembly of their own. The words and their conversion: core/state/words_bi32.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BI32_BACKEND_H
#define ASCON_BI32_BACKEND_H

#include "../../platform/compiler.h"

/* The smallest code keeps words on the stack while it converts them. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (ASCON_COMPACT ? 512 : ASCON_STACK_OF_C)
#endif

#include "../../state/words_bi32.h"
#include "../../state/substitution.h"

/* x rotated right by n, a constant from 0 to 31. */
MODULAR INLINED uint32_t rotate32(uint32_t x, unsigned n) { return x >> n | x << ((32 - n) & 31); }

/* An even rotation by 2k turns both halves by k; an odd one by 2k + 1 makes the even half out of
   the odd one turned by k, and the odd one out of the even one turned by k + 1. */
INLINED word rotate_word(word x, unsigned n) {
  unsigned k = n / 2;
  if (n % 2 == 0) return (word){rotate32(x.even, k), rotate32(x.odd, k)};
  return (word){rotate32(x.odd, k), rotate32(x.even, (k + 1) & 31)};
}

/* SP 800-232, section 3.4, for word i: x ^ ror(x, a) ^ ror(x, b). */
INLINED void diffuse(state *s, size_t i, unsigned a, unsigned b) {
  word x = get_word(s, i);
  set_word(s, i, word_xor(x, word_xor(rotate_word(x, a), rotate_word(x, b))));
}

/* Section 3.3: the S-box on the 32 columns of one half of the words, h = 0 (even bits) or 1. It
   combines only bits of the same place, so that it works on each half alone. */
INLINED void substitute(state *s, size_t h) {
  uint32_t *x = s->w32 + h;
  ASCON_SUBSTITUTION(uint32_t, x[0], x[2], x[4], x[6], x[8]);
}

/* The even or the odd bits of a round constant, four of them. */
INLINED uint32_t every_other_bit(unsigned c) {
  return (c & 1u) | (c >> 1 & 2u) | (c >> 2 & 4u) | (c >> 3 & 8u);
}

/* A round of section 3, for core/state/rounds.h. */
MODULAR INLINED void one_round(state *s, unsigned left, unsigned rounds) {
  (void)rounds;
  unsigned constant = ASCON_ROUND_CONSTANT(left);
  s->w32[4] ^= every_other_bit(constant);
  s->w32[5] ^= every_other_bit(constant >> 1);
  substitute(s, 0);
  substitute(s, 1);
  diffuse(s, 0, 19, 28);
  diffuse(s, 1, 61, 39);
  diffuse(s, 2, 1, 6);
  diffuse(s, 3, 10, 17);
  diffuse(s, 4, 7, 41);
}

#include "../../state/rounds.h"

OUTLINED void permute(state *s, unsigned rounds) { permute_inlined(s, rounds); }

#define BLOCKS_IN_C 1
#include "../../state/strings.h"

#endif
