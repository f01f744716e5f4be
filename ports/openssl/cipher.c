/* AEAD as an OpenSSL cipher: provider-cipher(7) over ascon_any_aead_*(). algorithms.c names these
   functions. OpenSSL gives plaintext out before the tag is checked: that is its interface, and its
   users must not use the text before EVP_DecryptFinal_ex() succeeds.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <asconkit/ascon_any.h>
#include "provider.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <string.h>

enum { MAX_KEY_BYTES = 32, NONCE_BYTES = 16, MAX_TAG_BYTES = 16 };

/* A new nonce, or an init after a message, goes back to PHASE_SET_UP. */
enum phase { PHASE_SET_UP, PHASE_STARTED, PHASE_DONE };

typedef struct cipher_ctx {
  const provider *who;
  const ascon_algorithm *algorithm;
  ascon_aead_ctx message;
  uint8_t key[MAX_KEY_BYTES]; /* for the next message: OpenSSL may set the nonce alone */
  uint8_t nonce[NONCE_BYTES];
  uint8_t tag[MAX_TAG_BYTES]; /* of this message, as its length: neither stays for the next one */
  size_t tag_bytes;
  bool encrypts;
  bool has_key;
  bool has_nonce; /* and no message has used it */
  bool has_tag;
  enum phase phase;
} cipher_ctx;

/* ---- Contexts ----------------------------------------------------------------------------- */

void *cipher_new(const provider *who, const ascon_algorithm *algorithm) {
  cipher_ctx *ctx = OPENSSL_zalloc(sizeof *ctx);
  if (ctx == NULL) {
    RAISE(who, REASON_MEMORY, "context of %s", algorithm->name);
    return NULL;
  }
  ctx->who = who;
  ctx->algorithm = algorithm;
  ctx->tag_bytes = algorithm->output_bytes;
  return ctx;
}

void cipher_free(void *context) { OPENSSL_clear_free(context, sizeof(cipher_ctx)); }

void *cipher_copy(void *context) {
  const cipher_ctx *ctx = context;
  cipher_ctx *copy = OPENSSL_memdup(ctx, sizeof *ctx);
  if (copy == NULL) RAISE(ctx->who, REASON_MEMORY, "copy of a context of %s", ctx->algorithm->name);
  return copy;
}

/* ---- One message -------------------------------------------------------------------------- */

static int set_key(cipher_ctx *ctx, const unsigned char *key, size_t bytes) {
  const size_t expected = ctx->algorithm->key_bytes;
  if (bytes != expected)
    return RAISE(ctx->who, REASON_KEY_LENGTH, "key has %zu bytes, expected %zu", bytes, expected);
  memcpy(ctx->key, key, bytes);
  ctx->has_key = true;
  return 1;
}

/* Forgets the tag of the message before, and its length. */
static void forget_tag(cipher_ctx *ctx) {
  ascon_wipe(ctx->tag, sizeof ctx->tag);
  ctx->has_tag = false;
  ctx->tag_bytes = ctx->algorithm->output_bytes;
}

static int set_nonce(cipher_ctx *ctx, const unsigned char *nonce, size_t bytes) {
  if (bytes != NONCE_BYTES)
    return RAISE(ctx->who, REASON_NONCE_LENGTH, "nonce has %zu bytes, expected %d", bytes,
                 NONCE_BYTES);
  memcpy(ctx->nonce, nonce, bytes);
  ctx->has_nonce = true;
  return 1;
}

/* Key and nonce may come in one call or in two, and a tag or its length before them; a message
   starts with its first byte. If this fails, none starts: the nonce has to be set again. */
