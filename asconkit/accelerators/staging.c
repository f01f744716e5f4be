/* Batches of devices with kernels. Those in host memory go through the slots of the queue: a part
   of the batch is copied into a pinned slot, from there to the device, and its results the same way
   back, while the slots beside it do the same at other stages.

   The strings of a part lie in a slot in this order, each at a multiple of 16:

     arrays of offsets and lengths, inputs | AEAD's text, in place | outputs, results
     [----------- to the device ------------------------------------)
                                           [------- from the device ------------------)
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "driver.h"
#include "request.h"

#if ASCON_HAS_SYSTEM
#include "../core/modes/calls.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMN_IN, COLUMN_OUT, COLUMN_AD, COLUMN_NONCE, COLUMN_KEY, COLUMN_TAG, COLUMNS };

/* What happens to a column. */
typedef enum staged_use { NOT_THERE, READ, WRITTEN, IN_PLACE } staged_use;

/* Where a column of a part is in its slot, in bytes. */
typedef struct staged_column {
  size_t start, pitch;
  size_t offsets, lengths; /* arrays, of ragged columns */
} staged_column;

/* A part of a batch in a slot: messages first to first + count - 1 in the order of the batch. */
typedef struct part {
  size_t first, count; /* count 0: the slot is free */
  staged_column columns[COLUMNS];
  size_t text, uploaded, results, end; /* the borders of the picture above */
} part;

typedef struct staging {
  ascon_queue *queue;
  const ascon_accelerator_batch *batch;
  ascon_column columns[COLUMNS];
  staged_use uses[COLUMNS];
  size_t *order; /* of messages; NULL: as they come */
  kernel_launch launch;
  char kernel[KERNEL_NAME_BYTES];
  part parts[SLOTS];
  size_t used[SLOTS]; /* bytes of each slot that the call has used */
  size_t done;
  ascon_result result;                 /* the first failure of the device */
  char error[ASCON_DEVICE_TEXT_BYTES]; /* and its text */
} staging;

static size_t round_up(size_t n) { return (n + 15) & ~(size_t)15; }

/* ---- The batch ------------------------------------------------------------------------------ */

static void name_columns(staging *s) {
  const ascon_accelerator_batch *b = s->batch;
  const int keyed = b->algorithm->key_bytes != 0;
  s->columns[COLUMN_IN] = b->columns.in, s->columns[COLUMN_OUT] = outputs_of(b);
  s->columns[COLUMN_AD] = associated_data(b), s->columns[COLUMN_NONCE] = b->columns.nonce;
  s->columns[COLUMN_KEY] = b->columns.key, s->columns[COLUMN_TAG] = b->columns.tag;
  if (is_aead(b)) {
    s->uses[COLUMN_IN] = s->uses[COLUMN_OUT] = IN_PLACE;
    s->uses[COLUMN_AD] = s->uses[COLUMN_NONCE] = s->uses[COLUMN_KEY] = READ;
    s->uses[COLUMN_TAG] = b->op == ASCON_ENCRYPT ? WRITTEN : READ;
  } else {
    s->uses[COLUMN_IN] = READ;
    s->uses[COLUMN_OUT] = b->op == ASCON_COMPUTE ? WRITTEN : READ;
    s->uses[COLUMN_KEY] = keyed ? READ : NOT_THERE;
  }
}

/* A message and what it is sorted by. */
typedef struct ranked {
  uint64_t blocks;
  size_t message;
} ranked;

static int compare_ranked(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->blocks != y->blocks) return x->blocks < y->blocks ? -1 : 1;
  return x->message < y->message ? -1 : x->message > y->message;
}

/* By numbers of blocks, so that lanes of a group end together. */
static ascon_result sort_messages(staging *s) {
  const size_t count = s->batch->count;
  ranked *all = count <= SIZE_MAX / sizeof *all ? malloc(count * sizeof *all) : NULL;
  if (!all) return ASCON_ERR_RESOURCES;
  for (size_t i = 0; i < count; i++)
    all[i].blocks = ascon_request_blocks(s->batch, i), all[i].message = i;
  qsort(all, count, sizeof *all, compare_ranked);
  for (size_t i = 0; i < count; i++) s->order[i] = all[i].message;
  free(all);
  return ASCON_OK;
}

