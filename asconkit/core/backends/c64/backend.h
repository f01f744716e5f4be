/* c64: 64-bit words in C, for 64-bit processors without a backend of their own, and for x86-64
   before BMI2. A round takes 37 operations. c64_bmi includes this file with an order of
   its own and STRINGS_IN_MODES. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_C64_BACKEND_H
#define ASCON_C64_BACKEND_H

#include "../../platform/compiler.h"

/* What gcc and clang use, 216 bytes on x86-64, 440 on RV64 and 1450 where half of the words are on
   the stack, and some more to be safe. */
#ifndef ASCON_STACK_BYTES
#if defined(__x86_64__)
#define ASCON_STACK_BYTES 384
#elif UINTPTR_MAX > 0xffffffff
#define ASCON_STACK_BYTES ASCON_STACK_OF_C
#else
#define ASCON_STACK_BYTES 2048
#endif
#endif

/* Parts of a word do not go through memory: on Zen 4, AEAD128 of 1 to 15 bytes would take 5 to 14 %
   more time. In order to save code and stack, other backends let them. */
#define HAVE_WORD_PARTS 1
#include "../../state/words64.h"

/* A whole message is one function, with the state in registers. With string functions that
   algorithms share, AEAD128 of 16 bytes takes 1.23 of the time, and the code with all algorithms is
   100 kB less: so it is where this backend is one of several, for processors before BMI2. */
#if defined(__x86_64__) && ASCON_DIRECT && !defined(STRINGS_IN_MODES)
#define STRINGS_IN_MODES 1
#endif

/* The round of c64 and c64_bmi: 36 operations with BMI, 37 without, in the order of ROUND_ORDER.
   docs/scheduling.md explains where that comes from.

   A generated file: the operations, as LET(name, value) each. c64_bmi has another. */
#ifndef ROUND_ORDER
#define ROUND_ORDER "round_order.inc"
#endif

/* A value that the compiler computes at this place, without any instruction for that: it keeps the
   order. On Zen 4, a round then takes 9.0 cycles, the limit of four operations a cycle, where
   compilers on their own reach 10.2. Where rotation and xor are one instruction (AArch64) it would
   only separate them. */
#if defined(__x86_64__)
#define LET(name, value)                                                                           \
  uint64_t name = (value);                                                                         \
  HIDE_VALUE(name)
#else
#define LET(name, value) uint64_t name = (value)
#endif

/* SP 800-232, sections 3.2 to 3.4. x: input; c: word 2 with the constant; y: after the S-box, of
   which y2 is complemented; r and t: y rotated; m: y and r; z: output. The S-box is that of
   core/state/substitution.h, where g, e and a are the same. The linear layer xors three words, so
   that the complement of y2 passes through it: between rounds word 2 is complemented, and constants
   are. */
MODULAR INLINED void one_round(state *s, unsigned left, unsigned rounds) {
  const uint64_t x0 = s->w64[0], x1 = s->w64[1], x2 = s->w64[2], x3 = s->w64[3], x4 = s->w64[4];
  const uint64_t constant = ~(uint64_t)ASCON_ROUND_CONSTANT(left);
  (void)rounds;
#include ROUND_ORDER
  s->w64[0] = z0, s->w64[1] = z1, s->w64[2] = z2, s->w64[3] = z3, s->w64[4] = z4;
}

#define HAVE_FORM_OF_ROUNDS 1
INLINED void change_form(state *s, unsigned rounds) {
  s->w64[2] = ~s->w64[2];
  (void)rounds;
}

#include "../../state/rounds.h"

/* One copy of the permutation, in registers while it runs. With STRINGS_IN_MODES only calls in
   pieces use it, whose numbers of rounds are variables. */
#ifdef STRINGS_IN_MODES
OUTLINED void permute_outlined(state *s, unsigned rounds) {
#else
OUTLINED void permute(state *s, unsigned rounds) {
#endif
  state local;
  state_copy(&local, s);
  permute_inlined(&local, rounds);
  state_copy(s, &local);
}

#ifdef STRINGS_IN_MODES
INLINED void permute(state *s, unsigned rounds) {
  if (KNOWN(rounds) && !ASCON_COMPACT) permute_inlined(s, rounds);
  else permute_outlined(s, rounds);
}
#endif

#define BLOCKS_IN_C 1
#include "../../state/strings.h"

#endif