static int init(cipher_ctx *ctx, bool encrypts, const unsigned char *key, size_t key_bytes,
                const unsigned char *nonce, size_t nonce_bytes, const OSSL_PARAM params[]) {
  const bool is_another =
      ctx->phase != PHASE_SET_UP || (nonce != NULL && ctx->has_nonce) || ctx->encrypts != encrypts;
  ascon_wipe(&ctx->message, sizeof ctx->message);
  if (is_another) forget_tag(ctx);
  ctx->phase = PHASE_SET_UP;
  ctx->encrypts = encrypts;
  const bool is_ready = (key == NULL || set_key(ctx, key, key_bytes)) &&
                        (nonce == NULL || set_nonce(ctx, nonce, nonce_bytes)) &&
                        cipher_set_ctx_params(ctx, params);
  if (!is_ready) ctx->has_nonce = false;
  return is_ready;
}

int cipher_encrypt_init(void *ctx, const unsigned char *key, size_t key_bytes,
                        const unsigned char *nonce, size_t nonce_bytes, const OSSL_PARAM params[]) {
  return init(ctx, true, key, key_bytes, nonce, nonce_bytes, params);
}

int cipher_decrypt_init(void *ctx, const unsigned char *key, size_t key_bytes,
                        const unsigned char *nonce, size_t nonce_bytes, const OSSL_PARAM params[]) {
  return init(ctx, false, key, key_bytes, nonce, nonce_bytes, params);
}

/* A nonce serves one message: a second one needs a new nonce, which EVP alone would not ask for. */
static int start(cipher_ctx *ctx) {
  if (ctx->phase == PHASE_STARTED) return 1;
  if (!ctx->has_key) return RAISE(ctx->who, REASON_NO_KEY, "%s", ctx->algorithm->name);
  if (!ctx->has_nonce) return RAISE(ctx->who, REASON_NO_NONCE, "%s", ctx->algorithm->name);
  ctx->has_nonce = false;
  if (!check(ctx->who, ascon_any_aead_init(&ctx->message, ctx->algorithm, ctx->nonce, ctx->key)))
    return 0;
  ctx->phase = PHASE_STARTED;
  return 1;
}

static bool overlap_in_part(const unsigned char *a, const unsigned char *b, size_t bytes) {
  const uintptr_t first = (uintptr_t)a, second = (uintptr_t)b;
  return first != second && (first < second ? second - first : first - second) < bytes;
}

static int update_text(cipher_ctx *ctx, unsigned char *out, size_t out_bytes,
                       const unsigned char *in, size_t bytes) {
  if (out_bytes < bytes)
    return RAISE(ctx->who, REASON_OUTPUT_LENGTH, "output has %zu bytes, expected %zu", out_bytes,
                 bytes);
  if (overlap_in_part(out, in, bytes))
    return RAISE(ctx->who, REASON_OVERLAP, "expected the same address or none in common");
  return check(ctx->who,
               ctx->encrypts
                   ? ascon_any_aead_encrypt_update(&ctx->message, out, in, bytes)
                   : ascon_any_aead_decrypt_update_unverified(&ctx->message, out, in, bytes));
}

/* Without an output the input is associated data. */
int cipher_update(void *context, unsigned char *out, size_t *written, size_t out_bytes,
                  const unsigned char *in, size_t bytes) {
  cipher_ctx *ctx = context;
  *written = 0;
  if (!start(ctx)) return 0;
  if (out == NULL ? !check(ctx->who, ascon_any_aead_ad(&ctx->message, in, bytes))
                  : !update_text(ctx, out, out_bytes, in, bytes))
    return 0;
  *written = bytes;
  return 1;
}

static int check_tag(cipher_ctx *ctx) {
  if (!ctx->has_tag) return RAISE(ctx->who, REASON_NO_TAG, "decryption needs it before the end");
  const ascon_result result = ascon_any_aead_decrypt_final(&ctx->message, ctx->tag, ctx->tag_bytes);
  ctx->has_tag = false;
  ctx->phase = PHASE_DONE;
  if (result == ASCON_ERR_TAG)
    return RAISE(ctx->who, REASON_WRONG_TAG, "do not use the text: it is forged or damaged");
  return check(ctx->who, result);
}

