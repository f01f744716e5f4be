/* The public calls for AEAD messages in pieces: ascon.h and ascon_any.h say what they do. Included
   once, by pieces.c, whose calls that are named after algorithms use start_aead().
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_AEAD_PIECES_CALLS_H
#define ASCON_AEAD_PIECES_CALLS_H

#include "checks.h"
#include "phases.h"
#include "route.h"

/* ---- In pieces ------------------------------------------------------------------------------

   ctx->phase (phases.h) says which calls are allowed. ctx->state remembers the backend that it was
   started with, and BACKEND_OF() calls that one, whatever is the active backend by now. After each
   function that worked on secrets, clear_stack() overwrites the stack that it used. */

/* Starts a message with the parameters of the algorithm: initialization, SP 800-232, section 4.1.1.
   Called with a constant row by the named calls. Nonce and key may lie in the context, so that its
   fields are written last. */
INLINED ascon_result start_aead(ascon_aead_ctx *ctx, params_row *row, const uint8_t *nonce,
                                const uint8_t *key) {
  if (!ctx || !nonce || !key) return ASCON_ERR_NULL;
  ascon_state chosen; /* its backend alone */
  choose_backend(&chosen);
  const params *p = row_for(row, &chosen);
  BACKEND_OF(&chosen, aead_pieces_start)(ctx, p, nonce, key);
  BACKEND_OF(&chosen, clear_stack)();
  ctx->state.backend = chosen.backend;
  ctx->params = p;
  ctx->phase = PHASE_START;
  return ASCON_OK;
}

ascon_result ascon_any_aead_init(ascon_aead_ctx *ctx, const ascon_algorithm *algorithm,
                                 const uint8_t *nonce, const uint8_t *key) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  return start_aead(ctx, row_of_algorithm(algorithm), nonce, key);
}

/* No bytes leave the phase as it is: without any associated data, nothing of it is padded either
   (aead_associated_data() in core/modes/aead.h). */
ascon_result ascon_any_aead_ad(ascon_aead_ctx *ctx, const uint8_t *ad, size_t length) {
  if (!ctx || missing(ad, length)) return ASCON_ERR_NULL;
  if (ctx->phase != PHASE_START && ctx->phase != PHASE_AD) return ASCON_ERR_ORDER;
  if (length == 0) return ASCON_OK;
  ctx->phase = PHASE_AD;
  BACKEND_OF(&ctx->state, aead_pieces_update)(ctx, OP_ABSORB, NULL, ad, length);
  BACKEND_OF(&ctx->state, clear_stack)();
  return ASCON_OK;
}

/* Begins the text, or goes on with it. `phase` is PHASE_ENCRYPT or PHASE_DECRYPT: once text of one
   direction has begun, the other one is ASCON_ERR_ORDER. At the beginning, the associated data is
   padded if there is any, and the domains are separated. */
OUTLINED ascon_result enter_text(ascon_aead_ctx *ctx, uint8_t phase) {
  if (ctx->phase == phase) return ASCON_OK;
  if (ctx->phase != PHASE_START && ctx->phase != PHASE_AD) return ASCON_ERR_ORDER;
  BACKEND_OF(&ctx->state, aead_pieces_end_ad)(ctx, ctx->phase == PHASE_AD);
  ctx->phase = phase;
  return ASCON_OK;
}

/* The next piece of text, in one direction. An empty one begins the text too, so that associated
   data after it is out of order. */
INLINED ascon_result update_text(ascon_aead_ctx *ctx, uint8_t phase, operation op, uint8_t *out,
                                 const uint8_t *in, size_t length) {
  if (!ctx || missing(out, length) || missing(in, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(enter_text(ctx, phase));
  if (length) BACKEND_OF(&ctx->state, aead_pieces_update)(ctx, op, out, in, length);
  BACKEND_OF(&ctx->state, clear_stack)();
  return ASCON_OK;
}

/* Decryption before the tag has been verified has a name that says so: its output must not be used
   before ascon_any_aead_decrypt_final() is ASCON_OK. */
ascon_result ascon_any_aead_encrypt_update(ascon_aead_ctx *ctx, uint8_t *ciphertext,
                                           const uint8_t *plaintext, size_t length) {
  return update_text(ctx, PHASE_ENCRYPT, OP_ENCRYPT, ciphertext, plaintext, length);
}

ascon_result ascon_any_aead_decrypt_update_unverified(ascon_aead_ctx *ctx, uint8_t *plaintext,
                                                      const uint8_t *ciphertext, size_t length) {
  return update_text(ctx, PHASE_DECRYPT, OP_DECRYPT, plaintext, ciphertext, length);
}

/* Finalization: writes the tag (OP_ENCRYPT) or compares it (OP_DECRYPT). The context, which holds
   the key, is zeroized in both cases; with an error in the arguments it stays as it was, so that
   the call can be made again. */
OUTLINED ascon_result finish_text(ascon_aead_ctx *ctx, uint8_t phase, operation op, uint8_t *tag,
                                  size_t tag_length) {
  if (!ctx || !tag) return ASCON_ERR_NULL;
  if (ctx->phase == PHASE_NONE) return ASCON_ERR_ORDER;
  RETURN_IF_ERROR(check_tag_length(ctx->params, tag_length));
  RETURN_IF_ERROR(enter_text(ctx, phase));
  int genuine = BACKEND_OF(&ctx->state, aead_pieces_finish)(ctx, op, tag, tag_length);
  BACKEND_OF(&ctx->state, clear_stack)();
  zeroize(ctx, sizeof *ctx);
  return genuine ? ASCON_OK : ASCON_ERR_TAG;
}

ascon_result ascon_any_aead_encrypt_final(ascon_aead_ctx *ctx, uint8_t *tag, size_t tag_length) {
  return finish_text(ctx, PHASE_ENCRYPT, OP_ENCRYPT, tag, tag_length);
}

ascon_result ascon_any_aead_decrypt_final(ascon_aead_ctx *ctx, const uint8_t *tag,
                                          size_t tag_length) {
  return finish_text(ctx, PHASE_DECRYPT, OP_DECRYPT, without_const(tag), tag_length);
}

#endif
