/* KMAC over Ascon-CXOF128 and key derivation over it: the calls of ascon_kdf.h, by the steps of
   docs/constructions/kdf.md.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../ascon_kdf.h"
#include "../ascon_config.h"
#include "../modes/calls.h"
#include "../platform/secrets_in_c.h"

#if !ASCON_EXTERN_BI /* there, 8 bytes of data are bits in another order */

enum {
  RATE = 8,                           /* of CXOF128, in bytes */
  MAX_DIGITS = sizeof(size_t) + 1,    /* of a length in bits, in base 256 */
  MAX_ENCODED_LENGTH = MAX_DIGITS + 1 /* with their number before or after them */
};

/* ---- Encodings of lengths: SP 800-185, section 2.3 ------------------------------------------- */

/* Bits in `bytes` bytes, in base 256, the most significant digit first. Returns how many digits
   there are, at least one. */
static size_t put_digits(uint8_t *digits, size_t bytes) {
  size_t count = 1;
  for (size_t rest = bytes >> 5; rest != 0; rest >>= 8) count++;
  digits[count - 1] = (uint8_t)(bytes << 3);
  for (size_t i = 1; i < count; i++) digits[count - 1 - i] = (uint8_t)(bytes >> (8 * i - 3));
  return count;
}

/* left_encode(8 * bytes), section 2.3.1. Returns how many bytes that is. */
static size_t left_encode(uint8_t encoded[MAX_ENCODED_LENGTH], size_t bytes) {
  encoded[0] = (uint8_t)put_digits(encoded + 1, bytes);
  return 1 + (size_t)encoded[0];
}

/* right_encode(8 * bytes). */
static size_t right_encode(uint8_t encoded[MAX_ENCODED_LENGTH], size_t bytes) {
  const size_t count = put_digits(encoded, bytes);
  encoded[count] = (uint8_t)count;
  return count + 1;
}

/* Adds encode_string(string), section 2.3.2, to the message. Returns how many bytes that is. */
static size_t absorb_string(ascon_sponge_ctx *cxof, const uint8_t *string, size_t bytes) {
  uint8_t encoded[MAX_ENCODED_LENGTH];
  const size_t count = left_encode(encoded, bytes);
  (void)ascon_any_xof_update(cxof, encoded, count);
  (void)ascon_any_xof_update(cxof, string, bytes);
  return count + bytes;
}

/* ---- KMAC, in pieces ------------------------------------------------------------------------ */

/* The names of the functions, as encode_string() gives them. Key derivation has its own name,
   so that no customization string makes KMAC compute a step of key derivation. */
static const uint8_t kmac_name[] = {1, 32, 'K', 'M', 'A', 'C'};
static const uint8_t kdf_name[] = {1, 24, 'K', 'D', 'F'};

/* The customization string of CXOF128: encode_string(name) || encode_string(customization). */
static void start_cxof(ascon_sponge_ctx *cxof, const uint8_t *name, size_t name_bytes,
                       const uint8_t *customization, size_t bytes) {
  uint8_t z[MAX_CUSTOMIZATION_LENGTH];
  copy_bytes(z, name, name_bytes);
  const size_t length = name_bytes + left_encode(z + name_bytes, bytes);
  copy_bytes(z + length, customization, bytes);
  (void)ascon_any_cxof_init(cxof, ASCON_CXOF128, z, length + bytes);
}

/* bytepad(encode_string(key), RATE), section 2.3.3: the message begins with a new block. */
static void absorb_key(ascon_sponge_ctx *cxof, const uint8_t *key, size_t bytes) {
  static const uint8_t width[] = {1, RATE}, zeros[RATE] = {0};
  (void)ascon_any_xof_update(cxof, width, sizeof width);
  const size_t length = sizeof width + absorb_string(cxof, key, bytes);
  (void)ascon_any_xof_update(cxof, zeros, (RATE - length % RATE) % RATE);
}

