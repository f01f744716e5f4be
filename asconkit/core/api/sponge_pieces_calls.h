/* The public calls for messages in pieces of hashes, XOFs, CXOFs, MACs and PRFs: ascon.h and
   ascon_any.h say what they do. Included once, by pieces.c, whose calls that are named after
   algorithms use start_sponge().
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SPONGE_PIECES_CALLS_H
#define ASCON_SPONGE_PIECES_CALLS_H

#include "checks.h"
#include "phases.h"
#include "route.h"

/* ---- In pieces ------------------------------------------------------------------------------

   As for AEAD, ctx->phase (phases.h) says which calls are allowed, and ctx->state remembers the
   backend that it was started with. clear_stack() overwrites the stack after each function that
   worked on secrets: a message may be one even without a key. */

/* A key has 16 bytes, a customization string at most 256 (SP 800-232, section 5.3); hashes and XOFs
   have no prefix. */
INLINED ascon_result check_prefix_length(const params *p, size_t length) {
  const int fits =
      p->kind == ASCON_KIND_CXOF ? length <= MAX_CUSTOMIZATION_LENGTH : length == p->key_length;
  return fits ? ASCON_OK : ASCON_ERR_RANGE;
}

/* Starts a message with the parameters of the algorithm. Called with a constant row by the named
   calls. The prefix may lie in the context, whose fields are written last. */
INLINED ascon_result start_sponge(ascon_sponge_ctx *ctx, params_row *row, const uint8_t *prefix,
                                  size_t prefix_length) {
  if (!ctx || missing(prefix, prefix_length)) return ASCON_ERR_NULL;
  ascon_state chosen; /* its backend alone */
  choose_backend(&chosen);
  const params *p = row_for(row, &chosen);
  RETURN_IF_ERROR(check_prefix_length(p, prefix_length));
  BACKEND_OF(&chosen, sponge_pieces_start)(ctx, p, prefix, prefix_length);
  BACKEND_OF(&chosen, clear_stack)();
  ctx->state.backend = chosen.backend;
  ctx->params = p;
  ctx->phase = PHASE_ABSORB;
  return ASCON_OK;
}

/* PrfShort has no calls in pieces: its message is part of the first state. */
ascon_result ascon_any_sponge_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                   const uint8_t *prefix, size_t prefix_length) {
  if (!algorithm) return ASCON_ERR_NULL;
  if (algorithm->kind == ASCON_KIND_AEAD || algorithm->kind == ASCON_KIND_PRFSHORT)
    return ASCON_ERR_ALGORITHM;
  return start_sponge(ctx, row_of_algorithm(algorithm), prefix, prefix_length);
}

/* For the calls that serve one kind: those of hashes, of XOFs, which serve CXOFs too, and of MACs.
 */
INLINED ascon_result check_context(const ascon_sponge_ctx *ctx, ascon_kind kind) {
  if (!ctx) return ASCON_ERR_NULL;
  if (ctx->phase == PHASE_NONE) return ASCON_ERR_ORDER;
  if (ctx->params->kind == kind) return ASCON_OK;
  if (kind == ASCON_KIND_XOF && ctx->params->kind == ASCON_KIND_CXOF) return ASCON_OK;
  return ASCON_ERR_ALGORITHM;
}

/* The next piece of the message. After the first output it is out of order. */
ascon_result ascon_any_sponge_update(ascon_sponge_ctx *ctx, const uint8_t *message, size_t length) {
  if (!ctx || missing(message, length)) return ASCON_ERR_NULL;
  if (ctx->phase != PHASE_ABSORB) return ASCON_ERR_ORDER;
  if (length) BACKEND_OF(&ctx->state, sponge_pieces_absorb)(ctx, message, length);
  BACKEND_OF(&ctx->state, clear_stack)();
  return ASCON_OK;
}

/* The next `length` bytes of output; the first call ends the message, also with no bytes. Of a hash
   or MAC it is all of the output, and the end of the context. */
ascon_result ascon_any_sponge_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t length) {
  if (!ctx || missing(out, length)) return ASCON_ERR_NULL;
  if (ctx->phase == PHASE_NONE) return ASCON_ERR_ORDER;
  RETURN_IF_ERROR(check_output_length(ctx->params, length));
  if (ctx->phase == PHASE_ABSORB) BACKEND_OF(&ctx->state, sponge_pieces_end_absorb)(ctx);
  ctx->phase = PHASE_SQUEEZE;
  if (length) BACKEND_OF(&ctx->state, sponge_pieces_squeeze)(ctx, out, length);
  BACKEND_OF(&ctx->state, clear_stack)();
  if (has_fixed_output(ctx->params)) zeroize(ctx, sizeof *ctx);
  return ASCON_OK;
}

/* The context is zeroized with the computation of the tag, whatever the comparison says. */
ascon_result ascon_any_sponge_verify_final(ascon_sponge_ctx *ctx, const uint8_t *tag) {
  uint8_t computed[TAG_LENGTH];
  if (!tag) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_context(ctx, ASCON_KIND_MAC));
  return compare_tag(ascon_any_sponge_squeeze(ctx, computed, TAG_LENGTH), computed, tag);
}

#endif
