/* ISAP v2.0, the calls of ascon_isap.h. The sections are those of the submission to NIST; the names
   too where they are names (IsapRk, IsapEnc, IsapMac). Bytes enter and leave the state in
   big-endian order, as in Ascon v1.2.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_isap.h"
#include "../ascon_config.h"
#include "../core/modes/calls.h"
#include "../core/platform/secrets_in_c.h"

enum {
  RATE = 8, /* r_H in bytes: of what is authenticated, and of the key stream */
  SIZE = ASCON_ISAP_KEY_BYTES,
  REST_OFFSET = SIZE, /* the rest of a state, after key, nonce or tag */
  REST_LENGTH = STATE_LENGTH - SIZE
};

/* What a permutation is started for: the first byte of its initial value. */
typedef enum {
  FOR_MAC = 1,
  FOR_MAC_KEY = 2,
  FOR_ENCRYPTION_KEY = 3,
  FOR_COMPARISON = 4 /* not in the document */
} isap_purpose;

/* Where a context is in its life. A context of zeros was never started, or has ended. */
enum isap_phase { ISAP_NONE, ISAP_AD, ISAP_ENCRYPT, ISAP_READ, ISAP_DECRYPT };

/* Section 2.3, table 2.2. */
const ascon_isap ascon_isap_a_128a = {"isap-a-128a", 12, 1, 6, 12};
const ascon_isap ascon_isap_a_128 = {"isap-a-128", 12, 12, 12, 12};

/* ---- The state ------------------------------------------------------------------------------ */

static void xor_at(ascon_state *s, size_t offset, const uint8_t *bytes, size_t length) {
  (void)ascon_permutation_xor(s, ASCON_BIG_ENDIAN, offset, bytes, length);
}

static void get_at(const ascon_state *s, size_t offset, uint8_t *bytes, size_t length) {
  (void)ascon_permutation_get(s, ASCON_BIG_ENDIAN, offset, bytes, length);
}

static void permute_state(ascon_state *s, unsigned rounds) {
  (void)ascon_permutation_apply(s, rounds);
}

/* string || IV || zeros. The initial value says what the instance is, and what the state is for. */
static void start(ascon_state *s, const uint8_t string[SIZE], const ascon_isap *p,
                  isap_purpose purpose) {
  const uint8_t iv[8] = {(uint8_t)purpose,
                         8 * SIZE,
                         8 * RATE,
                         1,
                         /* bit of r_B */ p->message_rounds,
                         p->bit_rounds,
                         p->encryption_rounds,
                         p->key_rounds};
  (void)ascon_permutation_init(s, NULL);
  xor_at(s, 0, string, SIZE);
  xor_at(s, REST_OFFSET, iv, sizeof iv);
}

/* ---- IsapRk, section 2.2.1: a session key --------------------------------------------------- */

/* The bits of a public string enter one at a time, the highest of a byte first, with a permutation
   between them: whoever measures the device sees the master key in two computations for each bit,
   whatever the strings are. The state whose first bytes are the session key. */
static void rekey(ascon_state *s, const ascon_isap *p, const uint8_t key[SIZE],
                  isap_purpose purpose, const uint8_t string[SIZE]) {
  const unsigned last = 8 * SIZE - 1;
  start(s, key, p, purpose);
  permute_state(s, p->key_rounds);
  for (unsigned i = 0; i <= last; i++) {
    const uint8_t bit = (uint8_t)((string[i / 8] << i % 8) & 0x80);
    xor_at(s, 0, &bit, 1);
    permute_state(s, i < last ? p->bit_rounds : p->key_rounds);
  }
}

/* ---- IsapEnc, section 2.2.2 ----------------------------------------------------------------- */

/* Session key || nonce, which takes the place of the end of IsapRk's state. */
static void start_stream(ascon_isap_ctx *ctx) {
  uint8_t end[SIZE];
  ascon_state *s = &ctx->stream;
  rekey(s, ctx->instance, ctx->key, FOR_ENCRYPTION_KEY, ctx->nonce);
  get_at(s, REST_LENGTH, end, SIZE);
  xor_at(s, REST_LENGTH, end, SIZE);
  xor_at(s, REST_LENGTH, ctx->nonce, SIZE);
  ctx->stream_offset = 0;
  zeroize(end, sizeof end);
}

