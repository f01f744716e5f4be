/* The public calls of ascon_batch.h: checks of the whole batch, choice of the engine, whether a
   pool gets it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../platform/cpu.h"
#include "../platform/environment.h"
#include "../platform/names.h"
#include "engines/list.h"
#include "pool.h"

/* ---- Engines -------------------------------------------------------------------------------- */

/* What the caller or the environment wants; `any`: the best one for the batch's size; NULL: nobody
   has said anything yet. */
static const ascon_engine any;
static const ascon_engine *ASCON_ATOMIC wanted;

/* Asked once: where a hypervisor answers, the question takes thousands of cycles. The highest bit
   says that it has been asked. */
static ASCON_ATOMIC unsigned features_found;

static unsigned features(void) {
  const unsigned known = ~(~0u >> 1);
  unsigned now = ASCON_LOAD(features_found);
  if (!now) {
    now = ascon_cpu_features() | known;
    ASCON_STORE(features_found, now);
  }
  return now & ~known;
}

static int has_all(unsigned available, unsigned needed) { return (needed & ~available) == 0; }

/* By its name, whether this processor has it or not. */
static const ascon_engine *find_engine(const char *name) {
  for (size_t i = 0; name && engines[i]; i++)
    if (same_name(name, engines[i]->name)) return engines[i];
  return NULL;
}

/* NULL too if the processor cannot run it. */
static const ascon_engine *find_available(const char *name) {
  const ascon_engine *engine = find_engine(name);
  return engine && has_all(features(), engine->needs) ? engine : NULL;
}

/* What the environment says. A name that is unknown or cannot be run counts as none: a program
   must not fail because of a variable that was meant for another computer. */
static const ascon_engine *first_wish(void) {
  const ascon_engine *engine = find_available(ascon_environment("ASCON_BATCH_ENGINE"));
  return engine ? engine : &any;
}

/* What another thread has forced meanwhile stays. */
static const ascon_engine *wish(void) {
  const ascon_engine *theirs = ASCON_LOAD(wanted);
  if (theirs) return theirs;
  const ascon_engine *mine = first_wish();
  return ASCON_COMPARE_EXCHANGE(wanted, &theirs, mine) ? mine : theirs;
}

/* As of backends: no preference reaches 100. */
int ascon_batch_rank(const ascon_engine *engine, unsigned available) {
  return engine->preference + ((engine->first_with & available) != 0 ? 100 : 0);
}

/* The best engine for `count` messages on a processor with these features. Below min_batch an
   engine's lanes would be empty too often; x1 serves every count and every processor. */
const ascon_engine *ascon_batch_choose(unsigned available, size_t count) {
  const ascon_engine *best = NULL;
  for (size_t i = 0; engines[i]; i++) {
    const ascon_engine *engine = engines[i];
    if (has_all(available, engine->needs) && count >= engine->min_batch &&
        (!best || ascon_batch_rank(engine, available) > ascon_batch_rank(best, available)))
      best = engine;
  }
  return best;
}

/* A forced engine takes batches of any size. */
static const ascon_engine *engine_for(size_t count) {
  const ascon_engine *engine = wish();
  return engine == &any ? ascon_batch_choose(features(), count) : engine;
}

const char *ascon_batch_engine_at(size_t index) {
  return index < sizeof engines / sizeof engines[0] - 1 ? engines[index]->name : NULL;
}

size_t ascon_batch_engine_lanes(const char *name) {
  const ascon_engine *engine = find_engine(name);
  return engine ? engine->lanes : 0;
}

int ascon_batch_engine_available(const char *name) { return find_available(name) != NULL; }

const char *ascon_batch_engine_active(size_t count) { return engine_for(count)->name; }

/* NULL: the choice is the library's again. Batches that run meanwhile keep their engine. */
ascon_result ascon_batch_engine_force(const char *name) {
  const ascon_engine *engine = find_available(name);
  if (name && !engine) return ASCON_ERR_BACKEND;
  ASCON_STORE(wanted, engine ? engine : &any);
  return ASCON_OK;
}

/* ---- Running a batch ------------------------------------------------------------------------ */

