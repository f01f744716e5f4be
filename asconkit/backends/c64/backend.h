/* c64: 64-bit words, for 64-bit processors. SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 36 operations, and about 10 cycles on recent x86-64 processors with gcc and with
   clang. Three things make it so:
   - The 15-operation S-box of src/substitution.h without its complement: the linear layer xors
   three words, so the complement of x2 passes through it and is undone by the next constant.
   - x2 already holds the constant of the coming round (reg_enter), so that it is never waited for.
   - The order of the linear layer (linear below). */
#ifndef ASCON_C64_BACKEND_H
#define ASCON_C64_BACKEND_H

#include "../../src/platform.h"

/* What gcc and clang use, 216 bytes where registers have 64 bits and 544 where half of the words
   are on the stack, and as much again to be safe. */
#ifndef ASCON_STACK_BYTES
#if UINTPTR_MAX > 0xffffffff
#define ASCON_STACK_BYTES 384
#else
#define ASCON_STACK_BYTES 1024
#endif
#endif

#include "../../src/lanes64.h"

/* Makes the compiler compute the value at this place: no instruction. With it, (ror(y) ^ y) ^
   ror(y) stays in that order, three operations deep; clang does not gather words into vector
   registers; and the constant is not moved to the end. Where rotation and xor are one instruction
   (AArch64) it would only separate them. */
#if defined(__GNUC__) && defined(__x86_64__)
#define ASCON_BARRIER(value) __asm__("" : "+r"(value))
#else
#define ASCON_BARRIER(value) ((void)(value))
#endif

ASCON_INLINE uint64_t rotate_right(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

/* y ^ ror(y, p) ^ ror(y, q); `plain` is y, or y with something xored in. */
ASCON_INLINE uint64_t linear_with(uint64_t plain, uint64_t y, unsigned p, unsigned q) {
  uint64_t t = rotate_right(y, p);
  ASCON_BARRIER(t);
  t = (t ^ plain) ^ rotate_right(y, q);
  ASCON_BARRIER(t);
  return t;
}

ASCON_INLINE uint64_t linear(uint64_t y, unsigned p, unsigned q) { return linear_with(y, y, p, q); }

#define ASCON_HAVE_REG_ENTER 1
ASCON_INLINE void reg_enter(ascon_reg *s, unsigned first_constant) { s->w64[2] ^= first_constant; }

/* `next` is the constant of the coming round, 0 after the last one. */
ASCON_INLINE void reg_round(ascon_reg *s, unsigned next) {
  const uint64_t x0 = s->w64[0], x1 = s->w64[1], x2 = s->w64[2], x3 = s->w64[3], x4 = s->w64[4];
  const uint64_t g = x1 ^ x2, e = x3 ^ x4, a = x0 ^ x4;
  /* y0, the deepest, comes last here and below */
  const uint64_t y4 = (x1 & ~a) ^ e;
  const uint64_t y2 = (x4 & e) ^ g; /* complemented */
  const uint64_t y1 = (g | (x1 ^ x3)) ^ a;
  const uint64_t y3 = (x0 | e) ^ g;
  const uint64_t y0 = ((a ^ g) | x1) ^ e;
  uint64_t y2_next = y2 ^ ~(uint64_t)next;
  ASCON_BARRIER(y2_next);
  s->w64[2] = linear_with(y2_next, y2, 1, 6);
  s->w64[4] = linear(y4, 7, 41);
  s->w64[3] = linear(y3, 10, 17);
  s->w64[1] = linear(y1, 61, 39);
  s->w64[0] = linear(y0, 19, 28);
}

/* Word by word: copied as a whole, gcc moves 16 bytes at a time through memory, and the loads wait
   for stores of another size. */
#define ASCON_HAVE_REG_COPY 1
ASCON_INLINE void reg_copy(ascon_reg *to, const ascon_reg *from) { reg_init(to, from->w64); }

#define ASCON_HAVE_REG_ROUNDS 1
#include "../../src/rounds.h"

ASCON_NOINLINE void reg_permute(ascon_reg *s, unsigned rounds) {
  ascon_reg local;
  reg_copy(&local, s);
  reg_rounds(&local, rounds);
  reg_copy(s, &local);
}

#endif
