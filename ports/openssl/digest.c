/* Hash, XOF and CXOF as OpenSSL digests: provider-digest(7) over
   ascon_any_sponge_*().
   algorithms.c names these functions. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <asconkit/ascon_any.h>
#include <asconkit/hmac/ascon_hmac.h>
#include "provider.h"

#include <openssl/crypto.h>
#include <string.h>

/* What an XOF gives where no length is asked for: twice its security of 128 bits, so that
   collisions are as hard to find as for Hash256. */
enum { DEFAULT_XOF_BYTES = 32, MAX_CUSTOMIZATION_BYTES = 256 };

/* Of KMAC in OpenSSL, and of its test files: the customization string. */
#define PARAM_CUSTOMIZATION "custom"

typedef struct digest_ctx {
  const provider *who;
  const ascon_algorithm *algorithm;
  ascon_sponge_ctx message;
  size_t out_bytes;
  uint8_t customization[MAX_CUSTOMIZATION_BYTES];
  size_t customization_bytes;
  bool is_empty; /* nothing of the message has come, and no output was taken */
} digest_ctx;

static bool is_hash(const ascon_algorithm *algorithm) { return algorithm->kind == ASCON_KIND_HASH; }

static size_t default_bytes(const ascon_algorithm *algorithm) {
  return is_hash(algorithm) ? algorithm->output_bytes : DEFAULT_XOF_BYTES;
}

/* OpenSSL's HMAC, and HKDF and PBKDF2 over it, take this for B of RFC 2104. The rate of a hash, 8
   bytes, would cut every longer key to 8 bytes. HMAC refuses XOFs, whose block size is the rate. */
static size_t block_bytes(const ascon_algorithm *algorithm) {
  return is_hash(algorithm) ? ASCON_HMAC_BLOCK_BYTES : algorithm->rate_bytes;
}

/* ---- Contexts ----------------------------------------------------------------------------- */

void *digest_new(const provider *who, const ascon_algorithm *algorithm) {
  digest_ctx *ctx = OPENSSL_zalloc(sizeof *ctx);
  if (ctx == NULL) {
    RAISE(who, REASON_MEMORY, "context of %s", algorithm->name);
    return NULL;
  }
  ctx->who = who;
  ctx->algorithm = algorithm;
  ctx->out_bytes = default_bytes(algorithm);
  return ctx;
}

void digest_free(void *context) { OPENSSL_clear_free(context, sizeof(digest_ctx)); }

void *digest_copy(void *context) {
  const digest_ctx *ctx = context;
  digest_ctx *copy = OPENSSL_memdup(ctx, sizeof *ctx);
  if (copy == NULL) RAISE(ctx->who, REASON_MEMORY, "copy of a context of %s", ctx->algorithm->name);
  return copy;
}

/* ---- One message -------------------------------------------------------------------------- */

static int start(digest_ctx *ctx) {
  ctx->is_empty = true;
  return check(ctx->who, ascon_any_sponge_init(&ctx->message, ctx->algorithm, ctx->customization,
                                               ctx->customization_bytes));
}

/* OpenSSL 3.0 makes a new context for each message, later versions keep it: what the message before
   was given is not this one's. If it fails, no message begins: it would lack its customization. */
int digest_init(void *context, const OSSL_PARAM params[]) {
  digest_ctx *ctx = context;
  ctx->out_bytes = default_bytes(ctx->algorithm);
  ctx->customization_bytes = 0;
  const int is_ready = start(ctx) && digest_set_ctx_params(ctx, params);
  if (!is_ready) ascon_wipe(&ctx->message, sizeof ctx->message);
  return is_ready;
}

int digest_update(void *context, const unsigned char *in, size_t bytes) {
  digest_ctx *ctx = context;
  ctx->is_empty = ctx->is_empty && bytes == 0;
  return check(ctx->who, ascon_any_sponge_update(&ctx->message, in, bytes));
}

int digest_final(void *context, unsigned char *out, size_t *written, size_t out_bytes) {
  digest_ctx *ctx = context;
  *written = 0;
  if (out_bytes < ctx->out_bytes)
    return RAISE(ctx->who, REASON_OUTPUT_LENGTH, "output has %zu bytes, expected %zu", out_bytes,
                 ctx->out_bytes);
  if (!check(ctx->who, ascon_any_sponge_squeeze(&ctx->message, out, ctx->out_bytes))) return 0;
  ascon_wipe(&ctx->message, sizeof ctx->message);
  ctx->is_empty = false;
  *written = ctx->out_bytes;
  return 1;
}

