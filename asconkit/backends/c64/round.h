/* The round of c64: 36 operations, about 10 cycles on recent x86-64 processors with gcc and with
   clang. Three things make it so:
   - The 15-operation S-box of state/substitution.h without its complement: the linear layer xors
     three words, so the complement of x2 passes through it and is undone by the next constant.
   - x2 already holds the constant of the coming round (before_rounds), so that it is never waited
     for.
   - The order of the linear layer.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_C64_ROUND_H
#define ASCON_C64_ROUND_H

#include "../../state/words64.h"

/* Makes the compiler compute the value at this place: no instruction. With it, (ror(y) ^ y) ^
   ror(y) stays in that order, three operations deep; clang does not gather words into vector
   registers; and the constant is not moved to the end. Where rotation and xor are one instruction
   (AArch64) it would only separate them. */
#if defined(__GNUC__) && defined(__x86_64__)
#define COMPUTE_HERE(value) __asm__("" : "+r"(value))
#else
#define COMPUTE_HERE(value) ((void)(value))
#endif

INLINED uint64_t rotate_right(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

/* y ^ ror(y, p) ^ ror(y, q); `plain` is y, or y with something xored in. */
INLINED uint64_t linear_with(uint64_t plain, uint64_t y, unsigned p, unsigned q) {
  uint64_t t = rotate_right(y, p);
  COMPUTE_HERE(t);
  t = (t ^ plain) ^ rotate_right(y, q);
  COMPUTE_HERE(t);
  return t;
}

INLINED uint64_t linear(uint64_t y, unsigned p, unsigned q) { return linear_with(y, y, p, q); }

/* x2 comes with this round's constant. Printed states have nothing of the next one. */
INLINED void one_round(state *s, unsigned left, unsigned rounds) {
  const uint64_t next = left > 1 && !ASCON_PRINT_STATE ? ASCON_ROUND_CONSTANT(left - 1) : 0;
  if (ASCON_PRINT_STATE) s->w64[2] ^= ASCON_ROUND_CONSTANT(left);
  const uint64_t x0 = s->w64[0], x1 = s->w64[1], x2 = s->w64[2], x3 = s->w64[3], x4 = s->w64[4];
  const uint64_t g = x1 ^ x2, e = x3 ^ x4, a = x0 ^ x4;
  /* y0, the deepest, comes last here and below */
  const uint64_t y4 = (x1 & ~a) ^ e;
  const uint64_t y2 = (x4 & e) ^ g; /* complemented */
  const uint64_t y1 = (g | (x1 ^ x3)) ^ a;
  const uint64_t y3 = (x0 | e) ^ g;
  const uint64_t y0 = ((a ^ g) | x1) ^ e;
  uint64_t y2_next = y2 ^ ~next;
  (void)rounds;
  COMPUTE_HERE(y2_next);
  s->w64[2] = linear_with(y2_next, y2, 1, 6);
  s->w64[4] = linear(y4, 7, 41);
  s->w64[3] = linear(y3, 10, 17);
  s->w64[1] = linear(y1, 61, 39);
  s->w64[0] = linear(y0, 19, 28);
}

#define HAVE_ROUND_HOOKS 1
INLINED void before_rounds(state *s, unsigned rounds) {
  if (!ASCON_PRINT_STATE) s->w64[2] ^= ASCON_ROUND_CONSTANT(rounds);
}
INLINED void after_rounds(state *s) { (void)s; }

#endif
