/* Streams in pieces of any length, from the first chunk to the last one: the calls of
   ascon_stream.h on an ascon_stream_ctx. Chunks are those of ascon_stream_seal_chunk() and
   ascon_stream_open_chunk().

   One chunk stays in the buffer until there is a byte after it: then it is not the last one.
   `unit` is how many bytes of input a whole chunk is made of.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream.h"

/* What a context is for. 0: it was never started, or has been finished and wiped. */
enum { PHASE_NONE, PHASE_SEAL, PHASE_OPEN, PHASE_FAILED };

/* Bytes of input and of output of a whole chunk. */
INLINED size_t unit_of(const ascon_stream_ctx *ctx) {
  return ctx->phase == PHASE_SEAL ? whole_piece(&ctx->stream) : whole_chunk(&ctx->stream);
}
INLINED size_t output_unit_of(const ascon_stream_ctx *ctx) {
  return ctx->phase == PHASE_SEAL ? whole_chunk(&ctx->stream) : whole_piece(&ctx->stream);
}

/* ---- Start ---------------------------------------------------------------------------------- */

static ascon_result start(ascon_stream_ctx *ctx, const ascon_stream *stream, uint8_t *buffer,
                          size_t buffer_bytes, uint8_t phase) {
  if (!ctx || !buffer) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_stream(stream));
  const size_t needed = phase == PHASE_SEAL ? whole_piece(stream) : whole_chunk(stream);
  if (buffer_bytes < needed || overlap(buffer, buffer_bytes, ctx, sizeof *ctx))
    return ASCON_ERR_RANGE;
  ascon_stream_ctx made;
  zeroize(&made, sizeof made);
  made.stream = *stream;
  made.buffer = buffer;
  made.phase = phase;
  hand_over(ctx, &made, sizeof made);
  return ASCON_OK;
}

ascon_result ascon_stream_seal_init(ascon_stream_ctx *ctx, const ascon_stream *stream,
                                    uint8_t *buffer, size_t buffer_bytes) {
  return start(ctx, stream, buffer, buffer_bytes, PHASE_SEAL);
}

ascon_result ascon_stream_open_init(ascon_stream_ctx *ctx, const ascon_stream *stream,
                                    uint8_t *buffer, size_t buffer_bytes) {
  return start(ctx, stream, buffer, buffer_bytes, PHASE_OPEN);
}

ascon_result ascon_stream_rekey_every(ascon_stream_ctx *ctx, uint64_t chunks) {
  if (!ctx) return ASCON_ERR_NULL;
  if (chunks == 0) return ASCON_ERR_RANGE;
  if (ctx->phase == PHASE_NONE || ctx->index != 0 || ctx->filled != 0) return ASCON_ERR_ORDER;
  ctx->rekey_every = ctx->rekey_at = chunks;
  return ASCON_OK;
}

/* ---- One chunk ------------------------------------------------------------------------------ */

/* A context that has failed stays so: it keeps nothing but that. */
static ascon_result fail(ascon_stream_ctx *ctx) {
  zeroize(ctx, sizeof *ctx);
  ctx->phase = PHASE_FAILED;
  return ASCON_ERR_TAG;
}

/* The next chunk, from `length` bytes of input. */
static ascon_result crypt_chunk(const ascon_stream_ctx *ctx, uint8_t *out, const uint8_t *in,
                                size_t length, int last) {
  return ctx->phase == PHASE_SEAL
             ? ascon_stream_seal_chunk(&ctx->stream, out, in, length, ctx->index, last)
             : ascon_stream_open_chunk(&ctx->stream, out, in, length, ctx->index, last);
}

/* After a chunk that is not the last one. The old secret goes as soon as it can. That there is no
   next index, the chunk with it finds out. */
static void advance(ascon_stream_ctx *ctx) {
  ctx->index++;
  if (ctx->rekey_every == 0 || ctx->index != ctx->rekey_at) return;
  (void)ascon_stream_rekey(&ctx->stream, ctx->index);
  ctx->rekey_at += ctx->rekey_every;
}

/* ---- Update --------------------------------------------------------------------------------- */

/* How many chunks have a byte after them when `length` bytes come to those in the buffer. */
static size_t count_complete(const ascon_stream_ctx *ctx, size_t length) {
  const size_t unit = unit_of(ctx), room = unit - ctx->filled;
  return length <= room ? 0 : (length - room - 1) / unit + 1;
}

/* Adds to the buffer, which has room. */
static void keep(ascon_stream_ctx *ctx, const uint8_t *in, size_t length) {
  copy_bytes(ctx->buffer + ctx->filled, in, length);
  ctx->filled += length;
  clear_stack();
}

