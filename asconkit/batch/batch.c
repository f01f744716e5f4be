/* The public calls of ascon_batch.h: checks of the whole batch, choice of the engine, threads.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../platform/cpu.h"
#include "../platform/environment.h"
#include "../platform/names.h"
#include "engines/list.h"
#include "threads.h"

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

static const ascon_engine *find_engine(const char *name) {
  for (size_t i = 0; name && engines[i]; i++)
    if (same_name(name, engines[i]->name)) return engines[i];
  return NULL;
}

static const ascon_engine *find_available(const char *name) {
  const ascon_engine *engine = find_engine(name);
  return engine && engine->available(features()) ? engine : NULL;
}

static const ascon_engine *first_wish(void) {
  const ascon_engine *engine = NULL;
#if ASCON_USE_ENVIRONMENT
  engine = find_available(ascon_environment("ASCON_BATCH_ENGINE"));
#endif
  return engine ? engine : &any;
}

/* What another thread has forced meanwhile stays. */
static const ascon_engine *wish(void) {
  const ascon_engine *theirs = ASCON_LOAD(wanted);
  if (theirs) return theirs;
  const ascon_engine *mine = first_wish();
  return ASCON_COMPARE_EXCHANGE(wanted, &theirs, mine) ? mine : theirs;
}

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

/* A thread costs about as much as its creation and its cold caches, some 20 microseconds; each gets
   several times that. An engine's lanes make its rounds cheaper. */
static size_t worthwhile_threads(const batch_work *work, size_t most) {
  const size_t share = 20000 * work->engine->lanes;
  size_t rounds = 0;
  for (size_t i = 0; i < work->count; i++) {
    /* Columns are all alike. */
    size_t one = rounds_of(work, i);
    if (!work->aead_jobs && !work->sponge_jobs) {
      rounds = one > SIZE_MAX / work->count ? SIZE_MAX : one * work->count;
      break;
    }
    rounds = one > SIZE_MAX - rounds ? SIZE_MAX : rounds + one;
    if (rounds / share >= most) break;
  }
  size_t groups = work->count / work->engine->lanes;
  size_t threads = smaller(smaller(rounds / share, groups), most);
  return threads ? threads : 1;
}

static size_t choose_threads(const batch_work *work, unsigned threads) {
  size_t most = threads ? threads : ascon_batch_processors();
  most = smaller(most, ASCON_BATCH_MAX_THREADS);
  return most == 1 ? 1 : worthwhile_threads(work, most);
}

/* Messages that a thread claims at once: several times each, so that none waits long for the last
   one, and whole groups. */
static size_t choose_grain(const batch_work *work, size_t threads) {
  const size_t lanes = work->engine->lanes;
  const size_t share = threads == 1 ? BATCH_WINDOW : work->count / (8 * threads);
  return smaller(share / lanes * lanes + lanes, BATCH_WINDOW);
}

static ascon_result run(batch_work *work, unsigned threads) {
  if (work->count == 0) return ASCON_OK;
  work->engine = engine_for(work->count);
  batch_worker workers[ASCON_BATCH_MAX_THREADS];
  const size_t n = choose_threads(work, threads);
  work->grain = choose_grain(work, n);
  for (size_t i = 0; i < n; i++)
    workers[i] = (batch_worker){.work = work, .failed = work->count, .result = ASCON_OK};
  ascon_batch_run_workers(workers, n);
  const batch_worker *first = &workers[0];
  for (size_t i = 1; i < n; i++)
    if (workers[i].failed < first->failed) first = &workers[i];
  return first->result;
}

/* ---- Checks of a whole batch ---------------------------------------------------------------- */

/* A column that is read: `bytes` of each of `count` rows, or the same for all. No object has more
   than half of what a size_t counts. */
static ascon_result check_read(const uint8_t *base, size_t bytes, size_t stride, size_t count) {
  const size_t most = SIZE_MAX / 2;
  if (bytes == 0) return ASCON_OK;
  if (!base) return ASCON_ERR_NULL;
  if (bytes > most || (count > 1 && stride > (most - bytes) / (count - 1))) return ASCON_ERR_RANGE;
  return ASCON_OK;
}

/* A column that is written: rows must not overlap. */
static ascon_result check_written(const uint8_t *base, size_t bytes, size_t stride, size_t count) {
  RETURN_IF_ERROR(check_read(base, bytes, stride, count));
  return stride < bytes && count > 1 ? ASCON_ERR_RANGE : ASCON_OK;
}

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

static ascon_result check_customization(const batch_work *work) {
  if (work->p->kind != ASCON_KIND_CXOF) return ASCON_OK;
  if (work->secret_bytes && !work->secret) return ASCON_ERR_NULL;
  return work->secret_bytes > MAX_CUSTOMIZATION_LENGTH ? ASCON_ERR_RANGE : ASCON_OK;
}

/* ---- Public calls: AEAD --------------------------------------------------------------------- */

static ascon_result aead_jobs(const ascon_algorithm *algorithm, operation op, ascon_aead_job *jobs,
                              size_t count, size_t tag_bytes, const uint8_t *key,
                              unsigned threads) {
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
  return run(&work, threads);
}

ascon_result ascon_batch_encrypt(const ascon_algorithm *algorithm, ascon_aead_job *jobs,
                                 size_t count, size_t tag_bytes, const uint8_t *key,
                                 unsigned threads) {
  return aead_jobs(algorithm, OP_ENCRYPT, jobs, count, tag_bytes, key, threads);
}

ascon_result ascon_batch_decrypt(const ascon_algorithm *algorithm, ascon_aead_job *jobs,
                                 size_t count, size_t tag_bytes, const uint8_t *key,
                                 unsigned threads) {
  return aead_jobs(algorithm, OP_DECRYPT, jobs, count, tag_bytes, key, threads);
}

