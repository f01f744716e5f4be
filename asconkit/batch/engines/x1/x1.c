/* x1: a loop over the single calls, for processors without an engine of their own and for batches
   too small for lanes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../work.h"

static int available_always(unsigned features) {
  (void)features;
  return 1;
}

/* Message by message, by the single call. It checks each one again, but not where strings of
   columns lie. */
static void run(batch_worker *worker) {
  const ascon_message *m;
  ascon_message room;
  size_t i;
  while (batch_claim(worker))
    while ((m = batch_next(worker, &i, &room))) run_message(worker, i, m);
}

const ascon_engine ascon_engine_x1 = {
    .name = "x1",
    .lanes = 1,
    .preference = 0,
    .min_batch = 0,
    .available = available_always,
    .run = run,
};
