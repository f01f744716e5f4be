/* Checks of batches, and what the kernels are told.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "request.h"

#if ASCON_HAS_SYSTEM
#include "../core/modes/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Checks --------------------------------------------------------------------------------- */

/* What a column is checked for. */
typedef struct column_rule {
  const char *name;
  size_t length; /* the only one that is allowed; ANY_LENGTH */
  column_use use;
  int is_regular; /* a stride alone: nonces, keys, tags */
} column_rule;

#define ANY_LENGTH ((size_t)-1)

static int has_strings(const ascon_column *column, size_t count, int in_host_memory) {
  if (count == 0) return 0;
  if (!column->lengths) return column->length != 0;
  if (!in_host_memory) return 1;
  for (size_t i = 0; i < count; i++)
    if (column->lengths[i]) return 1;
  return 0;
}

static ascon_result say_outside(const ascon_column *column, const char *name, size_t length,
                                size_t limit, char *text) {
  const int first = column->start > limit || length > limit - column->start;
  const size_t message = first ? 0 : (limit - length - column->start) / column->stride + 1;
  ascon_device_say(text,
                   "%s: message %zu has %zu bytes from byte %zu + %zu * %zu on, expected within "
                   "%zu",
                   name, message, length, column->start, message, column->stride, limit);
  return ASCON_ERR_RANGE;
}

/* All strings of a column with a stride, which must not wrap around: of those with lengths of their
   own, where they begin. */
static ascon_result check_request_stride(const ascon_column *column, const column_rule *rule,
                                         size_t count, char *text) {
  const size_t length = column->lengths ? 0 : column->length;
  const size_t limit = column->lengths ? SIZE_MAX : column_limit(column);
  switch (find_column_fault(column, length, limit, rule->use, count)) {
    case COLUMN_OUTSIDE: return say_outside(column, rule->name, length, limit, text);
    case COLUMN_OVERLAPS:
      ascon_device_say(text, "%s: stride %zu, expected at least its length, %zu", rule->name,
                       column->stride, length);
      return ASCON_ERR_RANGE;
    case COLUMN_SHARED:
      ascon_device_say(text, "%s: stride 0, expected one for each message", rule->name);
      return ASCON_ERR_RANGE;
    default: return ASCON_OK;
  }
}

/* Strings with offsets or lengths of their own, if the host may read these. */
static ascon_result check_strings(const ascon_column *column, const char *name, size_t count,
                                  char *text) {
  for (size_t i = 0; i < count; i++) {
    column_string string;
    if (column_read(column, i, &string)) continue;
    ascon_device_say(text, "%s: message %zu has %llu bytes from byte %llu on, expected within %zu",
                     name, i, (unsigned long long)string.length, (unsigned long long)string.begin,
                     column_limit(column));
    return ASCON_ERR_RANGE;
  }
  return ASCON_OK;
}

static ascon_result check_request_column(const ascon_column *column, const column_rule *rule,
                                         size_t count, int in_host_memory, char *text) {
  if (rule->length != ANY_LENGTH && (column->lengths || column->length != rule->length)) {
    ascon_device_say(text, "%s: length %zu%s, expected %zu for all messages", rule->name,
                     column->length, column->lengths ? " and others" : "", rule->length);
    return ASCON_ERR_RANGE;
  }
  if (rule->is_regular && column->offsets) {
    ascon_device_say(text, "%s: offsets, expected a stride", rule->name);
    return ASCON_ERR_RANGE;
  }
  if (!has_strings(column, count, in_host_memory)) return ASCON_OK;
  if (!column->data) {
    ascon_device_say(text, "%s: data is NULL", rule->name);
    return ASCON_ERR_NULL;
  }
  if (!column->offsets) RETURN_IF_ERROR(check_request_stride(column, rule, count, text));
  return column_is_ragged(column) && in_host_memory ? check_strings(column, rule->name, count, text)
                                                    : ASCON_OK;
}

