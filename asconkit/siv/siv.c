/* Ascon-SIV, the calls of ascon_siv.h for one message; siv_batch.c has those for many. The steps
   are those of docs/constructions/siv.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "siv.h"
#include "../ascon_config.h"
#include "../core/modes/calls.h"
#include "../core/platform/secrets_in_c.h"

/* Of the key stream at a time: four blocks of the PRF. */
enum { STREAM_BYTES = 64 };

/* Where a context is in its life. A context of zeros was never started, or has ended. */
enum siv_phase { SIV_NONE, SIV_ENCRYPT_AD, SIV_READ, SIV_ENCRYPT, SIV_DECRYPT_AD, SIV_DECRYPT };

/* ---- Steps ---------------------------------------------------------------------------------- */

/* What a message begins with, copied: the caller's may lie in the context. */
typedef struct siv_inputs {
  uint8_t tag[ASCON_SIV_TAG_BYTES];
  uint8_t nonce[ASCON_SIV_NONCE_BYTES];
  uint8_t key[ASCON_SIV_KEY_BYTES];
} siv_inputs;

/* `tag` is NULL for encryption. */
static void copy_inputs(siv_inputs *inputs, const uint8_t *tag, const uint8_t *nonce,
                        const uint8_t *key) {
  if (tag) copy_bytes(inputs->tag, tag, sizeof inputs->tag);
  copy_bytes(inputs->nonce, nonce, sizeof inputs->nonce);
  copy_bytes(inputs->key, key, sizeof inputs->key);
}

static void start_mac(ascon_siv_ctx *ctx, const uint8_t *nonce, const uint8_t *key) {
  (void)ascon_any_sponge_init(&ctx->mac, ASCON_V13_MAC, key, HALF_KEY);
  (void)ascon_any_sponge_update(&ctx->mac, nonce, ASCON_SIV_NONCE_BYTES);
  ctx->ad_bytes = ctx->text_bytes = ctx->crypted_bytes = 0;
}

static void mac_text(ascon_siv_ctx *ctx, const uint8_t *text, size_t length) {
  (void)ascon_any_sponge_update(&ctx->mac, text, length);
  ctx->text_bytes += length;
}

/* The end of the MAC's input: the lengths of associated data and text. */
static void mac_lengths(ascon_siv_ctx *ctx) {
  uint8_t lengths[16];
  store64(lengths, ctx->ad_bytes, ASCON_LITTLE_ENDIAN);
  store64(lengths + 8, ctx->text_bytes, ASCON_LITTLE_ENDIAN);
  (void)ascon_any_sponge_update(&ctx->mac, lengths, sizeof lengths);
}

/* The end of a message: ASCON_ERR_TAG if its tag is not that of what was decrypted, or of what was
   encrypted in the second pass. */
static ascon_result verify(ascon_siv_ctx *ctx) {
  mac_lengths(ctx);
  const ascon_result result = ascon_any_sponge_verify_final(&ctx->mac, ctx->tag);
  zeroize(ctx, sizeof *ctx);
  return result;
}

/* The key stream is the PRF of the tag. */
static void start_stream(ascon_siv_ctx *ctx, const uint8_t *tag, const uint8_t *stream_key) {
  (void)ascon_any_sponge_init(&ctx->stream, ASCON_V13_PRF, stream_key, HALF_KEY);
  (void)ascon_any_sponge_update(&ctx->stream, tag, ASCON_SIV_TAG_BYTES);
}

static void crypt_text(ascon_siv_ctx *ctx, uint8_t *out, const uint8_t *in, size_t length) {
  uint8_t stream[STREAM_BYTES];
  while (length != 0) {
    const size_t n = length < sizeof stream ? length : sizeof stream;
    (void)ascon_any_sponge_squeeze(&ctx->stream, stream, n);
    xor_stream(out, in, stream, n);
    out += n;
    in += n;
    length -= n;
  }
  zeroize(stream, sizeof stream);
}

