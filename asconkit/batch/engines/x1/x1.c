/* x1: a loop over the single calls, for processors without an engine of their own and for batches
   too small for lanes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../work.h"

/* Message by message. The single call checks those of an array. Those of columns are checked before
   it, so that all engines find the faults of a message in the same order. */
static void run(batch_worker *worker) {
  ascon_message room;
  while (batch_claim(worker)) {
    for (size_t i = worker->begin; i < worker->end; i++) {
      const ascon_message *m = batch_message(worker->work, i, &room);
      const ascon_result result = worker->work->columns ? batch_check(worker->work, m) : ASCON_OK;
      if (result == ASCON_OK) run_message(worker, i, m);
      else batch_set_result(worker, i, result);
    }
  }
}

const ascon_engine ascon_engine_x1 = {
    .name = "x1",
    .lanes = 1,
    .preference = 0,
    .min_batch = 0,
    .run = run,
};
