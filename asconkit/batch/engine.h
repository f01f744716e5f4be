/* What every vector engine is made of: included by its .c file after its family's header. Takes the
   messages of a batch in windows and groups through the kernels, and gives their results.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_ENGINE_H
#define ASCON_BATCH_ENGINE_H

#include "engines/alone.h"

#include "../core/platform/stack.h"
#include "kernels.h"
#include "work.h"

/* Vectors are cleared before a single message: what a kernel leaves in the upper halves makes older
   instructions on the lower ones slow; without that, a single decryption took some hundred times as
   long. */
INLINED void run_alone(batch_worker *worker, size_t i) {
  ascon_message room;
  const ascon_message *m = batch_message(worker->work, i, &room);
  clear_vectors();
  run_message(worker, i, m);
}

/* ---- AEAD ----------------------------------------------------------------------------------- */

/* A forged message leaves no plaintext. */
INLINED void lanes_reject_forgery(const group *g, size_t i) {
  if (g->text.length[i]) zeroize((uint8_t *)g->text.out[i], g->text.length[i]);
}

/* The results of a group, for those who want them. Regular columns have theirs in a row: where none
   is wrong, to write them so is faster (2 % of AEAD128 decryption of 64 bytes, Zen 4). */
INLINED void give_results(batch_worker *worker, const window *w, size_t first, const group *g) {
  const batch_work *work = worker->work;
  if (work->regular && !g->any_wrong) {
    uint8_t *const results = work->results ? work->results + message_at(w, first) : NULL;
    const size_t count = results ? g->count : 0;
    for (size_t i = 0; i < count; i++) results[i] = ASCON_OK;
    return;
  }
  for (size_t i = 0; i < g->count; i++)
    batch_set_result(worker, message_at(w, first + i),
                     g->any_wrong && g->wrong[i] ? ASCON_ERR_TAG : ASCON_OK);
}

/* Messages in windows, of about the same length each (window.h), and in groups, one for each lane.
   Decryption zeroizes what forged messages have given before it reports them. */
INLINED void run_aead(batch_worker *worker) {
  const batch_work *work = worker->work;
  const int verify = work->op == ASCON_DECRYPT;
  aead_kernel *const kernel = find_aead_kernel(work->p, verify ? OP_DECRYPT : OP_ENCRYPT);
  window w;
  group g;
  open_group(&g, work);
  while (next_window(worker, &w))
    for (size_t first = 0, count; first < w.count; first += count) {
      count = group_size(work, &w, first);
      if (count == 1) {
        run_alone(worker, message_at(&w, first));
        continue;
      }
      fill_group(&g, work, &w, first, count, 1);
      kernel(&g, work->p);
      for (size_t i = 0; g.any_wrong && i < g.count; i++)
        if (g.wrong[i]) lanes_reject_forgery(&g, i);
      give_results(worker, &w, first, &g);
    }
}

/* ---- Sponges -------------------------------------------------------------------------------- */

/* The state after the initialization of message 0: most messages have the same key, customization
   string or neither. Computed by a single call; NULL if there is no such state. `prefix` and
   `length`: what entered it. */
OUTLINED const uint64_t *common_initial(const batch_work *work, uint64_t words[5],
                                        const uint8_t **prefix, size_t *length) {
  const params *p = work->p;
  const ascon_algorithm *a = work->algorithm;
  ascon_message room;
  const ascon_message *m = batch_message(work, 0, &room);
  ascon_sponge_ctx ctx;
  uint8_t bytes[STATE_LENGTH];
  *prefix = prefix_of(p, m), *length = prefix_length_of(p, m);
  if (p->initial && p->kind != ASCON_KIND_CXOF) return p->initial;
  const ascon_columns *c = work->columns;
  if (c && !column_has_string(p->key_length ? &c->key : &c->ad, *prefix, *length)) return NULL;
  if (ascon_any_sponge_init(&ctx, a, *prefix, *length) != ASCON_OK)
    return NULL; /* every message has a key, or an IV, of its own */
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

/* 1: message 0's customization string is that of all messages from place `first` of the window on.
 */
INLINED int all_have_string(const batch_work *work, const window *w, size_t first, size_t count,
                            const uint8_t *string, size_t length) {
  int same = 1;
  for (size_t i = 0; i < count; i++) {
    ascon_message room;
    const ascon_message *m = batch_message(work, message_at(w, first + i), &room);
    same &= m->ad == string && m->ad_length == length;
  }
  return same;
}

/* The same for the other kinds. A group whose messages have one key, or none, begins with the state
   that has been computed once for the batch. */
INLINED void run_sponge(batch_worker *worker) {
  const batch_work *work = worker->work;
  const int verify = work->op == ASCON_VERIFY;
  const uint8_t *key;
  size_t key_length;
  sponge_kernel *const kernel = find_sponge_kernel(work->p);
  uint64_t words[5];
  const uint64_t *initial = common_initial(work, words, &key, &key_length);
  window w;
  group g;
  open_group(&g, work);
  while (next_window(worker, &w))
    for (size_t first = 0, count; first < w.count; first += count) {
      count = group_size(work, &w, first);
      if (count == 1) {
        run_alone(worker, message_at(&w, first));
        continue;
      }
      if (work->p->kind == ASCON_KIND_CXOF &&
          !all_have_string(work, &w, first, count, key, key_length)) {
        for (size_t i = 0; i < count; i++) run_alone(worker, message_at(&w, first + i));
        continue;
      }
      fill_group(&g, work, &w, first, count, 0);
      const int common = !batch_is_keyed(work) || all_have_key(&g, key);
      kernel(&g, work->p, common ? initial : NULL, verify);
      give_results(worker, &w, first, &g);
    }
  zeroize_words(words, sizeof words);
}

/* ---- The engine ----------------------------------------------------------------------------- */

/* Secrets are in the frames of the kernels and of what they call, below these frames. The
   use of memory at the end keeps the call before it from becoming a jump, from which on these
   frames would be gone and cleared in place of the others. */
static void engine_run(batch_worker *worker) {
  if (worker->work->p->kind == ASCON_KIND_AEAD) run_aead(worker);
  else run_sponge(worker);
  clear_vectors();
  clear_stack();
  use_memory(worker);
}

/* In a family's engine, FIRST_WITH is the bit of a processor on which it is the fastest one. */
#ifndef FIRST_WITH
#define FIRST_WITH 0
#endif

#ifndef SMALL_BATCH
#define SMALL_BATCH 0
#endif

#define ASCON_ENGINE_TABLE(id, preference_value)                                                   \
  const ascon_engine ascon_engine_##id = {.choice = {.name = #id,                                  \
                                                     .needs = ENGINE_NEEDS,                        \
                                                     .first_with = FIRST_WITH,                     \
                                                     .preference = preference_value,               \
                                                     .min_batch = LEAST_GROUP,                     \
                                                     .small_batch = SMALL_BATCH},                  \
                                          .lanes = LANES,                                          \
                                          .least_prfshort = LEAST_PRFSHORT,                        \
                                          .run = engine_run}

#endif