static ascon_result check_batch_operation(const ascon_accelerator_batch *batch, char *text) {
  const ascon_result result = check_operation(batch->algorithm, batch->op);
  if (result != ASCON_OK)
    ascon_device_say(text, "%s has no operation %d", batch->algorithm->name, (int)batch->op);
  return result;
}

static ascon_result check_aead_request(const ascon_accelerator_batch *b, int in_host_memory,
                                       char *text) {
  const int encrypts = b->op == ASCON_ENCRYPT;
  const column_rule rules[] = {
      {"in", ANY_LENGTH, COLUMN_READ, 0},
      {"out", ANY_LENGTH, COLUMN_WRITTEN, 0},
      {"ad", ANY_LENGTH, COLUMN_READ, 0},
      {"nonce", b->algorithm->nonce_bytes, encrypts ? COLUMN_ONE_FOR_EACH : COLUMN_READ, 1},
      {"key", b->algorithm->key_bytes, COLUMN_READ, 1},
      {"tag", b->columns.tag.length, encrypts ? COLUMN_WRITTEN : COLUMN_READ, 1}};
  const ascon_column columns[] = {b->columns.in,    outputs_of(b),  b->columns.ad,
                                  b->columns.nonce, b->columns.key, b->columns.tag};
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    RETURN_IF_ERROR(check_request_column(&columns[i], &rules[i], b->count, in_host_memory, text));
  if (check_tag_length(b->algorithm->params, b->columns.tag.length) == ASCON_OK) return ASCON_OK;
  ascon_device_say(text, "tag: length %zu, expected %u to 16", b->columns.tag.length,
                   b->algorithm->min_tag_bytes);
  return ASCON_ERR_RANGE;
}

/* Lengths that only the device can read get a result each, where the messages are computed. */
static ascon_result check_prfshort(const ascon_accelerator_batch *b, int in_host_memory,
                                   char *text) {
  const int ragged = b->columns.in.lengths || b->columns.out.lengths;
  const ascon_column outputs = outputs_of(b);
  const size_t messages = ragged && in_host_memory ? b->count : 1;
  for (size_t i = 0; i < messages; i++) {
    const size_t in =
        b->columns.in.lengths && !in_host_memory ? 0 : column_length(&b->columns.in, i);
    const size_t out = b->columns.out.lengths && !in_host_memory ? 1 : column_length(&outputs, i);
    if (in <= 16 && out >= 1 && out <= 16) continue;
    ascon_device_say(text, "in, out: lengths %zu and %zu, expected at most 16, and 1 to 16", in,
                     out);
    return ASCON_ERR_RANGE;
  }
  return ASCON_OK;
}

static ascon_result check_sponge_request(const ascon_accelerator_batch *b, int in_host_memory,
                                         char *text) {
  const size_t fixed = b->algorithm->output_bytes;
  const int any = fixed == 0 || b->algorithm->kind == ASCON_KIND_PRFSHORT;
  const column_rule in = {"in", ANY_LENGTH, COLUMN_READ, 0},
                    key = {"key", b->algorithm->key_bytes, COLUMN_READ, 1};
  const char *name = b->algorithm->kind == ASCON_KIND_MAC ? "tag" : "out";
  const column_rule out = {name, any ? ANY_LENGTH : fixed,
                           b->op == ASCON_COMPUTE ? COLUMN_WRITTEN : COLUMN_READ, 0};
  const ascon_column outputs = outputs_of(b);
  RETURN_IF_ERROR(check_request_column(&b->columns.in, &in, b->count, in_host_memory, text));
  RETURN_IF_ERROR(check_request_column(&outputs, &out, b->count, in_host_memory, text));
  if (b->algorithm->key_bytes)
    RETURN_IF_ERROR(check_request_column(&b->columns.key, &key, b->count, in_host_memory, text));
  if (b->algorithm->kind == ASCON_KIND_PRFSHORT) return check_prfshort(b, in_host_memory, text);
  return ASCON_OK;
}

