/* MAC, PRF and PrfShort as OpenSSL MACs: provider-mac(7) over ascon_any_sponge_*()
   and
   ascon_any_run(). algorithms.c names these functions. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <asconkit/ascon_any.h>
#include "provider.h"

#include <openssl/crypto.h>
#include <string.h>

/* A PRF's output where no size is asked for: that of the MACs. */
enum { KEY_BYTES = 16, DEFAULT_PRF_BYTES = 16, MAX_PRFSHORT_BYTES = 16 };

typedef struct mac_ctx {
  const provider *who;
  const ascon_algorithm *algorithm;
  ascon_sponge_ctx message;
  uint8_t short_message[MAX_PRFSHORT_BYTES]; /* PrfShort takes its message whole */
  size_t short_bytes;
  uint8_t key[KEY_BYTES]; /* for the next message: EVP_MAC_init() may come without a key */
  bool has_key;
  bool is_started; /* between start() and the end of the message */
  size_t out_bytes;
} mac_ctx;

/* ---- Contexts ----------------------------------------------------------------------------- */

void *mac_new(const provider *who, const ascon_algorithm *algorithm) {
  mac_ctx *ctx = OPENSSL_zalloc(sizeof *ctx);
  if (ctx == NULL) {
    RAISE(who, REASON_MEMORY, "context of %s", algorithm->name);
    return NULL;
  }
  ctx->who = who;
  ctx->algorithm = algorithm;
  ctx->out_bytes = algorithm->kind == ASCON_KIND_MAC ? algorithm->output_bytes : DEFAULT_PRF_BYTES;
  return ctx;
}

void mac_free(void *context) { OPENSSL_clear_free(context, sizeof(mac_ctx)); }

void *mac_copy(void *context) {
  const mac_ctx *ctx = context;
  mac_ctx *copy = OPENSSL_memdup(ctx, sizeof *ctx);
  if (copy == NULL) RAISE(ctx->who, REASON_MEMORY, "copy of a context of %s", ctx->algorithm->name);
  return copy;
}

/* ---- One message -------------------------------------------------------------------------- */

static int set_key(mac_ctx *ctx, const unsigned char *key, size_t bytes) {
  if (bytes != KEY_BYTES)
    return RAISE(ctx->who, REASON_KEY_LENGTH, "key has %zu bytes, expected %d", bytes, KEY_BYTES);
  memcpy(ctx->key, key, bytes);
  ctx->has_key = true;
  return 1;
}

/* Ends the message: until the next start(), calls are out of order. */
static void end(mac_ctx *ctx) {
  ascon_wipe(&ctx->message, sizeof ctx->message);
  ascon_wipe(ctx->short_message, sizeof ctx->short_message);
  ctx->short_bytes = 0;
  ctx->is_started = false;
}

static bool is_short(const mac_ctx *ctx) { return ctx->algorithm->kind == ASCON_KIND_PRFSHORT; }

static ascon_result begin(mac_ctx *ctx) {
  if (is_short(ctx)) return ASCON_OK; /* end() has emptied short_message */
  return ascon_any_sponge_init(&ctx->message, ctx->algorithm, ctx->key, ctx->algorithm->key_bytes);
}

static int start(mac_ctx *ctx) {
  end(ctx);
  if (!ctx->has_key) return RAISE(ctx->who, REASON_NO_KEY, "%s", ctx->algorithm->name);
  ctx->is_started = check(ctx->who, begin(ctx));
  return ctx->is_started;
}

/* If it fails, the message that was there before is over, and none begins. */
int mac_init(void *context, const unsigned char *key, size_t key_bytes, const OSSL_PARAM params[]) {
  mac_ctx *ctx = context;
  end(ctx);
  const int is_ready = mac_set_ctx_params(ctx, params) &&
                       (key == NULL || set_key(ctx, key, key_bytes)) && start(ctx);
  if (!is_ready) end(ctx);
  return is_ready;
}

static int check_order(const mac_ctx *ctx) {
  return check(ctx->who, ctx->is_started ? ASCON_OK : ASCON_ERR_ORDER);
}