static ascon_result aead_columns(const ascon_algorithm *algorithm, operation op,
                                 const ascon_aead_columns *columns, size_t count, uint8_t *results,
                                 unsigned threads) {
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
  return run(&work, threads);
}

ascon_result ascon_batch_encrypt_columns(const ascon_algorithm *algorithm,
                                         const ascon_aead_columns *columns, size_t count,
                                         uint8_t *results, unsigned threads) {
  return aead_columns(algorithm, OP_ENCRYPT, columns, count, results, threads);
}

ascon_result ascon_batch_decrypt_columns(const ascon_algorithm *algorithm,
                                         const ascon_aead_columns *columns, size_t count,
                                         uint8_t *results, unsigned threads) {
  return aead_columns(algorithm, OP_DECRYPT, columns, count, results, threads);
}

/* ---- Public calls: the others --------------------------------------------------------------- */

static ascon_result sponge_jobs(const ascon_algorithm *algorithm, ascon_kind kind, int verify,
                                ascon_sponge_job *jobs, size_t count, const uint8_t *secret,
                                size_t secret_bytes, unsigned threads) {
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
  return run(&work, threads);
}

static ascon_result sponge_columns(const ascon_algorithm *algorithm, ascon_kind kind, int verify,
                                   const ascon_sponge_columns *columns, size_t count,
                                   const uint8_t *customization, size_t customization_bytes,
                                   uint8_t *results, unsigned threads) {
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
  return run(&work, threads);
}

ascon_result ascon_batch_hash(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                              size_t count, unsigned threads) {
  return sponge_jobs(algorithm, ASCON_KIND_HASH, 0, jobs, count, NULL, 0, threads);
}

ascon_result ascon_batch_hash_columns(const ascon_algorithm *algorithm,
                                      const ascon_sponge_columns *columns, size_t count,
                                      uint8_t *results, unsigned threads) {
  return sponge_columns(algorithm, ASCON_KIND_HASH, 0, columns, count, NULL, 0, results, threads);
}

ascon_result ascon_batch_xof(const ascon_algorithm *algorithm, ascon_sponge_job *jobs, size_t count,
                             unsigned threads) {
  return sponge_jobs(algorithm, ASCON_KIND_XOF, 0, jobs, count, NULL, 0, threads);
}

ascon_result ascon_batch_xof_columns(const ascon_algorithm *algorithm,
                                     const ascon_sponge_columns *columns, size_t count,
                                     uint8_t *results, unsigned threads) {
  return sponge_columns(algorithm, ASCON_KIND_XOF, 0, columns, count, NULL, 0, results, threads);
}

ascon_result ascon_batch_cxof(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                              size_t count, const uint8_t *customization,
                              size_t customization_bytes, unsigned threads) {
  return sponge_jobs(algorithm, ASCON_KIND_CXOF, 0, jobs, count, customization, customization_bytes,
                     threads);
}

ascon_result ascon_batch_cxof_columns(const ascon_algorithm *algorithm,
                                      const ascon_sponge_columns *columns, size_t count,
                                      const uint8_t *customization, size_t customization_bytes,
                                      uint8_t *results, unsigned threads) {
  return sponge_columns(algorithm, ASCON_KIND_CXOF, 0, columns, count, customization,
                        customization_bytes, results, threads);
}

ascon_result ascon_batch_mac(const ascon_algorithm *algorithm, ascon_sponge_job *jobs, size_t count,
                             const uint8_t *key, unsigned threads) {
  return sponge_jobs(algorithm, ASCON_KIND_MAC, 0, jobs, count, key, 0, threads);
}

ascon_result ascon_batch_mac_columns(const ascon_algorithm *algorithm,
                                     const ascon_sponge_columns *columns, size_t count,
                                     uint8_t *results, unsigned threads) {
  return sponge_columns(algorithm, ASCON_KIND_MAC, 0, columns, count, NULL, 0, results, threads);
}

ascon_result ascon_batch_mac_verify(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                                    size_t count, const uint8_t *key, unsigned threads) {
  return sponge_jobs(algorithm, ASCON_KIND_MAC, 1, jobs, count, key, 0, threads);
}

ascon_result ascon_batch_mac_verify_columns(const ascon_algorithm *algorithm,
                                            const ascon_sponge_columns *columns, size_t count,
                                            uint8_t *results, unsigned threads) {
  return sponge_columns(algorithm, ASCON_KIND_MAC, 1, columns, count, NULL, 0, results, threads);
}

ascon_result ascon_batch_prf(const ascon_algorithm *algorithm, ascon_sponge_job *jobs, size_t count,
                             const uint8_t *key, unsigned threads) {
  return sponge_jobs(algorithm, ASCON_KIND_PRF, 0, jobs, count, key, 0, threads);
}

ascon_result ascon_batch_prf_columns(const ascon_algorithm *algorithm,
                                     const ascon_sponge_columns *columns, size_t count,
                                     uint8_t *results, unsigned threads) {
  return sponge_columns(algorithm, ASCON_KIND_PRF, 0, columns, count, NULL, 0, results, threads);
}

ascon_result ascon_batch_prfshort(const ascon_algorithm *algorithm, ascon_sponge_job *jobs,
                                  size_t count, const uint8_t *key, unsigned threads) {
  return sponge_jobs(algorithm, ASCON_KIND_PRFSHORT, 0, jobs, count, key, 0, threads);
}

ascon_result ascon_batch_prfshort_columns(const ascon_algorithm *algorithm,
                                          const ascon_sponge_columns *columns, size_t count,
                                          uint8_t *results, unsigned threads) {
  return sponge_columns(algorithm, ASCON_KIND_PRFSHORT, 0, columns, count, NULL, 0, results,
                        threads);
}