/* One customization string for all messages, of at most 256 bytes: SP 800-232, section 5.3. */
static ascon_result check_customization(const ascon_accelerator_batch *b, char *text) {
  const ascon_column *ad = &b->columns.ad;
  if (b->algorithm->kind != ASCON_KIND_CXOF) return ASCON_OK;
  if (ad->stride || ad->offsets || ad->lengths) {
    ascon_device_say(text, "ad: expected one customization string for all messages");
    return ASCON_ERR_RANGE;
  }
  if (missing(ad->data, ad->length)) {
    ascon_device_say(text, "ad: data is NULL");
    return ASCON_ERR_NULL;
  }
  if (ad->length <= MAX_CUSTOMIZATION_LENGTH) return ASCON_OK;
  ascon_device_say(text, "ad: %zu bytes of customization string, expected at most %d", ad->length,
                   MAX_CUSTOMIZATION_LENGTH);
  return ASCON_ERR_RANGE;
}

/* The caller's permutation has each message once. */
static ascon_result check_request_order(const ascon_accelerator_batch *b, int in_host_memory,
                                        char *text) {
  if (!b->order || b->count == 0) return ASCON_OK;
  if (!in_host_memory) return ASCON_OK;
  uint8_t *seen = calloc(b->count, 1);
  ascon_result result = seen ? ASCON_OK : ASCON_ERR_RESOURCES;
  if (!seen) ascon_device_say(text, "no memory to check the order of %zu messages", b->count);
  for (size_t i = 0; i < b->count && result == ASCON_OK; i++) {
    const size_t message = b->order[i];
    if (message < b->count && !seen[message]++) continue;
    ascon_device_say(text, "order: %zu at %zu, expected each of 0 to %zu once", message, i,
                     b->count - 1);
    result = ASCON_ERR_RANGE;
  }
  free(seen);
  return result;
}

ascon_result ascon_request_check(const ascon_accelerator_batch *batch, int in_host_memory,
                                 char *text) {
  if (!batch || !batch->algorithm || (batch->count && !batch->results)) {
    ascon_device_say(text, "%s is NULL",
                     !batch              ? "batch"
                     : !batch->algorithm ? "algorithm"
                                         : "results");
    return ASCON_ERR_NULL;
  }
  if (batch->count > UINT32_MAX) {
    ascon_device_say(text, "count: %zu, expected at most %lu", batch->count,
                     (unsigned long)UINT32_MAX);
    return ASCON_ERR_RANGE;
  }
  RETURN_IF_ERROR(check_request_order(batch, in_host_memory, text));
  RETURN_IF_ERROR(check_batch_operation(batch, text));
  RETURN_IF_ERROR(check_customization(batch, text));
  return is_aead(batch) ? check_aead_request(batch, in_host_memory, text)
                        : check_sponge_request(batch, in_host_memory, text);
}

/* ---- Copies --------------------------------------------------------------------------------- */

/* A copy of an array at `*to`, which moves past it. */
static const void *copy_array(const void *array, size_t bytes, uint8_t **to) {
  uint8_t *const copy = *to;
  if (!array) return NULL;
  memcpy(copy, array, bytes);
  *to += bytes;
  return copy;
}

ascon_result ascon_request_copy(const ascon_accelerator_batch *batch, ascon_accelerator_batch *copy,
                                void **memory, char *text) {
  const size_t count = batch->count, most = 6 * sizeof(uint64_t) + sizeof(uint32_t);
  const size_t bytes = count * sizeof(uint64_t);
  uint8_t *to = *memory = count <= SIZE_MAX / most ? malloc(count * most) : NULL;
  if (!to) {
    ascon_device_say(text, "no memory for the places of %zu messages", count);
    return ASCON_ERR_RESOURCES;
  }
  *copy = *batch;
  copy->columns.in.offsets = copy_array(batch->columns.in.offsets, bytes, &to);
  copy->columns.in.lengths = copy_array(batch->columns.in.lengths, bytes, &to);
  copy->columns.out.offsets = copy_array(batch->columns.out.offsets, bytes, &to);
  copy->columns.out.lengths =
      copy_array(is_aead(batch) ? NULL : batch->columns.out.lengths, bytes, &to);
  copy->columns.ad.offsets =
      copy_array(is_aead(batch) ? batch->columns.ad.offsets : NULL, bytes, &to);
  copy->columns.ad.lengths =
      copy_array(is_aead(batch) ? batch->columns.ad.lengths : NULL, bytes, &to);
  copy->order = copy_array(batch->order, count * sizeof(uint32_t), &to);
  return ASCON_OK;
}

