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

/* By its name, whether this processor has it or not. */
static const ascon_engine *find_engine(const char *name) {
  for (size_t i = 0; name && engines[i]; i++)
    if (same_name(name, engines[i]->name)) return engines[i];
  return NULL;
}

/* NULL too if the processor cannot run it. */
static const ascon_engine *find_available(const char *name) {
  const ascon_engine *engine = find_engine(name);
  return engine && engine->available(features()) ? engine : NULL;
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

/* The best engine for `count` messages on a processor with these features. Below min_batch an
   engine's lanes would be empty too often; x1 serves every count and every processor. */
const ascon_engine *ascon_batch_choose(unsigned available, size_t count) {
  const ascon_engine *best = NULL;
  for (size_t i = 0; engines[i]; i++) {
    const ascon_engine *engine = engines[i];
    if (engine->available(available) && count >= engine->min_batch &&
        (!best || engine->preference > best->preference))
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
  size_t bytes;
  if (p->kind == ASCON_KIND_AEAD) {
    aead_call call = batch_aead(work, i);
    bytes = call.text_length + call.ad_length;
  } else {
    sponge_call call = batch_sponge(work, i);
    bytes = call.length + call.out_length / p->squeeze_rate * p->rate;
  }
  return bytes / p->rate * p->rounds_b + 2u * p->rounds_a;
}

/* Rounds of a whole batch, about. Columns are all alike; of many jobs some are looked at. */
static size_t rounds_of_all(const batch_work *work) {
  const int jobs = work->aead_jobs || work->sponge_jobs;
  const size_t samples = jobs ? smaller(work->count, 32) : 1;
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

/* A column that is read: `bytes` of each of `count` rows, or the same for all. No object has more
   than half of what a size_t counts. */
static ascon_result check_read(const uint8_t *base, size_t bytes, size_t stride, size_t count) {
  const size_t most = SIZE_MAX / 2;
  if (bytes == 0) return ASCON_OK;
  if (!base) return ASCON_ERR_NULL;
  if (bytes > most || (count > 1 && rows_exceed(stride, count - 1, most - bytes)))
    return ASCON_ERR_RANGE;
  return ASCON_OK;
}

/* A column that is written: rows must not overlap. */
static ascon_result check_written(const uint8_t *base, size_t bytes, size_t stride, size_t count) {
  RETURN_IF_ERROR(check_read(base, bytes, stride, count));
  return stride < bytes && count > 1 ? ASCON_ERR_RANGE : ASCON_OK;
}

/* All columns of AEAD. One nonce for several messages would give their texts away, so that a nonce
   with stride 0 is refused for encryption. */
static ascon_result check_aead_columns(const batch_work *work) {
  const ascon_aead_columns *c = work->aead_columns;
  const size_t n = work->count;
  RETURN_IF_ERROR(check_written(c->out, c->text_bytes, c->out_stride, n));
  RETURN_IF_ERROR(check_read(c->in, c->text_bytes, c->in_stride, n));
  if (work->op == OP_ENCRYPT) {
    RETURN_IF_ERROR(check_written(c->tag, c->tag_bytes, c->tag_stride, n));
    if (c->nonce_stride == 0 && n > 1) return ASCON_ERR_RANGE;
  } else {
    RETURN_IF_ERROR(check_read(c->tag, c->tag_bytes, c->tag_stride, n));
  }
  RETURN_IF_ERROR(check_read(c->ad, c->ad_bytes, c->ad_stride, n));
  RETURN_IF_ERROR(check_read(c->nonce, work->algorithm->nonce_bytes, c->nonce_stride, n));
  return check_read(c->key, work->algorithm->key_bytes, c->key_stride, n);
}

/* All columns of the other kinds. Output of a fixed length must have that length; a tag to be
   verified is read and not written. */
static ascon_result check_sponge_columns(const batch_work *work) {
  const ascon_sponge_columns *c = work->sponge_columns;
  const params *p = work->p;
  const size_t n = work->count;
  if (p->kind == ASCON_KIND_PRFSHORT) {
    if (c->bytes > p->rate || c->out_bytes < 1 || c->out_bytes > p->output_length)
      return ASCON_ERR_RANGE;
  } else if (p->output_length && c->out_bytes != p->output_length) {
    return ASCON_ERR_RANGE;
  }
  if (work->verify) RETURN_IF_ERROR(check_read(c->out, c->out_bytes, c->out_stride, n));
  else RETURN_IF_ERROR(check_written(c->out, c->out_bytes, c->out_stride, n));
  RETURN_IF_ERROR(check_read(c->in, c->bytes, c->in_stride, n));
  return check_read(c->key, p->key_length, c->key_stride, n);
}

/* One customization string serves all messages of a CXOF. */
static ascon_result check_customization(const batch_work *work) {
  if (work->p->kind != ASCON_KIND_CXOF) return ASCON_OK;
  if (work->secret_bytes && !work->secret) return ASCON_ERR_NULL;
  return work->secret_bytes > MAX_CUSTOMIZATION_LENGTH ? ASCON_ERR_RANGE : ASCON_OK;
}

/* ---- Public calls: AEAD --------------------------------------------------------------------- */

/* Both directions, with arguments that the messages bring one by one: their pointers are checked
   when each message's turn comes (batch_check_aead() in work.h). */
static ascon_result aead_jobs(const ascon_algorithm *algorithm, operation op, ascon_aead_job *jobs,
                              size_t count, size_t tag_bytes, const uint8_t *key,
                              ascon_batch_pool *pool) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  RETURN_IF_ERROR(check_tag_length(algorithm->params, tag_bytes));
  if (count && !jobs) return ASCON_ERR_NULL;
  batch_work work = {.algorithm = algorithm,
                     .p = algorithm->params,
                     .op = op,
                     .count = count,
                     .aead_jobs = jobs,
                     .tag_bytes = tag_bytes,
                     .secret = key};
  return run(&work, pool);
}

ascon_result ascon_batch_encrypt(const ascon_algorithm *algorithm, ascon_aead_job *jobs,
                                 size_t count, size_t tag_bytes, const uint8_t *key,
                                 ascon_batch_pool *pool) {
  return aead_jobs(algorithm, OP_ENCRYPT, jobs, count, tag_bytes, key, pool);
}

ascon_result ascon_batch_decrypt(const ascon_algorithm *algorithm, ascon_aead_job *jobs,
                                 size_t count, size_t tag_bytes, const uint8_t *key,
                                 ascon_batch_pool *pool) {
  return aead_jobs(algorithm, OP_DECRYPT, jobs, count, tag_bytes, key, pool);
}

/* Both directions, with columns, which are checked here as a whole. Encryption cannot fail after
   that, so that it needs no `results`. */
static ascon_result aead_columns(const ascon_algorithm *algorithm, operation op,
                                 const ascon_aead_columns *columns, size_t count, uint8_t *results,
                                 ascon_batch_pool *pool) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  if (!columns || (count && op == OP_DECRYPT && !results)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_tag_length(algorithm->params, columns->tag_bytes));
  batch_work work = {.algorithm = algorithm,
                     .p = algorithm->params,
                     .op = op,
                     .count = count,
                     .aead_columns = columns,
                     .tag_bytes = columns->tag_bytes,
                     .results = results};
  if (count) RETURN_IF_ERROR(check_aead_columns(&work));
  return run(&work, pool);
}

ascon_result ascon_batch_encrypt_columns(const ascon_algorithm *algorithm,
                                         const ascon_aead_columns *columns, size_t count,
                                         uint8_t *results, ascon_batch_pool *pool) {
  return aead_columns(algorithm, OP_ENCRYPT, columns, count, results, pool);
}

ascon_result ascon_batch_decrypt_columns(const ascon_algorithm *algorithm,
                                         const ascon_aead_columns *columns, size_t count,
                                         uint8_t *results, ascon_batch_pool *pool) {
  return aead_columns(algorithm, OP_DECRYPT, columns, count, results, pool);
}

/* ---- Public calls: the others --------------------------------------------------------------- */

/* All other kinds, one by one: `secret` is the key for messages without one of their own, or the
   customization string. verify: outputs are tags that are compared. */
static ascon_result sponge_jobs(const ascon_algorithm *algorithm, ascon_kind kind, int verify,
                                ascon_sponge_job *jobs, size_t count, const uint8_t *secret,
                                size_t secret_bytes, ascon_batch_pool *pool) {
  RETURN_IF_ERROR(check_kind(algorithm, kind));
  if (count && !jobs) return ASCON_ERR_NULL;
  batch_work work = {.algorithm = algorithm,
                     .p = algorithm->params,
                     .verify = verify,
                     .count = count,
                     .sponge_jobs = jobs,
                     .secret = secret,
                     .secret_bytes = secret_bytes};
  RETURN_IF_ERROR(check_customization(&work));
  return run(&work, pool);
}

/* All other kinds, with columns; the key is one of them. */
static ascon_result sponge_columns(const ascon_algorithm *algorithm, ascon_kind kind, int verify,
                                   const ascon_sponge_columns *columns, size_t count,
                                   const uint8_t *customization, size_t customization_bytes,
                                   uint8_t *results, ascon_batch_pool *pool) {
  RETURN_IF_ERROR(check_kind(algorithm, kind));
  if (!columns || (count && verify && !results)) return ASCON_ERR_NULL;
  batch_work work = {.algorithm = algorithm,
                     .p = algorithm->params,
                     .verify = verify,
                     .count = count,
                     .sponge_columns = columns,
                     .results = results,
                     .secret = customization,
                     .secret_bytes = customization_bytes};
  RETURN_IF_ERROR(check_customization(&work));
  if (count) RETURN_IF_ERROR(check_sponge_columns(&work));
  return run(&work, pool);
}

/* The calls of each kind, which differ in the kind that they demand of the algorithm. */
ascon_result ascon_batch_hash(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                              size_t count, ascon_batch_pool *pool) {
  return sponge_jobs(algorithm, ASCON_KIND_HASH, 0, jobs, count, NULL, 0, pool);
}

ascon_result ascon_batch_hash_columns(const ascon_algorithm *algorithm,
                                      const ascon_sponge_columns *columns, size_t count,
                                      uint8_t *results, ascon_batch_pool *pool) {
  return sponge_columns(algorithm, ASCON_KIND_HASH, 0, columns, count, NULL, 0, results, pool);
}

ascon_result ascon_batch_xof(const ascon_algorithm *algorithm, ascon_sponge_job *jobs, size_t count,
                             ascon_batch_pool *pool) {
  return sponge_jobs(algorithm, ASCON_KIND_XOF, 0, jobs, count, NULL, 0, pool);
}

ascon_result ascon_batch_xof_columns(const ascon_algorithm *algorithm,
                                     const ascon_sponge_columns *columns, size_t count,
                                     uint8_t *results, ascon_batch_pool *pool) {
  return sponge_columns(algorithm, ASCON_KIND_XOF, 0, columns, count, NULL, 0, results, pool);
}

ascon_result ascon_batch_cxof(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                              size_t count, const uint8_t *customization,
                              size_t customization_bytes, ascon_batch_pool *pool) {
  return sponge_jobs(algorithm, ASCON_KIND_CXOF, 0, jobs, count, customization, customization_bytes,
                     pool);
}

ascon_result ascon_batch_cxof_columns(const ascon_algorithm *algorithm,
                                      const ascon_sponge_columns *columns, size_t count,
                                      uint8_t *results, const uint8_t *customization,
                                      size_t customization_bytes, ascon_batch_pool *pool) {
  return sponge_columns(algorithm, ASCON_KIND_CXOF, 0, columns, count, customization,
                        customization_bytes, results, pool);
}

ascon_result ascon_batch_mac(const ascon_algorithm *algorithm, ascon_sponge_job *jobs, size_t count,
                             const uint8_t *key, ascon_batch_pool *pool) {
  return sponge_jobs(algorithm, ASCON_KIND_MAC, 0, jobs, count, key, 0, pool);
}

ascon_result ascon_batch_mac_columns(const ascon_algorithm *algorithm,
                                     const ascon_sponge_columns *columns, size_t count,
                                     uint8_t *results, ascon_batch_pool *pool) {
  return sponge_columns(algorithm, ASCON_KIND_MAC, 0, columns, count, NULL, 0, results, pool);
}

ascon_result ascon_batch_mac_verify(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                                    size_t count, const uint8_t *key, ascon_batch_pool *pool) {
  return sponge_jobs(algorithm, ASCON_KIND_MAC, 1, jobs, count, key, 0, pool);
}

ascon_result ascon_batch_mac_verify_columns(const ascon_algorithm *algorithm,
                                            const ascon_sponge_columns *columns, size_t count,
                                            uint8_t *results, ascon_batch_pool *pool) {
  return sponge_columns(algorithm, ASCON_KIND_MAC, 1, columns, count, NULL, 0, results, pool);
}

ascon_result ascon_batch_prf(const ascon_algorithm *algorithm, ascon_sponge_job *jobs, size_t count,
                             const uint8_t *key, ascon_batch_pool *pool) {
  return sponge_jobs(algorithm, ASCON_KIND_PRF, 0, jobs, count, key, 0, pool);
}

ascon_result ascon_batch_prf_columns(const ascon_algorithm *algorithm,
                                     const ascon_sponge_columns *columns, size_t count,
                                     uint8_t *results, ascon_batch_pool *pool) {
  return sponge_columns(algorithm, ASCON_KIND_PRF, 0, columns, count, NULL, 0, results, pool);
}

ascon_result ascon_batch_prfshort(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                                  size_t count, const uint8_t *key, ascon_batch_pool *pool) {
  return sponge_jobs(algorithm, ASCON_KIND_PRFSHORT, 0, jobs, count, key, 0, pool);
}

ascon_result ascon_batch_prfshort_columns(const ascon_algorithm *algorithm,
                                          const ascon_sponge_columns *columns, size_t count,
                                          uint8_t *results, ascon_batch_pool *pool) {
  return sponge_columns(algorithm, ASCON_KIND_PRFSHORT, 0, columns, count, NULL, 0, results, pool);
}