ascon_result ascon_kdf_kmac_init(ascon_kmac_ctx *ctx, const uint8_t *customization,
                                 size_t customization_bytes, const uint8_t *key, size_t key_bytes) {
  if (!ctx || missing(customization, customization_bytes) || missing(key, key_bytes))
    return ASCON_ERR_NULL;
  if (customization_bytes > ASCON_KMAC_MAX_CUSTOMIZATION_BYTES) return ASCON_ERR_RANGE;
  ascon_kmac_ctx made = {.squeezing = 0};
  start_cxof(&made.cxof, kmac_name, sizeof kmac_name, customization, customization_bytes);
  absorb_key(&made.cxof, key, key_bytes);
  hand_over(ctx, &made, sizeof made);
  return ASCON_OK;
}

ascon_result ascon_kdf_kmac_update(ascon_kmac_ctx *ctx, const uint8_t *message, size_t bytes) {
  return ctx ? ascon_any_xof_update(&ctx->cxof, message, bytes) : ASCON_ERR_NULL;
}

/* right_encode(8 * out_bytes), which ends the message. With 0, it is the XOF form's. */
static ascon_result end_message(ascon_kmac_ctx *ctx, size_t out_bytes) {
  uint8_t encoded[MAX_ENCODED_LENGTH];
  const size_t count = right_encode(encoded, out_bytes);
  return ascon_any_xof_update(&ctx->cxof, encoded, count);
}

ascon_result ascon_kdf_kmac_squeeze(ascon_kmac_ctx *ctx, uint8_t *out, size_t bytes) {
  if (!ctx || missing(out, bytes)) return ASCON_ERR_NULL;
  if (!ctx->squeezing) RETURN_IF_ERROR(end_message(ctx, 0));
  ctx->squeezing = 1;
  return ascon_any_xof_squeeze(&ctx->cxof, out, bytes);
}

