/* Strings of any number of bits: the calls of ascon_bits.h. All whole bytes of a string, and its
   end, go through the calls of ascon_any.h. What is here is its last byte, if that is not whole.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   A string ends with a bit 1 and zeros (SP 800-232, section 2.1, pad()). The calls of ascon.h XOR
   that bit after the last whole byte, where the bits of a last byte in part belong. XORing these
   before, with the bit 1 after them and once more the bit that the call adds, gives the string's
   own padding. So no mode knows of bits, and this file adds nothing to programs that do not use
   it. */
#include "../../ascon_bits.h"
#include "../../ascon_config.h"
#include "../modes/backend_table.h"
#include "../platform/secrets_in_c.h"
#include "phases.h"

#if !ASCON_EXTERN_BI /* there, 8 bytes of data are bits in another order */

enum { MAX_CUSTOMIZATION_BITS = 8 * MAX_CUSTOMIZATION_LENGTH, MAX_TAG_BITS = 8 * TAG_LENGTH };

/* ---- Bits of a byte ------------------------------------------------------------------------- */

/* The first `count` bits, 0 to 8, of a byte. */
static uint8_t first_bits(uint8_t byte, size_t count) {
  return (uint8_t)(byte & ((1u << count) - 1));
}

/* Zeros after the last bit of a string. */
static void cut_string(uint8_t *string, size_t bits) {
  if (bits % 8) string[bits / 8] = first_bits(string[bits / 8], bits % 8);
}

static size_t bytes_of(size_t bits) { return bits / 8 + (bits % 8 != 0); }

/* XORs the last bits of a string, 0 to 7 of `byte`, into the state where its next byte belongs. The
   padding that follows, 0x01 at this place, makes it that of the whole string. */
static ascon_result absorb_last_bits(ascon_state *state, size_t offset, uint8_t byte,
                                     size_t count) {
  uint8_t end = (uint8_t)(first_bits(byte, count) ^ (1u << count) ^ 0x01);
  ascon_result result = ascon_permutation_xor(state, ASCON_LITTLE_ENDIAN, offset, &end, 1);
  zeroize(&end, sizeof end);
  return result;
}

/* SP 800-232 alone has strings of bits; its algorithms are those whose names say no version. The
   order of bits is that of bytes. */
static ascon_result check_order(const params *p) {
  return p->order == ASCON_LITTLE_ENDIAN ? ASCON_OK : ASCON_ERR_ALGORITHM;
}

static ascon_result check_cipher(const ascon_algorithm *algorithm) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  return check_order(algorithm->params);
}

/* Hashes, XOFs and CXOFs. What has a key is of another document, or no sponge. */
static ascon_result check_sponge_row(const params *p) {
  return p->key_length ? ASCON_ERR_ALGORITHM : check_order(p);
}

/* ---- Hashes and XOFs ------------------------------------------------------------------------ */

/* Ends a string: its padding, and the permutation. */
static void end_string(ascon_sponge_ctx *ctx, unsigned rounds) {
  static const uint8_t padding = 0x01;
  (void)ascon_permutation_xor(&ctx->state, ASCON_LITTLE_ENDIAN, ctx->offset, &padding, 1);
  (void)ascon_permutation_apply(&ctx->state, rounds);
  ctx->offset = 0;
}

/* All of the last piece of a string but its end. Where anything is wrong, the context stays as it
   was. */
static ascon_result absorb_last_piece(ascon_sponge_ctx *ctx, const uint8_t *string, size_t bits) {
  if (!ctx || missing(string, bits)) return ASCON_ERR_NULL;
  if (ctx->phase == PHASE_NONE) return ASCON_ERR_ORDER;
  RETURN_IF_ERROR(check_sponge_row(ctx->params));
  RETURN_IF_ERROR(ascon_any_sponge_update(ctx, string, bits / 8));
  if (bits % 8 == 0) return ASCON_OK;
  return absorb_last_bits(&ctx->state, ctx->offset, string[bits / 8], bits % 8);
}

ascon_result ascon_bits_sponge_update_last(ascon_sponge_ctx *ctx, const uint8_t *message,
                                           size_t bits) {
  RETURN_IF_ERROR(absorb_last_piece(ctx, message, bits));
  end_string(ctx, ctx->params->rounds_a);
  ctx->phase = PHASE_SQUEEZE;
  return ASCON_OK;
}

ascon_result ascon_bits_sponge_squeeze_last(ascon_sponge_ctx *ctx, uint8_t *out, size_t bits) {
  if (!ctx || missing(out, bits)) return ASCON_ERR_NULL;
  if (ctx->phase == PHASE_NONE) return ASCON_ERR_ORDER;
  RETURN_IF_ERROR(check_sponge_row(ctx->params));
  if (has_fixed_output(ctx->params) && bits % 8) return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(ascon_any_sponge_squeeze(ctx, out, bytes_of(bits)));
  cut_string(out, bits);
  return ASCON_OK;
}

