/* c8: the state as 40 bytes, for 8-bit processors that have no backend in assembly.
   Rotations move bytes and shift by at most 7 bits, so nothing wider than a byte is left to the
   compiler's library. Access to the state: core/state/bytes8.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_C8_BACKEND_H
#define ASCON_C8_BACKEND_H

#include "../../platform/compiler.h"

/* Compilers for processors with wide registers unroll the loops over bytes and keep many copies. */
#ifndef ASCON_STACK_BYTES
#define ASCON_STACK_BYTES (UINTPTR_MAX > 0xffff ? 1024 : ASCON_STACK_OF_C)
#endif

#include "../../state/bytes8.h"
#include "../../state/substitution.h"

/* Byte j of the word x rotated right by n, where n % 8 is not 0 and n is constant: the lower bits
   of one byte and the upper ones of the next. x[0] has the lowest bits. */
INLINED uint8_t rotated(const uint8_t x[8], uint8_t j, uint8_t n) {
  uint8_t near = x[(j + n / 8) % 8], far = x[(j + n / 8 + 1) % 8];
  return (uint8_t)(near >> n % 8 | far << (8 - n % 8));
}

/* Eight times the same for the eight bytes of a word: a loop, or written out. Unrolling the rounds
   themselves would take 20 KB and more. */
#if ASCON_UNROLL_LOOPS
#define ASCON_EACH_BYTE(step)                                                                      \
  do {                                                                                             \
    step(0);                                                                                       \
    step(1);                                                                                       \
    step(2);                                                                                       \
    step(3);                                                                                       \
    step(4);                                                                                       \
    step(5);                                                                                       \
    step(6);                                                                                       \
    step(7);                                                                                       \
  } while (0)
#else
#define ASCON_EACH_BYTE(step)                                                                      \
  for (uint8_t j = 0; j < 8; j++) step(j)
#endif

/* SP 800-232, section 3.4, for one word: x ^ ror(x, a) ^ ror(x, b), in place by way of a copy. */
INLINED void diffuse(uint8_t x[8], uint8_t a, uint8_t b) {
  uint8_t old[8];
/* One step for byte j, for ASCON_EACH_BYTE. */
#define ASCON_COPY(j) old[j] = x[j]
#define ASCON_DIFFUSE(j) x[j] = (uint8_t)(old[j] ^ rotated(old, j, a) ^ rotated(old, j, b))
  ASCON_EACH_BYTE(ASCON_COPY);
  ASCON_EACH_BYTE(ASCON_DIFFUSE);
#undef ASCON_COPY
#undef ASCON_DIFFUSE
}

/* A round of section 3. The S-box works on byte j of all five words at a time. Out of line, as it
   is the whole loop of permute(). */
MODULAR OUTLINED void one_round(state *s, unsigned left, unsigned rounds) {
  (void)rounds;
  uint8_t *x = s->w8;
  x[16] = (uint8_t)(x[16] ^ ASCON_ROUND_CONSTANT(left));
/* SP 800-232, section 3.3, on the eight columns that byte j of each word has. */
#define ASCON_SUBSTITUTE(j)                                                                        \
  ASCON_SUBSTITUTION(uint8_t, x[j], x[8 + j], x[16 + j], x[24 + j], x[32 + j])
  ASCON_EACH_BYTE(ASCON_SUBSTITUTE);
#undef ASCON_SUBSTITUTE
  diffuse(x, 19, 28);
  diffuse(x + 8, 61, 39);
  diffuse(x + 16, 1, 6);
  diffuse(x + 24, 10, 17);
  diffuse(x + 32, 7, 41);
}

/* A loop: the state is in memory, so that block loops would gain nothing by inlining it. */
OUTLINED void permute(state *s, unsigned rounds) {
  for (unsigned left = rounds; left != 0; left--) one_round(s, left, rounds);
}

/* No block functions: a block is one call for its bytes, and one of the permutation. */
#include "../../state/strings.h"

#endif
