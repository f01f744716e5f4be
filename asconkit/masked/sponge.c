/* Hashes, XOFs, CXOFs, MACs, PRFs and PrfShort on shares: the steps of core/modes/sponge.h and
   core/modes/prfshort.h over the masked state. ascon_masked.h says what the calls do. A whole
   message is made of the same functions as one in pieces.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "checks.h"
#include "../core/modes/prfshort.h"
#include "../core/modes/sponge.h"

/* ---- Steps, on the state of a context ------------------------------------------------------- */

/* Initialization. `prefix` is the key of a MAC or PRF, in shares or plain, or the customization
   string of a CXOF; other kinds have none. */
OUTLINED void start(ascon_masked_sponge_ctx *ctx, const ascon_masked_setup *setup, const params *p,
                    ascon_masked_in prefix, size_t length) {
  ascon_masked_state_start(&ctx->state, setup);
  ctx->params = p;
  ctx->phase = PHASE_ABSORB;
  ctx->offset = 0;
  ctx->state.in_stride = prefix.stride;
  sponge_initialize(&ctx->state, p, prefix.data, length);
}

/* n > 0 bytes of message, from where the last piece ended. */
OUTLINED void absorb(ascon_masked_sponge_ctx *ctx, ascon_masked_in message, size_t n) {
  ctx->state.in_stride = message.stride;
  ctx->offset = (uint8_t)duplex_piece(&ctx->state, ctx->params, OP_ABSORB, ctx->offset, NULL,
                                      message.data, n);
}

/* The end of the message, once: its padding, the bit that separates message and output of a MAC or
   PRF, the permutation. */
OUTLINED void enter_output(ascon_masked_sponge_ctx *ctx) {
  if (ctx->phase == PHASE_SQUEEZE) return;
  pad(&ctx->state, ctx->params, ctx->offset);
  sponge_end_absorb(&ctx->state, ctx->params);
  ctx->offset = 0;
  ctx->phase = PHASE_SQUEEZE;
}

/* n > 0 bytes of output, from where the last ones ended. */
OUTLINED void squeeze_more(ascon_masked_sponge_ctx *ctx, ascon_masked_out out, size_t n) {
  ctx->state.out_stride = out.stride;
  ctx->offset = (uint8_t)squeeze_piece(&ctx->state, ctx->params, ctx->offset, out.data, n);
}

/* A MAC's tag is its first output. */
OUTLINED int has_tag(ascon_masked_sponge_ctx *ctx, ascon_masked_in tag) {
  return ascon_masked_state_has_tag(&ctx->state, 0, tag, TAG_LENGTH, ctx->params->order);
}

/* ---- Checks --------------------------------------------------------------------------------- */

/* A key has 16 bytes, a customization string at most 256 and no shares; others have no prefix. */
INLINED ascon_result check_prefix(const params *p, ascon_masked_in prefix, size_t length) {
  if (missing(prefix.data, length)) return ASCON_ERR_NULL;
  if (p->kind == ASCON_KIND_CXOF)
    return length > MAX_CUSTOMIZATION_LENGTH || prefix.stride ? ASCON_ERR_RANGE : ASCON_OK;
  return length == p->key_length ? ASCON_OK : ASCON_ERR_RANGE;
}

/* The kind of the algorithm comes before pointers, as in all calls. Everything but AEAD is computed
   here, PrfShort too. */
INLINED ascon_result check_algorithm(const ascon_masked_setup *setup,
                                     const ascon_algorithm *algorithm) {
  if (!algorithm) return ASCON_ERR_NULL;
  if (algorithm->kind == ASCON_KIND_AEAD) return ASCON_ERR_ALGORITHM;
  return missing_source(setup) ? ASCON_ERR_NULL : ASCON_OK;
}

/* ---- One-shot ------------------------------------------------------------------------------- */

/* A message of any other kind, as an ascon_message, with strings in shares or plain. */
typedef struct masked_sponge_call {
  ascon_masked_out out;
  size_t out_length;
  ascon_masked_in in;
  size_t length;
  ascon_masked_in prefix;
  size_t prefix_length;
  const ascon_masked_in *tag; /* to be checked, instead of output */
} masked_sponge_call;

