/* KMAC over Ascon-CXOF128 and key derivation over it: the calls of ascon_kdf.h, by the steps of
   docs/constructions/kdf.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_kdf.h"
#include "../ascon_config.h"
#include "../core/modes/calls.h"
#include "../core/platform/secrets_in_c.h"

#if !ASCON_EXTERN_BI /* there, 8 bytes of data are bits in another order */

enum {
  RATE = 8,                           /* of CXOF128, in bytes */
  MAX_DIGITS = sizeof(size_t) + 1,    /* of a length in bits, in base 256 */
  MAX_ENCODED_LENGTH = MAX_DIGITS + 1 /* with their number before or after them */
};

/* ---- Encodings of lengths: SP 800-185, section 2.3 ------------------------------------------- */

/* Bits in `length` bytes, in base 256, the most significant digit first. Returns how many digits
   there are, at least one. */
static size_t put_digits(uint8_t *digits, size_t length) {
  size_t count = 1;
  for (size_t rest = length >> 5; rest != 0; rest >>= 8) count++;
  digits[count - 1] = (uint8_t)(length << 3);
  for (size_t i = 1; i < count; i++) digits[count - 1 - i] = (uint8_t)(length >> (8 * i - 3));
  return count;
}

/* left_encode(8 * bytes), section 2.3.1. Returns how many bytes that is. */
static size_t left_encode(uint8_t encoded[MAX_ENCODED_LENGTH], size_t length) {
  encoded[0] = (uint8_t)put_digits(encoded + 1, length);
  return 1 + (size_t)encoded[0];
}

/* right_encode(8 * bytes). */
static size_t right_encode(uint8_t encoded[MAX_ENCODED_LENGTH], size_t length) {
  const size_t count = put_digits(encoded, length);
  encoded[count] = (uint8_t)count;
  return count + 1;
}

/* Adds encode_string(string), section 2.3.2, to the message. Returns how many bytes that is. */
static size_t absorb_string(ascon_sponge_ctx *cxof, const uint8_t *string, size_t length) {
  uint8_t encoded[MAX_ENCODED_LENGTH];
  const size_t count = left_encode(encoded, length);
  (void)ascon_any_sponge_update(cxof, encoded, count);
  (void)ascon_any_sponge_update(cxof, string, length);
  return count + length;
}

/* ---- KMAC, in pieces ------------------------------------------------------------------------ */

/* The names of the functions, as encode_string() gives them. Key derivation has its own name,
   so that no customization string makes KMAC compute a step of key derivation. */
static const uint8_t kmac_name[] = {1, 32, 'K', 'M', 'A', 'C'};
static const uint8_t kdf_name[] = {1, 24, 'K', 'D', 'F'};

/* The customization string of CXOF128: encode_string(name) || encode_string(customization). */
static void start_cxof(ascon_sponge_ctx *cxof, const uint8_t *name, size_t name_length,
                       const uint8_t *customization, size_t length) {
  uint8_t z[MAX_CUSTOMIZATION_LENGTH];
  copy_bytes(z, name, name_length);
  const size_t head = name_length + left_encode(z + name_length, length);
  copy_bytes(z + head, customization, length);
  (void)ascon_any_sponge_init(cxof, ASCON_CXOF128, z, head + length);
}

/* bytepad(encode_string(key), RATE), section 2.3.3: the message begins with a new block. */
static void absorb_key(ascon_sponge_ctx *cxof, const uint8_t *key, size_t length) {
  static const uint8_t width[] = {1, RATE}, zeros[RATE] = {0};
  (void)ascon_any_sponge_update(cxof, width, sizeof width);
  const size_t absorbed = sizeof width + absorb_string(cxof, key, length);
  (void)ascon_any_sponge_update(cxof, zeros, (RATE - absorbed % RATE) % RATE);
}

ascon_result ascon_kdf_kmac_init(ascon_kmac_ctx *ctx, const uint8_t *customization,
                                 size_t customization_length, const uint8_t *key,
                                 size_t key_length) {
  if (!ctx || missing(customization, customization_length) || missing(key, key_length))
    return ASCON_ERR_NULL;
  if (customization_length > ASCON_KMAC_MAX_CUSTOMIZATION_BYTES) return ASCON_ERR_RANGE;
  ascon_kmac_ctx made = {.squeezing = 0};
  start_cxof(&made.cxof, kmac_name, sizeof kmac_name, customization, customization_length);
  absorb_key(&made.cxof, key, key_length);
  hand_over(ctx, &made, sizeof made);
  return ASCON_OK;
}

ascon_result ascon_kdf_kmac_update(ascon_kmac_ctx *ctx, const uint8_t *message, size_t length) {
  return ctx ? ascon_any_sponge_update(&ctx->cxof, message, length) : ASCON_ERR_NULL;
}

/* right_encode(8 * out_length), which ends the message. With 0, it is the XOF form's. */
static ascon_result end_message(ascon_kmac_ctx *ctx, size_t out_length) {
  uint8_t encoded[MAX_ENCODED_LENGTH];
  const size_t count = right_encode(encoded, out_length);
  return ascon_any_sponge_update(&ctx->cxof, encoded, count);
}

ascon_result ascon_kdf_kmac_squeeze(ascon_kmac_ctx *ctx, uint8_t *out, size_t length) {
  if (!ctx || missing(out, length)) return ASCON_ERR_NULL;
  if (!ctx->squeezing) RETURN_IF_ERROR(end_message(ctx, 0));
  ctx->squeezing = 1;
  return ascon_any_sponge_squeeze(&ctx->cxof, out, length);
}

