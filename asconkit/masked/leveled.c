/* Leveled AEAD: initialization and finalization of modes/aead.h on shares, and between them the
   public calls of ascon.h, with whatever backend they have. ascon_masked.h says what the calls do.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "checks.h"
#include "../modes/aead.h"
#include "../modes/backend_table.h"

/* ---- Steps ---------------------------------------------------------------------------------- */

/* From shares into a context of ascon.h, whose initialization this replaces. The key has been added
   after the permutation, so that the state tells nothing about it. */
OUTLINED void join_state(ascon_aead_ctx *plain, state *s) {
  uint8_t bytes[STATE_LENGTH];
  uint64_t words[5];
  s->out_stride = 0;
  state_bytes(s, OP_SQUEEZE, 0, bytes, NULL, sizeof bytes, ASCON_LITTLE_ENDIAN);
  for (size_t w = 0; w < 5; w++) words[w] = load64(bytes + 8 * w, ASCON_LITTLE_ENDIAN);
  (void)ascon_permutation_init(&plain->state, words);
}

/* And back. The five words are put into share 0 and get fresh shares before the key comes near
   them. */
OUTLINED void split_state(state *s, const ascon_aead_ctx *plain) {
  uint8_t bytes[STATE_LENGTH];
  uint64_t words[5];
  (void)ascon_permutation_get(&plain->state, ASCON_LITTLE_ENDIAN, 0, bytes, sizeof bytes);
  for (size_t w = 0; w < 5; w++) words[w] = load64(bytes + 8 * w, ASCON_LITTLE_ENDIAN);
  state_set(s, words);
  ascon_masked_state_refresh(s);
}

/* Initialization on shares, whose result goes into the context of ascon.h as one state, and where
   the key is for the end. 0 if there were too few random words: the state is zeros then. The
   context is zeroized when nothing is read any more: what is not set, such as the key of the
   context inside, is not to be what was there before. */
OUTLINED int start(ascon_masked_leveled_aead_ctx *ctx, const ascon_masked_setup *setup,
                   const ascon_algorithm *algorithm, ascon_masked_in nonce, ascon_masked_in key) {
  state s;
  ascon_masked_state_start(&s, setup);
  s.in_stride = nonce.stride;
  aead_initialize(&s, algorithm->params, &key, nonce.data);
  const int good = !s.failed;
  zeroize(ctx, sizeof *ctx);
  join_state(&ctx->plain, &s);
  ctx->plain.params = row_of(algorithm, &ctx->plain.state);
  ctx->plain.phase = PHASE_START;
  ctx->plain.offset = 0;
  ctx->setup = s.setup;
  ctx->key = key;
  zeroize(&s, sizeof s);
  return good;
}

/* Finalization on shares. The text has ended at plain.offset of its block. */
OUTLINED ascon_result finish(const ascon_masked_leveled_aead_ctx *ctx, operation op,
                             ascon_masked_out tag, size_t length) {
  const params *p = ctx->plain.params;
  state s;
  ascon_masked_state_start(&s, &ctx->setup);
  split_state(&s, &ctx->plain);
  pad(&s, p, ctx->plain.offset);
  s.out_stride = tag.stride;
  const int right = aead_finalize(&s, p, &ctx->key, op, tag.data, length);
  const int failed = s.failed;
  zeroize(&s, sizeof s);
  if (failed) return ASCON_ERR_RANDOM;
  return right ? ASCON_OK : ASCON_ERR_TAG;
}

/* ---- In pieces ------------------------------------------------------------------------------ */

ascon_result ascon_masked_leveled_aead_init(ascon_masked_leveled_aead_ctx *ctx,
                                            const ascon_masked_setup *setup,
                                            const ascon_algorithm *algorithm, ascon_masked_in nonce,
                                            ascon_masked_in key) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  if (!ctx || missing_source(setup) || !nonce.data || !key.data) return ASCON_ERR_NULL;
  if (lies_in(ctx, sizeof *ctx, setup, nonce, algorithm->nonce_bytes) ||
      lies_in(ctx, sizeof *ctx, setup, key, algorithm->key_bytes))
    return ASCON_ERR_RANGE;
  const int good = start(ctx, setup, algorithm, nonce, key);
  clear_stack();
  if (good) return ASCON_OK;
  zeroize(ctx, sizeof *ctx);
  return ASCON_ERR_RANDOM;
}

/* Associated data and text are calls of ascon.h on the context inside: they check their arguments
   and the order of the calls, and clear the stack. */
ascon_result ascon_masked_leveled_aead_ad(ascon_masked_leveled_aead_ctx *ctx, const uint8_t *ad,
                                          size_t bytes) {
  return ctx ? ascon_any_aead_ad(&ctx->plain, ad, bytes) : ASCON_ERR_NULL;
}

ascon_result ascon_masked_leveled_aead_encrypt_update(ascon_masked_leveled_aead_ctx *ctx,
                                                      uint8_t *ciphertext, const uint8_t *plaintext,
                                                      size_t bytes) {
  return ctx ? ascon_any_aead_encrypt_update(&ctx->plain, ciphertext, plaintext, bytes)
             : ASCON_ERR_NULL;
}

ascon_result ascon_masked_leveled_aead_decrypt_update_unverified(ascon_masked_leveled_aead_ctx *ctx,
                                                                 uint8_t *plaintext,
                                                                 const uint8_t *ciphertext,
                                                                 size_t bytes) {
  return ctx ? ascon_any_aead_decrypt_update_unverified(&ctx->plain, plaintext, ciphertext, bytes)
             : ASCON_ERR_NULL;
}