/* The caller's order, or that of the numbers of blocks where these vary. */
static ascon_result order_messages(staging *s) {
  const ascon_accelerator_batch *b = s->batch;
  const int ragged =
      b->columns.in.lengths || b->columns.ad.lengths || (!is_aead(b) && b->columns.out.lengths);
  if (!b->order && !ragged) return ASCON_OK;
  ascon_result result = ASCON_ERR_RESOURCES;
  s->order = b->count <= SIZE_MAX / sizeof *s->order ? malloc(b->count * sizeof *s->order) : NULL;
  if (s->order && b->order) {
    for (size_t i = 0; i < b->count; i++) s->order[i] = b->order[i];
    result = ASCON_OK;
  } else if (s->order) {
    result = sort_messages(s);
  }
  if (result != ASCON_OK)
    ascon_device_say(s->queue->error, "no memory to order %zu messages", b->count);
  return result;
}

static size_t message_at(const staging *s, size_t place) {
  return s->order ? s->order[place] : place;
}

/* ---- Layout --------------------------------------------------------------------------------- */

/* One value for all messages. */
static int is_shared(const staging *s, int c) {
  const ascon_column *column = &s->columns[c];
  return s->uses[c] == READ && !column->offsets && !column->lengths && column->stride == 0;
}

static int is_ragged(const staging *s, int c) { return s->columns[c].lengths != NULL; }

/* Whether a column has memory of its own in a slot: the outputs of AEAD are where the text was. */
static int is_staged(const staging *s, int c) {
  return s->uses[c] != NOT_THERE && !(c == COLUMN_OUT && s->uses[c] == IN_PLACE);
}

/* At most what any message adds to a part, and what a part has besides. */
static size_t message_bytes(const staging *s, size_t message) {
  size_t bytes = 1;
  for (int c = 0; c < COLUMNS; c++) {
    if (!is_staged(s, c) || is_shared(s, c)) continue;
    bytes += round_up(column_length(&s->columns[c], message));
    if (is_ragged(s, c)) bytes += 2 * sizeof(uint64_t);
  }
  return bytes;
}

static size_t part_bytes(const staging *s) {
  size_t bytes = 16;
  for (int c = 0; c < COLUMNS; c++) bytes += 3 * 16 + (is_shared(s, c) ? s->columns[c].length : 0);
  return bytes;
}

/* As many messages as fit into a slot, at least one; returns the bytes that they may need. */
static size_t choose_part(const staging *s, part *p) {
  size_t bytes = part_bytes(s);
  for (p->count = 0; p->first + p->count < s->batch->count; p->count++) {
    const size_t more = message_bytes(s, message_at(s, p->first + p->count));
    if (p->count && more > s->queue->slot_bytes - bytes) break;
    bytes += more;
    if (bytes >= s->queue->slot_bytes) {
      p->count++;
      break;
    }
  }
  return bytes;
}

static size_t take(size_t *cursor, size_t bytes) {
  const size_t start = *cursor;
  *cursor += round_up(bytes);
  return start;
}

static size_t strings_bytes(const staging *s, const part *p, int c) {
  size_t bytes = 0;
  if (is_shared(s, c)) return s->columns[c].length;
  if (!is_ragged(s, c)) return p->count * round_up(s->columns[c].length);
  for (size_t i = 0; i < p->count; i++)
    bytes += round_up(column_length(&s->columns[c], message_at(s, p->first + i)));
  return bytes;
}

static void lay_out_strings(const staging *s, part *p, staged_use use, size_t *cursor) {
  for (int c = 0; c < COLUMNS; c++)
    if (s->uses[c] == use && is_staged(s, c))
      p->columns[c].start = take(cursor, strings_bytes(s, p, c));
}

static void lay_out(const staging *s, part *p) {
  size_t cursor = 0;
  for (int c = 0; c < COLUMNS; c++) {
    p->columns[c].pitch = is_shared(s, c) ? 0 : round_up(s->columns[c].length);
    if (!is_staged(s, c) || !is_ragged(s, c)) continue;
    p->columns[c].offsets = take(&cursor, p->count * sizeof(uint64_t));
    p->columns[c].lengths = take(&cursor, p->count * sizeof(uint64_t));
  }
  lay_out_strings(s, p, READ, &cursor);
  p->text = cursor;
  lay_out_strings(s, p, IN_PLACE, &cursor);
  p->uploaded = cursor;
  lay_out_strings(s, p, WRITTEN, &cursor);
  p->results = take(&cursor, p->count);
  p->end = cursor;
  if (s->uses[COLUMN_OUT] == IN_PLACE) p->columns[COLUMN_OUT] = p->columns[COLUMN_IN];
}

