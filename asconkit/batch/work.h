/* A batch as the engines see it: messages by number, whether they came as jobs or as columns. Made
   by batch.c, shared by the threads of a pool (pool.c), worked off by the engines.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_WORK_H
#define ASCON_BATCH_WORK_H

#include "../ascon_batch.h"
#include "../platform/atomic.h"
#include "../modes/calls.h"

struct ascon_engine;

/* Messages that a thread may claim at once: enough that those of random lengths find others of
   about the same length. */
enum { BATCH_WINDOW = 4096 };

/* Shared by the threads of one call. Either jobs or columns; the pointers of the other kind of
   algorithm are NULL. */
typedef struct batch_work {
  const ascon_algorithm *algorithm;
  const params *p;
  const struct ascon_engine *engine;
  operation op; /* AEAD: OP_ENCRYPT or OP_DECRYPT */
  int verify;   /* MAC: outputs are compared, not written */
  size_t count;
  size_t grain; /* messages that a thread claims at once, at most BATCH_WINDOW */
  int alone;    /* 1: one thread has all of them */
  ascon_aead_job *aead_jobs;
  ascon_sponge_job *sponge_jobs;
  const ascon_aead_columns *aead_columns;
  const ascon_sponge_columns *sponge_columns;
  uint8_t *results; /* of columns; may be NULL */
  size_t tag_bytes;
  const uint8_t *secret; /* key of the call, or customization string */
  size_t secret_bytes;
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

/* The result of message i, where it is asked for; remembers the first failure for run() in batch.c.
 */
INLINED void batch_set_result(batch_worker *worker, size_t i, ascon_result result) {
  batch_work *work = worker->work;
  if (work->aead_jobs) work->aead_jobs[i].result = result;
  else if (work->sponge_jobs) work->sponge_jobs[i].result = result;
  else if (work->results) work->results[i] = (uint8_t)result;
  if (result == ASCON_OK || i > worker->failed) return;
  worker->failed = i;
  worker->result = result;
}

/* Row i of a column, whose stride has been checked if there is a row to look at. */
INLINED const uint8_t *batch_row(const uint8_t *base, size_t bytes, size_t stride, size_t i) {
  return bytes && i ? base + stride * i : base;
}
INLINED uint8_t *batch_output_row(uint8_t *base, size_t bytes, size_t stride, size_t i) {
  return bytes && i ? base + stride * i : base;
}

/* The arguments of message i, as a single call would have them. */
INLINED aead_call batch_aead(const batch_work *work, size_t i) {
  aead_call call;
  if (work->aead_jobs) {
    const ascon_aead_job *job = &work->aead_jobs[i];
    call = (aead_call){job->out,      job->in,         job->text_bytes,
                       job->tag,      work->tag_bytes, job->ad,
                       job->ad_bytes, job->nonce,      job->key ? job->key : work->secret};
  } else {
    const ascon_aead_columns *c = work->aead_columns;
    const size_t text = c->text_bytes, keys = work->algorithm->key_bytes;
    call = (aead_call){batch_output_row(c->out, text, c->out_stride, i),
                       batch_row(c->in, text, c->in_stride, i),
                       text,
                       batch_output_row(c->tag, c->tag_bytes, c->tag_stride, i),
                       c->tag_bytes,
                       batch_row(c->ad, c->ad_bytes, c->ad_stride, i),
                       c->ad_bytes,
                       batch_row(c->nonce, work->algorithm->nonce_bytes, c->nonce_stride, i),
                       batch_row(c->key, keys, c->key_stride, i)};
  }
  return call;
}

/* A MAC, a PRF or PrfShort, rather than a hash or an XOF. */
INLINED int batch_is_keyed(const batch_work *work) { return work->p->key_length != 0; }

/* The same for the other kinds. The prefix is the key of the message or that of the call, or the
   customization string. */
INLINED sponge_call batch_sponge(const batch_work *work, size_t i) {
  sponge_call call = {.prefix = work->secret, .prefix_length = work->secret_bytes};
  if (work->sponge_jobs) {
    const ascon_sponge_job *job = &work->sponge_jobs[i];
    call.out = job->out, call.out_length = job->out_bytes;
    call.in = job->in, call.length = job->bytes;
    if (batch_is_keyed(work) && job->key) call.prefix = job->key;
  } else {
    const ascon_sponge_columns *c = work->sponge_columns;
    call.out = batch_output_row(c->out, c->out_bytes, c->out_stride, i);
    call.out_length = c->out_bytes;
    call.in = batch_row(c->in, c->bytes, c->in_stride, i), call.length = c->bytes;
    if (batch_is_keyed(work))
      call.prefix = batch_row(c->key, work->p->key_length, c->key_stride, i);
  }
  return call;
}

/* The checks of one message. Columns have passed theirs as a whole. */
INLINED ascon_result batch_check_aead(const batch_work *work, const aead_call *call) {
  return work->aead_jobs ? check_aead_pointers(call) : ASCON_OK;
}

/* The same for the other kinds. The output of a hash and of a MAC has the length that the algorithm
   says. */
INLINED ascon_result batch_check_sponge(const batch_work *work, const sponge_call *call) {
  const params *p = work->p;
  if (!work->sponge_jobs) return ASCON_OK;
  RETURN_IF_ERROR(check_sponge_pointers(call));
  if (batch_is_keyed(work) && !call->prefix) return ASCON_ERR_NULL;
  if (p->kind == ASCON_KIND_PRFSHORT) return check_prfshort_lengths(p, call);
  return p->output_length && call->out_length != p->output_length ? ASCON_ERR_RANGE : ASCON_OK;
}

/* The next claimed message whose arguments are valid; the others get their errors. 0: no more of
   the claimed ones. */
INLINED int batch_next_aead(batch_worker *worker, size_t *i, aead_call *call) {
  while (worker->begin < worker->end) {
    *i = worker->begin++;
    *call = batch_aead(worker->work, *i);
    ascon_result result = batch_check_aead(worker->work, call);
    if (result == ASCON_OK) return 1;
    batch_set_result(worker, *i, result);
  }
  return 0;
}

/* The same for the other kinds. */
INLINED int batch_next_sponge(batch_worker *worker, size_t *i, sponge_call *call) {
  while (worker->begin < worker->end) {
    *i = worker->begin++;
    *call = batch_sponge(worker->work, *i);
    ascon_result result = batch_check_sponge(worker->work, call);
    if (result == ASCON_OK) return 1;
    batch_set_result(worker, *i, result);
  }
  return 0;
}

/* ---- Engines -------------------------------------------------------------------------------- */

typedef struct ascon_engine {
  const char *name;
  size_t lanes;
  int preference;                      /* of those that suit the batch, the highest is taken */
  size_t min_batch;                    /* messages from which on it is the fastest one */
  int (*available)(unsigned features); /* ascon_cpu_features() it can run on */
  void (*aead)(batch_worker *worker);  /* until there are no more messages */
  void (*sponge)(batch_worker *worker);
} ascon_engine;

/* batch.c: the engine for `count` messages on a processor with these features, if none is forced.
 */
const ascon_engine *ascon_batch_choose(unsigned available, size_t count);

INLINED batch_worker batch_new_worker(batch_work *work) {
  return (batch_worker){.work = work, .failed = work->count, .result = ASCON_OK};
}

/* This thread's part of the batch: until there is no message left to claim. */
INLINED void batch_work_off(batch_worker *worker) {
  const batch_work *work = worker->work;
  if (work->algorithm->kind == ASCON_KIND_AEAD) work->engine->aead(worker);
  else work->engine->sponge(worker);
}

#endif