/* `count` chunks: the first one from the buffer, filled up, the others from where they are. Returns
   how many could be made. */
static size_t crypt_complete(ascon_stream_ctx *ctx, uint8_t *out, const uint8_t **in,
                             size_t *length, size_t count) {
  const size_t unit = unit_of(ctx), output_unit = output_unit_of(ctx);
  for (size_t i = 0; i < count; i++) {
    const size_t used = unit - ctx->filled; /* `filled` is 0 from the second one on */
    const uint8_t *chunk = *in;
    if (ctx->filled != 0) {
      keep(ctx, *in, used);
      chunk = ctx->buffer;
    }
    if (crypt_chunk(ctx, out + i * output_unit, chunk, unit, 0) != ASCON_OK) return i;
    ctx->filled = 0;
    *in += used;
    *length -= used;
    advance(ctx);
  }
  return count;
}

static ascon_result check_update(const ascon_stream_ctx *ctx, uint8_t phase, const uint8_t *out,
                                 size_t out_size, const size_t *out_length, const uint8_t *in,
                                 size_t length) {
  if (!ctx || !out_length || missing(out, out_size) || missing(in, length)) return ASCON_ERR_NULL;
  if (ctx->phase == PHASE_FAILED) return ASCON_ERR_TAG;
  return ctx->phase == phase ? ASCON_OK : ASCON_ERR_ORDER;
}

static ascon_result update(ascon_stream_ctx *ctx, uint8_t phase, uint8_t *out, size_t out_size,
                           size_t *out_length, const uint8_t *in, size_t length) {
  RETURN_IF_ERROR(check_update(ctx, phase, out, out_size, out_length, in, length));
  const size_t count = count_complete(ctx, length), output_unit = output_unit_of(ctx);
  if (out_size / output_unit < count) return ASCON_ERR_RANGE;
  /* A chunk is kept, and needs an index too. */
  if (phase == PHASE_SEAL && count >= ASCON_STREAM_MAX_CHUNKS - ctx->index) return ASCON_ERR_RANGE;
  const size_t made = crypt_complete(ctx, out, &in, &length, count);
  *out_length = made * output_unit;
  if (made < count) return fail(ctx);
  keep(ctx, in, length);
  return ASCON_OK;
}

ascon_result ascon_stream_seal_update(ascon_stream_ctx *ctx, uint8_t *sealed, size_t sealed_size,
                                      size_t *sealed_length, const uint8_t *text,
                                      size_t text_length) {
  return update(ctx, PHASE_SEAL, sealed, sealed_size, sealed_length, text, text_length);
}

ascon_result ascon_stream_open_update(ascon_stream_ctx *ctx, uint8_t *text, size_t text_size,
                                      size_t *text_length, const uint8_t *sealed,
                                      size_t sealed_length) {
  return update(ctx, PHASE_OPEN, text, text_size, text_length, sealed, sealed_length);
}

/* ---- Final ---------------------------------------------------------------------------------- */

ascon_result ascon_stream_seal_final(ascon_stream_ctx *ctx, uint8_t *sealed, size_t sealed_size,
                                     size_t *sealed_length) {
  RETURN_IF_ERROR(check_update(ctx, PHASE_SEAL, sealed, sealed_size, sealed_length, NULL, 0));
  const size_t length = ctx->filled;
  if (sealed_size < length + ASCON_STREAM_TAG_BYTES) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(crypt_chunk(ctx, sealed, ctx->buffer, length, 1));
  *sealed_length = length + ASCON_STREAM_TAG_BYTES;
  zeroize(ctx->buffer, whole_piece(&ctx->stream));
  zeroize(ctx, sizeof *ctx);
  return ASCON_OK;
}

ascon_result ascon_stream_open_final(ascon_stream_ctx *ctx, uint8_t *text, size_t text_size,
                                     size_t *text_length) {
  RETURN_IF_ERROR(check_update(ctx, PHASE_OPEN, text, text_size, text_length, NULL, 0));
  const size_t length =
      ctx->filled > ASCON_STREAM_TAG_BYTES ? ctx->filled - ASCON_STREAM_TAG_BYTES : 0;
  if (text_size < length) return ASCON_ERR_RANGE;
  if (crypt_chunk(ctx, text, ctx->buffer, ctx->filled, 1) != ASCON_OK) {
    *text_length = 0;
    return fail(ctx);
  }
  *text_length = length;
  zeroize(ctx->buffer, whole_chunk(&ctx->stream));
  zeroize(ctx, sizeof *ctx);
  return ASCON_OK;
}
