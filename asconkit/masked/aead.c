/* AEAD on shares: the steps of modes/aead.h over the masked state. ascon_masked.h says what the
   calls do. A whole message is made of the same functions as one in pieces.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "checks.h"
#include "../modes/aead.h"

/* ---- Steps, on the state of a context ------------------------------------------------------- */

/* Initialization: the shares of the key and of the nonce, the permutation, the key. The context
   keeps where the key is, not the key: its owner has to keep it until the end, and no copy of its
   shares is made. */
OUTLINED void start(ascon_masked_aead_ctx *ctx, const ascon_masked_setup *setup, const params *p,
                    ascon_masked_in nonce, ascon_masked_in key) {
  ascon_masked_state_start(&ctx->state, setup);
  ctx->params = p;
  ctx->key = key;
  ctx->phase = PHASE_START;
  ctx->offset = 0;
  ctx->state.in_stride = nonce.stride;
  aead_initialize(&ctx->state, p, &key, nonce.data);
}

/* Associated data or text, n > 0 bytes, from where the last piece ended. Modes hand on pointers;
   the strides go with the state. */
OUTLINED void update(ascon_masked_aead_ctx *ctx, operation op, ascon_masked_out out,
                     ascon_masked_in in, size_t n) {
  ctx->state.in_stride = in.stride;
  ctx->state.out_stride = out.stride;
  ctx->offset =
      (uint8_t)duplex_piece(&ctx->state, ctx->params, op, ctx->offset, out.data, in.data, n);
}

/* The end of associated data, once: its padding and the permutation if there was any, the bit that
   separates it from the text. Without any, not even padding is absorbed. */
OUTLINED void enter_text(ascon_masked_aead_ctx *ctx, uint8_t phase) {
  if (ctx->phase == phase) return;
  if (ctx->phase == PHASE_AD) {
    pad(&ctx->state, ctx->params, ctx->offset);
    permute(&ctx->state, ctx->params->rounds_b);
  }
  domain_separate(&ctx->state, ctx->params);
  ctx->offset = 0;
  ctx->phase = phase;
}

/* The padding of the last block of text, which is all that is left of it, and finalization: 1
   unless the tag is wrong. The tag of an encryption leaves in shares if its string has a stride. */
OUTLINED int finish(ascon_masked_aead_ctx *ctx, operation op, ascon_masked_out tag, size_t length) {
  pad(&ctx->state, ctx->params, ctx->offset);
  ctx->state.out_stride = tag.stride;
  return aead_finalize(&ctx->state, ctx->params, &ctx->key, op, tag.data, length);
}

/* ---- One-shot ------------------------------------------------------------------------------- */

/* All steps of a message in its context; op: OP_ENCRYPT or OP_DECRYPT. No step looks whether random
   words have run out: the state does nothing more from then on, and the end asks once. */
INLINED ascon_result crypt_steps(ascon_masked_aead_ctx *ctx, const ascon_masked_setup *setup,
                                 const params *p, const masked_call *call, operation op) {
  start(ctx, setup, p, call->nonce, call->key);
  if (call->ad_length != 0) {
    ctx->phase = PHASE_AD;
    update(ctx, OP_ABSORB, ascon_masked_plain_out(NULL), call->ad, call->ad_length);
  }
  enter_text(ctx, PHASE_ENCRYPT);
  if (call->text_length != 0) update(ctx, op, call->out, call->in, call->text_length);
  const int right = finish(ctx, op, call->tag, call->tag_length);
  if (ctx->state.failed) return ASCON_ERR_RANDOM;
  return right ? ASCON_OK : ASCON_ERR_TAG;
}

/* A whole message: with any error, nothing but zeros comes out. */
OUTLINED ascon_result crypt(const ascon_masked_setup *setup, const params *p,
                            const masked_call *call, operation op) {
  ascon_masked_aead_ctx ctx;
  const ascon_result result = crypt_steps(&ctx, setup, p, call, op);
  zeroize(&ctx, sizeof ctx);
  if (result == ASCON_OK) return ASCON_OK;
  zeroize_shares(setup->scheme, call->out, call->text_length);
  if (op == OP_ENCRYPT) zeroize_shares(setup->scheme, call->tag, call->tag_length);
  return result;
}

/* The shared checks, the message in a frame of its own, and then the stack below is cleared: parts
   of shares of one value must not wait there for those of another. */
INLINED ascon_result check_and_crypt(const ascon_masked_setup *setup,
                                     const ascon_algorithm *algorithm, const masked_call *call,
                                     operation op) {
  RETURN_IF_ERROR(check_masked_call(setup, algorithm, call));
  const ascon_result result = crypt(setup, algorithm->params, call, op);
  clear_stack();
  return result;
}

