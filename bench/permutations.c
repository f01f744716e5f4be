/* The permutations of a call, counted from its lengths, and run alone; see the header. In C, as it
   includes a private header of the library.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "permutations.h"

#include "../asconkit/ascon_permutation.h"
#include "../asconkit/core/platform/compiler.h"
#if ASCON_DIRECT
#include "../asconkit/core/state/params.h"
#else
#include "../asconkit/core/api/dispatched.h"
#endif

/* Blocks of a padded input: the last one has fewer bytes than the rate, possibly none. */
static size_t padded(size_t bytes, size_t rate) { return bytes / rate + 1; }

/* Ascon-p[a] begins and ends every call; one that the table has the result of is a constant.
   Ascon-p[b] runs between two blocks. */
permutations permutations_of(const ascon_algorithm *algorithm, size_t in, size_t out,
                             size_t extra) {
  const ascon_params *p = algorithm->params;
  permutations needed = {p->rounds_a, p->rounds_b, 2, 0, p->initial ? 1 : 0};
  if (p->kind == ASCON_KIND_PRFSHORT) {
    needed.a_calls = 1;
    return needed;
  }
  needed.a_calls -= needed.constants;
  needed.b_calls = padded(in, p->rate) - 1;
  if (p->kind == ASCON_KIND_AEAD) {
    if (extra) needed.b_calls += padded(extra, p->rate);
    return needed;
  }
  if (p->kind == ASCON_KIND_CXOF) needed.b_calls += 1 + padded(extra, p->rate);
  if (out) needed.b_calls += (out - 1) / p->squeeze_rate;
  return needed;
}

size_t specified_rounds(const permutations *needed) {
  return needed->a * (needed->a_calls + needed->constants) + needed->b * needed->b_calls;
}

static void permute(ascon_state *state, unsigned rounds) {
#if ASCON_DIRECT
  (void)ascon_permutation_apply(state, rounds);
#else
  stored_permute_row[state->backend](&state->words, rounds);
#endif
}

void run_permutations(ascon_state *state, const permutations *needed) {
  size_t last = needed->a_calls ? 1 : 0;
  for (size_t i = last; i < needed->a_calls; i++) permute(state, needed->a);
  for (size_t i = 0; i < needed->b_calls; i++) permute(state, needed->b);
  if (last) permute(state, needed->a);
}

const char *c_compiler(void) {
#if defined(__clang__)
  return __VERSION__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown";
#endif
}