/* Text XOR key stream, both directions: blocks of the state, with a permutation before each. */
static void crypt_text(ascon_isap_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bytes) {
  uint8_t block[RATE];
  while (bytes != 0) {
    const size_t left = (size_t)RATE - ctx->stream_offset, n = bytes < left ? bytes : left;
    if (ctx->stream_offset == 0) permute_state(&ctx->stream, ctx->instance->encryption_rounds);
    get_at(&ctx->stream, ctx->stream_offset, block, n);
    for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(in[i] ^ block[i]);
    ctx->stream_offset = (uint8_t)((ctx->stream_offset + n) % RATE);
    out += n;
    in += n;
    bytes -= n;
  }
  zeroize(block, sizeof block);
}

/* ---- IsapMac, section 2.2.3 ----------------------------------------------------------------- */

static void start_mac(ascon_isap_ctx *ctx) {
  start(&ctx->mac, ctx->nonce, ctx->instance, FOR_MAC);
  permute_state(&ctx->mac, ctx->instance->message_rounds);
  ctx->mac_offset = 0;
}

/* The next bytes of associated data or ciphertext. */
static void mac_bytes(ascon_isap_ctx *ctx, const uint8_t *in, size_t bytes) {
  while (bytes != 0) {
    const size_t left = (size_t)RATE - ctx->mac_offset, n = bytes < left ? bytes : left;
    xor_at(&ctx->mac, ctx->mac_offset, in, n);
    ctx->mac_offset = (uint8_t)(ctx->mac_offset + n);
    if (ctx->mac_offset == RATE) {
      permute_state(&ctx->mac, ctx->instance->message_rounds);
      ctx->mac_offset = 0;
    }
    in += n;
    bytes -= n;
  }
}

/* The padding that ends a string: a bit 1, and zeros up to the end of the block. */
static void isap_end_string(ascon_isap_ctx *ctx) {
  const uint8_t padding = 0x80;
  xor_at(&ctx->mac, ctx->mac_offset, &padding, 1);
  permute_state(&ctx->mac, ctx->instance->message_rounds);
  ctx->mac_offset = 0;
}

/* Domain separation: the last bit of the state. */
static void isap_end_ad(ascon_isap_ctx *ctx) {
  const uint8_t separation = 0x01;
  isap_end_string(ctx);
  xor_at(&ctx->mac, STATE_LENGTH - 1, &separation, 1);
}

/* The first bytes of the state, after the whole ciphertext, choose a session key, which takes their
   place. */
static void compute_tag(ascon_isap_ctx *ctx, uint8_t tag[SIZE]) {
  uint8_t chosen[SIZE], session_key[SIZE];
  ascon_state s;
  get_at(&ctx->mac, 0, chosen, SIZE);
  rekey(&s, ctx->instance, ctx->key, FOR_MAC_KEY, chosen);
  get_at(&s, 0, session_key, SIZE);
  xor_at(&ctx->mac, 0, chosen, SIZE);
  xor_at(&ctx->mac, 0, session_key, SIZE);
  permute_state(&ctx->mac, ctx->instance->message_rounds);
  get_at(&ctx->mac, 0, tag, SIZE);
  zeroize(&s, sizeof s);
  zeroize(session_key, sizeof session_key);
}

/* ---- Comparison of tags ---------------------------------------------------------------------- */

/* bytes_differ() would combine the right tag, which is secret until somebody has it, with any
   number of tags that an attacker chooses: its leakage reveals the tag bit by bit, and so a
   forgery. Both tags go through the permutation instead, and only results of it are compared
   (Dobraunig and Mennink, "Leakage Resilient Value Comparison with Application to Message
   Authentication", Eurocrypt 2021). The input for the right tag is the same at every attempt. */
