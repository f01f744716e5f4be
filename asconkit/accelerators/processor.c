/* This processor as a device: batches go to the engines of ascon_batch.h and the threads of a pool,
   part by part.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "driver.h"
#include "request.h"

#if ASCON_HAS_SYSTEM
#include "../ascon_batch.h"
#include "../modes/calls.h"

#include <stdlib.h>
#include <string.h>

/* Messages of a part: enough for all lanes of all threads. */
enum { PART = 4096 };

typedef union any_job {
  ascon_aead_job aead[PART];
  ascon_sponge_job sponge[PART];
} any_job;

typedef struct processor {
  ascon_batch_pool *pool;
  any_job jobs;
  size_t messages[PART]; /* whose jobs these are */
} processor;

static size_t processor_list(ascon_device *devices, size_t capacity, char *text) {
  (void)text;
  if (capacity == 0) return 1;
  ascon_batch_pool *pool = NULL;
  memset(devices, 0, sizeof *devices);
  devices->kind = ASCON_DEVICE_PROCESSOR;
  if (ascon_batch_pool_create(&pool, 0) != ASCON_OK) pool = NULL;
  devices->units = ascon_batch_pool_threads(pool);
  ascon_batch_pool_destroy(pool);
  ascon_device_say(devices->name, "processor, engine %s", ascon_batch_engine_active(PART));
  return 1;
}

static ascon_result processor_open(ascon_queue *queue, void *context) {
  (void)context;
  processor *own = calloc(1, sizeof *own);
  if (!own) {
    ascon_device_say(queue->error, "no memory for jobs");
    return ASCON_ERR_RESOURCES;
  }
  /* Without threads the calling one does it all. */
  if (ascon_batch_pool_create(&own->pool, 0) != ASCON_OK) own->pool = NULL;
  queue->own = own;
  return ASCON_OK;
}

static void processor_close(ascon_queue *queue) {
  processor *own = queue->own;
  ascon_batch_pool_destroy(own->pool);
  free(own);
}

/* ---- Batches -----------------------------------------------------------------------------------
 */

/* Where the strings of a message are. */
typedef struct message_strings {
  column_string in, out, ad, nonce, key, tag;
} message_strings;

/* Reads them once; 0: one of them is outside of its memory. The outputs of AEAD are as long as the
   text. */
static int read_strings(const ascon_accelerator_batch *b, size_t i, message_strings *m) {
  ascon_column out = as_column(&b->out);
  const ascon_column tag = as_column(&b->tag);
  memset(m, 0, sizeof *m);
  if (!column_read(&b->in, i, &m->in)) return 0;
  if (is_aead(b)) out.length = (size_t)m->in.length, out.lengths = NULL;
  if (!column_read(&out, i, &m->out)) return 0;
  if (b->algorithm->key_bytes && !column_read(&b->key, i, &m->key)) return 0;
  return !is_aead(b) || (column_read(&b->ad, i, &m->ad) && column_read(&b->nonce, i, &m->nonce) &&
                         column_read(&tag, i, &m->tag));
}

static const uint8_t *string_at(const ascon_column *column, const column_string *string) {
  return string->length ? (const uint8_t *)column->data + string->begin : NULL;
}

static uint8_t *out_at(const ascon_out_column *out, const column_string *string) {
  return string->length ? (uint8_t *)out->data + string->begin : NULL;
}

static ascon_aead_job aead_job(const ascon_accelerator_batch *b, const message_strings *m) {
  return (ascon_aead_job){.out = out_at(&b->out, &m->out),
                          .in = string_at(&b->in, &m->in),
                          .text_bytes = (size_t)m->in.length,
                          .tag = out_at(&b->tag, &m->tag),
                          .ad = string_at(&b->ad, &m->ad),
                          .ad_bytes = (size_t)m->ad.length,
                          .nonce = string_at(&b->nonce, &m->nonce),
                          .key = string_at(&b->key, &m->key)};
}

static ascon_sponge_job sponge_job(const ascon_accelerator_batch *b, const message_strings *m) {
  return (ascon_sponge_job){.out = out_at(&b->out, &m->out),
                            .out_bytes = (size_t)m->out.length,
                            .in = string_at(&b->in, &m->in),
                            .bytes = (size_t)m->in.length,
                            .key = string_at(&b->key, &m->key)};
}

/* Jobs for the messages of a part whose strings are in their memory; returns how many. The others
   have their result: where the host has not refused the batch for them, they are in what counts as
   memory of the device. There, the order may name a message twice, or none. */
