/* The secret of a stream and its chunks one by one: the calls of ascon_stream.h that need no
   buffer, no header and no batch.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream.h"

/* ---- Secrets -------------------------------------------------------------------------------- */

static const uint8_t secret_purpose[] = {"asconkit stream v2 secret"};
static const uint8_t rekey_purpose[] = {"asconkit stream v2 rekey"};

/* Starts Ascon-CXOF128 with a purpose as customization string, without the 0 at its end. */
#define START_DERIVATION(context, purpose)                                                         \
  ascon_any_sponge_init(context, ASCON_CXOF128, purpose, sizeof purpose - 1)

/* A stream without its secret. */
INLINED void set_form(ascon_stream *stream, const ascon_algorithm *algorithm,
                      uint32_t chunk_bytes) {
  zeroize(stream, sizeof *stream);
  stream->algorithm = algorithm;
  stream->chunk_bytes = chunk_bytes;
}

/* Only the last part of what is absorbed has no fixed length. */
ascon_result ascon_stream_derive(ascon_stream *stream, const ascon_algorithm *algorithm,
                                 uint32_t chunk_bytes, const uint8_t salt[ASCON_STREAM_SALT_BYTES],
                                 const uint8_t *context, size_t context_length,
                                 const uint8_t key[ASCON_STREAM_KEY_BYTES]) {
  ascon_sponge_ctx derivation;
  uint8_t form[4 + STREAM_NAME_LENGTH];
  if (!stream || !key || !salt || missing(context, context_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_new_stream(algorithm, chunk_bytes));
  store32(form, chunk_bytes, ASCON_LITTLE_ENDIAN);
  put_name(form + 4, algorithm);
  START_DERIVATION(&derivation, secret_purpose);
  (void)ascon_any_sponge_update(&derivation, key, ASCON_STREAM_KEY_BYTES);
  (void)ascon_any_sponge_update(&derivation, form, sizeof form);
  (void)ascon_any_sponge_update(&derivation, salt, ASCON_STREAM_SALT_BYTES);
  (void)ascon_any_sponge_update(&derivation, context, context_length);
  set_form(stream, algorithm, chunk_bytes);
  squeeze_secret(stream, &derivation, ASCON_STREAM_MASK_BYTES);
  return ASCON_OK;
}

ascon_result ascon_stream_init(ascon_stream *stream, const ascon_algorithm *algorithm,
                               uint32_t chunk_bytes, const uint8_t *secret) {
  ascon_stream made;
  if (!stream || !secret) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_new_stream(algorithm, chunk_bytes));
  set_form(&made, algorithm, chunk_bytes);
  copy_bytes(made.key, secret, algorithm->key_bytes);
  copy_bytes(made.mask, secret + algorithm->key_bytes, ASCON_STREAM_MASK_BYTES);
  hand_over(stream, &made, sizeof made);
  return ASCON_OK;
}

ascon_result ascon_stream_rekey(ascon_stream *stream, uint64_t next) {
  ascon_sponge_ctx derivation;
  uint8_t index[8];
  RETURN_IF_ERROR(check_stream(stream));
  if (next == 0 || next >= ASCON_STREAM_MAX_CHUNKS) return ASCON_ERR_RANGE;
  store64(index, next, ASCON_LITTLE_ENDIAN);
  START_DERIVATION(&derivation, rekey_purpose);
  (void)ascon_any_sponge_update(&derivation, stream->key, stream->algorithm->key_bytes);
  (void)ascon_any_sponge_update(&derivation, stream->mask, ASCON_STREAM_MASK_BYTES);
  (void)ascon_any_sponge_update(&derivation, index, sizeof index);
  squeeze_secret(stream, &derivation, ASCON_STREAM_MASK_BYTES);
  return ASCON_OK;
}

/* ---- Single chunks -------------------------------------------------------------------------- */

/* With frames of their own also in programs that are optimised when they are linked. In the frame
   of ascon_stream_open_update(), which nothing clears, the mask of nonces would stay. */
NO_PARTIAL_INLINE
ascon_result ascon_stream_seal_chunk(const ascon_stream *stream, uint8_t *sealed,
                                     const uint8_t *text, size_t text_length, uint64_t index,
                                     int last) {
  uint8_t nonce[STREAM_NONCE_LENGTH];
  if (!sealed || missing(text, text_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_stream(stream));
  if (index >= ASCON_STREAM_MAX_CHUNKS || !is_piece(stream, text_length, index, last))
    return ASCON_ERR_RANGE;
  stream_nonce(nonce, stream, index, last);
  const ascon_message message =
      chunk_message(stream, sealed, text, text_length, sealed + text_length, nonce);
  ascon_result result = ascon_any_run(stream->algorithm, ASCON_ENCRYPT, &message);
  zeroize(nonce, sizeof nonce);
  return result;
}

/* A length that comes with the data is refused as a wrong tag is: nothing but zeros comes out. */
NO_PARTIAL_INLINE
ascon_result ascon_stream_open_chunk(const ascon_stream *stream, uint8_t *text,
                                     const uint8_t *sealed, size_t sealed_length, uint64_t index,
                                     int last) {
  uint8_t nonce[STREAM_NONCE_LENGTH];
  const size_t text_length =
      sealed_length > ASCON_STREAM_TAG_BYTES ? sealed_length - ASCON_STREAM_TAG_BYTES : 0;
  if (missing(sealed, sealed_length) || missing(text, text_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_stream(stream));
  if (index >= ASCON_STREAM_MAX_CHUNKS) return ASCON_ERR_RANGE;
  if (!is_chunk(stream, sealed_length, index, last)) {
    ascon_wipe(text, text_length);
    return ASCON_ERR_TAG;
  }
  stream_nonce(nonce, stream, index, last);
  const ascon_message message =
      chunk_message(stream, text, sealed, text_length, without_const(sealed) + text_length, nonce);
  ascon_result result = ascon_any_run(stream->algorithm, ASCON_DECRYPT, &message);
  zeroize(nonce, sizeof nonce);
  return result;
}
