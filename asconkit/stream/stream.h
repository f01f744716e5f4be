/* What the files of the stream share: the checks of a stream and of a piece of text, the nonce of a
   chunk, and the end of every derivation. docs/constructions/stream.md is the specification.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CONSTRUCTIONS_STREAM_H
#define ASCON_CONSTRUCTIONS_STREAM_H

#include "ascon_stream.h"
#include "../core/modes/calls.h"
#include "../core/platform/secrets_in_c.h"

enum { STREAM_NONCE_LENGTH = 16 };

/* The bytes of a whole piece of text, and of a whole chunk. */
INLINED size_t whole_piece(const ascon_stream *stream) { return (size_t)stream->chunk_bytes; }
INLINED size_t whole_chunk(const ascon_stream *stream) {
  return whole_piece(stream) + ASCON_STREAM_TAG_BYTES;
}

/* A size_t has to count the bytes of a whole chunk: on processors with 16 bits it may not. The sum
   wraps around for sizes that the range refuses. */
MODULAR INLINED int chunk_size_allowed(uint32_t chunk_bytes) {
  const uint32_t whole = chunk_bytes + ASCON_STREAM_TAG_BYTES;
  return chunk_bytes >= 1 && chunk_bytes <= ASCON_STREAM_MAX_CHUNK_BYTES && (size_t)whole == whole;
}

/* Of every call that starts a stream. */
INLINED ascon_result check_new_stream(const ascon_algorithm *algorithm, uint32_t chunk_bytes) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  return chunk_size_allowed(chunk_bytes) ? ASCON_OK : ASCON_ERR_RANGE;
}

/* Of every call that uses one. */
INLINED ascon_result check_stream(const ascon_stream *stream) {
  if (!stream) return ASCON_ERR_NULL;
  return stream->algorithm ? ASCON_OK : ASCON_ERR_ORDER;
}

/* Whether a text can be cut so that the piece with this index and mark has this length. */
INLINED int is_piece(const ascon_stream *stream, size_t length, uint64_t index, int last) {
  if (!last) return length == whole_piece(stream);
  return length <= whole_piece(stream) && (length > 0 || index == 0);
}

/* The same for the length of a chunk. */
INLINED int is_chunk(const ascon_stream *stream, size_t length, uint64_t index, int last) {
  return length >= ASCON_STREAM_TAG_BYTES &&
         is_piece(stream, length - ASCON_STREAM_TAG_BYTES, index, last);
}

/* The nonce of a chunk: its index in bytes 0 to 7, 1 in byte 15 of the last one, XORed with the
   mask. It is as secret as the mask. Out of line, because the next function that the caller calls
   would save a copy in one of the caller's registers, where nothing clears it. */
OUTLINED void stream_nonce(uint8_t nonce[STREAM_NONCE_LENGTH], const ascon_stream *stream,
                           uint64_t index, int last) {
  store64(nonce, index, ASCON_LITTLE_ENDIAN);
  store64(nonce + 8, last ? UINT64_C(1) << 56 : 0, ASCON_LITTLE_ENDIAN);
  for (size_t i = 0; i < STREAM_NONCE_LENGTH; i++) nonce[i] ^= stream->mask[i];
}

/* A chunk: text and tag. */
INLINED ascon_message chunk_message(const ascon_stream *stream, uint8_t *out, const uint8_t *in,
                                    size_t length, uint8_t *tag, const uint8_t *nonce) {
  return (ascon_message){.out = out,
                         .in = in,
                         .length = length,
                         .tag = tag,
                         .tag_length = ASCON_STREAM_TAG_BYTES,
                         .nonce = nonce,
                         .key = stream->key};
}

/* The end of a derivation: the secret of the stream, key || mask, is squeezed out of the context,
   which is wiped. The mask of version 1 of files has 0 bytes. */
INLINED void squeeze_secret(ascon_stream *stream, ascon_sponge_ctx *derivation,
                            size_t mask_length) {
  (void)ascon_any_sponge_squeeze(derivation, stream->key, stream->algorithm->key_bytes);
  (void)ascon_any_sponge_squeeze(derivation, stream->mask, mask_length);
  zeroize(derivation, sizeof *derivation);
}

/* The name of an algorithm in derivations and headers: 32 bytes, padded with zeros. */
enum { STREAM_NAME_LENGTH = 32 };

INLINED void put_name(uint8_t field[STREAM_NAME_LENGTH], const ascon_algorithm *algorithm) {
  size_t i = 0;
  for (; i < STREAM_NAME_LENGTH && algorithm->name[i]; i++) field[i] = (uint8_t)algorithm->name[i];
  for (; i < STREAM_NAME_LENGTH; i++) field[i] = 0;
}

#endif
