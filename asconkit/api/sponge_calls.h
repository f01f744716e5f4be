/* The public calls of hashes, XOFs, CXOFs, MACs, PRFs and PrfShort whose algorithm is an argument,
   and in pieces: ascon_any.h says what they do. Each gathers its arguments in a sponge_call or
   checks the order of the calls, and calls a backend's modes (modes/sponge.h,
   modes/sponge_pieces.h, modes/prfshort.h) by way of route.h. named_calls.h, which has the calls
   for each algorithm, uses start_sponge() and compare_tag(). Included once, by ascon.c.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SPONGE_CALLS_H
#define ASCON_SPONGE_CALLS_H

#include "phases.h"
#include "route.h"

/* ---- One-shot ------------------------------------------------------------------------------- */

/* One message. Pointers and lengths are checked after any_sponge(), by check_sponge() of
   modes/calls.h, which named calls and batches share. */
INLINED ascon_result compute(const ascon_algorithm *algorithm, ascon_kind kind,
                             const sponge_call *call) {
  RETURN_IF_ERROR(check_kind(algorithm, kind));
  return any_sponge(algorithm->params, kind, call);
}

/* Bytes of a digest or a tag; 0 if `algorithm` is NULL, which compute() then refuses. */
INLINED size_t output_length_of(const ascon_algorithm *algorithm) {
  return algorithm ? algorithm->output_bytes : 0;
}

/* The last two fields of a sponge_call are what enters before the message: a customization string,
   or a key, whose length is always 16. */
ascon_result ascon_any_hash(const ascon_algorithm *algorithm, uint8_t *digest,
                            const uint8_t *message, size_t bytes) {
  const sponge_call call = {digest, output_length_of(algorithm), message, bytes, NULL, 0};
  return compute(algorithm, ASCON_KIND_HASH, &call);
}

/* Any number of output bytes; with none, `out` may be NULL. */
ascon_result ascon_any_xof(const ascon_algorithm *algorithm, uint8_t *out, size_t out_bytes,
                           const uint8_t *message, size_t bytes) {
  const sponge_call call = {out, out_bytes, message, bytes, NULL, 0};
  return compute(algorithm, ASCON_KIND_XOF, &call);
}

/* check_sponge() refuses customization strings of more than 256 bytes. */
ascon_result ascon_any_cxof(const ascon_algorithm *algorithm, uint8_t *out, size_t out_bytes,
                            const uint8_t *message, size_t bytes, const uint8_t *customization,
                            size_t customization_bytes) {
  const sponge_call call = {out, out_bytes, message, bytes, customization, customization_bytes};
  return compute(algorithm, ASCON_KIND_CXOF, &call);
}

/* All of the tag: a MAC has no truncated ones. */
ascon_result ascon_any_mac(const ascon_algorithm *algorithm, uint8_t *tag, const uint8_t *message,
                           size_t bytes, const uint8_t *key) {
  const sponge_call call = {tag, output_length_of(algorithm), message, bytes, key, 16};
  return compute(algorithm, ASCON_KIND_MAC, &call);
}

ascon_result ascon_any_prf(const ascon_algorithm *algorithm, uint8_t *out, size_t out_bytes,
                           const uint8_t *message, size_t bytes, const uint8_t *key) {
  const sponge_call call = {out, out_bytes, message, bytes, key, 16};
  return compute(algorithm, ASCON_KIND_PRF, &call);
}

/* check_sponge() refuses messages of more than a block, and outputs of none or more than 16 bytes.
 */
ascon_result ascon_any_prfshort(const ascon_algorithm *algorithm, uint8_t *out, size_t out_bytes,
                                const uint8_t *message, size_t bytes, const uint8_t *key) {
  const sponge_call call = {out, out_bytes, message, bytes, key, 16};
  return compute(algorithm, ASCON_KIND_PRFSHORT, &call);
}

/* Compares a given tag with the computed one in constant time, if that could be computed
   (`result`). `computed` is zeroized: for a forged message it is a valid tag, which must not stay
   in memory. */