/* A message that is too long is over: its beginning is not what the program meant. */
static int gather(mac_ctx *ctx, const unsigned char *in, size_t bytes) {
  if (in == NULL && bytes != 0) return check(ctx->who, ASCON_ERR_NULL);
  if (bytes > MAX_PRFSHORT_BYTES - ctx->short_bytes) {
    end(ctx);
    return RAISE(ctx->who, REASON_MESSAGE_LENGTH, "more than the %d bytes that %s takes",
                 MAX_PRFSHORT_BYTES, ctx->algorithm->name);
  }
  if (bytes != 0) memcpy(ctx->short_message + ctx->short_bytes, in, bytes);
  ctx->short_bytes += bytes;
  return 1;
}

int mac_update(void *context, const unsigned char *in, size_t bytes) {
  mac_ctx *ctx = context;
  if (!check_order(ctx)) return 0;
  if (is_short(ctx)) return gather(ctx, in, bytes);
  return check(ctx->who, ascon_any_sponge_update(&ctx->message, in, bytes));
}

static ascon_result compute(mac_ctx *ctx, unsigned char *out) {
  if (!is_short(ctx)) return ascon_any_sponge_squeeze(&ctx->message, out, ctx->out_bytes);
  const ascon_message message = {.out = out,
                                 .out_length = ctx->out_bytes,
                                 .in = ctx->short_message,
                                 .length = ctx->short_bytes,
                                 .key = ctx->key};
  return ascon_any_run(ctx->algorithm, ASCON_COMPUTE, &message);
}

int mac_final(void *context, unsigned char *out, size_t *written, size_t out_bytes) {
  mac_ctx *ctx = context;
  *written = 0;
  if (out_bytes < ctx->out_bytes)
    return RAISE(ctx->who, REASON_OUTPUT_LENGTH, "output has %zu bytes, expected %zu", out_bytes,
                 ctx->out_bytes);
  if (!ctx->has_key) return RAISE(ctx->who, REASON_NO_KEY, "%s", ctx->algorithm->name);
  if (!check_order(ctx) || !check(ctx->who, compute(ctx, out))) return 0;
  end(ctx);
  *written = ctx->out_bytes;
  return 1;
}

/* ---- Parameters --------------------------------------------------------------------------- */

const OSSL_PARAM *mac_gettable_ctx_params(void *context, void *provider_context) {
  (void)context;
  (void)provider_context;
  RETURN_PARAMETERS(OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
                    OSSL_PARAM_size_t(OSSL_MAC_PARAM_BLOCK_SIZE, NULL));
}

int mac_get_ctx_params(void *context, OSSL_PARAM params[]) {
  const mac_ctx *ctx = context;
  return give_size(params, OSSL_MAC_PARAM_SIZE, ctx->out_bytes) &&
         give_size(params, OSSL_MAC_PARAM_BLOCK_SIZE, ctx->algorithm->rate_bytes);
}

const OSSL_PARAM *mac_settable_ctx_params(void *context, void *provider_context) {
  (void)context;
  (void)provider_context;
  RETURN_PARAMETERS(OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
                    OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0));
}

/* A MAC's tag has one length, PrfShort's output at most 16 bytes, a PRF's any. */
static int take_out_bytes(mac_ctx *ctx, const OSSL_PARAM *param) {
  const ascon_kind kind = ctx->algorithm->kind;
  size_t bytes = 0;
  if (param == NULL) return 1;
  if (!read_size(ctx->who, param, &bytes)) return 0;
  const size_t least = kind == ASCON_KIND_MAC ? ctx->out_bytes : 1;
  const size_t most = kind == ASCON_KIND_MAC        ? ctx->out_bytes
                      : kind == ASCON_KIND_PRFSHORT ? MAX_PRFSHORT_BYTES
                                                    : SIZE_MAX;
  if (bytes < least || bytes > most)
    return RAISE(ctx->who, REASON_OUTPUT_LENGTH, "size is %zu, expected %zu to %zu", bytes, least,
                 most);
  ctx->out_bytes = bytes;
  return 1;
}

int mac_set_ctx_params(void *context, const OSSL_PARAM params[]) {
  mac_ctx *ctx = context;
  if (params == NULL) return 1;
  const OSSL_PARAM *key = OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_KEY);
  if (key != NULL && (key->data_type != OSSL_PARAM_OCTET_STRING || key->data == NULL))
    return RAISE(ctx->who, REASON_PARAMETER, "key: expected an octet string with data");
  return (key == NULL || (set_key(ctx, key->data, key->data_size) && start(ctx))) &&
         take_out_bytes(ctx, OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_SIZE));
}