/* All checks of a whole message. check_sponge() is the one that calls of ascon.h make too; it sees
   shares 0 of the strings. */
INLINED ascon_result check_masked_sponge(const ascon_masked_setup *setup,
                                         const ascon_algorithm *algorithm,
                                         const masked_sponge_call *call) {
  ascon_message pointers = {.out = call->out.data,
                            .tag = call->out.data,
                            .out_length = call->out_length,
                            .in = call->in.data,
                            .length = call->length,
                            .key = call->prefix.data,
                            .ad = call->prefix.data,
                            .ad_length = call->prefix_length};
  if (call->tag) pointers.tag = without_const(call->tag->data);
  RETURN_IF_ERROR(check_algorithm(setup, algorithm));
  RETURN_IF_ERROR(check_sponge(algorithm->params, &pointers));
  RETURN_IF_ERROR(check_prefix(algorithm->params, call->prefix, call->prefix_length));
  RETURN_IF_ERROR(check_stride(call->out, call->out_length));
  return call->tag ? ASCON_OK : check_output_length(algorithm->params, call->out_length);
}

/* PrfShort in one step; returns whether random words ran out. */
INLINED int prfshort(const ascon_masked_setup *setup, const params *p,
                     const masked_sponge_call *call) {
  const ascon_message plain = {.out = call->out.data,
                               .out_length = call->out_length,
                               .in = call->in.data,
                               .length = call->length};
  state s;
  ascon_masked_state_start(&s, setup);
  s.in_stride = call->in.stride;
  s.out_stride = call->out.stride;
  prfshort_steps(&s, p, &call->prefix, &plain);
  const int failed = s.failed;
  zeroize(&s, sizeof s);
  return failed;
}

/* 1 in *right: there was no tag to check, or it is the message's. Returns whether it failed. */
INLINED int sponge(const ascon_masked_setup *setup, const params *p, const masked_sponge_call *call,
                   int *right) {
  ascon_masked_sponge_ctx ctx;
  start(&ctx, setup, p, call->prefix, call->prefix_length);
  if (call->length != 0) absorb(&ctx, call->in, call->length);
  enter_output(&ctx);
  if (call->tag) *right = has_tag(&ctx, *call->tag);
  else if (call->out_length != 0) squeeze_more(&ctx, call->out, call->out_length);
  const int failed = ctx.state.failed;
  zeroize(&ctx, sizeof ctx);
  return failed;
}

/* A whole message: with any error, nothing but zeros comes out. */
OUTLINED ascon_result compute(const ascon_masked_setup *setup, const params *p,
                              const masked_sponge_call *call) {
  int right = 1;
  if (p->kind == ASCON_KIND_PRFSHORT ? prfshort(setup, p, call) : sponge(setup, p, call, &right)) {
    zeroize_shares(setup->scheme, call->out, call->out_length);
    return ASCON_ERR_RANDOM;
  }
  return right ? ASCON_OK : ASCON_ERR_TAG;
}

/* The checks, the message in a frame of its own, and then the stack below is cleared. */
INLINED ascon_result check_and_compute(const ascon_masked_setup *setup,
                                       const ascon_algorithm *algorithm,
                                       const masked_sponge_call *call) {
  RETURN_IF_ERROR(check_masked_sponge(setup, algorithm, call));
  const ascon_result result = compute(setup, algorithm->params, call);
  clear_stack();
  return result;
}

/* Any kind but AEAD. The string before the message is `prefix`: a key or a customization string. */
ascon_result ascon_masked_sponge(const ascon_masked_setup *setup, const ascon_algorithm *algorithm,
                                 ascon_masked_out out, size_t out_length, ascon_masked_in message,
                                 size_t length, ascon_masked_in prefix, size_t prefix_length) {
  const masked_sponge_call call = {out, out_length, message, length, prefix, prefix_length, NULL};
  return check_and_compute(setup, algorithm, &call);
}