/* ---- Copies --------------------------------------------------------------------------------- */

static void gather_equal(const staging *s, const part *p, int c, uint8_t *host) {
  const ascon_column *column = &s->columns[c];
  const staged_column *staged = &p->columns[c];
  const uint8_t *data = column->data;
  const size_t count = is_shared(s, c) ? 1 : p->count;
  if (column->length == 0) return;
  if (!s->order && !column->offsets && column->stride == staged->pitch) {
    memcpy(host + staged->start, data + column_place(column, p->first),
           (count - 1) * staged->pitch + column->length);
    return;
  }
  for (size_t i = 0; i < count; i++)
    memcpy(host + staged->start + i * staged->pitch,
           data + column_place(column, message_at(s, p->first + i)), column->length);
}

/* Writes the arrays too; `copies` 0: nothing else, for outputs. */
static void gather_ragged(const staging *s, const part *p, int c, uint8_t *host, int copies) {
  const ascon_column *column = &s->columns[c];
  const staged_column *staged = &p->columns[c];
  uint64_t at = staged->start;
  for (size_t i = 0; i < p->count; i++) {
    const size_t message = message_at(s, p->first + i);
    const uint64_t length = column->lengths[message];
    memcpy(host + staged->offsets + 8 * i, &at, sizeof at);
    memcpy(host + staged->lengths + 8 * i, &length, sizeof length);
    if (copies && length)
      memcpy(host + at, (const uint8_t *)column->data + column_place(column, message),
             (size_t)length);
    at += round_up((size_t)length);
  }
}

static void gather(const staging *s, const part *p, uint8_t *host) {
  for (int c = 0; c < COLUMNS; c++) {
    if (!is_staged(s, c)) continue;
    const int copies = s->uses[c] != WRITTEN;
    if (is_ragged(s, c)) gather_ragged(s, p, c, host, copies);
    else if (copies) gather_equal(s, p, c, host);
  }
}

/* One output of message i of a part. */
static void scatter_string(const staging *s, const part *p, int c, const uint8_t *host, size_t i) {
  const ascon_column *column = &s->columns[c];
  const staged_column *staged = &p->columns[c];
  const size_t message = message_at(s, p->first + i), length = column_length(column, message);
  uint64_t at = staged->start + i * staged->pitch;
  if (is_ragged(s, c)) memcpy(&at, host + staged->offsets + 8 * i, sizeof at);
  if (length) memcpy((uint8_t *)column->data + column_place(column, message), host + at, length);
}

/* Outputs and results of a finished part. Of a message that was refused, nothing is written. */
static void scatter(staging *s, const part *p, const uint8_t *host) {
  const ascon_accelerator_batch *b = s->batch;
  for (size_t i = 0; i < p->count; i++) {
    const uint8_t result = host[p->results + i];
    b->results[message_at(s, p->first + i)] = result;
    if (result != ASCON_OK && result != ASCON_ERR_TAG) continue;
    if (s->uses[COLUMN_OUT] != READ) scatter_string(s, p, COLUMN_OUT, host, i);
    if (s->uses[COLUMN_TAG] == WRITTEN) scatter_string(s, p, COLUMN_TAG, host, i);
  }
}

/* ---- Parts ---------------------------------------------------------------------------------- */

/* Remembers the first failure: what fails after it is its consequence. */
static int failed(staging *s, ascon_result result) {
  if (result == ASCON_OK) return 0;
  if (s->result == ASCON_OK) {
    s->result = result;
    memcpy(s->error, s->queue->error, sizeof s->error);
  }
  return 1;
}

static string_place staged_place(const staging *s, const part *p, int c) {
  const staged_column *staged = &p->columns[c];
  const int ragged = is_ragged(s, c);
  const string_place place = {ragged ? 0 : staged->start, staged->pitch,       s->columns[c].length,
                              staged->offsets / 8,        staged->lengths / 8, 0};
  return place;
}

