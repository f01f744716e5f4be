/* A batch as the engines see it: messages by number, whether they came as an array or as columns.
   Made by batch.c, shared by the threads of a pool (pool.c), worked off by the engines.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_WORK_H
#define ASCON_BATCH_WORK_H

#include "columns.h"
#include "../core/platform/choice.h"
#include "../core/modes/calls.h"

struct ascon_engine;

/* Messages that a thread may claim at once: enough that those of random lengths find others of
   about the same length. */
enum { BATCH_WINDOW = 4096 };

/* Shared by the threads of one call. */
typedef struct batch_work {
  const ascon_algorithm *algorithm;
  const params *p;
  const struct ascon_engine *engine;
  ascon_operation op;
  size_t count;
  size_t grain;            /* messages that a thread claims at once, at most BATCH_WINDOW */
  int alone;               /* 1: one thread has all of them */
  ascon_message *messages; /* or NULL, and columns */
  const ascon_columns *columns;
  int regular;      /* columns without offsets and lengths, which have been checked as a whole */
  uint8_t *results; /* of columns; may be NULL */
  /* The first message that nobody has claimed; what is above is only read. */
  _Alignas(64) ASCON_ATOMIC size_t next;
} batch_work;

/* One thread's part. */
typedef struct batch_worker {
  _Alignas(64) batch_work *work; /* a cache line for each: they change with every message */
  size_t begin, end;             /* claimed and not yet begun */
  size_t failed;                 /* the first message that failed here; work->count if none did */
  ascon_result result;
} batch_worker;

/* Messages are claimed many at a time, so that threads rarely meet. 0: there are no more. */
INLINED int batch_claim(batch_worker *worker) {
  batch_work *work = worker->work;
  /* A look first: the counter must not run away and wrap. */
  if (ASCON_LOAD(work->next) >= work->count) return 0;
  /* An atomic addition takes some 20 cycles, of 1000 for two short messages. */
  if (work->alone) {
    worker->begin = ASCON_LOAD(work->next);
    ASCON_STORE(work->next, worker->begin + work->grain);
  } else {
    worker->begin = ASCON_FETCH_ADD(work->next, work->grain);
  }
  if (worker->begin >= work->count) {
    worker->begin = worker->end = 0;
    return 0;
  }
  worker->end = worker->begin + smaller(work->grain, work->count - worker->begin);
  return 1;
}

/* The result of message i, where it is asked for; run() in batch.c gets the first failure. */
INLINED void batch_set_result(batch_worker *worker, size_t i, ascon_result result) {
  batch_work *work = worker->work;
  if (work->messages) work->messages[i].result = result;
  else if (work->results) work->results[i] = (uint8_t)result;
  if (result == ASCON_OK || i > worker->failed) return;
  worker->failed = i;
  worker->result = result;
}

/* Message i by the library's single call, which checks it: what x1 does with all messages, and the
   other engines with one that has no others to share lanes with. */
INLINED void run_message(batch_worker *worker, size_t i, const ascon_message *m) {
  const batch_work *work = worker->work;
  batch_set_result(worker, i, ascon_any_run(work->algorithm, work->op, m));
}

/* String i of a column. As an integer: a stride of strings that are all empty may wrap around. */
MODULAR INLINED uint8_t *column_at(const ascon_column *c, size_t i) {
  return c->data ? (uint8_t *)((uintptr_t)c->data + column_place(c, i)) : NULL;
}

/* A MAC, a PRF or PrfShort, rather than a hash or an XOF. */
INLINED int batch_is_keyed(const batch_work *work) { return work->p->key_length != 0; }

/* Message i of columns. */
INLINED void set_column_message(ascon_message *m, const ascon_columns *c, size_t i) {
  *m = (ascon_message){.out = column_at(&c->out, i),
                       .in = column_at(&c->in, i),
                       .length = column_length(&c->in, i),
                       .tag = column_at(&c->tag, i),
                       .tag_length = c->tag.length,
                       .ad = column_at(&c->ad, i),
                       .ad_length = column_length(&c->ad, i),
                       .nonce = column_at(&c->nonce, i),
                       .key = column_at(&c->key, i),
                       .out_length = column_length(&c->out, i)};
}

/* Message i, whether it came in an array or in columns; `room` is for one of columns. */
INLINED const ascon_message *batch_message(const batch_work *work, size_t i, ascon_message *room) {
  if (work->messages) return &work->messages[i];
  set_column_message(room, work->columns, i);
  return room;
}

/* Where the output goes: a MAC's is a tag. */
INLINED const ascon_column *output_column(const params *p, const ascon_columns *c) {
  return p->kind == ASCON_KIND_MAC ? &c->tag : &c->out;
}

/* The string of a message is in the memory of its column. */
MODULAR INLINED int column_has_string(const ascon_column *c, const uint8_t *string, size_t length) {
  return !string || column_has(c, (size_t)((uintptr_t)string - (uintptr_t)c->data), length);
}

/* Columns at equal distances have passed their check as a whole, and strings of an array have no
   column. A string that is missing is found by the checks of the message. */
INLINED ascon_result batch_check_columns(const batch_work *work, const ascon_message *m) {
  const params *p = work->p;
  const ascon_columns *c = work->columns;
  if (!c || work->regular) return ASCON_OK;
  return column_has_string(&c->in, m->in, m->length) &&
                 column_has_string(&c->ad, m->ad, m->ad_length) &&
                 (p->kind == ASCON_KIND_AEAD
                      ? column_has_string(&c->out, m->out, m->length)
                      : column_has_string(output_column(p, c), output_of(p, m),
                                          output_length_of(p, m)))
             ? ASCON_OK
             : ASCON_ERR_RANGE;
}

/* All checks of a message that a vector engine puts into a lane: its kernels make none. */
INLINED ascon_result batch_check(const batch_work *work, const ascon_message *m) {
  const params *p = work->p;
  if (work->regular) return ASCON_OK;
  RETURN_IF_ERROR(p->kind == ASCON_KIND_AEAD ? check_aead(p, m) : check_sponge(p, m));
  return batch_check_columns(work, m);
}

/* The next claimed message whose arguments are valid; the others get their errors. NULL: no more of
   the claimed ones. */
INLINED const ascon_message *batch_next(batch_worker *worker, size_t *i, ascon_message *room) {
  while (worker->begin < worker->end) {
    *i = worker->begin++;
    const ascon_message *m = batch_message(worker->work, *i, room);
    ascon_result result = batch_check(worker->work, m);
    if (result == ASCON_OK) return m;
    batch_set_result(worker, *i, result);
  }
  return NULL;
}

/* ---- Engines -------------------------------------------------------------------------------- */

typedef struct ascon_engine {
  candidate choice; /* by which it is chosen; min_batch: messages from which on it is the fastest */
  size_t lanes;
  size_t least_prfshort;             /* min_batch for PrfShort, which has one permutation */
  void (*run)(batch_worker *worker); /* until there are no more messages */
} ascon_engine;

/* batch.c: the compiled-in engines. */
const candidate *ascon_batch_engine_candidate(size_t index);

INLINED batch_worker batch_new_worker(batch_work *work) {
  return (batch_worker){.work = work, .failed = work->count, .result = ASCON_OK};
}

/* This thread's part of the batch: until there is no message left to claim. */
INLINED void batch_work_off(batch_worker *worker) { worker->work->engine->run(worker); }

#endif