/* A context whose message has not begun: the words of SP 800-232, section 5.3, line 1, by the calls
   for other modes. */
static void start_message(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm) {
  const params *p = algorithm->params;
  const uint64_t words[5] = {p->iv, 0, 0, 0, 0};
  (void)ascon_permutation_init(&ctx->state, words);
  (void)ascon_permutation_apply(&ctx->state, p->rounds_a);
  ctx->params = row_of(algorithm, &ctx->state);
  ctx->phase = PHASE_ABSORB;
  ctx->offset = 0;
}

/* With a customization string. The first block is its length in bits, so that the calls that count
   bytes cannot begin the message. */
static void start_customized(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                             const uint8_t *customization, size_t bits) {
  const uint8_t length[8] = {(uint8_t)bits, (uint8_t)(bits >> 8)};
  ascon_sponge_ctx made;
  start_message(&made, algorithm);
  (void)ascon_permutation_xor(&made.state, ASCON_LITTLE_ENDIAN, 0, length, sizeof length);
  (void)ascon_permutation_apply(&made.state, made.params->rounds_b);
  (void)absorb_last_piece(&made, customization, bits);
  end_string(&made, made.params->rounds_b);
  *ctx = made; /* not by hand_over(): Eva does not follow a pointer that is copied by bytes */
  zeroize(&made, sizeof made);
  clear_stack();
}

ascon_result ascon_bits_sponge_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                    const uint8_t *customization, size_t customization_bits) {
  if (!algorithm) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_sponge_row(algorithm->params));
  if (!ctx || missing(customization, customization_bits)) return ASCON_ERR_NULL;
  const int customized = algorithm->kind == ASCON_KIND_CXOF;
  if (customization_bits > (customized ? MAX_CUSTOMIZATION_BITS : 0)) return ASCON_ERR_RANGE;
  if (!customized) return ascon_any_sponge_init(ctx, algorithm, NULL, 0);
  start_customized(ctx, algorithm, customization, customization_bits);
  return ASCON_OK;
}

ascon_result ascon_bits_sponge(const ascon_algorithm *algorithm, uint8_t *out, size_t out_bits,
                               const uint8_t *message, size_t bits, const uint8_t *customization,
                               size_t customization_bits) {
  ascon_sponge_ctx ctx;
  if (missing(out, out_bits) || missing(message, bits)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_bits_sponge_init(&ctx, algorithm, customization, customization_bits));
  RETURN_IF_ERROR(ascon_bits_sponge_update_last(&ctx, message, bits));
  const ascon_result result = ascon_bits_sponge_squeeze_last(&ctx, out, out_bits);
  zeroize(&ctx, sizeof ctx);
  return result;
}

/* ---- Authenticated encryption --------------------------------------------------------------- */

/* What both directions check before the first change. */
static ascon_result check_message(const ascon_aead_ctx *ctx, const void *string, size_t bits) {
  if (!ctx || missing(string, bits)) return ASCON_ERR_NULL;
  return ctx->phase == PHASE_NONE ? ASCON_ERR_ORDER : check_order(ctx->params);
}

/* Bits of a byte in part are associated data too: from then on, the phase says that there is some.
   Text of no bytes ends it. */
static ascon_result end_ad(ascon_aead_ctx *ctx, operation op, const uint8_t *ad, size_t bits) {
  RETURN_IF_ERROR(check_message(ctx, ad, bits));
  RETURN_IF_ERROR(ascon_any_aead_ad(ctx, ad, bits / 8));
  if (bits % 8) {
    RETURN_IF_ERROR(absorb_last_bits(&ctx->state, ctx->offset, ad[bits / 8], bits % 8));
    ctx->phase = PHASE_AD;
  }
  return op == OP_ENCRYPT ? ascon_any_aead_encrypt_update(ctx, NULL, NULL, 0)
                          : ascon_any_aead_decrypt_update_unverified(ctx, NULL, NULL, 0);
}

ascon_result ascon_bits_aead_encrypt_ad_last(ascon_aead_ctx *ctx, const uint8_t *ad, size_t bits) {
  return end_ad(ctx, OP_ENCRYPT, ad, bits);
}

ascon_result ascon_bits_aead_decrypt_ad_last(ascon_aead_ctx *ctx, const uint8_t *ad, size_t bits) {
  return end_ad(ctx, OP_DECRYPT, ad, bits);
}

/* The last byte of text, 1 to 7 bits. What enters the state is the plaintext in both directions. */
static ascon_result crypt_last_bits(ascon_aead_ctx *ctx, operation op, uint8_t *out, uint8_t in,
                                    size_t count) {
  uint8_t stream;
  RETURN_IF_ERROR(ascon_permutation_get(&ctx->state, ASCON_LITTLE_ENDIAN, ctx->offset, &stream, 1));
  *out = first_bits(in ^ stream, count);
  zeroize(&stream, sizeof stream);
  return absorb_last_bits(&ctx->state, ctx->offset, op == OP_ENCRYPT ? in : *out, count);
}

