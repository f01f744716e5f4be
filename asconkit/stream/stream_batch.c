/* Consecutive chunks of a stream side by side, by the batch calls: ascon_stream_seal_chunks() and
   ascon_stream_open_chunks(). They make the same bytes as the calls for single chunks in stream.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream.h"
#include "../batch/ascon_batch.h"

/* Chunks in one call of the batch: enough for the lanes of some threads, in 11 KiB of stack. */
enum { GROUP = 128 };

typedef struct group {
  ascon_message messages[GROUP];
  uint8_t nonces[GROUP][STREAM_NONCE_LENGTH];
} group;

/* All chunks of a call. Only the last one may be shorter than the others. */
typedef struct row {
  const ascon_stream *stream;
  uint8_t *sealed;
  uint8_t *text;
  size_t text_stride;
  size_t count;
  size_t last_length; /* of the last piece */
  uint64_t first;
  int ends;
} row;

INLINED int is_end(const row *r, size_t i) { return i + 1 == r->count; }
INLINED size_t length_of(const row *r, size_t i) {
  return is_end(r, i) ? r->last_length : whole_piece(r->stream);
}
/* An empty text may have no memory. */
INLINED uint8_t *text_of(const row *r, size_t i) {
  return r->text ? r->text + i * r->text_stride : NULL;
}

/* How many units of this length the bytes take, the last one perhaps shorter. */
INLINED size_t count_units(size_t length, size_t unit) {
  return length / unit + (length % unit != 0);
}

/* ---- Groups --------------------------------------------------------------------------------- */

/* The messages of chunks `from` to `from` + `count` - 1. */
static void fill_group(group *g, const row *r, size_t from, size_t count, ascon_operation op) {
  for (size_t j = 0; j < count; j++) {
    const size_t i = from + j, length = length_of(r, i);
    uint8_t *sealed = r->sealed + i * whole_chunk(r->stream), *text = text_of(r, i);
    stream_nonce(g->nonces[j], r->stream, r->first + i, r->ends && is_end(r, i));
    g->messages[j] =
        chunk_message(r->stream, op == ASCON_ENCRYPT ? sealed : text,
                      op == ASCON_ENCRYPT ? text : sealed, length, sealed + length, g->nonces[j]);
  }
}

/* How many chunks of the row are good, from its beginning: all of them when they are sealed. */
static size_t crypt_row(const row *r, ascon_operation op, ascon_batch_pool *pool) {
  const ascon_algorithm *algorithm = r->stream->algorithm;
  group g;
  size_t good = 0, count;
  for (size_t from = 0; from < r->count && good == from; from += count) {
    count = smaller(r->count - from, GROUP);
    fill_group(&g, r, from, count, op);
    const ascon_result result = ascon_any_batch(algorithm, op, g.messages, count, pool);
    size_t done = result == ASCON_OK ? count : 0;
    while (done < count && g.messages[done].result == ASCON_OK) done++;
    good += done;
  }
  zeroize(g.nonces, sizeof g.nonces);
  return good;
}

/* ---- Sealing -------------------------------------------------------------------------------- */

/* What both directions check. */
static ascon_result check_row(const row *r) {
  const uint64_t count = r->count, most = ASCON_STREAM_MAX_CHUNKS;
  if (count > 1 && r->text_stride < whole_piece(r->stream)) return ASCON_ERR_RANGE;
  return count > most || r->first > most - count ? ASCON_ERR_RANGE : ASCON_OK;
}

/* Chunks are computed side by side, so that no place may be written before every chunk that is
   there has been read: text and chunks are in place, piece by piece, or have nothing in common. */
static ascon_result check_places(const row *r) {
  const size_t unit = whole_chunk(r->stream), before = r->count - 1;
  if (r->text == r->sealed && (before == 0 || r->text_stride == unit)) return ASCON_OK;
  if (before != 0 && r->text_stride > (SIZE_MAX - r->last_length) / before) return ASCON_ERR_RANGE;
  return overlap(r->text, before * r->text_stride + r->last_length, r->sealed,
                 before * unit + r->last_length + ASCON_STREAM_TAG_BYTES)
             ? ASCON_ERR_RANGE
             : ASCON_OK;
}

ascon_result ascon_stream_seal_chunks(const ascon_stream *stream, uint8_t *sealed,
                                      const uint8_t *text, size_t text_stride, size_t text_length,
                                      uint64_t first, int ends, ascon_batch_pool *pool) {
  row r = {stream, sealed, without_const(text), text_stride, 0, 0, first, ends};
  if (missing(text, text_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_stream(stream));
  r.count = count_units(text_length, whole_piece(stream));
  if (r.count == 0 && ends) r.count = 1;
  if (r.count == 0) return ASCON_OK;
  if (!sealed) return ASCON_ERR_NULL;
  r.last_length = text_length - (r.count - 1) * whole_piece(stream);
  RETURN_IF_ERROR(check_row(&r));
  if (!is_piece(stream, r.last_length, first + r.count - 1, ends)) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(check_places(&r));
  crypt_row(&r, ASCON_ENCRYPT, pool);
  return ASCON_OK;
}

/* ---- Opening -------------------------------------------------------------------------------- */

/* Opens all chunks whose length is possible, and zeroizes what is after the good ones. */
static ascon_result open_row(row *r, size_t *text_length, int last_possible,
                             ascon_batch_pool *pool) {
  const size_t count = r->count;
  row possible = *r;
  if (!last_possible) {
    possible.count--;
    possible.last_length = whole_piece(r->stream);
    possible.ends = 0;
  }
  const size_t good = crypt_row(&possible, ASCON_DECRYPT, pool);
  *text_length = good == count ? (good - 1) * whole_piece(r->stream) + r->last_length
                               : good * whole_piece(r->stream);
  for (size_t i = good; i < count; i++) ascon_wipe(text_of(r, i), length_of(r, i));
  return good == count ? ASCON_OK : ASCON_ERR_TAG;
}

ascon_result ascon_stream_open_chunks(const ascon_stream *stream, uint8_t *text, size_t text_stride,
                                      size_t *text_length, const uint8_t *sealed,
                                      size_t sealed_length, uint64_t first, int ends,
                                      ascon_batch_pool *pool) {
  row r = {stream, without_const(sealed), text, text_stride, 0, 0, first, ends};
  if (!text_length || missing(sealed, sealed_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_stream(stream));
  const size_t unit = whole_chunk(stream);
  r.count = count_units(sealed_length, unit);
  RETURN_IF_ERROR(check_row(&r));
  if (r.count == 0) {
    *text_length = 0;
    return ends ? ASCON_ERR_TAG : ASCON_OK;
  }
  const size_t last = sealed_length - (r.count - 1) * unit;
  r.last_length = last > ASCON_STREAM_TAG_BYTES ? last - ASCON_STREAM_TAG_BYTES : 0;
  if (missing(text, r.count > 1 ? unit : r.last_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_places(&r));
  return open_row(&r, text_length, is_chunk(stream, last, first + r.count - 1, ends), pool);
}
