/* What every vector engine is made of: included by its .c file after its family's header. Takes the
   messages of a batch in windows and groups through the kernels, and gives their results.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_ENGINE_H
#define ASCON_BATCH_ENGINE_H

#include "engines/alone.h"

#include "kernels.h"
#include "single.h"

/* ---- One message -------------------------------------------------------------------------------
 */

/* Vectors are cleared before: what a kernel leaves in the upper halves makes older instructions on
   the lower ones slow; without that, a single decryption took some hundred times as long. */
INLINED void run_single_aead(batch_worker *worker, size_t i) {
  const aead_call call = batch_aead(worker->work, i);
  clear_vectors();
  batch_set_result(worker, i, single_aead(worker->work, &call));
}

INLINED void run_single_sponge(batch_worker *worker, size_t i) {
  const sponge_call call = batch_sponge(worker->work, i);
  clear_vectors();
  batch_set_result(worker, i, single_sponge(worker->work, &call));
}

/* ---- AEAD --------------------------------------------------------------------------------------
 */

/* A forged message leaves no plaintext. */
INLINED void reject_forgery(const group *g, size_t i) {
  if (g->text.length[i]) zeroize((uint8_t *)g->text.out[i], g->text.length[i]);
}

/* Whose result is wanted, and nobody's if nothing can fail and nobody asks. */
INLINED void give_results(batch_worker *worker, const window *w, size_t first, const group *g,
                          int verify) {
  const batch_work *work = worker->work;
  if (!verify && !work->aead_jobs && !work->sponge_jobs && !work->results) return;
  for (size_t i = 0; i < g->count; i++)
    batch_set_result(worker, message_at(w, first + i),
                     verify && g->wrong[i] ? ASCON_ERR_TAG : ASCON_OK);
}

/* Messages in windows, of about the same length each (window.h), and in groups, one for each lane.
   Decryption zeroizes what forged messages have given before it reports them. */
INLINED void run_aead(batch_worker *worker) {
  const batch_work *work = worker->work;
  aead_kernel *const kernel = find_aead_kernel(work->p, work->op);
  const int verify = work->op == OP_DECRYPT;
  window w;
  group g;
  open_aead_group(&g, work);
  while (next_aead_window(worker, &w))
    for (size_t first = 0, count; first < w.count; first += count) {
      count = group_size(work, &w, first);
      if (count == 1) {
        run_single_aead(worker, message_at(&w, first));
        continue;
      }
      fill_aead(&g, work, &w, first, count);
      kernel(&g, work->p);
      for (size_t i = 0; verify && i < g.count; i++)
        if (g.wrong[i]) reject_forgery(&g, i);
      give_results(worker, &w, first, &g, verify);
    }
}

/* ---- Sponges ------------------------------------------------------------------------------------
 */

/* The key that messages without one of their own have; NULL if there is none, or no such key. */
INLINED const uint8_t *common_key(const batch_work *work) {
  if (work->sponge_jobs) return work->secret;
  return work->sponge_columns->key_stride ? NULL : work->sponge_columns->key;
}

/* The state after the initialization, which is the same for all messages without a key, and for all
   that have the common key. Computed by a single call; NULL if there is no such state. */
OUTLINED const uint64_t *common_initial(const batch_work *work, uint64_t words[5]) {
  const params *p = work->p;
  const uint8_t *key = common_key(work);
  ascon_sponge_ctx ctx;
  uint8_t bytes[STATE_LENGTH];
  ascon_result result = ASCON_ERR_ALGORITHM;
  if (p->initial && p->kind != ASCON_KIND_CXOF) return p->initial;
  if (p->kind == ASCON_KIND_HASH) result = ascon_any_hash_init(&ctx, work->algorithm);
  if (p->kind == ASCON_KIND_XOF) result = ascon_any_xof_init(&ctx, work->algorithm);
  if (p->kind == ASCON_KIND_CXOF)
    result = ascon_any_cxof_init(&ctx, work->algorithm, work->secret, work->secret_bytes);
  if (p->kind == ASCON_KIND_MAC && key) result = ascon_any_mac_init(&ctx, work->algorithm, key);
  if (p->kind == ASCON_KIND_PRF && key) result = ascon_any_prf_init(&ctx, work->algorithm, key);
  if (result != ASCON_OK) return NULL; /* every message has a key, or an IV, of its own */
  (void)ascon_permutation_get(&ctx.state, ASCON_LITTLE_ENDIAN, 0, bytes, sizeof bytes);
  for (size_t i = 0; i < 5; i++) words[i] = load64(bytes + 8 * i, ASCON_LITTLE_ENDIAN);
  return words;
}

/* 1: all messages of the group have this key. */
INLINED int all_have_key(const group *g, const uint8_t *key) {
  int same = 1;
  for (size_t i = 0; i < g->count; i++) same &= g->key[i] == (uintptr_t)key;
  return same;
}

/* The same for the other kinds. A group whose messages have one key, or none, begins with the state
   that has been computed once for the batch. */
INLINED void run_sponge(batch_worker *worker) {
  const batch_work *work = worker->work;
  const uint8_t *key = batch_is_keyed(work) ? common_key(work) : NULL;
  sponge_kernel *const kernel = find_sponge_kernel(work->p);
  uint64_t words[5];
  const uint64_t *initial = common_initial(work, words);
  window w;
  group g;
  open_sponge_group(&g, work);
  while (next_sponge_window(worker, &w))
    for (size_t first = 0, count; first < w.count; first += count) {
      count = group_size(work, &w, first);
      if (count == 1) {
        run_single_sponge(worker, message_at(&w, first));
        continue;
      }
      fill_sponge(&g, work, &w, first, count);
      const int common = !batch_is_keyed(work) || all_have_key(&g, key);
      kernel(&g, work->p, common ? initial : NULL, work->verify);
      give_results(worker, &w, first, &g, work->verify);
    }
  zeroize_words(words, sizeof words);
}

/* ---- The engine
 * ---------------------------------------------------------------------------------- */

/* Secrets are in the frames of the kernels and of what they call, below these frames. The
   use of memory at the end keeps the call before it from becoming a jump, from which on these
   frames would be gone and cleared in place of the others. */
static void engine_aead(batch_worker *worker) {
  run_aead(worker);
  clear_vectors();
  clear_stack();
  USE_MEMORY(worker);
}

static void engine_sponge(batch_worker *worker) {
  run_sponge(worker);
  clear_vectors();
  clear_stack();
  USE_MEMORY(worker);
}

#define ASCON_ENGINE_TABLE(id, preference_value)                                                   \
  const ascon_engine ascon_engine_##id = {.name = #id,                                             \
                                          .lanes = LANES,                                          \
                                          .preference = preference_value,                          \
                                          .min_batch = LEAST_GROUP,                                \
                                          .available = engine_available,                           \
                                          .aead = engine_aead,                                     \
                                          .sponge = engine_sponge}

#endif