/* Permutation rounds of message i, about. */
static size_t rounds_of(const batch_work *work, size_t i) {
  const params *p = work->p;
  ascon_message room;
  const ascon_message *m = batch_message(work, i, &room);
  const size_t bytes = p->kind == ASCON_KIND_AEAD
                           ? m->length + m->ad_length
                           : m->length + output_length_of(p, m) / p->squeeze_rate * p->rate;
  return bytes / p->rate * p->rounds_b + 2u * p->rounds_a;
}

/* Rounds of a whole batch, about. Columns are all alike; of many messages some are looked at. */
static size_t rounds_of_all(const batch_work *work) {
  const size_t samples = work->regular ? 1 : smaller(work->count, 32);
  size_t average = 0;
  for (size_t i = 0; i < samples; i++)
    average += rounds_of(work, work->count / samples * i) / samples;
  return average > SIZE_MAX / work->count ? SIZE_MAX : average * work->count;
}

/* The work of a batch in shares: as much as a thread should have at least, about 5,000 cycles of
   every engine, whose lanes make a round cheaper. To hand one to a thread that is awake takes less
   than a tenth of that. 1: it is not worth splitting, or is a group alone. */
static size_t choose_shares(const batch_work *work) {
  const size_t lanes = work->engine->lanes;
  if (work->count < 2 * lanes) return 1; /* the usual small batch need not be estimated */
  return rounds_of_all(work) / (128 * (8 + lanes));
}

/* Messages that a thread claims at once: several times each, so that none waits long for the last
   one, and whole groups. */
static size_t choose_grain(const batch_work *work, size_t threads) {
  const size_t lanes = work->engine->lanes;
  const size_t share = threads <= 1 ? BATCH_WINDOW : work->count / (8 * threads);
  return smaller(share / lanes * lanes + lanes, BATCH_WINDOW);
}

static ascon_result run(batch_work *work, ascon_batch_pool *pool) {
  if (work->count == 0) return ASCON_OK;
  work->engine = engine_for(work->count);
  const size_t shares = pool ? choose_shares(work) : 1;
  const size_t groups = work->count / work->engine->lanes;
  const size_t threads = pool ? smaller(smaller(shares, groups), pool->threads) : 1;
  work->grain = choose_grain(work, threads);
  work->alone = threads <= 1;
  batch_worker worker = batch_new_worker(work);
  if (threads > 1) pool->run(pool, &worker, shares);
  else batch_work_off(&worker);
  return worker.result;
}

unsigned ascon_batch_pool_threads(const ascon_batch_pool *pool) {
  return pool ? (unsigned)pool->threads : 1;
}

/* ---- Checks of a whole batch ---------------------------------------------------------------- */

/* 1: this many rows are more than `most` bytes. A division takes as long as a few rounds, and is
   needed only where the product might not fit. */
static int rows_exceed(size_t stride, size_t rows, size_t most) {
  const unsigned half = 4 * sizeof(size_t); /* of its bits */
  return (stride | rows) >> half ? stride > most / rows : stride * rows > most;
}

/* What a column is for. */
typedef enum column_use { READ, READ_ONE_FOR_EACH, WRITTEN } column_use;

static int is_ragged(const ascon_column *c) { return c->offsets || c->lengths; }

/* All strings of a column at equal distances, of `length` bytes each. No object has more than half
   of what a size_t counts. Strings that are written must not overlap. Strings at any distances are
   checked with their messages (batch_check() in work.h). */
static ascon_result check_column(const ascon_column *c, size_t length, column_use use,
                                 size_t count) {
  const size_t most = c->data_bytes ? c->data_bytes : SIZE_MAX / 2;
  if (is_ragged(c)) return ASCON_OK;
  if (use == READ_ONE_FOR_EACH && c->stride == 0 && count > 1) return ASCON_ERR_RANGE;
  if (length == 0) return ASCON_OK;
  if (!c->data) return ASCON_ERR_NULL;
  if (c->start > most || length > most - c->start ||
      (count > 1 && rows_exceed(c->stride, count - 1, most - c->start - length)))
    return ASCON_ERR_RANGE;
  return use == WRITTEN && c->stride < length && count > 1 ? ASCON_ERR_RANGE : ASCON_OK;
}