/* The tag is not computed and compared: the difference to the given one stays in shares, and of it
   only the bit leaves that says whether it is zero. */
ascon_result ascon_masked_sponge_verify(const ascon_masked_setup *setup,
                                        const ascon_algorithm *algorithm, ascon_masked_in tag,
                                        ascon_masked_in message, size_t length,
                                        ascon_masked_in key) {
  const masked_sponge_call call = {ascon_masked_plain_out(NULL), 0, message, length, key, 16, &tag};
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_MAC));
  if (!tag.data) return ASCON_ERR_NULL;
  return check_and_compute(setup, algorithm, &call);
}

/* ---- In pieces ------------------------------------------------------------------------------ */

/* After each step: a context without random words is wiped. */
INLINED ascon_result end_step(ascon_masked_sponge_ctx *ctx) {
  clear_stack();
  if (!ctx->state.failed) return ASCON_OK;
  zeroize(ctx, sizeof *ctx);
  return ASCON_ERR_RANDOM;
}

/* PrfShort has no calls in pieces: its message is part of the first state. */
ascon_result ascon_masked_sponge_init(ascon_masked_sponge_ctx *ctx, const ascon_masked_setup *setup,
                                      const ascon_algorithm *algorithm, ascon_masked_in prefix,
                                      size_t prefix_length) {
  RETURN_IF_ERROR(check_algorithm(setup, algorithm));
  if (algorithm->kind == ASCON_KIND_PRFSHORT) return ASCON_ERR_ALGORITHM;
  if (!ctx) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(check_prefix(algorithm->params, prefix, prefix_length));
  if (lies_in(ctx, sizeof *ctx, setup, prefix, prefix_length)) return ASCON_ERR_RANGE;
  const ascon_masked_setup source = *setup; /* it may lie in the context */
  start(ctx, &source, algorithm->params, prefix, prefix_length);
  return end_step(ctx);
}

/* After the first output, messages are out of order. */
ascon_result ascon_masked_sponge_update(ascon_masked_sponge_ctx *ctx, ascon_masked_in message,
                                        size_t length) {
  if (!ctx || missing(message.data, length)) return ASCON_ERR_NULL;
  if (ctx->phase != PHASE_ABSORB) return ASCON_ERR_ORDER;
  if (length != 0) absorb(ctx, message, length);
  return end_step(ctx);
}

/* The next output. Of a hash or MAC it is all of it, and the end of the context. If random words
   have run out, nothing but zeros comes out. */
ascon_result ascon_masked_sponge_squeeze(ascon_masked_sponge_ctx *ctx, ascon_masked_out out,
                                         size_t length) {
  if (!ctx || missing(out.data, length)) return ASCON_ERR_NULL;
  if (ctx->phase == PHASE_NONE) return ASCON_ERR_ORDER;
  RETURN_IF_ERROR(check_output_length(ctx->params, length));
  RETURN_IF_ERROR(check_stride(out, length));
  const ascon_masked_scheme *scheme = ctx->state.setup.scheme;
  const int ends = has_fixed_output(ctx->params);
  enter_output(ctx);
  if (length != 0) squeeze_more(ctx, out, length);
  const ascon_result result = end_step(ctx);
  if (result != ASCON_OK) zeroize_shares(scheme, out, length);
  else if (ends) zeroize(ctx, sizeof *ctx);
  return result;
}

/* The end of a MAC that somebody else has computed. The context is zeroized whatever comes out. */
ascon_result ascon_masked_sponge_verify_final(ascon_masked_sponge_ctx *ctx, ascon_masked_in tag) {
  if (!ctx || !tag.data) return ASCON_ERR_NULL;
  if (ctx->phase == PHASE_NONE) return ASCON_ERR_ORDER;
  if (ctx->params->kind != ASCON_KIND_MAC) return ASCON_ERR_ALGORITHM;
  enter_output(ctx);
  const int right = has_tag(ctx, tag);
  const ascon_result result = end_step(ctx);
  zeroize(ctx, sizeof *ctx);
  if (result != ASCON_OK) return result;
  return right ? ASCON_OK : ASCON_ERR_TAG;
}