int cipher_final(void *context, unsigned char *out, size_t *written, size_t out_bytes) {
  cipher_ctx *ctx = context;
  (void)out;
  (void)out_bytes;
  *written = 0;
  if (!start(ctx)) return 0;
  if (!ctx->encrypts) return check_tag(ctx);
  if (!check(ctx->who, ascon_any_aead_encrypt_final(&ctx->message, ctx->tag, ctx->tag_bytes)))
    return 0;
  ctx->has_tag = true;
  ctx->phase = PHASE_DONE;
  return 1;
}

/* EVP_Cipher(): without an input it is the end. */
int cipher_piece(void *context, unsigned char *out, size_t *written, size_t out_bytes,
                 const unsigned char *in, size_t bytes) {
  return in == NULL ? cipher_final(context, out, written, out_bytes)
                    : cipher_update(context, out, written, out_bytes, in, bytes);
}

/* ---- Parameters --------------------------------------------------------------------------- */

const OSSL_PARAM *cipher_gettable_params(void *provider_context) {
  (void)provider_context;
  RETURN_PARAMETERS(OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),
                    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
                    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
                    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
                    OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, NULL),
                    OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL));
}

int cipher_get_params(const ascon_algorithm *algorithm, OSSL_PARAM params[]) {
  OSSL_PARAM *mode = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_MODE);
  OSSL_PARAM *aead = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_AEAD);
  OSSL_PARAM *custom_iv = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_CUSTOM_IV);
  return (mode == NULL || OSSL_PARAM_set_uint(mode, EVP_CIPH_STREAM_CIPHER)) &&
         (aead == NULL || OSSL_PARAM_set_int(aead, 1)) &&
         (custom_iv == NULL || OSSL_PARAM_set_int(custom_iv, 1)) &&
         give_size(params, OSSL_CIPHER_PARAM_KEYLEN, algorithm->key_bytes) &&
         give_size(params, OSSL_CIPHER_PARAM_IVLEN, algorithm->nonce_bytes) &&
         give_size(params, OSSL_CIPHER_PARAM_BLOCK_SIZE, 1);
}

const OSSL_PARAM *cipher_gettable_ctx_params(void *context, void *provider_context) {
  (void)context;
  (void)provider_context;
  RETURN_PARAMETERS(OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
                    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
                    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
                    OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
                    OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
                    OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0));
}

static bool is_tag_length(const cipher_ctx *ctx, size_t bytes) {
  return bytes >= ctx->algorithm->min_tag_bytes && bytes <= ctx->algorithm->output_bytes;
}

static int refuse_tag_length(const cipher_ctx *ctx, size_t bytes, size_t most) {
  return RAISE(ctx->who, REASON_TAG_LENGTH, "tag has %zu bytes, expected %u to %zu", bytes,
               ctx->algorithm->min_tag_bytes, most);
}

/* A shorter tag is the beginning of the whole one: SP 800-232, section 4.2.1. */
static int give_tag(const cipher_ctx *ctx, OSSL_PARAM *param) {
  if (param == NULL) return 1;
  if (!ctx->encrypts || !ctx->has_tag)
    return RAISE(ctx->who, REASON_NO_TAG, "expected the end of an encryption before");
  if (param->data_type != OSSL_PARAM_OCTET_STRING)
    return RAISE(ctx->who, REASON_PARAMETER, "tag: expected an octet string");
  if (!is_tag_length(ctx, param->data_size) || param->data_size > ctx->tag_bytes)
    return refuse_tag_length(ctx, param->data_size, ctx->tag_bytes);
  return OSSL_PARAM_set_octet_string(param, ctx->tag, param->data_size);
}

static int give_nonce(const cipher_ctx *ctx, OSSL_PARAM *param) {
  return param == NULL || OSSL_PARAM_set_octet_ptr(param, ctx->nonce, NONCE_BYTES) ||
         OSSL_PARAM_set_octet_string(param, ctx->nonce, NONCE_BYTES);
}