/* The last piece of text, and the first tag_bits bits of the tag, which both directions compute.
   Where anything is wrong, nothing is written and the context stays as it was. */
static ascon_result bits_finish_text(ascon_aead_ctx *ctx, operation op, uint8_t *out,
                                     const uint8_t *in, size_t bits, uint8_t tag[TAG_LENGTH],
                                     size_t tag_bits) {
  RETURN_IF_ERROR(check_message(ctx, in, bits));
  if (missing(out, bits)) return ASCON_ERR_NULL;
  if (tag_bits > MAX_TAG_BITS || tag_bits < 8u * ctx->params->min_tag_length)
    return ASCON_ERR_RANGE;
  RETURN_IF_ERROR(op == OP_ENCRYPT
                      ? ascon_any_aead_encrypt_update(ctx, out, in, bits / 8)
                      : ascon_any_aead_decrypt_update_unverified(ctx, out, in, bits / 8));
  if (bits % 8) RETURN_IF_ERROR(crypt_last_bits(ctx, op, &out[bits / 8], in[bits / 8], bits % 8));
  ctx->phase = PHASE_ENCRYPT;
  RETURN_IF_ERROR(ascon_any_aead_encrypt_final(ctx, tag, TAG_LENGTH));
  cut_string(tag, tag_bits);
  return ASCON_OK;
}

ascon_result ascon_bits_aead_encrypt_final(ascon_aead_ctx *ctx, uint8_t *ciphertext, uint8_t *tag,
                                           size_t tag_bits, const uint8_t *plaintext, size_t bits) {
  uint8_t whole[TAG_LENGTH];
  if (!tag) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(bits_finish_text(ctx, OP_ENCRYPT, ciphertext, plaintext, bits, whole, tag_bits));
  copy_bytes(tag, whole, bytes_of(tag_bits));
  zeroize(whole, sizeof whole);
  return ASCON_OK;
}

/* The computed tag of a forged message is a valid one, which must not stay in memory. Nor must a
   given one, which may differ from it in few bits. */
ascon_result ascon_bits_aead_decrypt_final(ascon_aead_ctx *ctx, uint8_t *plaintext,
                                           const uint8_t *ciphertext, size_t bits,
                                           const uint8_t *tag, size_t tag_bits) {
  uint8_t whole[TAG_LENGTH], given[TAG_LENGTH];
  if (!tag) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(bits_finish_text(ctx, OP_DECRYPT, plaintext, ciphertext, bits, whole, tag_bits));
  copy_bytes(given, tag, bytes_of(tag_bits));
  cut_string(given, tag_bits);
  int genuine = ascon_equal(whole, given, bytes_of(tag_bits));
  zeroize(whole, sizeof whole);
  zeroize(given, sizeof given);
  if (!genuine) ascon_wipe(plaintext, bytes_of(bits));
  return genuine ? ASCON_OK : ASCON_ERR_TAG;
}

ascon_result ascon_bits_aead_encrypt(const ascon_algorithm *algorithm, uint8_t *ciphertext,
                                     uint8_t *tag, size_t tag_bits, const uint8_t *plaintext,
                                     size_t text_bits, const uint8_t *ad, size_t ad_bits,
                                     const uint8_t *nonce, const uint8_t *key) {
  ascon_aead_ctx ctx;
  RETURN_IF_ERROR(check_cipher(algorithm));
  RETURN_IF_ERROR(ascon_any_aead_init(&ctx, algorithm, nonce, key));
  ascon_result result = ascon_bits_aead_encrypt_ad_last(&ctx, ad, ad_bits);
  if (result == ASCON_OK)
    result = ascon_bits_aead_encrypt_final(&ctx, ciphertext, tag, tag_bits, plaintext, text_bits);
  zeroize(&ctx, sizeof ctx);
  return result;
}

ascon_result ascon_bits_aead_decrypt(const ascon_algorithm *algorithm, uint8_t *plaintext,
                                     const uint8_t *ciphertext, size_t text_bits,
                                     const uint8_t *tag, size_t tag_bits, const uint8_t *ad,
                                     size_t ad_bits, const uint8_t *nonce, const uint8_t *key) {
  ascon_aead_ctx ctx;
  RETURN_IF_ERROR(check_cipher(algorithm));
  RETURN_IF_ERROR(ascon_any_aead_init(&ctx, algorithm, nonce, key));
  ascon_result result = ascon_bits_aead_decrypt_ad_last(&ctx, ad, ad_bits);
  if (result == ASCON_OK)
    result = ascon_bits_aead_decrypt_final(&ctx, plaintext, ciphertext, text_bits, tag, tag_bits);
  zeroize(&ctx, sizeof ctx);
  return result;
}

#endif