ascon_result ascon_kdf_kmac_final(ascon_kmac_ctx *ctx, uint8_t *out, size_t out_length) {
  if (!ctx || missing(out, out_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(end_message(ctx, out_length));
  const ascon_result result = ascon_any_sponge_squeeze(&ctx->cxof, out, out_length);
  zeroize(ctx, sizeof *ctx);
  return result;
}

/* Compares a part of the tag at a time, all of it in any case. */
ascon_result ascon_kdf_kmac_verify_final(ascon_kmac_ctx *ctx, const uint8_t *tag,
                                         size_t tag_length) {
  uint8_t computed[4 * RATE];
  int equal = 1;
  if (!ctx || missing(tag, tag_length)) return ASCON_ERR_NULL;
  if (tag_length < ASCON_KMAC_MIN_TAG_BYTES) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(end_message(ctx, tag_length));
  for (size_t at = 0, part; at < tag_length; at += part) {
    part = smaller(tag_length - at, sizeof computed);
    (void)ascon_any_sponge_squeeze(&ctx->cxof, computed, part);
    equal &= ascon_equal(computed, tag + at, part);
  }
  zeroize(computed, sizeof computed);
  zeroize(ctx, sizeof *ctx);
  return equal ? ASCON_OK : ASCON_ERR_TAG;
}

/* ---- KMAC in one call ----------------------------------------------------------------------- */

ascon_result ascon_kdf_kmac(uint8_t *out, size_t out_length, const uint8_t *message, size_t length,
                            const uint8_t *customization, size_t customization_length,
                            const uint8_t *key, size_t key_length) {
  ascon_kmac_ctx ctx;
  if (missing(out, out_length) || missing(message, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_kdf_kmac_init(&ctx, customization, customization_length, key, key_length));
  (void)ascon_kdf_kmac_update(&ctx, message, length);
  return ascon_kdf_kmac_final(&ctx, out, out_length);
}

ascon_result ascon_kdf_kmac_verify(const uint8_t *tag, size_t tag_length, const uint8_t *message,
                                   size_t length, const uint8_t *customization,
                                   size_t customization_length, const uint8_t *key,
                                   size_t key_length) {
  ascon_kmac_ctx ctx;
  if (missing(tag, tag_length) || missing(message, length)) return ASCON_ERR_NULL;
  if (tag_length < ASCON_KMAC_MIN_TAG_BYTES) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(ascon_kdf_kmac_init(&ctx, customization, customization_length, key, key_length));
  (void)ascon_kdf_kmac_update(&ctx, message, length);
  return ascon_kdf_kmac_verify_final(&ctx, tag, tag_length);
}

ascon_result ascon_kdf_kmac_xof(uint8_t *out, size_t out_length, const uint8_t *message,
                                size_t length, const uint8_t *customization,
                                size_t customization_length, const uint8_t *key,
                                size_t key_length) {
  ascon_kmac_ctx ctx;
  if (missing(out, out_length) || missing(message, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_kdf_kmac_init(&ctx, customization, customization_length, key, key_length));
  (void)ascon_kdf_kmac_update(&ctx, message, length);
  const ascon_result result = ascon_kdf_kmac_squeeze(&ctx, out, out_length);
  zeroize(&ctx, sizeof ctx);
  return result;
}

/* ---- Key derivation ------------------------------------------------------------------------- */

/* The first message of KMAC, with a step of key derivation as its purpose. */
static void start_step(ascon_kmac_ctx *ctx, const char *step, size_t step_bytes, const uint8_t *key,
                       size_t key_length) {
  start_cxof(&ctx->cxof, kdf_name, sizeof kdf_name, (const uint8_t *)step, step_bytes);
  absorb_key(&ctx->cxof, key, key_length);
  ctx->squeezing = 0;
}
#define START_STEP(ctx, step, key, key_length)                                                     \
  start_step(ctx, step, sizeof step - 1, key, key_length)

ascon_result ascon_kdf_derive(uint8_t *out, size_t out_length, const uint8_t *salt,
                              size_t salt_length, const uint8_t *ikm, size_t ikm_length,
                              const uint8_t *info, size_t info_length) {
  ascon_kmac_ctx ctx;
  if (missing(out, out_length) || missing(salt, salt_length) || missing(ikm, ikm_length) ||
      missing(info, info_length))
    return ASCON_ERR_NULL;
  START_STEP(&ctx, "derive", salt, salt_length);
  (void)absorb_string(&ctx.cxof, ikm, ikm_length);
  (void)ascon_kdf_kmac_update(&ctx, info, info_length);
  return ascon_kdf_kmac_final(&ctx, out, out_length);
}

ascon_result ascon_kdf_extract(uint8_t *prk, const uint8_t *salt, size_t salt_length,
                               const uint8_t *ikm, size_t ikm_length) {
  ascon_kmac_ctx ctx;
  if (!prk || missing(salt, salt_length) || missing(ikm, ikm_length)) return ASCON_ERR_NULL;
  START_STEP(&ctx, "extract", salt, salt_length);
  (void)ascon_kdf_kmac_update(&ctx, ikm, ikm_length);
  return ascon_kdf_kmac_final(&ctx, prk, ASCON_KDF_PRK_BYTES);
}

ascon_result ascon_kdf_expand(uint8_t *out, size_t out_length, const uint8_t *prk,
                              size_t prk_length, const uint8_t *info, size_t info_length) {
  ascon_kmac_ctx ctx;
  if (missing(out, out_length) || missing(prk, prk_length) || missing(info, info_length))
    return ASCON_ERR_NULL;
  START_STEP(&ctx, "expand", prk, prk_length);
  (void)ascon_kdf_kmac_update(&ctx, info, info_length);
  return ascon_kdf_kmac_final(&ctx, out, out_length);
}

#endif