static size_t choose_messages(processor *own, const ascon_accelerator_batch *b, size_t first,
                              size_t count) {
  const volatile uint32_t *order = b->order;
  size_t chosen = 0;
  for (size_t place = first; place < first + count; place++) {
    const size_t i = order ? order[place] : place;
    message_strings strings;
    if (i >= b->count || b->results[i] != ASCON_ERR_DEVICE) continue;
    b->results[i] = ASCON_ERR_RANGE;
    if (!read_strings(b, i, &strings)) continue;
    if (is_aead(b)) own->jobs.aead[chosen] = aead_job(b, &strings);
    else own->jobs.sponge[chosen] = sponge_job(b, &strings);
    own->messages[chosen++] = i;
  }
  return chosen;
}

static void run_aead_part(processor *own, const ascon_accelerator_batch *b, size_t count) {
  ascon_aead_job *jobs = own->jobs.aead;
  if (b->task == ASCON_BATCH_ENCRYPT)
    (void)ascon_batch_encrypt(b->algorithm, jobs, count, b->tag.length, NULL, own->pool);
  else if (ascon_batch_decrypt(b->algorithm, jobs, count, b->tag.length, NULL, own->pool)) {
    /* every message has its own result */
  }
  for (size_t j = 0; j < count; j++) b->results[own->messages[j]] = (uint8_t)jobs[j].result;
}

static void compute(const ascon_accelerator_batch *b, ascon_sponge_job *jobs, size_t count,
                    ascon_batch_pool *pool) {
  const ascon_algorithm *a = b->algorithm;
  switch (a->kind) {
    case ASCON_KIND_HASH: (void)ascon_batch_hash(a, jobs, count, pool); break;
    case ASCON_KIND_XOF: (void)ascon_batch_xof(a, jobs, count, pool); break;
    case ASCON_KIND_CXOF:
      (void)ascon_batch_cxof(a, jobs, count, b->customization, b->customization_bytes, pool);
      break;
    case ASCON_KIND_MAC: (void)ascon_batch_mac(a, jobs, count, NULL, pool); break;
    case ASCON_KIND_PRF: (void)ascon_batch_prf(a, jobs, count, NULL, pool); break;
    case ASCON_KIND_PRFSHORT: (void)ascon_batch_prfshort(a, jobs, count, NULL, pool); break;
    case ASCON_KIND_AEAD: break;
  }
}

static void run_sponge_part(processor *own, const ascon_accelerator_batch *b, size_t count) {
  ascon_sponge_job *jobs = own->jobs.sponge;
  if (b->task == ASCON_BATCH_COMPUTE) compute(b, jobs, count, own->pool);
  else if (ascon_batch_mac_verify(b->algorithm, jobs, count, NULL, own->pool)) {
    /* every message has its own result */
  }
  for (size_t j = 0; j < count; j++) b->results[own->messages[j]] = (uint8_t)jobs[j].result;
}

static ascon_result processor_run(ascon_queue *queue, const ascon_accelerator_batch *batch,
                                  ascon_progress progress, void *user) {
  if (batch->count) memset(batch->results, ASCON_ERR_DEVICE, batch->count);
  for (size_t first = 0; first < batch->count; first += PART) {
    const size_t left = batch->count - first, count = left < PART ? left : PART;
    const size_t chosen = choose_messages(queue->own, batch, first, count);
    if (is_aead(batch)) run_aead_part(queue->own, batch, chosen);
    else run_sponge_part(queue->own, batch, chosen);
    if (progress) progress(user, first + count, batch->count);
  }
  return ascon_request_result(batch);
}

/* Memory of the device is that of the host. Results are the messages' own. */
static ascon_result processor_enqueue(ascon_queue *queue, const ascon_accelerator_batch *batch,
                                      void *stream, void *event) {
  if (stream || event) {
    ascon_device_say(queue->error, "stream and event: expected NULL for a processor");
    return ASCON_ERR_DEVICE;
  }
  (void)processor_run(queue, batch, NULL, NULL);
  return ASCON_OK;
}

static ascon_result processor_wait(ascon_queue *queue, void *stream) {
  (void)queue, (void)stream;
  return ASCON_OK;
}

/* ---- Memory ------------------------------------------------------------------------------------
 */

static ascon_result processor_allocate(ascon_queue *queue, void **memory, size_t bytes) {
  *memory = calloc(1, bytes);
  if (*memory) return ASCON_OK;
  ascon_device_say(queue->error, "no memory for %zu bytes", bytes);
  return ASCON_ERR_RESOURCES;
}

static void processor_release(ascon_queue *queue, void *memory, size_t bytes) {
  (void)queue;
  ascon_wipe(memory, bytes);
  free(memory);
}

static ascon_result processor_copy(ascon_queue *queue, void *to, const void *from, size_t bytes) {
  (void)queue;
  memcpy(to, from, bytes);
  return ASCON_OK;
}

const accelerator_driver ascon_processor_driver = {
    .list = processor_list,
    .open = processor_open,
    .close = processor_close,
    .run = processor_run,
    .enqueue = processor_enqueue,
    .wait = processor_wait,
    .allocate = processor_allocate,
    .release = processor_release,
    .write = processor_copy,
    .read = processor_copy,
};

#endif
