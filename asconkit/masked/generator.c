/* Random words from a seed: ascon_masked.h says how, and for whom it is not. A PRF in pieces, by
   its public calls: its message is empty, and its output goes on for ever. It is computed outside
   shares, so that who measures it learns the random words.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_masked.h"
#include "../core/platform/process.h"

/* The seed is the PRF's key. */
enum { SEED_BYTES = 16 };

ascon_result ascon_masked_generator_init(ascon_masked_generator *generator, const uint8_t *seed) {
  if (!generator) return ASCON_ERR_NULL;
  const ascon_result result =
      ascon_any_sponge_init(&generator->prf, &ascon_algorithm_v13_prf, seed, SEED_BYTES);
  if (result == ASCON_OK) generator->process = ascon_process_number();
  return result;
}

/* Has the form of ascon_masked_setup's words(). It fails for a generator that was never begun, and
   for one that was copied by a fork: parent and child would have the same words. */
int ascon_masked_generator_words(void *generator, uint32_t *out, size_t count) {
  ascon_masked_generator *g = (ascon_masked_generator *)generator;
  return g->process == ascon_process_number() &&
         ascon_any_sponge_squeeze(&g->prf, (uint8_t *)out, count * sizeof *out) == ASCON_OK;
}
