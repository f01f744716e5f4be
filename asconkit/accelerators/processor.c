/* This processor as a device: batches go to the engines of ascon_batch.h and the threads of a pool,
   part by part.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "driver.h"
#include "request.h"

#if ASCON_HAS_SYSTEM
#include "../batch/ascon_batch.h"
#include "../core/modes/calls.h"

#include <stdlib.h>
#include <string.h>

/* Messages of a part: enough for all lanes of all threads. */
enum { PART = 4096 };

typedef struct processor {
  ascon_batch_pool *pool;
  ascon_message messages[PART];
  size_t number[PART]; /* of each, in the batch */
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
    ascon_device_say(queue->error, "no memory for messages");
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

/* ---- Batches -------------------------------------------------------------------------------- */

/* A string of message i, read once: its length, and its place, which is NULL if it is empty. 0: it
   is outside of its memory. */
static int read_string(const ascon_column *column, size_t i, uint8_t **place, size_t *length) {
  column_string string;
  if (!column_read(column, i, &string)) return 0;
  *length = (size_t)string.length;
  *place = string.length ? (uint8_t *)column->data + string.begin : NULL;
  return 1;
}

/* Message i; 0 if a string of it is outside of its memory. The outputs of AEAD are as long as the
   text. */
static int read_message(const ascon_accelerator_batch *b, size_t i, ascon_message *m) {
  const ascon_columns *c = &b->columns;
  ascon_column out = outputs_of(b);
  uint8_t *in, *key = NULL, *ad = NULL, *nonce = NULL, *tag = NULL, *output;
  size_t length, out_length, ad_length = 0, tag_length = 0, ignored;
  if (!read_string(&c->in, i, &in, &length)) return 0;
  if (is_aead(b)) out.length = length, out.lengths = NULL;
  if (!read_string(&out, i, &output, &out_length)) return 0;
  if (b->algorithm->key_bytes && !read_string(&c->key, i, &key, &ignored)) return 0;
  if (is_aead(b) &&
      !(read_string(&c->ad, i, &ad, &ad_length) && read_string(&c->nonce, i, &nonce, &ignored) &&
        read_string(&c->tag, i, &tag, &tag_length)))
    return 0;
  if (b->algorithm->kind == ASCON_KIND_MAC) tag = output;
  if (b->algorithm->kind == ASCON_KIND_CXOF)
    ad = without_const(customization_of(b)), ad_length = c->ad.length;
  *m = (ascon_message){.out = output,
                       .in = in,
                       .length = length,
                       .tag = tag,
                       .tag_length = tag_length,
                       .ad = ad,
                       .ad_length = ad_length,
                       .nonce = nonce,
                       .key = key,
                       .out_length = out_length};
  return 1;
}

/* The messages of a part whose strings are in their memory; returns how many. The others have their
   result: where the host has not refused the batch for them, they are in what counts as memory of
   the device. There, the order may name a message twice, or none. */
static size_t choose_messages(processor *own, const ascon_accelerator_batch *b, size_t first,
                              size_t count) {
  const volatile uint32_t *order = b->order;
  size_t chosen = 0;
  for (size_t place = first; place < first + count; place++) {
    const size_t i = order ? order[place] : place;
    if (i >= b->count || b->results[i] != ASCON_ERR_DEVICE) continue;
    b->results[i] = ASCON_ERR_RANGE;
    if (!read_message(b, i, &own->messages[chosen])) continue;
    own->number[chosen++] = i;
  }
  return chosen;
}

/* Every message has its own result. */
static void run_part(processor *own, const ascon_accelerator_batch *b, size_t count) {
  const ascon_result first = ascon_any_batch(b->algorithm, b->op, own->messages, count, own->pool);
  (void)first;
  for (size_t j = 0; j < count; j++) b->results[own->number[j]] = (uint8_t)own->messages[j].result;
}

static ascon_result processor_run(ascon_queue *queue, const ascon_accelerator_batch *batch,
                                  ascon_progress progress, void *user) {
  if (batch->count) memset(batch->results, ASCON_ERR_DEVICE, batch->count);
  for (size_t first = 0; first < batch->count; first += PART) {
    const size_t left = batch->count - first, count = left < PART ? left : PART;
    const size_t chosen = choose_messages(queue->own, batch, first, count);
    run_part(queue->own, batch, chosen);
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

/* ---- Memory --------------------------------------------------------------------------------- */

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