static void hide_tag(const ascon_isap *p, uint8_t hidden[SIZE], const uint8_t tag[SIZE]) {
  ascon_state s;
  start(&s, tag, p, FOR_COMPARISON);
  permute_state(&s, p->key_rounds);
  get_at(&s, 0, hidden, SIZE);
  zeroize(&s, sizeof s);
}

static unsigned tags_differ(const ascon_isap *p, const uint8_t expected[SIZE],
                            const uint8_t given[SIZE]) {
  uint8_t a[SIZE], b[SIZE];
  hide_tag(p, a, expected);
  hide_tag(p, b, given);
  const unsigned differs = bytes_differ(a, b, SIZE);
  zeroize(a, SIZE);
  return differs;
}

/* ---- Messages in pieces --------------------------------------------------------------------- */

ascon_result ascon_isap_init(ascon_isap_ctx *ctx, const ascon_isap *instance,
                             const uint8_t nonce[ASCON_ISAP_NONCE_BYTES],
                             const uint8_t key[ASCON_ISAP_KEY_BYTES]) {
  uint8_t inputs[2 * SIZE];
  if (!ctx || !instance || !nonce || !key) return ASCON_ERR_NULL;
  copy_bytes(inputs, key, SIZE);
  copy_bytes(inputs + SIZE, nonce, SIZE);
  ctx->instance = instance;
  copy_bytes(ctx->key, inputs, SIZE);
  copy_bytes(ctx->nonce, inputs + SIZE, SIZE);
  zeroize(inputs, sizeof inputs);
  ctx->bytes_left = 0;
  start_mac(ctx);
  ctx->phase = ISAP_AD;
  return ASCON_OK;
}

ascon_result ascon_isap_ad(ascon_isap_ctx *ctx, const uint8_t *ad, size_t bytes) {
  if (!ctx || missing(ad, bytes)) return ASCON_ERR_NULL;
  if (ctx->phase != ISAP_AD) return ASCON_ERR_ORDER;
  mac_bytes(ctx, ad, bytes);
  return ASCON_OK;
}

/* The first text ends the associated data. Decryption authenticates the ciphertext twice: `stream`
   keeps the state for the second pass, until the key stream begins. */
static ascon_result enter(ascon_isap_ctx *ctx, enum isap_phase phase) {
  if (ctx->phase == phase) return ASCON_OK;
  if (ctx->phase != ISAP_AD) return ASCON_ERR_ORDER;
  isap_end_ad(ctx);
  if (phase == ISAP_ENCRYPT) start_stream(ctx);
  else ctx->stream = ctx->mac;
  ctx->phase = (uint8_t)phase;
  return ASCON_OK;
}