int digest_squeeze(void *context, unsigned char *out, size_t *written, size_t out_bytes) {
  digest_ctx *ctx = context;
  *written = 0;
  if (is_hash(ctx->algorithm))
    return RAISE(ctx->who, REASON_ORDER, "%s has outputs of 32 bytes, expected an XOF",
                 ctx->algorithm->name);
  if (!check(ctx->who, ascon_any_sponge_squeeze(&ctx->message, out, out_bytes))) return 0;
  ctx->is_empty = false;
  *written = out_bytes;
  return 1;
}

/* ---- Parameters --------------------------------------------------------------------------- */

static int give_flag(OSSL_PARAM params[], const char *name, bool value) {
  OSSL_PARAM *param = OSSL_PARAM_locate(params, name);
  return param == NULL || OSSL_PARAM_set_int(param, value);
}

const OSSL_PARAM *digest_gettable_params(void *provider_context) {
  (void)provider_context;
  RETURN_PARAMETERS(OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
                    OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
                    OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, NULL),
                    OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, NULL));
}

int digest_get_params(const ascon_algorithm *algorithm, OSSL_PARAM params[]) {
  return give_size(params, OSSL_DIGEST_PARAM_BLOCK_SIZE, block_bytes(algorithm)) &&
         give_size(params, OSSL_DIGEST_PARAM_SIZE, default_bytes(algorithm)) &&
         give_flag(params, OSSL_DIGEST_PARAM_XOF, !is_hash(algorithm)) &&
         give_flag(params, OSSL_DIGEST_PARAM_ALGID_ABSENT, true);
}

const OSSL_PARAM *digest_gettable_ctx_params(void *context, void *provider_context) {
  (void)context;
  (void)provider_context;
  RETURN_PARAMETERS(OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
                    OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_XOFLEN, NULL));
}

int digest_get_ctx_params(void *context, OSSL_PARAM params[]) {
  const digest_ctx *ctx = context;
  return give_size(params, OSSL_DIGEST_PARAM_SIZE, ctx->out_bytes) &&
         give_size(params, OSSL_DIGEST_PARAM_XOFLEN, ctx->out_bytes);
}

const OSSL_PARAM *digest_settable_ctx_params(void *context, void *provider_context) {
  (void)context;
  (void)provider_context;
  RETURN_PARAMETERS(OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_XOFLEN, NULL),
                    OSSL_PARAM_octet_string(PARAM_CUSTOMIZATION, NULL, 0));
}

static int take_out_bytes(digest_ctx *ctx, const OSSL_PARAM *param) {
  size_t bytes = 0;
  if (param == NULL) return 1;
  if (!read_size(ctx->who, param, &bytes)) return 0;
  if (is_hash(ctx->algorithm) && bytes != ctx->out_bytes)
    return RAISE(ctx->who, REASON_OUTPUT_LENGTH, "%s has %zu bytes, not %zu", ctx->algorithm->name,
                 ctx->out_bytes, bytes);
  ctx->out_bytes = bytes;
  return 1;
}

/* The customization string comes before the message: SP 800-232, section 5.3. */
static int take_customization(digest_ctx *ctx, const OSSL_PARAM *param) {
  if (param == NULL) return 1;
  if ((param->data_type != OSSL_PARAM_OCTET_STRING && param->data_type != OSSL_PARAM_UTF8_STRING) ||
      (param->data == NULL && param->data_size != 0))
    return RAISE(ctx->who, REASON_PARAMETER, "custom: expected a string with data");
  if (ctx->algorithm->kind != ASCON_KIND_CXOF)
    return RAISE(ctx->who, REASON_PARAMETER, "%s has no customization", ctx->algorithm->name);
  if (param->data_size > MAX_CUSTOMIZATION_BYTES)
    return RAISE(ctx->who, REASON_CUSTOMIZATION_LENGTH, "%zu bytes, expected at most %d",
                 param->data_size, MAX_CUSTOMIZATION_BYTES);
  if (!ctx->is_empty)
    return RAISE(ctx->who, REASON_ORDER, "the customization comes before the message");
  if (param->data_size != 0) memcpy(ctx->customization, param->data, param->data_size);
  ctx->customization_bytes = param->data_size;
  return start(ctx);
}

int digest_set_ctx_params(void *context, const OSSL_PARAM params[]) {
  digest_ctx *ctx = context;
  return params == NULL ||
         (take_out_bytes(ctx, OSSL_PARAM_locate_const(params, OSSL_DIGEST_PARAM_XOFLEN)) &&
          take_customization(ctx, OSSL_PARAM_locate_const(params, PARAM_CUSTOMIZATION)));
}
