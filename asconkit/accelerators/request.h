/* A batch as the kernels are told of it, and the checks that it passes before anything is done.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ACCELERATOR_REQUEST_H
#define ASCON_ACCELERATOR_REQUEST_H

#include "../batch/columns.h"
#include "driver.h"

/* ASCON_OK, or what is wrong, also as a line in `text`. Reads nothing that `in_host_memory` does
   not allow. */
ascon_result ascon_request_check(const ascon_accelerator_batch *batch, int in_host_memory,
                                 char *text);

/* The call of the kernel but for the places of strings. `name` gets the kernel's name. */
enum { KERNEL_NAME_BYTES = 64 };
ascon_result ascon_request_begin(const ascon_accelerator_batch *batch, kernel_call *call,
                                 char name[KERNEL_NAME_BYTES]);

/* What a call returns whose messages have their results: the first one that is not ASCON_OK. */
ascon_result ascon_request_result(const ascon_accelerator_batch *batch);

/* Permutations that message i takes, but for those that all messages have. */
uint64_t ascon_request_blocks(const ascon_accelerator_batch *batch, size_t i);

/* A copy of a batch in host memory with its own arrays of offsets, lengths and order, in `*memory`,
   which the caller frees. The caller checks the copy: another thread may have written to the
   original arrays since they were checked. */
ascon_result ascon_request_copy(const ascon_accelerator_batch *batch, ascon_accelerator_batch *copy,
                                void **memory, char *text);

/* A string of a column: its distance from the data, and its length, in bytes. */
typedef struct column_string {
  uint64_t begin, length;
} column_string;

/* Reads where string i is, in host memory; 0: outside of the memory at `data`. Each element of the
   arrays is read once, as another thread may write to them: what is checked here is what to use. A
   stride must have passed ascon_request_check(). */
MODULAR static inline int column_read(const ascon_column *column, size_t i, column_string *string) {
  const volatile uint64_t *offsets = column->offsets, *lengths = column->lengths;
  string->length = lengths ? lengths[i] : column->length;
  string->begin = column->start + (offsets ? offsets[i] : (uint64_t)i * column->stride);
  return string->length == 0 || (column->data && column_has(column, string->begin, string->length));
}

static inline int is_aead(const ascon_accelerator_batch *batch) {
  return batch->algorithm->kind == ASCON_KIND_AEAD;
}

/* Where the output goes: the tag of a MAC; for AEAD with the lengths of the text. */
static inline ascon_column outputs_of(const ascon_accelerator_batch *batch) {
  ascon_column column =
      batch->algorithm->kind == ASCON_KIND_MAC ? batch->columns.tag : batch->columns.out;
  if (is_aead(batch))
    column.length = batch->columns.in.length, column.lengths = batch->columns.in.lengths;
  return column;
}

/* The string that all messages of a CXOF have. */
static inline const uint8_t *customization_of(const ascon_accelerator_batch *batch) {
  const ascon_column *ad = &batch->columns.ad;
  return ad->data ? (const uint8_t *)ad->data + ad->start : NULL;
}

/* Nothing for a CXOF, whose customization string is in that column. */
static inline ascon_column associated_data(const ascon_accelerator_batch *batch) {
  static const ascon_column none;
  return is_aead(batch) ? batch->columns.ad : none;
}

#endif
