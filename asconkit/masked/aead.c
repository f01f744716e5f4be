/* AEAD on shares: initialization and finalization of core/modes/aead.h over the masked state, and
   between them what the form of the setup does (form.h). ascon_masked.h says what the calls do. A
   whole message is made of the same functions as one in pieces.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "checks.h"
#include "form.h"
#include "../core/modes/aead.h"

/* ---- Steps, on the state of a context ------------------------------------------------------- */

/* Initialization: the shares of the key and of the nonce, the permutation, the key. The context
   keeps where the key is, not the key: its owner has to keep it until the end, and no copy of its
   shares is made. */
OUTLINED void start(ascon_masked_aead_ctx *ctx, const ascon_masked_setup *setup,
                    const ascon_algorithm *algorithm, ascon_masked_in nonce, ascon_masked_in key) {
  ascon_masked_state_start(&ctx->state, setup);
  ctx->params = algorithm->params;
  ctx->key = key;
  ctx->phase = PHASE_START;
  ctx->offset = 0;
  ctx->state.in_stride = nonce.stride;
  aead_initialize(&ctx->state, ctx->params, &key, nonce.data);
  if (is_leveled(setup->form)) setup->form->to_plain(ctx, algorithm);
}

/* Associated data or text, which may be empty, as the form does it. */
OUTLINED void update(ascon_masked_aead_ctx *ctx, operation op, ascon_masked_out out,
                     ascon_masked_in in, size_t n) {
  ctx->state.setup.form->update(ctx, op, out, in, n);
  ctx->phase = phase_of(op);
}

/* The padding of the last block of text, which is all that is left of it, and finalization: 1
   unless the tag is wrong. An empty piece of text ends associated data, if there has been no text.
   The tag of an encryption leaves in shares if its string has a stride. */
OUTLINED int finish(ascon_masked_aead_ctx *ctx, operation op, ascon_masked_out tag, size_t length) {
  const ascon_masked_form *form = ctx->state.setup.form;
  update(ctx, op, ascon_masked_plain_out(NULL), ascon_masked_plain_in(NULL), 0);
  if (is_leveled(form)) form->to_shares(ctx);
  pad(&ctx->state, ctx->params, ctx->offset);
  ctx->state.out_stride = tag.stride;
  return aead_finalize(&ctx->state, ctx->params, &ctx->key, op, tag.data, length);
}

/* ---- One-shot ------------------------------------------------------------------------------- */

/* All steps of a message in its context; op: OP_ENCRYPT or OP_DECRYPT. No step looks whether random
   words have run out: the state does nothing more from then on, and the end asks once. */
INLINED ascon_result crypt_steps(ascon_masked_aead_ctx *ctx, const ascon_masked_setup *setup,
                                 const ascon_algorithm *algorithm, const masked_call *call,
                                 operation op) {
  start(ctx, setup, algorithm, call->nonce, call->key);
  if (call->ad_length != 0)
    update(ctx, OP_ABSORB, ascon_masked_plain_out(NULL), call->ad, call->ad_length);
  if (call->text_length != 0) update(ctx, op, call->out, call->in, call->text_length);
  const int right = finish(ctx, op, call->tag, call->tag_length);
  if (ctx->state.failed) return ASCON_ERR_RANDOM;
  return right ? ASCON_OK : ASCON_ERR_TAG;
}

/* A whole message: with any error, nothing but zeros comes out. */
OUTLINED ascon_result crypt(const ascon_masked_setup *setup, const ascon_algorithm *algorithm,
                            const masked_call *call, operation op) {
  ascon_masked_aead_ctx ctx;
  const ascon_result result = crypt_steps(&ctx, setup, algorithm, call, op);
  zeroize(&ctx, sizeof ctx);
  if (result == ASCON_OK) return ASCON_OK;
  zeroize_shares(setup->scheme, call->out, call->text_length);
  if (op == OP_ENCRYPT) zeroize_shares(setup->scheme, call->tag, call->tag_length);
  return result;
}

/* Leveled messages have associated data and text outside shares. `strides`: those of the strings,
   in one value. */
INLINED int fits_form(const ascon_masked_setup *setup, size_t strides) {
  return strides == 0 || !is_leveled(setup->form);
}

/* The shared checks, the message in a frame of its own, and then the stack below is cleared: parts
   of shares of one value must not wait there for those of another. */
INLINED ascon_result check_and_crypt(const ascon_masked_setup *setup,
                                     const ascon_algorithm *algorithm, const masked_call *call,
                                     operation op) {
  RETURN_IF_ERROR(check_masked_call(setup, algorithm, call, op));
  if (!fits_form(setup, call->ad.stride | call->in.stride | call->out.stride))
    return ASCON_ERR_RANGE;
  const ascon_result result = crypt(setup, algorithm, call, op);
  clear_stack();
  return result;
}

/* Each string is in shares, or plain with stride 0. */
ascon_result ascon_masked_aead_encrypt(const ascon_masked_setup *setup,
                                       const ascon_algorithm *algorithm,
                                       ascon_masked_out ciphertext, ascon_masked_out tag,
                                       size_t tag_length, ascon_masked_in plaintext,
                                       size_t text_length, ascon_masked_in ad, size_t ad_length,
                                       ascon_masked_in nonce, ascon_masked_in key) {
  const masked_call call = {ciphertext, plaintext, text_length, tag, tag_length,
                            ad,         ad_length, nonce,       key};
  return check_and_crypt(setup, algorithm, &call, OP_ENCRYPT);
}

