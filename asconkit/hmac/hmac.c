/* HMAC, HKDF and PBKDF2 with Ascon-Hash256: the calls of ascon_hmac.h, by the steps of the RFCs.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_hmac.h"
#include "../ascon_config.h"
#include "../core/modes/calls.h"
#include "../core/platform/secrets_in_c.h"

#if !ASCON_EXTERN_BI /* there, 8 bytes of data are bits in another order */

enum { DIGEST = ASCON_HMAC_BYTES, BLOCK = ASCON_HMAC_BLOCK_BYTES };

/* ---- HMAC: RFC 2104, section 2 --------------------------------------------------------------- */

static void xor_all(uint8_t block[BLOCK], uint8_t byte) {
  for (size_t i = 0; i < BLOCK; i++) block[i] ^= byte;
}

/* A hash that begins with the block. */
static void start_hash(ascon_sponge_ctx *hash, const uint8_t block[BLOCK]) {
  (void)ascon_any_sponge_init(hash, ASCON_HASH256, NULL, 0);
  (void)ascon_any_sponge_update(hash, block, BLOCK);
}

/* Both hashes begin with the padded key, XORed with ipad and opad. */
ascon_result ascon_hmac_hash256_init(ascon_hmac_ctx *ctx, const uint8_t *key, size_t key_length) {
  uint8_t block[BLOCK];
  if (!ctx || missing(key, key_length)) return ASCON_ERR_NULL;
  zeroize(block, sizeof block);
  if (key_length > BLOCK) {
    (void)ascon_hash256(block, key, key_length);
  } else {
    copy_bytes(block, key, key_length);
  }
  xor_all(block, 0x36);
  start_hash(&ctx->inner, block);
  xor_all(block, 0x36 ^ 0x5c);
  start_hash(&ctx->outer, block);
  zeroize(block, sizeof block);
  return ASCON_OK;
}

ascon_result ascon_hmac_hash256_update(ascon_hmac_ctx *ctx, const uint8_t *message, size_t length) {
  return ctx ? ascon_any_sponge_update(&ctx->inner, message, length) : ASCON_ERR_NULL;
}

/* The outer hash, of the inner one's output. The final calls of both hashes wipe them. */
static void finish_outer(ascon_hmac_ctx *ctx, uint8_t mac[DIGEST], uint8_t digest[DIGEST]) {
  (void)ascon_any_sponge_update(&ctx->outer, digest, DIGEST);
  (void)ascon_any_sponge_squeeze(&ctx->outer, mac, DIGEST);
  zeroize(digest, DIGEST);
}

ascon_result ascon_hmac_hash256_final(ascon_hmac_ctx *ctx, uint8_t *mac) {
  uint8_t digest[DIGEST];
  if (!ctx || !mac) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_any_sponge_squeeze(&ctx->inner, digest, DIGEST));
  finish_outer(ctx, mac, digest);
  return ASCON_OK;
}

static ascon_result check_tag_range(size_t tag_length) {
  return tag_length < ASCON_HMAC_MIN_TAG_BYTES || tag_length > DIGEST ? ASCON_ERR_RANGE : ASCON_OK;
}

/* What is computed for a forged message is a valid tag, which must not stay in memory. */
ascon_result ascon_hmac_hash256_verify_final(ascon_hmac_ctx *ctx, const uint8_t *tag,
                                             size_t tag_length) {
  uint8_t computed[DIGEST];
  if (!tag) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_tag_range(tag_length));
  RETURN_IF_ERROR(ascon_hmac_hash256_final(ctx, computed));
  const int equal = ascon_equal(computed, tag, tag_length);
  zeroize(computed, sizeof computed);
  return equal ? ASCON_OK : ASCON_ERR_TAG;
}

/* The state of a key that serves for many messages. */
static void copy_context(ascon_hmac_ctx *to, const ascon_hmac_ctx *from) {
  copy_bytes((uint8_t *)to, (const uint8_t *)from, sizeof *to);
}

/* A message after what the context has had before, if anything. Nothing can fail: the context is
   one of this file's. */
static void finish(ascon_hmac_ctx *ctx, uint8_t mac[DIGEST], const uint8_t *message,
                   size_t length) {
  uint8_t digest[DIGEST];
  (void)ascon_any_sponge_update(&ctx->inner, message, length);
  (void)ascon_any_sponge_squeeze(&ctx->inner, digest, DIGEST);
  finish_outer(ctx, mac, digest);
}