/* The calls on strings in shares. What is plain has stride 0. */
ascon_result ascon_masked_aead_encrypt_shared(
    const ascon_masked_setup *setup, const ascon_algorithm *algorithm, ascon_masked_out ciphertext,
    ascon_masked_out tag, size_t tag_length, ascon_masked_in plaintext, size_t text_length,
    ascon_masked_in ad, size_t ad_length, ascon_masked_in nonce, ascon_masked_in key) {
  const masked_call call = {ciphertext, plaintext, text_length, tag, tag_length,
                            ad,         ad_length, nonce,       key};
  return check_and_crypt(setup, algorithm, &call, OP_ENCRYPT);
}

ascon_result ascon_masked_aead_decrypt_shared(
    const ascon_masked_setup *setup, const ascon_algorithm *algorithm, ascon_masked_out plaintext,
    ascon_masked_in ciphertext, size_t text_length, ascon_masked_in tag, size_t tag_length,
    ascon_masked_in ad, size_t ad_length, ascon_masked_in nonce, ascon_masked_in key) {
  const masked_call call = {plaintext, ciphertext, text_length, as_output(tag), tag_length, ad,
                            ad_length, nonce,      key};
  return check_and_crypt(setup, algorithm, &call, OP_DECRYPT);
}

/* The calls on plain strings, with the key alone in shares. A key knows how many shares it has, so
   that a wrong number can be refused here; of a string in shares nobody knows. */
ascon_result ascon_masked_aead_encrypt(const ascon_masked_setup *setup,
                                       const ascon_algorithm *algorithm, uint8_t *ciphertext,
                                       uint8_t *tag, size_t tag_length, const uint8_t *plaintext,
                                       size_t text_length, const uint8_t *ad, size_t ad_length,
                                       const uint8_t *nonce, const ascon_masked_key *key) {
  const masked_call call =
      plain_call(ciphertext, plaintext, text_length, tag, tag_length, ad, ad_length, nonce, key);
  RETURN_IF_ERROR(check_masked_call(setup, algorithm, &call));
  RETURN_IF_ERROR(check_masked_key(setup, algorithm, key));
  return check_and_crypt(setup, algorithm, &call, OP_ENCRYPT);
}

ascon_result ascon_masked_aead_decrypt(const ascon_masked_setup *setup,
                                       const ascon_algorithm *algorithm, uint8_t *plaintext,
                                       const uint8_t *ciphertext, size_t text_length,
                                       const uint8_t *tag, size_t tag_length, const uint8_t *ad,
                                       size_t ad_length, const uint8_t *nonce,
                                       const ascon_masked_key *key) {
  const masked_call call =
      plain_call(plaintext, ciphertext, text_length, as_output(ascon_masked_plain_in(tag)).data,
                 tag_length, ad, ad_length, nonce, key);
  RETURN_IF_ERROR(check_masked_call(setup, algorithm, &call));
  RETURN_IF_ERROR(check_masked_key(setup, algorithm, key));
  return check_and_crypt(setup, algorithm, &call, OP_DECRYPT);
}

/* A caller that has as many words as this returns never gets ASCON_ERR_RANDOM. Permutations: at
   both ends, after each block of associated data with its padding, and after each whole block of
   text. */
size_t ascon_masked_aead_random_words(const ascon_masked_scheme *scheme,
                                      const ascon_algorithm *algorithm, size_t ad_length,
                                      size_t text_length, int decrypt) {
  if (!scheme || check_kind(algorithm, ASCON_KIND_AEAD) != ASCON_OK) return 0;
  const params *p = algorithm->params;
  const size_t blocks = (ad_length ? ad_length / p->rate + 1 : 0) + text_length / p->rate;
  return words_of_rounds(scheme, (size_t)2 * p->rounds_a + blocks * p->rounds_b) +
         (decrypt ? MASKED_TAG_WORDS(scheme->shares) : 0);
}

/* ---- In pieces ------------------------------------------------------------------------------ */

/* After each step: a context without random words is wiped. */
INLINED ascon_result end_step(ascon_masked_aead_ctx *ctx) {
  clear_stack();
  if (!ctx->state.failed) return ASCON_OK;
  zeroize(ctx, sizeof *ctx);
  return ASCON_ERR_RANDOM;
}

