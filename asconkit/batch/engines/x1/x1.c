/* x1: a loop over the single calls, for processors without an engine of their own and for batches
   too small for lanes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../single.h"

static int available_always(unsigned features) {
  (void)features;
  return 1;
}

/* Message by message, by the public calls, whose checks have passed already. */
static void run_aead(batch_worker *worker) {
  aead_call call;
  size_t i;
  while (batch_claim(worker))
    while (batch_next_aead(worker, &i, &call))
      batch_set_result(worker, i, single_aead(worker->work, &call));
}

static void run_sponge(batch_worker *worker) {
  sponge_call call;
  size_t i;
  while (batch_claim(worker))
    while (batch_next_sponge(worker, &i, &call))
      batch_set_result(worker, i, single_sponge(worker->work, &call));
}

const ascon_engine ascon_engine_x1 = {
    .name = "x1",
    .lanes = 1,
    .preference = 0,
    .min_batch = 0,
    .available = available_always,
    .aead = run_aead,
    .sponge = run_sponge,
};