/* ---- Messages in pieces --------------------------------------------------------------------- */

ascon_result ascon_siv_encrypt_init(ascon_siv_ctx *ctx, const uint8_t nonce[ASCON_SIV_NONCE_BYTES],
                                    const uint8_t key[ASCON_SIV_KEY_BYTES]) {
  siv_inputs inputs;
  if (!ctx || !nonce || !key) return ASCON_ERR_NULL;
  copy_inputs(&inputs, NULL, nonce, key);
  start_mac(ctx, inputs.nonce, inputs.key);
  copy_bytes(ctx->stream_key, inputs.key + HALF_KEY, HALF_KEY);
  ctx->phase = SIV_ENCRYPT_AD;
  zeroize(&inputs, sizeof inputs);
  return ASCON_OK;
}

ascon_result ascon_siv_decrypt_init(ascon_siv_ctx *ctx, const uint8_t tag[ASCON_SIV_TAG_BYTES],
                                    const uint8_t nonce[ASCON_SIV_NONCE_BYTES],
                                    const uint8_t key[ASCON_SIV_KEY_BYTES]) {
  siv_inputs inputs;
  if (!ctx || !tag || !nonce || !key) return ASCON_ERR_NULL;
  copy_inputs(&inputs, tag, nonce, key);
  start_mac(ctx, inputs.nonce, inputs.key);
  start_stream(ctx, inputs.tag, inputs.key + HALF_KEY);
  copy_bytes(ctx->tag, inputs.tag, sizeof ctx->tag);
  ctx->phase = SIV_DECRYPT_AD;
  zeroize(&inputs, sizeof inputs);
  return ASCON_OK;
}

ascon_result ascon_siv_ad(ascon_siv_ctx *ctx, const uint8_t *ad, size_t length) {
  if (!ctx || missing(ad, length)) return ASCON_ERR_NULL;
  if (ctx->phase != SIV_ENCRYPT_AD && ctx->phase != SIV_DECRYPT_AD) return ASCON_ERR_ORDER;
  (void)ascon_any_sponge_update(&ctx->mac, ad, length);
  ctx->ad_bytes += length;
  return ASCON_OK;
}

/* The first pass of an encryption. `stream` keeps the MAC of what comes before the text for the
   second pass, until the key stream begins. */
static ascon_result enter_read(ascon_siv_ctx *ctx) {
  if (ctx->phase == SIV_READ) return ASCON_OK;
  if (ctx->phase != SIV_ENCRYPT_AD) return ASCON_ERR_ORDER;
  ctx->stream = ctx->mac;
  ctx->phase = SIV_READ;
  return ASCON_OK;
}