/* Arguments are checked here and not by check_masked_call(): there is no text and no tag yet. */
ascon_result ascon_masked_aead_init(ascon_masked_aead_ctx *ctx, const ascon_masked_setup *setup,
                                    const ascon_algorithm *algorithm, ascon_masked_in nonce,
                                    ascon_masked_in key) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  if (!ctx || missing_source(setup) || !nonce.data || !key.data) return ASCON_ERR_NULL;
  if (lies_in(ctx, sizeof *ctx, setup, nonce, algorithm->nonce_bytes) ||
      lies_in(ctx, sizeof *ctx, setup, key, algorithm->key_bytes))
    return ASCON_ERR_RANGE;
  const ascon_masked_setup source = *setup; /* it may lie in the context */
  start(ctx, &source, algorithm->params, nonce, key);
  return end_step(ctx);
}

/* Without any bytes the phase stays as it is, since enter_text() has to know whether there was
   associated data: without any, not even padding is absorbed. */
ascon_result ascon_masked_aead_ad(ascon_masked_aead_ctx *ctx, ascon_masked_in ad, size_t length) {
  if (!ctx || missing(ad.data, length)) return ASCON_ERR_NULL;
  if (ctx->phase != PHASE_START && ctx->phase != PHASE_AD) return ASCON_ERR_ORDER;
  if (length == 0) return ASCON_OK;
  ctx->phase = PHASE_AD;
  update(ctx, OP_ABSORB, ascon_masked_plain_out(NULL), ad, length);
  return end_step(ctx);
}

/* Once text of one direction has begun, the other one is out of order. */
INLINED ascon_result check_text(const ascon_masked_aead_ctx *ctx, uint8_t phase) {
  return ctx->phase == phase || ctx->phase == PHASE_START || ctx->phase == PHASE_AD
             ? ASCON_OK
             : ASCON_ERR_ORDER;
}

/* A piece of text: the end of associated data at the first one, then the state's own steps. The
   number of shares is read before, because end_step() may wipe the context. */
INLINED ascon_result update_text(ascon_masked_aead_ctx *ctx, uint8_t phase, operation op,
                                 ascon_masked_out out, ascon_masked_in in, size_t length) {
  if (!ctx || missing(out.data, length) || missing(in.data, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_text(ctx, phase));
  const ascon_masked_scheme *scheme = ctx->state.setup.scheme;
  enter_text(ctx, phase);
  if (length != 0) update(ctx, op, out, in, length);
  const ascon_result result = end_step(ctx);
  if (result != ASCON_OK) zeroize_shares(scheme, out, length);
  return result;
}

/* update_text() in both directions: which one, the context remembers in its phase. */
ascon_result ascon_masked_aead_encrypt_update(ascon_masked_aead_ctx *ctx,
                                              ascon_masked_out ciphertext,
                                              ascon_masked_in plaintext, size_t length) {
  return update_text(ctx, PHASE_ENCRYPT, OP_ENCRYPT, ciphertext, plaintext, length);
}

ascon_result ascon_masked_aead_decrypt_update_unverified(ascon_masked_aead_ctx *ctx,
                                                         ascon_masked_out plaintext,
                                                         ascon_masked_in ciphertext,
                                                         size_t length) {
  return update_text(ctx, PHASE_DECRYPT, OP_DECRYPT, plaintext, ciphertext, length);
}

/* With an error in the arguments the context stays as it was. */
INLINED ascon_result finish_text(ascon_masked_aead_ctx *ctx, uint8_t phase, operation op,
                                 ascon_masked_out tag, size_t length) {
  if (!ctx || !tag.data) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_text(ctx, phase));
  RETURN_IF_ERROR(check_tag_length(ctx->params, length));
  enter_text(ctx, phase);
  const int right = finish(ctx, op, tag, length);
  const ascon_result result = end_step(ctx); /* outputs of a failed state are zeros */
  zeroize(ctx, sizeof *ctx);
  if (result != ASCON_OK) return result;
  return right ? ASCON_OK : ASCON_ERR_TAG;
}

/* finish_text() in both directions. Encryption writes the tag, decryption only reads it. */
ascon_result ascon_masked_aead_encrypt_final(ascon_masked_aead_ctx *ctx, ascon_masked_out tag,
                                             size_t tag_length) {
  return finish_text(ctx, PHASE_ENCRYPT, OP_ENCRYPT, tag, tag_length);
}

ascon_result ascon_masked_aead_decrypt_final(ascon_masked_aead_ctx *ctx, ascon_masked_in tag,
                                             size_t tag_length) {
  return finish_text(ctx, PHASE_DECRYPT, OP_DECRYPT, as_output(tag), tag_length);
}