ascon_result ascon_hmac_hash256(uint8_t *mac, const uint8_t *message, size_t length,
                                const uint8_t *key, size_t key_length) {
  ascon_hmac_ctx ctx;
  if (!mac || missing(message, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_hmac_hash256_init(&ctx, key, key_length));
  finish(&ctx, mac, message, length);
  return ASCON_OK;
}

ascon_result ascon_hmac_hash256_verify(const uint8_t *tag, size_t tag_length,
                                       const uint8_t *message, size_t length, const uint8_t *key,
                                       size_t key_length) {
  ascon_hmac_ctx ctx;
  if (!tag || missing(message, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_tag_range(tag_length));
  RETURN_IF_ERROR(ascon_hmac_hash256_init(&ctx, key, key_length));
  (void)ascon_hmac_hash256_update(&ctx, message, length);
  return ascon_hmac_hash256_verify_final(&ctx, tag, tag_length);
}

/* ---- HKDF: RFC 5869 -------------------------------------------------------------------------- */

/* An empty salt stands for zeros, which is what HMAC makes of an empty key. */
ascon_result ascon_hmac_hkdf_extract(uint8_t *prk, const uint8_t *salt, size_t salt_length,
                                     const uint8_t *ikm, size_t ikm_length) {
  return ascon_hmac_hash256(prk, ikm, ikm_length, salt, salt_length);
}

/* T(i) = HMAC(PRK, T(i - 1) || info || i), where T(0) is empty. `started` has PRK. After the
   255th block, the last one, the counter is 0 again. */
static void expand_blocks(const ascon_hmac_ctx *started, uint8_t *out, size_t out_length,
                          const uint8_t *info, size_t info_length) {
  uint8_t block[DIGEST], counter = 1;
  ascon_hmac_ctx ctx;
  for (size_t at = 0; at < out_length; at += DIGEST, counter = (uint8_t)(counter + 1)) {
    copy_context(&ctx, started);
    (void)ascon_hmac_hash256_update(&ctx, block, at ? sizeof block : 0);
    (void)ascon_hmac_hash256_update(&ctx, info, info_length);
    finish(&ctx, block, &counter, 1);
    copy_bytes(out + at, block, smaller(out_length - at, sizeof block));
  }
  zeroize(block, sizeof block);
}

ascon_result ascon_hmac_hkdf_expand(uint8_t *out, size_t out_length, const uint8_t *prk,
                                    size_t prk_length, const uint8_t *info, size_t info_length) {
  ascon_hmac_ctx started;
  if (missing(out, out_length) || missing(info, info_length)) return ASCON_ERR_NULL;
  if (out_length > ASCON_HKDF_MAX_BYTES) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(ascon_hmac_hash256_init(&started, prk, prk_length));
  expand_blocks(&started, out, out_length, info, info_length);
  zeroize(&started, sizeof started);
  clear_stack(); /* and vector registers, in which compilers copy the output */
  return ASCON_OK;
}

ascon_result ascon_hmac_hkdf(uint8_t *out, size_t out_length, const uint8_t *salt,
                             size_t salt_length, const uint8_t *ikm, size_t ikm_length,
                             const uint8_t *info, size_t info_length) {
  uint8_t prk[DIGEST];
  if (missing(out, out_length) || missing(info, info_length)) return ASCON_ERR_NULL;
  if (out_length > ASCON_HKDF_MAX_BYTES) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(ascon_hmac_hkdf_extract(prk, salt, salt_length, ikm, ikm_length));
  const ascon_result result =
      ascon_hmac_hkdf_expand(out, out_length, prk, sizeof prk, info, info_length);
  zeroize(prk, sizeof prk);
  return result;
}

/* ---- PBKDF2: RFC 8018, section 5.2 ----------------------------------------------------------- */

/* F(P, S, c, index): U1 XOR ... XOR Uc, where U1 = HMAC(P, S || index) and each other U is the HMAC
   of the one before. `started` has the password. */
static void pbkdf2_block(const ascon_hmac_ctx *started, uint8_t total[DIGEST], const uint8_t *salt,
                         size_t salt_length, uint32_t iterations, uint32_t index) {
  uint8_t u[DIGEST], encoded[4];
  ascon_hmac_ctx ctx;
  store32(encoded, index, ASCON_BIG_ENDIAN);
  copy_context(&ctx, started);
  (void)ascon_hmac_hash256_update(&ctx, salt, salt_length);
  finish(&ctx, u, encoded, sizeof encoded);
  copy_bytes(total, u, DIGEST);
  while (--iterations) {
    copy_context(&ctx, started);
    finish(&ctx, u, u, sizeof u);
    for (size_t i = 0; i < DIGEST; i++) total[i] ^= u[i];
  }
  zeroize(u, sizeof u);
}

ascon_result ascon_hmac_pbkdf2(uint8_t *out, size_t out_length, const uint8_t *password,
                               size_t password_length, const uint8_t *salt, size_t salt_length,
                               uint32_t iterations) {
  const uint64_t longest = (uint64_t)UINT32_MAX * DIGEST;
  ascon_hmac_ctx started;
  uint8_t total[DIGEST];
  uint32_t index = 1;
  if (missing(out, out_length) || missing(password, password_length) || missing(salt, salt_length))
    return ASCON_ERR_NULL;
  if (iterations == 0 || out_length > longest) return ASCON_ERR_RANGE;
  (void)ascon_hmac_hash256_init(&started, password, password_length);
  for (size_t at = 0; at < out_length; at += smaller(out_length - at, DIGEST), index++) {
    pbkdf2_block(&started, total, salt, salt_length, iterations, index);
    copy_bytes(out + at, total, smaller(out_length - at, DIGEST));
  }
  zeroize(total, sizeof total);
  zeroize(&started, sizeof started);
  clear_stack(); /* and vector registers, as in ascon_hmac_hkdf_expand() */
  return ASCON_OK;
}

#endif
