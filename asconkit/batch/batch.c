/* The public calls of ascon_batch.h: checks of the whole batch, choice of the engine, whether a
   pool gets it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "engines/list.h"
#include "pool.h"

/* ---- Engines -------------------------------------------------------------------------------- */

/* The number of the engine that the program or the environment wants; ANY_ENGINE: the best one for
   each batch; 0: nobody has said anything yet. */
static ASCON_ATOMIC size_t wanted;
static const size_t ANY_ENGINE = SIZE_MAX;

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

const candidate *ascon_batch_engine_candidate(size_t index) {
  return index < sizeof engines / sizeof engines[0] - 1 ? &engines[index]->choice : NULL;
}

static size_t find_available_engine(const char *name) {
  return available_number(ascon_batch_engine_candidate, name, features());
}

static size_t first_wish(void) {
  const size_t named =
      environment_number(ascon_batch_engine_candidate, "ASCON_BATCH_ENGINE", features());
  return choose_first(&wanted, named ? named : ANY_ENGINE);
}

static size_t wish(void) {
  const size_t now = ASCON_LOAD(wanted);
  return now ? now : first_wish();
}

/* A forced engine takes batches of any size. Below min_batch an engine's lanes would be empty too
   often; x1 serves every count and every processor, so that a number is found (clang's analyzer
   does not see it). */
static const ascon_engine *engine_for(size_t count) {
  const size_t named = wish();
  const size_t number =
      named == ANY_ENGINE ? best_number(ascon_batch_engine_candidate, features(), count) : named;
  return engines[number ? number - 1 : 0];
}

const char *ascon_batch_engine_at(size_t index) {
  const candidate *engine = ascon_batch_engine_candidate(index);
  return engine ? engine->name : NULL;
}

size_t ascon_batch_engine_lanes(const char *name) {
  const size_t number = named_number(ascon_batch_engine_candidate, name);
  return number ? engines[number - 1]->lanes : 0;
}

int ascon_batch_engine_available(const char *name) { return find_available_engine(name) != 0; }

const char *ascon_batch_engine_active(size_t count) { return engine_for(count)->choice.name; }

