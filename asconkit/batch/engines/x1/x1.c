/* x1: a loop over the single calls, for processors without an engine of their own and for batches
   too small for lanes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../work.h"

/* The string of the next message. */
MODULAR INLINED uint8_t *next_string(const uint8_t *string, const ascon_column *c) {
  return (uint8_t *)((uintptr_t)string + c->stride);
}

/* Columns whose strings are at equal distances: the next message is a stride further. To look each
   one up by its number takes a third of a call of PrfShort (Zen 4). */
INLINED void run_regular(batch_worker *worker) {
  const ascon_columns *c = worker->work->columns;
  ascon_message m;
  set_column_message(&m, c, worker->begin);
  for (size_t i = worker->begin; i < worker->end; i++) {
    run_message(worker, i, &m);
    m.in = next_string(m.in, &c->in), m.out = next_string(m.out, &c->out);
    m.tag = next_string(m.tag, &c->tag), m.ad = next_string(m.ad, &c->ad);
    m.nonce = next_string(m.nonce, &c->nonce), m.key = next_string(m.key, &c->key);
  }
}

/* The single call checks messages of an array. Those of columns are checked before it, so that all
   engines find the faults of a message in the same order. */
INLINED void run_any(batch_worker *worker) {
  ascon_message room;
  for (size_t i = worker->begin; i < worker->end; i++) {
    const ascon_message *m = batch_message(worker->work, i, &room);
    const ascon_result result = worker->work->columns ? batch_check(worker->work, m) : ASCON_OK;
    if (result == ASCON_OK) run_message(worker, i, m);
    else batch_set_result(worker, i, result);
  }
}

/* Message by message. */
static void run(batch_worker *worker) {
  while (batch_claim(worker)) {
    if (worker->work->regular) run_regular(worker);
    else run_any(worker);
  }
}

const ascon_engine ascon_engine_x1 = {
    .choice = {.name = "x1", .preference = 0},
    .lanes = 1,
    .run = run,
};
