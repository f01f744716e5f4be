/* Columns of strings (ascon_batch.h): where string i is, and the checks that batches on this
   processor and on accelerators share. Nothing here reads a string.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BATCH_COLUMNS_H
#define ASCON_BATCH_COLUMNS_H

#include "ascon_batch.h"
#include "../core/platform/compiler.h"

/* What a column is for. Two messages must not share a string that is written, nor a nonce. */
typedef enum column_use { COLUMN_READ, COLUMN_ONE_FOR_EACH, COLUMN_WRITTEN } column_use;

typedef enum column_fault {
  COLUMN_FITS,
  COLUMN_NO_DATA,  /* NULL */
  COLUMN_OUTSIDE,  /* a string is not in the memory at `data` */
  COLUMN_OVERLAPS, /* outputs whose stride is less than their length */
  COLUMN_SHARED    /* a stride of 0 where each message needs its own */
} column_fault;

/* The strings are not all of one length at equal distances. */
INLINED int column_is_ragged(const ascon_column *c) { return c->offsets || c->lengths; }

/* An offset or a length. One that a size_t of 32 bits does not hold is beyond the end of every
   object. */
INLINED size_t column_number(uint64_t number) {
  const size_t size = (size_t)number;
  return size == number ? size : SIZE_MAX;
}

INLINED size_t column_length(const ascon_column *c, size_t i) {
  return c->lengths ? column_number(c->lengths[i]) : c->length;
}

/* Where string i begins, counted from `data`. A stride of strings that are all empty has not been
   checked, and may wrap around. */
MODULAR INLINED size_t column_place(const ascon_column *c, size_t i) {
  return c->start + (c->offsets ? column_number(c->offsets[i]) : c->stride * i);
}

/* The bytes at `data` that strings must be in. No object has more than half of what a size_t
   counts. */
INLINED size_t column_limit(const ascon_column *c) {
  return c->data_bytes ? c->data_bytes : SIZE_MAX / 2;
}

/* A string that begins at this place is in the memory of its column. An empty string is anywhere. A
   sum that wrapped around is below `start`. */
INLINED int column_has(const ascon_column *c, uint64_t place, uint64_t length) {
  const size_t limit = column_limit(c);
  return length == 0 || (place >= c->start && place <= limit && length <= limit - place);
}

/* 1: this many rows are more than `most` bytes. A division takes as long as a few rounds, and is
   needed only where the product might not fit. */
INLINED int rows_exceed(size_t stride, size_t rows, size_t most) {
  const unsigned half = 4 * sizeof(size_t); /* of its bits */
  return (stride | rows) >> half ? stride > most / rows : stride * rows > most;
}

/* Checks `count` strings of `length` bytes at equal distances, in the `limit` bytes at `data`. */
INLINED column_fault find_column_fault(const ascon_column *c, size_t length, size_t limit,
                                       column_use use, size_t count) {
  if (!c->data) return COLUMN_NO_DATA;
  if (c->start > limit || length > limit - c->start ||
      (count > 1 && rows_exceed(c->stride, count - 1, limit - c->start - length)))
    return COLUMN_OUTSIDE;
  if (count <= 1) return COLUMN_FITS;
  if (use == COLUMN_WRITTEN && c->stride < length) return COLUMN_OVERLAPS;
  return use != COLUMN_READ && c->stride == 0 ? COLUMN_SHARED : COLUMN_FITS;
}

#endif
