/* The permutation out of three functions on one register of each word. Included at the end of the
   families whose vectors have a fixed length, after these functions.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINES_ROUNDS_H
#define ASCON_ENGINES_ROUNDS_H

#include "alone.h"

#include "contract.h"

/* NOLINTBEGIN(readability-redundant-declaration): as in contract.h. */

/* Before the first round, whose constant is given; from there to vector_end() the state has
   whatever form the engine wants. */
INLINED void vector_begin(lane_vector x[5], uint64_t constant);
/* One round. constants[0] is its own, constants[1] that of the next one, or of 0 after the last; in
   the form that VECTOR_CONSTANT(constant) gives, where the engine defines that. */
INLINED void vector_round(lane_vector x[5], const uint64_t *constants);
INLINED void vector_end(lane_vector x[5]);

/* NOLINTEND(readability-redundant-declaration) */

#ifndef VECTOR_CONSTANT
#define VECTOR_CONSTANT(constant) (constant)
#endif

/* SP 800-232, section 3. A loop, one round of all registers in each turn: the code of all modes
   stays small, and the loop's two scalar operations are free beside those on vectors. */
INLINED void lanes_permute(lane_vector s[REGISTERS][5], unsigned rounds, int n) {
  static const uint64_t constants[13] = {
      VECTOR_CONSTANT(0xf0), VECTOR_CONSTANT(0xe1), VECTOR_CONSTANT(0xd2), VECTOR_CONSTANT(0xc3),
      VECTOR_CONSTANT(0xb4), VECTOR_CONSTANT(0xa5), VECTOR_CONSTANT(0x96), VECTOR_CONSTANT(0x87),
      VECTOR_CONSTANT(0x78), VECTOR_CONSTANT(0x69), VECTOR_CONSTANT(0x5a), VECTOR_CONSTANT(0x4b),
      VECTOR_CONSTANT(0)};
  const unsigned first = 12 - rounds;
  EACH_REGISTER(r, n) vector_begin(s[r], 0xf0 - 0x0f * first);
#pragma GCC unroll 1
  for (size_t i = first; i < 12; i++) EACH_REGISTER(r, n) vector_round(s[r], constants + i);
  EACH_REGISTER(r, n) vector_end(s[r]);
}

#endif