/* All memory that the kernel is given is that of the slot. */
static ascon_result launch_part(staging *s, const part *p, const staging_slot *slot) {
  kernel_launch *launch = &s->launch;
  kernel_call *call = &launch->call;
  string_place *places[COLUMNS] = {&call->in,    &call->out, &call->ad,
                                   &call->nonce, &call->key, &call->tag};
  for (int b = 0; b < BUFFERS; b++) launch->buffer[b] = slot->device;
  for (int c = 0; c < COLUMNS; c++) *places[c] = staged_place(s, p, c);
  const int arrays[] = {COLUMN_IN, COLUMN_OUT, COLUMN_AD};
  for (int a = 0; a < 3; a++)
    if (!is_ragged(s, arrays[a]))
      launch->buffer[BUFFER_IN_OFFSETS + 2 * a] = launch->buffer[BUFFER_IN_LENGTHS + 2 * a] = NULL;
  launch->buffer[BUFFER_ORDER] = NULL;
  call->count = p->count;
  call->first_result = p->results;
  return s->queue->driver->launch(s->queue, launch, slot->stream, NULL);
}

/* Wipes what the call has staged in slot k, on both sides. If the device does not do it, it might
   not have done other things either: then nothing may use that memory again. */
static void wipe_slot(staging *s, size_t k) {
  const accelerator_driver *driver = s->queue->driver;
  staging_slot *slot = &s->queue->slots[k];
  if (s->used[k] == 0) return;
  const int cleared = !failed(s, driver->clear(s->queue, slot, s->used[k]));
  const int waited = !failed(s, driver->wait(s->queue, slot->stream));
  if (!cleared || !waited) s->queue->lost = 1;
  ascon_wipe(slot->host, s->used[k]);
  s->used[k] = 0;
}

/* Makes slot k have at least `bytes` bytes. */
static ascon_result need_slot(staging *s, size_t k, size_t bytes) {
  const accelerator_driver *driver = s->queue->driver;
  staging_slot *slot = &s->queue->slots[k];
  const size_t size = bytes > s->queue->slot_bytes ? bytes : s->queue->slot_bytes;
  if (slot->bytes >= bytes) return ASCON_OK;
  wipe_slot(s, k);
  if (s->queue->lost) return s->result;
  if (slot->bytes) driver->close_slot(s->queue, slot);
  memset(slot, 0, sizeof *slot);
  RETURN_IF_ERROR(driver->open_slot(s->queue, slot, size));
  slot->bytes = size;
  return ASCON_OK;
}

/* Fills slot k with the next part and enqueues its way through the device. */
static ascon_result begin_part(staging *s, size_t k, size_t first) {
  const accelerator_driver *driver = s->queue->driver;
  staging_slot *slot = &s->queue->slots[k];
  part *p = &s->parts[k];
  memset(p, 0, sizeof *p);
  p->first = first;
  const size_t needed = choose_part(s, p);
  const size_t count = p->count;
  p->count = 0; /* nothing is under way until the first copy is enqueued */
  RETURN_IF_ERROR(need_slot(s, k, needed));
  p->count = count;
  lay_out(s, p);
  if (p->end > s->used[k]) s->used[k] = p->end;
  gather(s, p, slot->host);
  RETURN_IF_ERROR(driver->upload(s->queue, slot, p->uploaded));
  RETURN_IF_ERROR(launch_part(s, p, slot));
  return driver->download(s->queue, slot, p->text, p->end - p->text);
}

/* Waits for slot k and gives its results out, unless the device has failed. */
static void finish_part(staging *s, size_t k, int complete, ascon_progress progress, void *user) {
  part *p = &s->parts[k];
  if (p->count == 0) return;
  if (!failed(s, s->queue->driver->wait(s->queue, s->queue->slots[k].stream)) && complete) {
    scatter(s, p, s->queue->slots[k].host);
    s->done += p->count;
    if (progress) progress(user, s->done, s->batch->count);
  }
  p->count = 0;
}

static void run_parts(staging *s, ascon_progress progress, void *user) {
  size_t first = 0, k = 0;
  int complete = 1; /* whether the part in slot k is under way in whole */
  for (; first < s->batch->count && s->result == ASCON_OK; k = (k + 1) % SLOTS) {
    finish_part(s, k, 1, progress, user);
    if (s->result != ASCON_OK) break;
    complete = !failed(s, begin_part(s, k, first));
    first += s->parts[k].count;
    if (!complete) break;
  }
  if (!complete) finish_part(s, k, 0, progress, user);
  for (size_t n = 0; n < SLOTS; n++) finish_part(s, (k + n) % SLOTS, 1, progress, user);
}

/* Whether there are arrays that say where strings are, or in which order: another thread may write
   to them. */
