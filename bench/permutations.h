/* The permutations that a call needs, from which ascon-bench computes rounds and the cost of the
   bare permutation.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "../asconkit/ascon_any.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Ascon-p[a] at the start and at the end, Ascon-p[b] between the blocks. */
typedef struct permutations {
  unsigned a, b;
  size_t a_calls, b_calls;
  size_t constants; /* p[a] that the specification has and this build keeps as a constant */
} permutations;

/* Those of one call with `in` bytes of message, `out` bytes of output (AEAD: not counted) and
   `extra` bytes of associated data or customization. */
permutations permutations_of(const ascon_algorithm *algorithm, size_t in, size_t out, size_t extra);

/* Rounds that the specification has for the same call. */
size_t specified_rounds(const permutations *needed);

/* Executes them, each on the result of the one before, the state in memory. */
void run_permutations(ascon_state *state, const permutations *needed);

/* The compiler of this file, hence of the library. */
const char *c_compiler(void);

#ifdef __cplusplus
}
#endif