/* One nonce for several messages would give their texts away. */
static ascon_result check_aead_columns(const batch_work *work) {
  const ascon_columns *c = work->columns;
  const size_t n = work->count;
  const int encrypts = work->op == ASCON_ENCRYPT;
  if (is_ragged(&c->tag) || is_ragged(&c->nonce) || is_ragged(&c->key)) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(check_tag_length(work->p, c->tag.length));
  RETURN_IF_ERROR(check_column(&c->tag, c->tag.length, encrypts ? WRITTEN : READ, n));
  RETURN_IF_ERROR(check_column(&c->nonce, work->algorithm->nonce_bytes,
                               encrypts ? READ_ONE_FOR_EACH : READ, n));
  if (!c->in.lengths) RETURN_IF_ERROR(check_column(&c->out, c->in.length, WRITTEN, n));
  RETURN_IF_ERROR(check_column(&c->in, c->in.length, READ, n));
  RETURN_IF_ERROR(check_column(&c->ad, c->ad.length, READ, n));
  return check_column(&c->key, work->algorithm->key_bytes, READ, n);
}

/* The other kinds: a customization string is in the column of associated data. */
static ascon_result check_sponge_columns(const batch_work *work) {
  const ascon_columns *c = work->columns;
  const params *p = work->p;
  const size_t n = work->count;
  ascon_message all; /* lengths that all messages have; those of a ragged column: none */
  all.length = c->in.lengths ? 0 : c->in.length;
  all.out_length = c->out.lengths ? 1 : c->out.length;
  all.ad_length = c->ad.lengths ? 0 : c->ad.length;
  const ascon_column *out = output_column(p, c);
  if (is_ragged(&c->key)) return ASCON_ERR_RANGE;
  if (has_fixed_output(p) && (out->lengths || out->length != p->output_length))
    return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(check_sponge_lengths(p, &all));
  RETURN_IF_ERROR(
      check_column(out, output_length_of(p, &all), work->op == ASCON_VERIFY ? READ : WRITTEN, n));
  RETURN_IF_ERROR(check_column(&c->in, all.length, READ, n));
  if (p->kind == ASCON_KIND_CXOF) RETURN_IF_ERROR(check_column(&c->ad, all.ad_length, READ, n));
  return check_column(&c->key, work->algorithm->key_bytes, READ, n);
}

/* ---- Public calls ---------------------------------------------------------------------------- */

/* Messages are checked one by one, when each one's turn comes (batch_check() in work.h). */
ascon_result ascon_any_batch(const ascon_algorithm *algorithm, ascon_operation op,
                             ascon_message *messages, size_t count, ascon_batch_pool *pool) {
  RETURN_IF_ERROR(check_operation(algorithm, op));
  if (count && !messages) return ASCON_ERR_NULL;
  batch_work work = {.algorithm = algorithm,
                     .p = algorithm->params,
                     .op = op,
                     .count = count,
                     .messages = messages};
  return run(&work, pool);
}

/* Columns are checked here as far as their strings are at equal distances. If all are, the messages
   cannot fail any more but for their tags. */
ascon_result ascon_any_columns(const ascon_algorithm *algorithm, ascon_operation op,
                               const ascon_columns *columns, size_t count, uint8_t *results,
                               ascon_batch_pool *pool) {
  RETURN_IF_ERROR(check_operation(algorithm, op));
  if (!columns) return ASCON_ERR_NULL;
  const int verifies = op == ASCON_DECRYPT || op == ASCON_VERIFY;
  batch_work work = {.algorithm = algorithm,
                     .p = algorithm->params,
                     .op = op,
                     .count = count,
                     .columns = columns,
                     .regular = !is_ragged(&columns->in) && !is_ragged(&columns->out) &&
                                !is_ragged(&columns->ad) && !is_ragged(&columns->tag),
                     .results = results};
  if (count && !results && (verifies || !work.regular)) return ASCON_ERR_NULL;
  if (count)
    RETURN_IF_ERROR(work.p->kind == ASCON_KIND_AEAD ? check_aead_columns(&work)
                                                    : check_sponge_columns(&work));
  return run(&work, pool);
}