ascon_result ascon_siv_read(ascon_siv_ctx *ctx, const uint8_t *plaintext, size_t length) {
  if (!ctx || missing(plaintext, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(enter_read(ctx));
  mac_text(ctx, plaintext, length);
  return ASCON_OK;
}

ascon_result ascon_siv_tag(ascon_siv_ctx *ctx, uint8_t tag[ASCON_SIV_TAG_BYTES]) {
  if (!ctx || !tag) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(enter_read(ctx));
  mac_lengths(ctx);
  (void)ascon_any_sponge_squeeze(&ctx->mac, ctx->tag, ASCON_SIV_TAG_BYTES);
  copy_bytes(tag, ctx->tag, sizeof ctx->tag);
  ctx->mac = ctx->stream;
  start_stream(ctx, ctx->tag, ctx->stream_key);
  zeroize(ctx->stream_key, sizeof ctx->stream_key);
  ctx->phase = SIV_ENCRYPT;
  return ASCON_OK;
}

ascon_result ascon_siv_encrypt_update(ascon_siv_ctx *ctx, uint8_t *ciphertext,
                                      const uint8_t *plaintext, size_t length) {
  if (!ctx || missing(ciphertext, length) || missing(plaintext, length)) return ASCON_ERR_NULL;
  if (ctx->phase != SIV_ENCRYPT) return ASCON_ERR_ORDER;
  if (length > ctx->text_bytes - ctx->crypted_bytes) return ASCON_ERR_RANGE;
  (void)ascon_any_sponge_update(&ctx->mac, plaintext, length);
  crypt_text(ctx, ciphertext, plaintext, length);
  ctx->crypted_bytes += length;
  return ASCON_OK;
}

ascon_result ascon_siv_encrypt_final(ascon_siv_ctx *ctx) {
  if (!ctx) return ASCON_ERR_NULL;
  if (ctx->phase != SIV_ENCRYPT) return ASCON_ERR_ORDER;
  if (ctx->crypted_bytes != ctx->text_bytes) return ASCON_ERR_RANGE;
  return verify(ctx);
}

ascon_result ascon_siv_decrypt_update_unverified(ascon_siv_ctx *ctx, uint8_t *plaintext,
                                                 const uint8_t *ciphertext, size_t length) {
  if (!ctx || missing(plaintext, length) || missing(ciphertext, length)) return ASCON_ERR_NULL;
  if (ctx->phase != SIV_DECRYPT_AD && ctx->phase != SIV_DECRYPT) return ASCON_ERR_ORDER;
  crypt_text(ctx, plaintext, ciphertext, length);
  mac_text(ctx, plaintext, length);
  ctx->phase = SIV_DECRYPT;
  return ASCON_OK;
}

ascon_result ascon_siv_decrypt_final(ascon_siv_ctx *ctx) {
  if (!ctx) return ASCON_ERR_NULL;
  if (ctx->phase != SIV_DECRYPT_AD && ctx->phase != SIV_DECRYPT) return ASCON_ERR_ORDER;
  return verify(ctx);
}

/* ---- Whole messages ------------------------------------------------------------------------- */

ascon_result ascon_siv_encrypt(uint8_t *ciphertext, uint8_t tag[ASCON_SIV_TAG_BYTES],
                               const uint8_t *plaintext, size_t text_length, const uint8_t *ad,
                               size_t ad_length, const uint8_t nonce[ASCON_SIV_NONCE_BYTES],
                               const uint8_t key[ASCON_SIV_KEY_BYTES]) {
  ascon_siv_ctx ctx;
  if (!tag || missing(ad, ad_length)) return ASCON_ERR_NULL;
  if (missing(ciphertext, text_length) || missing(plaintext, text_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_siv_encrypt_init(&ctx, nonce, key));
  (void)ascon_siv_ad(&ctx, ad, ad_length);
  (void)ascon_siv_read(&ctx, plaintext, text_length);
  (void)ascon_siv_tag(&ctx, tag);
  crypt_text(&ctx, ciphertext, plaintext, text_length);
  zeroize(&ctx, sizeof ctx);
  return ASCON_OK;
}

ascon_result ascon_siv_decrypt(uint8_t *plaintext, const uint8_t *ciphertext, size_t text_length,
                               const uint8_t tag[ASCON_SIV_TAG_BYTES], const uint8_t *ad,
                               size_t ad_length, const uint8_t nonce[ASCON_SIV_NONCE_BYTES],
                               const uint8_t key[ASCON_SIV_KEY_BYTES]) {
  ascon_siv_ctx ctx;
  if (missing(ad, ad_length)) return ASCON_ERR_NULL;
  if (missing(plaintext, text_length) || missing(ciphertext, text_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_siv_decrypt_init(&ctx, tag, nonce, key));
  (void)ascon_siv_ad(&ctx, ad, ad_length);
  (void)ascon_siv_decrypt_update_unverified(&ctx, plaintext, ciphertext, text_length);
  const ascon_result result = ascon_siv_decrypt_final(&ctx);
  if (result == ASCON_ERR_TAG && text_length != 0) zeroize(plaintext, text_length);
  return result;
}