ascon_result ascon_isap_encrypt_update(ascon_isap_ctx *ctx, uint8_t *ciphertext,
                                       const uint8_t *plaintext, size_t bytes) {
  if (!ctx || missing(ciphertext, bytes) || missing(plaintext, bytes)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(enter(ctx, ISAP_ENCRYPT));
  crypt_text(ctx, ciphertext, plaintext, bytes);
  mac_bytes(ctx, ciphertext, bytes);
  return ASCON_OK;
}

ascon_result ascon_isap_encrypt_final(ascon_isap_ctx *ctx, uint8_t tag[ASCON_ISAP_TAG_BYTES]) {
  if (!ctx || !tag) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(enter(ctx, ISAP_ENCRYPT));
  isap_end_string(ctx);
  compute_tag(ctx, tag);
  zeroize(ctx, sizeof *ctx);
  return ASCON_OK;
}

ascon_result ascon_isap_read(ascon_isap_ctx *ctx, const uint8_t *ciphertext, size_t bytes) {
  if (!ctx || missing(ciphertext, bytes)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(enter(ctx, ISAP_READ));
  mac_bytes(ctx, ciphertext, bytes);
  ctx->bytes_left += bytes;
  return ASCON_OK;
}

ascon_result ascon_isap_verify(ascon_isap_ctx *ctx, const uint8_t tag[ASCON_ISAP_TAG_BYTES]) {
  uint8_t expected[SIZE];
  if (!ctx || !tag) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(enter(ctx, ISAP_READ));
  isap_end_string(ctx);
  get_at(&ctx->mac, 0, ctx->digest, STATE_LENGTH);
  compute_tag(ctx, expected);
  const unsigned differs = tags_differ(ctx->instance, expected, tag);
  zeroize(expected, sizeof expected);
  if (differs) {
    zeroize(ctx, sizeof *ctx);
    return ASCON_ERR_TAG;
  }
  ctx->mac = ctx->stream;
  start_stream(ctx);
  ctx->phase = ISAP_DECRYPT;
  return ASCON_OK;
}

ascon_result ascon_isap_decrypt_update_unverified(ascon_isap_ctx *ctx, uint8_t *plaintext,
                                                  const uint8_t *ciphertext, size_t bytes) {
  if (!ctx || missing(plaintext, bytes) || missing(ciphertext, bytes)) return ASCON_ERR_NULL;
  if (ctx->phase != ISAP_DECRYPT) return ASCON_ERR_ORDER;
  if (bytes > ctx->bytes_left) return ASCON_ERR_RANGE;
  mac_bytes(ctx, ciphertext, bytes);
  crypt_text(ctx, plaintext, ciphertext, bytes);
  ctx->bytes_left -= bytes;
  return ASCON_OK;
}

/* The states of IsapMac after the two passes are public: no key has entered them. */
ascon_result ascon_isap_decrypt_final(ascon_isap_ctx *ctx) {
  uint8_t digest[STATE_LENGTH];
  if (!ctx) return ASCON_ERR_NULL;
  if (ctx->phase != ISAP_DECRYPT) return ASCON_ERR_ORDER;
  if (ctx->bytes_left != 0) return ASCON_ERR_RANGE;
  isap_end_string(ctx);
  get_at(&ctx->mac, 0, digest, sizeof digest);
  const unsigned differs = bytes_differ(digest, ctx->digest, sizeof digest);
  zeroize(ctx, sizeof *ctx);
  return differs ? ASCON_ERR_TAG : ASCON_OK;
}

/* ---- Whole messages ------------------------------------------------------------------------- */

ascon_result ascon_isap_encrypt(const ascon_isap *instance, uint8_t *ciphertext,
                                uint8_t tag[ASCON_ISAP_TAG_BYTES], const uint8_t *plaintext,
                                size_t text_length, const uint8_t *ad, size_t ad_length,
                                const uint8_t nonce[ASCON_ISAP_NONCE_BYTES],
                                const uint8_t key[ASCON_ISAP_KEY_BYTES]) {
  ascon_isap_ctx ctx;
  if (!tag || missing(ad, ad_length)) return ASCON_ERR_NULL;
  if (missing(ciphertext, text_length) || missing(plaintext, text_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_isap_init(&ctx, instance, nonce, key));
  (void)ascon_isap_ad(&ctx, ad, ad_length);
  (void)ascon_isap_encrypt_update(&ctx, ciphertext, plaintext, text_length);
  return ascon_isap_encrypt_final(&ctx, tag);
}

ascon_result ascon_isap_decrypt(const ascon_isap *instance, uint8_t *plaintext,
                                const uint8_t *ciphertext, size_t text_length,
                                const uint8_t tag[ASCON_ISAP_TAG_BYTES], const uint8_t *ad,
                                size_t ad_length, const uint8_t nonce[ASCON_ISAP_NONCE_BYTES],
                                const uint8_t key[ASCON_ISAP_KEY_BYTES]) {
  ascon_isap_ctx ctx;
  if (!tag || missing(ad, ad_length)) return ASCON_ERR_NULL;
  if (missing(plaintext, text_length) || missing(ciphertext, text_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_isap_init(&ctx, instance, nonce, key));
  (void)ascon_isap_ad(&ctx, ad, ad_length);
  (void)ascon_isap_read(&ctx, ciphertext, text_length);
  const ascon_result result = ascon_isap_verify(&ctx, tag);
  if (result != ASCON_OK) {
    if (text_length != 0) zeroize(plaintext, text_length);
    return result;
  }
  crypt_text(&ctx, plaintext, ciphertext, text_length);
  zeroize(&ctx, sizeof ctx);
  return ASCON_OK;
}
