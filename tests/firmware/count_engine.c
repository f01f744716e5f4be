/* The permutation between two marks, with the number of rounds that the command line gives: of a
   family of vector engines (-DPROVE_HEADER and -DREGISTERS as in proofs/prove/engine.c), or of the
   library's backend. For tools/engine_counts.py.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdlib.h>

#ifdef PROVE_HEADER
#include "proofs/prove/engine.c"

static stored_lanes states;
static void begin(void) {}
static void run(unsigned rounds) { ascon_prove_lanes(&states, rounds); }
#else
#include "asconkit/ascon_permutation.h"

static ascon_state states;
static void begin(void) { (void)ascon_permutation_init(&states, NULL); }
static void run(unsigned rounds) { (void)ascon_permutation_apply(&states, rounds); }
#endif

__attribute__((noinline)) void mark(void);
void mark(void) { __asm__ __volatile__("" ::: "memory"); }

int main(int argc, char **argv) {
  const unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  begin();
  mark();
  run(rounds);
  mark();
  return 0;
}