ascon_result ascon_masked_aead_decrypt(const ascon_masked_setup *setup,
                                       const ascon_algorithm *algorithm, ascon_masked_out plaintext,
                                       ascon_masked_in ciphertext, size_t text_length,
                                       ascon_masked_in tag, size_t tag_length, ascon_masked_in ad,
                                       size_t ad_length, ascon_masked_in nonce,
                                       ascon_masked_in key) {
  const masked_call call = {plaintext, ciphertext, text_length, as_output(tag), tag_length, ad,
                            ad_length, nonce,      key};
  return check_and_crypt(setup, algorithm, &call, OP_DECRYPT);
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
  if (!ctx || missing_source(setup) || !setup->form || !nonce.data || !key.data)
    return ASCON_ERR_NULL;
  if (lies_in(ctx, sizeof *ctx, setup, nonce, algorithm->nonce_bytes) ||
      lies_in(ctx, sizeof *ctx, setup, key, algorithm->key_bytes))
    return ASCON_ERR_RANGE;
  const ascon_masked_setup source = *setup; /* it may lie in the context */
  start(ctx, &source, algorithm, nonce, key);
  return end_step(ctx);
}

/* Without any bytes the phase stays as it is, since the form has to know whether there was
   associated data: without any, not even padding is absorbed. */
ascon_result ascon_masked_aead_ad(ascon_masked_aead_ctx *ctx, ascon_masked_in ad, size_t length) {
  if (!ctx || missing(ad.data, length)) return ASCON_ERR_NULL;
  if (ctx->phase != PHASE_START && ctx->phase != PHASE_AD) return ASCON_ERR_ORDER;
  if (!fits_form(&ctx->state.setup, ad.stride)) return ASCON_ERR_RANGE;
  if (length == 0) return ASCON_OK;
  update(ctx, OP_ABSORB, ascon_masked_plain_out(NULL), ad, length);
  return end_step(ctx);
}

/* Once text of one direction has begun, the other one is out of order. */
INLINED ascon_result check_text(const ascon_masked_aead_ctx *ctx, uint8_t phase) {
  return ctx->phase == phase || ctx->phase == PHASE_START || ctx->phase == PHASE_AD
             ? ASCON_OK
             : ASCON_ERR_ORDER;
}

/* A piece of text. The number of shares is read before, because end_step() may wipe the context. */
INLINED ascon_result masked_update_text(ascon_masked_aead_ctx *ctx, operation op,
                                        ascon_masked_out out, ascon_masked_in in, size_t length) {
  if (!ctx || missing(out.data, length) || missing(in.data, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_text(ctx, phase_of(op)));
  RETURN_IF_ERROR(check_stride(out, length));
  if (!fits_form(&ctx->state.setup, in.stride | out.stride)) return ASCON_ERR_RANGE;
  const ascon_masked_scheme *scheme = ctx->state.setup.scheme;
  update(ctx, op, out, in, length);
  const ascon_result result = end_step(ctx);
  if (result != ASCON_OK) zeroize_shares(scheme, out, length);
  return result;
}

/* masked_update_text() in both directions: which one, the context remembers in its phase. */
ascon_result ascon_masked_aead_encrypt_update(ascon_masked_aead_ctx *ctx,
                                              ascon_masked_out ciphertext,
                                              ascon_masked_in plaintext, size_t length) {
  return masked_update_text(ctx, OP_ENCRYPT, ciphertext, plaintext, length);
}

ascon_result ascon_masked_aead_decrypt_update_unverified(ascon_masked_aead_ctx *ctx,
                                                         ascon_masked_out plaintext,
                                                         ascon_masked_in ciphertext,
                                                         size_t length) {
  return masked_update_text(ctx, OP_DECRYPT, plaintext, ciphertext, length);
}

/* With an error in the arguments the context stays as it was. */
INLINED ascon_result masked_finish_text(ascon_masked_aead_ctx *ctx, operation op,
                                        ascon_masked_out tag, size_t length) {
  if (!ctx || !tag.data) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_text(ctx, phase_of(op)));
  RETURN_IF_ERROR(check_tag_length(ctx->params, length));
  if (op == OP_ENCRYPT) RETURN_IF_ERROR(check_stride(tag, length));
  const int right = finish(ctx, op, tag, length);
  const ascon_result result = end_step(ctx); /* outputs of a failed state are zeros */
  zeroize(ctx, sizeof *ctx);
  if (result != ASCON_OK) return result;
  return right ? ASCON_OK : ASCON_ERR_TAG;
}

/* masked_finish_text() in both directions. Encryption writes the tag, decryption only reads it. */
ascon_result ascon_masked_aead_encrypt_final(ascon_masked_aead_ctx *ctx, ascon_masked_out tag,
                                             size_t tag_length) {
  return masked_finish_text(ctx, OP_ENCRYPT, tag, tag_length);
}

ascon_result ascon_masked_aead_decrypt_final(ascon_masked_aead_ctx *ctx, ascon_masked_in tag,
                                             size_t tag_length) {
  return masked_finish_text(ctx, OP_DECRYPT, as_output(tag), tag_length);
}
