/* A batch as the kernels are told of it, and the checks that it passes before anything is done.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ACCELERATOR_REQUEST_H
#define ASCON_ACCELERATOR_REQUEST_H

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

/* The length of a column's string i, in host memory. */
static inline size_t column_length(const ascon_column *column, size_t i) {
  return column->lengths ? (size_t)column->lengths[i] : column->length;
}

/* Where string i of a column begins, behind its data, in host memory. */
static inline size_t column_place(const ascon_column *column, size_t i) {
  return column->start + (column->offsets ? (size_t)column->offsets[i] : i * column->stride);
}

/* Whether string i is in the memory at `data`, as far as that is known; an empty one is anywhere.
 */
static inline int column_is_within(const ascon_column *column, size_t i) {
  const size_t length = column_length(column, i);
  if (column->data_bytes == 0 || length == 0) return 1;
  const size_t begin = column_place(column, i);
  return begin <= column->data_bytes && length <= column->data_bytes - begin;
}

static inline ascon_column as_column(const ascon_out_column *out) {
  const ascon_column column = {out->data,    out->start,   out->stride,    out->length,
                               out->offsets, out->lengths, out->data_bytes};
  return column;
}

static inline int is_aead(const ascon_accelerator_batch *batch) {
  return batch->algorithm->kind == ASCON_KIND_AEAD;
}

/* `out` with the lengths that the strings have: those of AEAD are the text's. */
static inline ascon_column outputs_of(const ascon_accelerator_batch *batch) {
  ascon_column column = as_column(&batch->out);
  if (is_aead(batch)) column.length = batch->in.length, column.lengths = batch->in.lengths;
  return column;
}

#endif