ascon_result ascon_kdf_kmac_final(ascon_kmac_ctx *ctx, uint8_t *out, size_t out_bytes) {
  if (!ctx || missing(out, out_bytes)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(end_message(ctx, out_bytes));
  const ascon_result result = ascon_any_xof_squeeze(&ctx->cxof, out, out_bytes);
  zeroize(ctx, sizeof *ctx);
  return result;
}

/* Compares a part of the tag at a time, all of it in any case. */
ascon_result ascon_kdf_kmac_verify_final(ascon_kmac_ctx *ctx, const uint8_t *tag,
                                         size_t tag_bytes) {
  uint8_t computed[4 * RATE];
  int equal = 1;
  if (!ctx || missing(tag, tag_bytes)) return ASCON_ERR_NULL;
  if (tag_bytes < ASCON_KMAC_MIN_TAG_BYTES) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(end_message(ctx, tag_bytes));
  for (size_t at = 0, part; at < tag_bytes; at += part) {
    part = smaller(tag_bytes - at, sizeof computed);
    (void)ascon_any_xof_squeeze(&ctx->cxof, computed, part);
    equal &= ascon_equal(computed, tag + at, part);
  }
  zeroize(computed, sizeof computed);
  zeroize(ctx, sizeof *ctx);
  return equal ? ASCON_OK : ASCON_ERR_TAG;
}

/* ---- KMAC in one call ----------------------------------------------------------------------- */

ascon_result ascon_kdf_kmac(uint8_t *out, size_t out_bytes, const uint8_t *message, size_t bytes,
                            const uint8_t *customization, size_t customization_bytes,
                            const uint8_t *key, size_t key_bytes) {
  ascon_kmac_ctx ctx;
  if (missing(out, out_bytes) || missing(message, bytes)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_kdf_kmac_init(&ctx, customization, customization_bytes, key, key_bytes));
  (void)ascon_kdf_kmac_update(&ctx, message, bytes);
  return ascon_kdf_kmac_final(&ctx, out, out_bytes);
}

ascon_result ascon_kdf_kmac_verify(const uint8_t *tag, size_t tag_bytes, const uint8_t *message,
                                   size_t bytes, const uint8_t *customization,
                                   size_t customization_bytes, const uint8_t *key,
                                   size_t key_bytes) {
  ascon_kmac_ctx ctx;
  if (missing(tag, tag_bytes) || missing(message, bytes)) return ASCON_ERR_NULL;
  if (tag_bytes < ASCON_KMAC_MIN_TAG_BYTES) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(ascon_kdf_kmac_init(&ctx, customization, customization_bytes, key, key_bytes));
  (void)ascon_kdf_kmac_update(&ctx, message, bytes);
  return ascon_kdf_kmac_verify_final(&ctx, tag, tag_bytes);
}

ascon_result ascon_kdf_kmac_xof(uint8_t *out, size_t out_bytes, const uint8_t *message,
                                size_t bytes, const uint8_t *customization,
                                size_t customization_bytes, const uint8_t *key, size_t key_bytes) {
  ascon_kmac_ctx ctx;
  if (missing(out, out_bytes) || missing(message, bytes)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_kdf_kmac_init(&ctx, customization, customization_bytes, key, key_bytes));
  (void)ascon_kdf_kmac_update(&ctx, message, bytes);
  const ascon_result result = ascon_kdf_kmac_squeeze(&ctx, out, out_bytes);
  zeroize(&ctx, sizeof ctx);
  return result;
}

/* ---- Key derivation ------------------------------------------------------------------------- */

/* The first message of KMAC, with a step of key derivation as its purpose. */
static void start_step(ascon_kmac_ctx *ctx, const char *step, size_t step_bytes, const uint8_t *key,
                       size_t key_bytes) {
  start_cxof(&ctx->cxof, kdf_name, sizeof kdf_name, (const uint8_t *)step, step_bytes);
  absorb_key(&ctx->cxof, key, key_bytes);
  ctx->squeezing = 0;
}
#define START_STEP(ctx, step, key, key_bytes) start_step(ctx, step, sizeof step - 1, key, key_bytes)

ascon_result ascon_kdf_derive(uint8_t *out, size_t out_bytes, const uint8_t *salt,
                              size_t salt_bytes, const uint8_t *ikm, size_t ikm_bytes,
                              const uint8_t *info, size_t info_bytes) {
  ascon_kmac_ctx ctx;
  if (missing(out, out_bytes) || missing(salt, salt_bytes) || missing(ikm, ikm_bytes) ||
      missing(info, info_bytes))
    return ASCON_ERR_NULL;
  START_STEP(&ctx, "derive", salt, salt_bytes);
  (void)absorb_string(&ctx.cxof, ikm, ikm_bytes);
  (void)ascon_kdf_kmac_update(&ctx, info, info_bytes);
  return ascon_kdf_kmac_final(&ctx, out, out_bytes);
}

ascon_result ascon_kdf_extract(uint8_t *prk, const uint8_t *salt, size_t salt_bytes,
                               const uint8_t *ikm, size_t ikm_bytes) {
  ascon_kmac_ctx ctx;
  if (!prk || missing(salt, salt_bytes) || missing(ikm, ikm_bytes)) return ASCON_ERR_NULL;
  START_STEP(&ctx, "extract", salt, salt_bytes);
  (void)ascon_kdf_kmac_update(&ctx, ikm, ikm_bytes);
  return ascon_kdf_kmac_final(&ctx, prk, ASCON_KDF_PRK_BYTES);
}

ascon_result ascon_kdf_expand(uint8_t *out, size_t out_bytes, const uint8_t *prk, size_t prk_bytes,
                              const uint8_t *info, size_t info_bytes) {
  ascon_kmac_ctx ctx;
  if (missing(out, out_bytes) || missing(prk, prk_bytes) || missing(info, info_bytes))
    return ASCON_ERR_NULL;
  START_STEP(&ctx, "expand", prk, prk_bytes);
  (void)ascon_kdf_kmac_update(&ctx, info, info_bytes);
  return ascon_kdf_kmac_final(&ctx, out, out_bytes);
}

#endif