/* NULL: the choice is the library's again. Batches that run meanwhile keep their engine. */
ascon_result ascon_batch_engine_force(const char *name) {
  const size_t number = find_available_engine(name);
  if (name && !number) return ASCON_ERR_BACKEND;
  ASCON_STORE(wanted, number ? number : ANY_ENGINE);
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

/* 1: each message of the columns has one block, and so has its output. 0 for an array. */
static int is_one_block(const batch_work *work) {
  const params *p = work->p;
  const ascon_columns *c = work->columns;
  if (!work->regular || c->in.length >= p->rate) return 0;
  return p->kind == ASCON_KIND_AEAD ? c->ad.length == 0
                                    : output_column(p, c)->length <= p->squeeze_rate;
}

/* 1: so few messages of a block that a loop over single calls is faster than the engine for so
   many. Two messages of 16 bytes take 1.5 of two calls with PRF in lanes, 2.3 with PrfShort; by x1
   1.3 (Zen 4). Two empty ones of AEAD128 take 1.4 in lanes, 1.2 by x1 (Zen 5). */
static int is_too_little(const batch_work *work) {
  const ascon_engine *e = work->engine;
  const size_t least = work->p->kind == ASCON_KIND_PRFSHORT ? e->least_prfshort
                       : is_one_block(work)                 ? 3
                                                            : 0;
  return e->lanes > 1 && work->count < least;
}

static void choose_engine(batch_work *work) {
  work->engine = engine_for(work->count);
  if (wish() == ANY_ENGINE && is_too_little(work)) work->engine = engine_for(1);
}

/* The work of a batch in shares: as much as a thread should have at least, about 5,000 cycles of
   every engine, whose lanes make a round cheaper. To hand one to a thread that is awake takes less
   than a tenth of that. 1: it is not worth splitting, or is a group alone. */
static size_t choose_shares(const batch_work *work) {
  const size_t lanes = work->engine->lanes;
  if (work->count < 2 * lanes) return 1; /* the usual small batch need not be estimated */
  return rounds_of_all(work) / (128 * (8 + lanes));
}

/* Threads that find a group of messages each. */
static size_t choose_threads(const batch_work *work, const ascon_batch_pool *pool, size_t shares) {
  return smaller(smaller(shares, work->count / work->engine->lanes), pool->threads);
}

/* Messages that one of several threads claims at once: several times each, so that none waits long
   for the last one, and whole groups. */
static size_t choose_grain(const batch_work *work, size_t threads) {
  const size_t lanes = work->engine->lanes;
  return smaller(work->count / (8 * threads) / lanes * lanes + lanes, BATCH_WINDOW);
}

/* How many messages after the whole groups are too few for the engine: the engine that suits so few
   takes them. Of messages that may fail their checks, nobody knows how many the last group has. The
   rest of a single group is not computed: a division takes a tenth of a call of PrfShort. */
static size_t rest_of(const batch_work *work) {
  const size_t lanes = work->engine->lanes;
  if (!work->regular || lanes <= 1 || work->count <= lanes) return 0;
  const size_t rest = work->count % lanes;
  return rest < work->engine->choice.min_batch ? rest : 0;
}

static ascon_result run_on_this_thread(batch_work *work) {
  const size_t count = work->count, rest = rest_of(work);
  work->count = count - rest;
  batch_worker worker = batch_new_worker(work);
  batch_work_off(&worker);
  if (rest) {
    work->count = count, work->engine = engine_for(rest);
    ASCON_STORE(work->next, count - rest);
    batch_worker last = batch_new_worker(work);
    batch_work_off(&last);
    if (worker.result == ASCON_OK) worker.result = last.result;
  }
  return worker.result;
}

/* One message of columns needs no engine and no window: without them, a batch of one takes some 60
   cycles more than the call, in place of 80 (AEAD128, Zen 5). */
static ascon_result run_single(batch_work *work) {
  ascon_message m;
  batch_worker worker = batch_new_worker(work);
  set_column_message(&m, work->columns, 0);
  run_message(&worker, 0, &m);
  return worker.result;
}

static ascon_result run(batch_work *work, ascon_batch_pool *pool) {
  if (work->count == 0) return ASCON_OK;
  if (work->count == 1 && work->regular) return run_single(work);
  choose_engine(work);
  const size_t shares = pool ? choose_shares(work) : 1;
  const size_t threads = pool ? choose_threads(work, pool, shares) : 1;
  work->alone = threads <= 1;
  work->grain = work->alone ? BATCH_WINDOW : choose_grain(work, threads);
  if (work->alone) return run_on_this_thread(work);
  batch_worker worker = batch_new_worker(work);
  pool->run(pool, &worker, shares);
  return worker.result;
}

unsigned ascon_batch_pool_threads(const ascon_batch_pool *pool) {
  return pool ? (unsigned)pool->threads : 1;
}

/* ---- Checks of a whole batch ---------------------------------------------------------------- */

/* All strings of a column at equal distances, of `length` bytes each. Strings at any distances are
   checked with their messages (batch_check() in work.h). */
static ascon_result check_column(const ascon_column *c, size_t length, column_use use,
                                 size_t count) {
  if (column_is_ragged(c) || length == 0) return ASCON_OK;
  switch (find_column_fault(c, length, column_limit(c), use, count)) {
    case COLUMN_FITS: return ASCON_OK;
    case COLUMN_NO_DATA: return ASCON_ERR_NULL;
    default: return ASCON_ERR_RANGE;
  }
}

/* The same for nonces and keys, which have one length and a stride. */
static ascon_result check_fixed_column(const ascon_column *c, size_t length, column_use use,
                                       size_t count) {
  if (column_is_ragged(c) || c->length != length) return ASCON_ERR_RANGE;
  return check_column(c, length, use, count);
}

/* One nonce for several messages would give their texts away. */
static ascon_result check_aead_columns(const batch_work *work) {
  const ascon_columns *c = work->columns;
  const size_t n = work->count;
  const int encrypts = work->op == ASCON_ENCRYPT;
  if (column_is_ragged(&c->tag)) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(check_tag_length(work->p, c->tag.length));
  RETURN_IF_ERROR(check_column(&c->tag, c->tag.length, encrypts ? COLUMN_WRITTEN : COLUMN_READ, n));
  RETURN_IF_ERROR(check_fixed_column(&c->nonce, work->algorithm->nonce_bytes,
                                     encrypts ? COLUMN_ONE_FOR_EACH : COLUMN_READ, n));
  if (!c->in.lengths) RETURN_IF_ERROR(check_column(&c->out, c->in.length, COLUMN_WRITTEN, n));
  RETURN_IF_ERROR(check_column(&c->in, c->in.length, COLUMN_READ, n));
  RETURN_IF_ERROR(check_column(&c->ad, c->ad.length, COLUMN_READ, n));
  return check_fixed_column(&c->key, work->algorithm->key_bytes, COLUMN_READ, n);
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
  if (has_fixed_output(p) && (out->lengths || out->length != p->output_length))
    return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(check_sponge_lengths(p, &all));
  RETURN_IF_ERROR(check_column(out, output_length_of(p, &all),
                               work->op == ASCON_VERIFY ? COLUMN_READ : COLUMN_WRITTEN, n));
  RETURN_IF_ERROR(check_column(&c->in, all.length, COLUMN_READ, n));
  if (p->kind == ASCON_KIND_CXOF)
    RETURN_IF_ERROR(check_column(&c->ad, all.ad_length, COLUMN_READ, n));
  const size_t key_bytes = work->algorithm->key_bytes;
  return key_bytes ? check_fixed_column(&c->key, key_bytes, COLUMN_READ, n) : ASCON_OK;
}

/* ---- Public calls ---------------------------------------------------------------------------- */

/* Field by field: of an initializer gcc makes a string instruction over all 256 bytes, which takes
   a tenth of a single call. */
static void open_work(batch_work *work, const ascon_algorithm *algorithm, ascon_operation op,
                      size_t count) {
  work->algorithm = algorithm, work->p = algorithm->params;
  work->op = op, work->count = count;
  work->messages = NULL, work->columns = NULL, work->results = NULL;
  work->regular = 0;
  ASCON_STORE(work->next, 0);
}

/* Messages are checked one by one, when each one's turn comes (batch_check() in work.h). */
ascon_result ascon_any_batch(const ascon_algorithm *algorithm, ascon_operation op,
                             ascon_message *messages, size_t count, ascon_batch_pool *pool) {
  RETURN_IF_ERROR(check_operation(algorithm, op));
  if (count && !messages) return ASCON_ERR_NULL;
  batch_work work;
  open_work(&work, algorithm, op, count);
  work.messages = messages;
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
  batch_work work;
  open_work(&work, algorithm, op, count);
  work.columns = columns, work.results = results;
  work.regular = !column_is_ragged(&columns->in) && !column_is_ragged(&columns->out) &&
                 !column_is_ragged(&columns->ad) && !column_is_ragged(&columns->tag);
  if (count && !results && (verifies || !work.regular)) return ASCON_ERR_NULL;
  if (count)
    RETURN_IF_ERROR(work.p->kind == ASCON_KIND_AEAD ? check_aead_columns(&work)
                                                    : check_sponge_columns(&work));
  return run(&work, pool);
}