INLINED ascon_result compare_tag(ascon_result result, uint8_t computed[TAG_LENGTH],
                                 const uint8_t *tag) {
  if (result != ASCON_OK) return result;
  int equal = ascon_equal(computed, tag, TAG_LENGTH);
  zeroize(computed, TAG_LENGTH);
  return equal ? ASCON_OK : ASCON_ERR_TAG;
}

/* Computes the tag and compares. The kind is checked before pointers, as in all calls. */
ascon_result ascon_any_mac_verify(const ascon_algorithm *algorithm, const uint8_t *tag,
                                  const uint8_t *message, size_t bytes, const uint8_t *key) {
  uint8_t computed[TAG_LENGTH];
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_MAC));
  if (!tag) return ASCON_ERR_NULL;
  return compare_tag(ascon_any_mac(algorithm, computed, message, bytes, key), computed, tag);
}

/* ---- In pieces ------------------------------------------------------------------------------

   As for AEAD, ctx->phase (phases.h) says which calls are allowed, and ctx->state remembers the
   backend that it was started with. clear_stack() overwrites the stack after each function that
   worked on secrets: a message may be one even without a key. */

/* Starts a message with the parameters p. `prefix` is a key, a customization string, or nothing.
   Called with a constant p by the named calls. A key has 16 bytes, so the limit can only concern
   customization strings. The prefix may lie in the context, whose fields are written last. */
INLINED ascon_result start_sponge(ascon_sponge_ctx *ctx, const params *p, const uint8_t *prefix,
                                  size_t prefix_length) {
  if (!ctx || missing(prefix, prefix_length)) return ASCON_ERR_NULL;
  if (prefix_length > MAX_CUSTOMIZATION_LENGTH) return ASCON_ERR_RANGE;
  ascon_state chosen; /* its backend alone */
  choose_backend(&chosen);
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
  return start_sponge(ctx, algorithm->params, prefix, prefix_length);
}

/* The starts of each kind, which differ in what enters before the message. */
ascon_result ascon_any_hash_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm) {
  return start_of_kind(ctx, algorithm, ASCON_KIND_HASH, NULL, 0);
}

ascon_result ascon_any_xof_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm) {
  return start_of_kind(ctx, algorithm, ASCON_KIND_XOF, NULL, 0);
}

ascon_result ascon_any_cxof_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                 const uint8_t *customization, size_t customization_bytes) {
  return start_of_kind(ctx, algorithm, ASCON_KIND_CXOF, customization, customization_bytes);
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
ascon_result ascon_any_hash_update(ascon_sponge_ctx *ctx, const uint8_t *message, size_t bytes) {
  return absorb_more(ctx, ASCON_KIND_HASH, message, bytes);
}

ascon_result ascon_any_hash_final(ascon_sponge_ctx *ctx, uint8_t *digest) {
  return finish_sponge(ctx, ASCON_KIND_HASH, digest);
}

/* XOFs and CXOFs: check_context() lets both pass. */
ascon_result ascon_any_xof_update(ascon_sponge_ctx *ctx, const uint8_t *message, size_t bytes) {
  return absorb_more(ctx, ASCON_KIND_XOF, message, bytes);
}

ascon_result ascon_any_xof_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t bytes) {
  return squeeze_more(ctx, ASCON_KIND_XOF, out, bytes);
}

ascon_result ascon_any_mac_update(ascon_sponge_ctx *ctx, const uint8_t *message, size_t bytes) {
  return absorb_more(ctx, ASCON_KIND_MAC, message, bytes);
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

ascon_result ascon_any_prf_update(ascon_sponge_ctx *ctx, const uint8_t *message, size_t bytes) {
  return absorb_more(ctx, ASCON_KIND_PRF, message, bytes);
}

ascon_result ascon_any_prf_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t bytes) {
  return squeeze_more(ctx, ASCON_KIND_PRF, out, bytes);
}

#endif