/* ---- What the kernels are told -------------------------------------------------------------- */

/* tools/accelerator_sources.py gives the kernels these names. */
static void kernel_name(const ascon_algorithm *a, char name[KERNEL_NAME_BYTES]) {
  const ascon_params *p = a->params;
  const char *order = p->order == ASCON_LITTLE_ENDIAN ? "le" : "be";
  if (a->kind == ASCON_KIND_PRFSHORT)
    (void)snprintf(name, KERNEL_NAME_BYTES, "ascon_kernel_prfshort_%s", order);
  else if (a->kind == ASCON_KIND_AEAD)
    (void)snprintf(name, KERNEL_NAME_BYTES, "ascon_kernel_aead_%d_%d_%s_key%d", p->rate,
                   p->rounds_b, order, p->key_length);
  else
    (void)snprintf(name, KERNEL_NAME_BYTES, "ascon_kernel_sponge_%d_%d_%d_%s_key%d", p->rate,
                   p->squeeze_rate, p->rounds_b, order, p->key_length);
}

/* The state after the initialization, which is the same for all messages without a key. */
static ascon_result keyless_state(const ascon_accelerator_batch *batch, lane_word state[5]) {
  const ascon_algorithm *a = batch->algorithm;
  ascon_sponge_ctx ctx;
  uint8_t bytes[STATE_LENGTH];
  const int customized = a->kind == ASCON_KIND_CXOF;
  ascon_result result = ascon_any_sponge_init(&ctx, a, customized ? customization_of(batch) : NULL,
                                              customized ? batch->columns.ad.length : 0);
  if (result == ASCON_OK)
    result = ascon_permutation_get(&ctx.state, ASCON_LITTLE_ENDIAN, 0, bytes, sizeof bytes);
  for (size_t i = 0; i < 5; i++) state[i] = load64(bytes + 8 * i, ASCON_LITTLE_ENDIAN);
  ascon_wipe(&ctx, sizeof ctx);
  return result;
}

ascon_result ascon_request_begin(const ascon_accelerator_batch *batch, kernel_call *call,
                                 char name[KERNEL_NAME_BYTES]) {
  const ascon_params *p = batch->algorithm->params;
  kernel_name(batch->algorithm, name);
  call->count = batch->count;
  call->options = (batch->op == ASCON_DECRYPT ? OPTION_DECRYPT : 0) |
                  (batch->op == ASCON_VERIFY ? OPTION_VERIFY : 0) |
                  (p->nonce_mask ? OPTION_NONCE_MASK : 0);
  call->state[0] = p->iv;
  return batch->algorithm->key_bytes ? ASCON_OK : keyless_state(batch, call->state);
}

uint64_t ascon_request_blocks(const ascon_accelerator_batch *batch, size_t i) {
  const ascon_params *p = batch->algorithm->params;
  const uint64_t text = column_length(&batch->columns.in, i) / p->rate;
  const ascon_column out = outputs_of(batch);
  if (batch->algorithm->kind == ASCON_KIND_PRFSHORT) return 1;
  if (!is_aead(batch)) return text + column_length(&out, i) / p->squeeze_rate;
  const size_t ad = column_length(&batch->columns.ad, i);
  return text + (ad ? ad / p->rate + 1 : 0);
}

ascon_result ascon_request_result(const ascon_accelerator_batch *batch) {
  for (size_t i = 0; i < batch->count; i++)
    if (batch->results[i] != ASCON_OK) return (ascon_result)batch->results[i];
  return ASCON_OK;
}

#endif