/* An empty piece of text separates the domains if there has been no text. With an error in the
   arguments the context stays as it was. */
INLINED ascon_result finish_text(ascon_masked_leveled_aead_ctx *ctx, operation op,
                                 ascon_masked_out tag, size_t length) {
  if (!ctx || !tag.data) return ASCON_ERR_NULL;
  if (ctx->plain.phase == PHASE_NONE) return ASCON_ERR_ORDER;
  RETURN_IF_ERROR(check_tag_length(ctx->plain.params, length));
  RETURN_IF_ERROR(op == OP_ENCRYPT
                      ? ascon_any_aead_encrypt_update(&ctx->plain, NULL, NULL, 0)
                      : ascon_any_aead_decrypt_update_unverified(&ctx->plain, NULL, NULL, 0));
  const ascon_result result = finish(ctx, op, tag, length);
  clear_stack();
  zeroize(ctx, sizeof *ctx);
  return result;
}

/* finish_text() in both directions. */
ascon_result ascon_masked_leveled_aead_encrypt_final(ascon_masked_leveled_aead_ctx *ctx,
                                                     ascon_masked_out tag, size_t tag_length) {
  return finish_text(ctx, OP_ENCRYPT, tag, tag_length);
}

ascon_result ascon_masked_leveled_aead_decrypt_final(ascon_masked_leveled_aead_ctx *ctx,
                                                     ascon_masked_in tag, size_t tag_length) {
  return finish_text(ctx, OP_DECRYPT, as_output(tag), tag_length);
}

/* ---- One-shot ------------------------------------------------------------------------------- */

/* All steps of a message, whose arguments have been checked. */
INLINED ascon_result crypt_steps(ascon_masked_leveled_aead_ctx *ctx,
                                 const ascon_masked_setup *setup, const ascon_algorithm *algorithm,
                                 const masked_call *call, operation op) {
  RETURN_IF_ERROR(ascon_masked_leveled_aead_init(ctx, setup, algorithm, call->nonce, call->key));
  RETURN_IF_ERROR(ascon_masked_leveled_aead_ad(ctx, call->ad.data, call->ad_length));
  if (op == OP_ENCRYPT) {
    RETURN_IF_ERROR(ascon_masked_leveled_aead_encrypt_update(ctx, call->out.data, call->in.data,
                                                             call->text_length));
  } else {
    RETURN_IF_ERROR(ascon_masked_leveled_aead_decrypt_update_unverified(
        ctx, call->out.data, call->in.data, call->text_length));
  }
  return finish_text(ctx, op, call->tag, call->tag_length);
}

/* A whole message in a context of this call's own. With any error, nothing but zeros comes out:
   text that decryption has already written is overwritten when its tag is wrong. */
INLINED ascon_result check_and_crypt(const ascon_masked_setup *setup,
                                     const ascon_algorithm *algorithm, const masked_call *call,
                                     const ascon_masked_key *key, operation op) {
  ascon_masked_leveled_aead_ctx ctx;
  RETURN_IF_ERROR(check_masked_call(setup, algorithm, call));
  RETURN_IF_ERROR(check_masked_key(setup, algorithm, key));
  const ascon_result result = crypt_steps(&ctx, setup, algorithm, call, op);
  zeroize(&ctx, sizeof ctx);
  if (result == ASCON_OK) return ASCON_OK;
  zeroize_shares(setup->scheme, call->out, call->text_length);
  if (op == OP_ENCRYPT) zeroize_shares(setup->scheme, call->tag, call->tag_length);
  return result;
}

/* Whole messages with a plain text and a key in shares. There are none on strings in shares: the
   text is not protected between the two ends. */
ascon_result ascon_masked_leveled_aead_encrypt(const ascon_masked_setup *setup,
                                               const ascon_algorithm *algorithm,
                                               uint8_t *ciphertext, uint8_t *tag, size_t tag_length,
                                               const uint8_t *plaintext, size_t text_length,
                                               const uint8_t *ad, size_t ad_length,
                                               const uint8_t *nonce, const ascon_masked_key *key) {
  const masked_call call =
      plain_call(ciphertext, plaintext, text_length, tag, tag_length, ad, ad_length, nonce, key);
  return check_and_crypt(setup, algorithm, &call, key, OP_ENCRYPT);
}

ascon_result ascon_masked_leveled_aead_decrypt(const ascon_masked_setup *setup,
                                               const ascon_algorithm *algorithm, uint8_t *plaintext,
                                               const uint8_t *ciphertext, size_t text_length,
                                               const uint8_t *tag, size_t tag_length,
                                               const uint8_t *ad, size_t ad_length,
                                               const uint8_t *nonce, const ascon_masked_key *key) {
  const masked_call call =
      plain_call(plaintext, ciphertext, text_length, as_output(ascon_masked_plain_in(tag)).data,
                 tag_length, ad, ad_length, nonce, key);
  return check_and_crypt(setup, algorithm, &call, key, OP_DECRYPT);
}

/* Both ends, and between them fresh shares of the five words. */
size_t ascon_masked_leveled_aead_random_words(const ascon_masked_scheme *scheme,
                                              const ascon_algorithm *algorithm, int decrypt) {
  if (!scheme || check_kind(algorithm, ASCON_KIND_AEAD) != ASCON_OK) return 0;
  return words_of_rounds(scheme, (size_t)2 * algorithm->params->rounds_a) +
         5 * MASKED_REFRESH_WORDS(scheme->shares) +
         (decrypt ? MASKED_TAG_WORDS(scheme->shares) : 0);
}