int cipher_get_ctx_params(void *context, OSSL_PARAM params[]) {
  const cipher_ctx *ctx = context;
  return give_size(params, OSSL_CIPHER_PARAM_KEYLEN, ctx->algorithm->key_bytes) &&
         give_size(params, OSSL_CIPHER_PARAM_IVLEN, NONCE_BYTES) &&
         give_size(params, OSSL_CIPHER_PARAM_AEAD_TAGLEN, ctx->tag_bytes) &&
         give_nonce(ctx, OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_IV)) &&
         give_nonce(ctx, OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_UPDATED_IV)) &&
         give_tag(ctx, OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_AEAD_TAG));
}

const OSSL_PARAM *cipher_settable_ctx_params(void *context, void *provider_context) {
  (void)context;
  (void)provider_context;
  RETURN_PARAMETERS(OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
                    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_IVLEN, NULL),
                    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
                    OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0));
}

/* After a message, what is set is the next one's. */
static void leave_message(cipher_ctx *ctx) {
  if (ctx->phase != PHASE_DONE) return;
  forget_tag(ctx);
  ctx->phase = PHASE_SET_UP;
}

static int set_tag_length(cipher_ctx *ctx, size_t bytes) {
  if (!is_tag_length(ctx, bytes))
    return refuse_tag_length(ctx, bytes, ctx->algorithm->output_bytes);
  leave_message(ctx);
  if (bytes != ctx->tag_bytes) ctx->has_tag = false;
  ctx->tag_bytes = bytes;
  return 1;
}

/* The program chooses the length of the tag: a tag that was received must not, or whoever cuts it
   to 4 bytes forges after 2^32 attempts. */
static int set_tag(cipher_ctx *ctx, const void *tag, size_t bytes) {
  if (ctx->encrypts)
    return RAISE(ctx->who, REASON_ORDER, "expected decryption: encryption computes the tag");
  leave_message(ctx);
  if (bytes != ctx->tag_bytes)
    return RAISE(ctx->who, REASON_TAG_LENGTH,
                 "tag has %zu bytes, expected %zu: for another length set taglen before", bytes,
                 ctx->tag_bytes);
  memcpy(ctx->tag, tag, bytes);
  ctx->has_tag = true;
  return 1;
}

/* The tag to check, or, without a value, the length of this message's tag. */
static int take_tag(cipher_ctx *ctx, const OSSL_PARAM *param) {
  if (param == NULL) return 1;
  if (param->data_type != OSSL_PARAM_OCTET_STRING)
    return RAISE(ctx->who, REASON_PARAMETER, "tag: expected an octet string");
  return param->data == NULL ? set_tag_length(ctx, param->data_size)
                             : set_tag(ctx, param->data, param->data_size);
}

static int take_tag_length(cipher_ctx *ctx, const OSSL_PARAM *param) {
  size_t bytes = 0;
  if (param == NULL) return 1;
  return read_size(ctx->who, param, &bytes) && set_tag_length(ctx, bytes);
}

/* Lengths that OpenSSL lets its users set, and that Ascon fixes. */
static int check_length(const cipher_ctx *ctx, const OSSL_PARAM *param, size_t expected,
                        enum reason reason) {
  size_t bytes = 0;
  if (param == NULL) return 1;
  if (!read_size(ctx->who, param, &bytes)) return 0;
  return bytes == expected || RAISE(ctx->who, reason, "expected %zu bytes", expected);
}

int cipher_set_ctx_params(void *context, const OSSL_PARAM params[]) {
  cipher_ctx *ctx = context;
  if (params == NULL) return 1;
  return check_length(ctx, OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_KEYLEN),
                      ctx->algorithm->key_bytes, REASON_KEY_LENGTH) &&
         check_length(ctx, OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_AEAD_IVLEN),
                      NONCE_BYTES, REASON_NONCE_LENGTH) &&
         take_tag_length(ctx, OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_AEAD_TAGLEN)) &&
         take_tag(ctx, OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_AEAD_TAG));
}