static int has_arrays(const ascon_accelerator_batch *b) {
  return b->count != 0 &&
         (b->order || b->columns.in.offsets || b->columns.in.lengths || b->columns.out.offsets ||
          b->columns.out.lengths || b->columns.ad.offsets || b->columns.ad.lengths);
}

/* A batch whose arrays nobody else writes to. */
static ascon_result run_batch(ascon_queue *queue, const ascon_accelerator_batch *batch,
                              ascon_progress progress, void *user) {
  staging s;
  memset(&s, 0, sizeof s);
  s.queue = queue, s.batch = batch, s.launch.kernel = s.kernel;
  ascon_result result = order_messages(&s);
  if (result == ASCON_OK) result = ascon_request_begin(batch, &s.launch.call, s.kernel);
  if (result != ASCON_OK) {
    free(s.order);
    return result;
  }
  name_columns(&s);
  memset(batch->results, ASCON_ERR_DEVICE, batch->count);
  run_parts(&s, progress, user);
  for (size_t k = 0; k < SLOTS; k++) wipe_slot(&s, k);
  free(s.order);
  if (s.result == ASCON_OK) return ascon_request_result(batch);
  memcpy(queue->error, s.error, sizeof s.error);
  return s.result;
}

ascon_result ascon_staging_run(ascon_queue *queue, const ascon_accelerator_batch *batch,
                               ascon_progress progress, void *user) {
  ascon_accelerator_batch own;
  void *memory;
  if (!has_arrays(batch)) return run_batch(queue, batch, progress, user);
  ascon_result result = ascon_request_copy(batch, &own, &memory, queue->error);
  if (result == ASCON_OK) result = ascon_request_check(&own, 1, queue->error);
  if (result == ASCON_OK) result = run_batch(queue, &own, progress, user);
  free(memory);
  return result;
}

/* ---- Memory of the device ------------------------------------------------------------------- */

static string_place given_place(const ascon_column *column) {
  const string_place place = {column->start,     column->stride, column->length, 0, 0,
                              column->data_bytes};
  return place;
}

/* What the kernel is told of strings that are on the device; `name` gets its name. */
static ascon_result describe_launch(const ascon_accelerator_batch *batch, kernel_launch *launch,
                                    char name[KERNEL_NAME_BYTES]) {
  const ascon_columns *c = &batch->columns;
  const ascon_column out = outputs_of(batch), ad = associated_data(batch);
  kernel_call *call = &launch->call;
  memset(launch, 0, sizeof *launch);
  launch->kernel = name;
  RETURN_IF_ERROR(ascon_request_begin(batch, call, name));
  call->in = given_place(&c->in), call->out = given_place(&out);
  call->ad = given_place(&ad), call->nonce = given_place(&c->nonce);
  call->key = given_place(&c->key), call->tag = given_place(&c->tag);
  const void *buffers[BUFFERS] = {c->in.data,    out.data,    ad.data,        c->nonce.data,
                                  c->key.data,   c->tag.data, batch->results, c->in.offsets,
                                  c->in.lengths, out.offsets, out.lengths,    ad.offsets,
                                  ad.lengths,    batch->order};
  memcpy((void *)launch->buffer, (const void *)buffers, sizeof buffers);
  return ASCON_OK;
}

ascon_result ascon_staging_enqueue(ascon_queue *queue, const ascon_accelerator_batch *batch,
                                   void *stream, void *event) {
  char name[KERNEL_NAME_BYTES];
  kernel_launch launch;
  RETURN_IF_ERROR(describe_launch(batch, &launch, name));
  return queue->driver->launch(queue, &launch, stream, event);
}

ascon_result ascon_accelerator_prepare(const ascon_accelerator_batch *batch,
                                       ascon_kernel_launch *prepared, char *text) {
  kernel_launch launch;
  _Static_assert(sizeof prepared->call == sizeof launch.call, "the kernels' words");
  _Static_assert(sizeof prepared->buffers == sizeof launch.buffer, "the kernels' parameters");
  _Static_assert(sizeof prepared->kernel == KERNEL_NAME_BYTES, "the kernels' names");
  if (text) *text = 0;
  RETURN_IF_ERROR(ascon_request_check(batch, 0, text));
  RETURN_IF_ERROR(describe_launch(batch, &launch, prepared->kernel));
  memcpy(prepared->call, &launch.call, sizeof launch.call);
  memcpy((void *)prepared->buffers, (const void *)launch.buffer, sizeof launch.buffer);
  return ASCON_OK;
}

#endif
