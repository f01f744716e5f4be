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

/* Starts a message with the parameters of the algorithm. `prefix` is a key, a customization string,
   or nothing. Called with a constant row by the named calls. A key has 16 bytes, so the limit can
   only concern customization strings. The prefix may lie in the context, whose fields are written
   last. */
INLINED ascon_result start_sponge(ascon_sponge_ctx *ctx, params_row *row, const uint8_t *prefix,
                                  size_t prefix_length) {
  if (!ctx || missing(prefix, prefix_length)) return ASCON_ERR_NULL;
  if (prefix_length > MAX_CUSTOMIZATION_LENGTH) return ASCON_ERR_RANGE;
  ascon_state chosen; /* its backend alone */
  choose_backend(&chosen);
  const params *p = row_for(row, &chosen);
  BACKEND_OF(&chosen, sponge_pieces_start)(ctx, p, prefix, prefix_length);
  BACKEND_OF(&chosen, clear_stack)();
  ctx->state.backend = chosen.backend;
  ctx->params = p;
  ctx->phase = PHASE_ABSORB;
  return ASCON_OK;
}

/* The same for an algorithm that must be of this kind. */
INLINED ascon_result start_of_kind(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                   ascon_kind kind, const uint8_t *prefix, size_t prefix_length) {
  RETURN_IF_ERROR(check_kind(algorithm, kind));
  return start_sponge(ctx, row_of_algorithm(algorithm), prefix, prefix_length);
}

/* The starts of each kind, which differ in what enters before the message. */
ascon_result ascon_any_hash_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm) {
  return start_of_kind(ctx, algorithm, ASCON_KIND_HASH, NULL, 0);
}

ascon_result ascon_any_xof_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm) {
  return start_of_kind(ctx, algorithm, ASCON_KIND_XOF, NULL, 0);
}

ascon_result ascon_any_cxof_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                 const uint8_t *customization, size_t customization_length) {
  return start_of_kind(ctx, algorithm, ASCON_KIND_CXOF, customization, customization_length);
}

ascon_result ascon_any_mac_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                const uint8_t *key) {
  return start_of_kind(ctx, algorithm, ASCON_KIND_MAC, key, 16);
}

ascon_result ascon_any_prf_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                const uint8_t *key) {
  return start_of_kind(ctx, algorithm, ASCON_KIND_PRF, key, 16);
}

/* A context serves the calls of its own kind; XOF calls serve CXOFs too. */
INLINED ascon_result check_context(const ascon_sponge_ctx *ctx, ascon_kind kind) {
  if (ctx->phase == PHASE_NONE) return ASCON_ERR_ORDER;
  if (ctx->params->kind == kind) return ASCON_OK;
  if (kind == ASCON_KIND_XOF && ctx->params->kind == ASCON_KIND_CXOF) return ASCON_OK;
  return ASCON_ERR_ALGORITHM;
}

/* The next piece of the message. After the first output it is out of order. */
OUTLINED ascon_result absorb_more(ascon_sponge_ctx *ctx, ascon_kind kind, const uint8_t *message,
                                  size_t length) {
  if (!ctx || missing(message, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_context(ctx, kind));
  if (ctx->phase != PHASE_ABSORB) return ASCON_ERR_ORDER;
  if (length) BACKEND_OF(&ctx->state, sponge_pieces_absorb)(ctx, message, length);
  BACKEND_OF(&ctx->state, clear_stack)();
  return ASCON_OK;
}

/* The next `length` bytes of output; the first call ends the message, also with no bytes. Shared by
   the kinds whose output has any length, and by finish_sponge(). */
OUTLINED ascon_result squeeze_more(ascon_sponge_ctx *ctx, ascon_kind kind, uint8_t *out,
                                   size_t length) {
  if (!ctx || missing(out, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_context(ctx, kind));
  if (ctx->phase == PHASE_ABSORB) BACKEND_OF(&ctx->state, sponge_pieces_end_absorb)(ctx);
  ctx->phase = PHASE_SQUEEZE;
  if (length) BACKEND_OF(&ctx->state, sponge_pieces_squeeze)(ctx, out, length);
  BACKEND_OF(&ctx->state, clear_stack)();
  return ASCON_OK;
}

/* A digest or tag: all of the output at once, and the end of the context. Where the arguments are
   wrong, the context stays as it was. */
INLINED ascon_result finish_sponge(ascon_sponge_ctx *ctx, ascon_kind kind, uint8_t *out) {
  if (!ctx || !out) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_context(ctx, kind));
  RETURN_IF_ERROR(squeeze_more(ctx, kind, out, ctx->params->output_length));
  zeroize(ctx, sizeof *ctx);
  return ASCON_OK;
}

/* The calls of each kind, which differ in the kind that they demand of the context. */
ascon_result ascon_any_hash_update(ascon_sponge_ctx *ctx, const uint8_t *message, size_t length) {
  return absorb_more(ctx, ASCON_KIND_HASH, message, length);
}

ascon_result ascon_any_hash_final(ascon_sponge_ctx *ctx, uint8_t *digest) {
  return finish_sponge(ctx, ASCON_KIND_HASH, digest);
}

/* XOFs and CXOFs: check_context() lets both pass. */
ascon_result ascon_any_xof_update(ascon_sponge_ctx *ctx, const uint8_t *message, size_t length) {
  return absorb_more(ctx, ASCON_KIND_XOF, message, length);
}

ascon_result ascon_any_xof_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t length) {
  return squeeze_more(ctx, ASCON_KIND_XOF, out, length);
}

ascon_result ascon_any_mac_update(ascon_sponge_ctx *ctx, const uint8_t *message, size_t length) {
  return absorb_more(ctx, ASCON_KIND_MAC, message, length);
}

ascon_result ascon_any_mac_final(ascon_sponge_ctx *ctx, uint8_t *tag) {
  return finish_sponge(ctx, ASCON_KIND_MAC, tag);
}

/* finish_sponge() computes the tag and zeroizes the context, whatever the comparison says. */
ascon_result ascon_any_mac_verify_final(ascon_sponge_ctx *ctx, const uint8_t *tag) {
  uint8_t computed[TAG_LENGTH];
  if (!ctx || !tag) return ASCON_ERR_NULL;
  return compare_tag(finish_sponge(ctx, ASCON_KIND_MAC, computed), computed, tag);
}

ascon_result ascon_any_prf_update(ascon_sponge_ctx *ctx, const uint8_t *message, size_t length) {
  return absorb_more(ctx, ASCON_KIND_PRF, message, length);
}

ascon_result ascon_any_prf_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t length) {
  return squeeze_more(ctx, ASCON_KIND_PRF, out, length);
}

#endif
