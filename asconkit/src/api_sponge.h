/* The public hash, XOF, CXOF, MAC, PRF and PrfShort calls.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_API_SPONGE_H
#define ASCON_API_SPONGE_H

/* ---- One-shot ------------------------------------------------------------------------------- */

typedef ascon_result sponge_function(const ascon_params *p, const sponge_call *call);

ASCON_INLINE ascon_result check_sponge(const ascon_params *p, const sponge_call *call) {
  if (missing(call->out, call->out_bytes) || missing(call->in, call->bytes) ||
      missing(call->secret, call->secret_bytes))
    return ASCON_ERR_NULL;
  if (p->kind == ASCON_KIND_CXOF && call->secret_bytes > ASCON_MAX_CUSTOMIZATION_BYTES)
    return ASCON_ERR_RANGE;
  if (p->kind == ASCON_KIND_PRFSHORT &&
      (call->bytes > p->rate || call->out_bytes < 1 || call->out_bytes > p->output_bytes))
    return ASCON_ERR_RANGE;
  return ASCON_OK;
}

ASCON_INLINE ascon_result run_sponge(const ascon_params *p, sponge_function *run,
                                     const sponge_call *call) {
  ASCON_CHECK(check_sponge(p, call));
  ascon_result result = run(p, call);
  ASCON_ACTIVE(clear_stack)();
  return result;
}

/* `right` has been computed here and never leaves. */
ASCON_INLINE ascon_result compare_tag(ascon_result result, uint8_t right[ASCON_TAG_BYTES],
                                      const uint8_t *tag) {
  if (result != ASCON_OK) return result;
  int equal = ascon_equal(right, tag, ASCON_TAG_BYTES);
  ascon_clear(right, ASCON_TAG_BYTES);
  return equal ? ASCON_OK : ASCON_ERR_TAG;
}

#define ASCON_MESSAGE const uint8_t *message, size_t bytes
#define ASCON_OUTPUT uint8_t *out, size_t out_bytes
#define ASCON_CUSTOMIZATION const uint8_t *customization, size_t customization_bytes

/* The parameters and the sponge_call of each kind's one-shot call. */
#define ASCON_HASH_ARGUMENTS uint8_t *digest, ASCON_MESSAGE
#define ASCON_HASH_CALL(p) {digest, (p)->output_bytes, message, bytes, NULL, 0}
#define ASCON_XOF_ARGUMENTS ASCON_OUTPUT, ASCON_MESSAGE
#define ASCON_XOF_CALL(p) {out, out_bytes, message, bytes, NULL, 0}
#define ASCON_CXOF_ARGUMENTS ASCON_OUTPUT, ASCON_MESSAGE, ASCON_CUSTOMIZATION
#define ASCON_CXOF_CALL(p) {out, out_bytes, message, bytes, customization, customization_bytes}
#define ASCON_MAC_ARGUMENTS uint8_t *tag, ASCON_MESSAGE, const uint8_t *key
#define ASCON_MAC_CALL(p) {tag, (p)->output_bytes, message, bytes, key, (p)->key_bytes}
#define ASCON_PRF_ARGUMENTS ASCON_OUTPUT, ASCON_MESSAGE, const uint8_t *key
#define ASCON_PRF_CALL(p) {out, out_bytes, message, bytes, key, (p)->key_bytes}

#define ASCON_DEFINE_GENERIC(name, KIND, function, ARGUMENTS, CALL)                                \
  ascon_result name(const ascon_algorithm *algorithm, ARGUMENTS) {                                 \
    ASCON_CHECK(check_kind(algorithm, ASCON_KIND_##KIND));                                         \
    const sponge_call call = CALL(algorithm->params);                                              \
    return run_sponge(algorithm->params, ASCON_ACTIVE(function), &call);                           \
  }
ASCON_DEFINE_GENERIC(ascon_hash, HASH, sponge, ASCON_HASH_ARGUMENTS, ASCON_HASH_CALL)
ASCON_DEFINE_GENERIC(ascon_xof, XOF, sponge, ASCON_XOF_ARGUMENTS, ASCON_XOF_CALL)
ASCON_DEFINE_GENERIC(ascon_cxof, CXOF, sponge, ASCON_CXOF_ARGUMENTS, ASCON_CXOF_CALL)
ASCON_DEFINE_GENERIC(ascon_mac, MAC, sponge, ASCON_MAC_ARGUMENTS, ASCON_MAC_CALL)
ASCON_DEFINE_GENERIC(ascon_prf, PRF, sponge, ASCON_PRF_ARGUMENTS, ASCON_PRF_CALL)
ASCON_DEFINE_GENERIC(ascon_prfshort, PRFSHORT, prfshort, ASCON_PRF_ARGUMENTS, ASCON_PRF_CALL)

ascon_result ascon_mac_verify(const ascon_algorithm *algorithm, const uint8_t *tag, ASCON_MESSAGE,
                              const uint8_t *key) {
  uint8_t right[ASCON_TAG_BYTES];
  ASCON_CHECK(check_kind(algorithm, ASCON_KIND_MAC));
  if (!tag) return ASCON_ERR_NULL;
  return compare_tag(ascon_mac(algorithm, right, message, bytes, key), right, tag);
}

/* ---- In pieces ------------------------------------------------------------------------------ */

ASCON_INLINE ascon_result start_sponge(ascon_sponge_ctx *ctx, const ascon_params *p,
                                       const uint8_t *secret, size_t secret_bytes) {
  if (!ctx || missing(secret, secret_bytes)) return ASCON_ERR_NULL;
  if (secret_bytes > ASCON_MAX_CUSTOMIZATION_BYTES) return ASCON_ERR_RANGE;
  ctx->params = p;
  ctx->phase = PHASE_ABSORB;
  ASCON_CHOOSE(&ctx->state);
  ASCON_OF_STATE(&ctx->state, sponge_init)(ctx, secret, secret_bytes);
  ASCON_OF_STATE(&ctx->state, clear_stack)();
  return ASCON_OK;
}

ASCON_INLINE ascon_result start_generic(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                        ascon_kind kind, const uint8_t *secret,
                                        size_t secret_bytes) {
  ASCON_CHECK(check_kind(algorithm, kind));
  return start_sponge(ctx, algorithm->params, secret, secret_bytes);
}

ascon_result ascon_hash_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm) {
  return start_generic(ctx, algorithm, ASCON_KIND_HASH, NULL, 0);
}

ascon_result ascon_xof_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm) {
  return start_generic(ctx, algorithm, ASCON_KIND_XOF, NULL, 0);
}

ascon_result ascon_cxof_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                             ASCON_CUSTOMIZATION) {
  return start_generic(ctx, algorithm, ASCON_KIND_CXOF, customization, customization_bytes);
}

ascon_result ascon_mac_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                            const uint8_t *key) {
  return start_generic(ctx, algorithm, ASCON_KIND_MAC, key, 16);
}

ascon_result ascon_prf_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                            const uint8_t *key) {
  return start_generic(ctx, algorithm, ASCON_KIND_PRF, key, 16);
}

/* A context serves the calls of its own kind; XOF calls serve CXOFs too. */
ASCON_INLINE ascon_result check_sponge_ctx(const ascon_sponge_ctx *ctx, ascon_kind kind) {
  if (ctx->phase == PHASE_NONE) return ASCON_ERR_ORDER;
  if (ctx->params->kind == kind) return ASCON_OK;
  if (kind == ASCON_KIND_XOF && ctx->params->kind == ASCON_KIND_CXOF) return ASCON_OK;
  return ASCON_ERR_ALGORITHM;
}

ASCON_NOINLINE ascon_result absorb_more(ascon_sponge_ctx *ctx, ascon_kind kind, ASCON_MESSAGE) {
  if (!ctx || missing(message, bytes)) return ASCON_ERR_NULL;
  ASCON_CHECK(check_sponge_ctx(ctx, kind));
  if (ctx->phase != PHASE_ABSORB) return ASCON_ERR_ORDER;
  if (bytes) ASCON_OF_STATE(&ctx->state, sponge_absorb)(ctx, message, bytes);
  ASCON_OF_STATE(&ctx->state, clear_stack)();
  return ASCON_OK;
}

ASCON_NOINLINE ascon_result squeeze_more(ascon_sponge_ctx *ctx, ascon_kind kind, ASCON_OUTPUT) {
  if (!ctx || missing(out, out_bytes)) return ASCON_ERR_NULL;
  ASCON_CHECK(check_sponge_ctx(ctx, kind));
  if (ctx->phase == PHASE_ABSORB) ASCON_OF_STATE(&ctx->state, sponge_end_absorb)(ctx);
  ctx->phase = PHASE_SQUEEZE;
  if (out_bytes) ASCON_OF_STATE(&ctx->state, sponge_squeeze)(ctx, out, out_bytes);
  ASCON_OF_STATE(&ctx->state, clear_stack)();
  return ASCON_OK;
}

/* A digest or tag: all of the output, and the end of the context. */
ASCON_INLINE ascon_result finish_sponge(ascon_sponge_ctx *ctx, ascon_kind kind, uint8_t *out) {
  if (!ctx || !out) return ASCON_ERR_NULL;
  ASCON_CHECK(check_sponge_ctx(ctx, kind));
  ASCON_CHECK(squeeze_more(ctx, kind, out, ctx->params->output_bytes));
  ascon_clear(ctx, sizeof *ctx);
  return ASCON_OK;
}

ascon_result ascon_hash_update(ascon_sponge_ctx *ctx, ASCON_MESSAGE) {
  return absorb_more(ctx, ASCON_KIND_HASH, message, bytes);
}

ascon_result ascon_hash_final(ascon_sponge_ctx *ctx, uint8_t *digest) {
  return finish_sponge(ctx, ASCON_KIND_HASH, digest);
}

ascon_result ascon_xof_update(ascon_sponge_ctx *ctx, ASCON_MESSAGE) {
  return absorb_more(ctx, ASCON_KIND_XOF, message, bytes);
}

ascon_result ascon_xof_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t bytes) {
  return squeeze_more(ctx, ASCON_KIND_XOF, out, bytes);
}

ascon_result ascon_mac_update(ascon_sponge_ctx *ctx, ASCON_MESSAGE) {
  return absorb_more(ctx, ASCON_KIND_MAC, message, bytes);
}

ascon_result ascon_mac_final(ascon_sponge_ctx *ctx, uint8_t *tag) {
  return finish_sponge(ctx, ASCON_KIND_MAC, tag);
}

ascon_result ascon_mac_verify_final(ascon_sponge_ctx *ctx, const uint8_t *tag) {
  uint8_t right[ASCON_TAG_BYTES];
  if (!ctx || !tag) return ASCON_ERR_NULL;
  return compare_tag(finish_sponge(ctx, ASCON_KIND_MAC, right), right, tag);
}

ascon_result ascon_prf_update(ascon_sponge_ctx *ctx, ASCON_MESSAGE) {
  return absorb_more(ctx, ASCON_KIND_PRF, message, bytes);
}

ascon_result ascon_prf_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t bytes) {
  return squeeze_more(ctx, ASCON_KIND_PRF, out, bytes);
}

/* ---- Named after the algorithm -------------------------------------------------------------- */

#if ASCON_DIRECT && ASCON_COMPACT
#define ASCON_SPONGE_FUNCTION(id, function)
#define ASCON_NAMED(id, function) function##_with
#elif ASCON_DIRECT
#define ASCON_SPONGE_FUNCTION(id, function)                                                        \
  ASCON_NOINLINE ascon_result function##_##id(const ascon_params *p, const sponge_call *call) {    \
    (void)p;                                                                                       \
    return function##_with(&params_##id, call);                                                    \
  }
#define ASCON_NAMED(id, function) function##_##id
#else
#define ASCON_SPONGE_FUNCTION(id, function)
#define ASCON_NAMED(id, function) ASCON_ACTIVE(function)
#endif

#define ASCON_DEFINE_ONE_SHOT(id, function, ARGUMENTS, CALL)                                       \
  ASCON_SPONGE_FUNCTION(id, function)                                                              \
  ascon_result ascon_##id(ARGUMENTS) {                                                             \
    const sponge_call call = CALL(&params_##id);                                                   \
    return run_sponge(&params_##id, ASCON_NAMED(id, function), &call);                             \
  }

#define ASCON_DEFINE_HASH(id, ...)                                                                 \
  ASCON_DEFINE_ONE_SHOT(id, sponge, ASCON_HASH_ARGUMENTS, ASCON_HASH_CALL)                         \
  ascon_result ascon_##id##_init(ascon_sponge_ctx *ctx) {                                          \
    return start_sponge(ctx, &params_##id, NULL, 0);                                               \
  }
ASCON_HASH_ROWS(ASCON_DEFINE_HASH)

#define ASCON_DEFINE_XOF(id, ...)                                                                  \
  ASCON_DEFINE_ONE_SHOT(id, sponge, ASCON_XOF_ARGUMENTS, ASCON_XOF_CALL)                           \
  ascon_result ascon_##id##_init(ascon_sponge_ctx *ctx) {                                          \
    return start_sponge(ctx, &params_##id, NULL, 0);                                               \
  }
ASCON_XOF_ROWS(ASCON_DEFINE_XOF)

#define ASCON_DEFINE_CXOF(id, ...)                                                                 \
  ASCON_DEFINE_ONE_SHOT(id, sponge, ASCON_CXOF_ARGUMENTS, ASCON_CXOF_CALL)                         \
  ascon_result ascon_##id##_init(ascon_sponge_ctx *ctx, ASCON_CUSTOMIZATION) {                     \
    return start_sponge(ctx, &params_##id, customization, customization_bytes);                    \
  }
ASCON_CXOF_ROWS(ASCON_DEFINE_CXOF)

#define ASCON_DEFINE_MAC(id, ...)                                                                  \
  ASCON_DEFINE_ONE_SHOT(id, sponge, ASCON_MAC_ARGUMENTS, ASCON_MAC_CALL)                           \
  ascon_result ascon_##id##_verify(const uint8_t *tag, ASCON_MESSAGE, const uint8_t *key) {        \
    uint8_t right[ASCON_TAG_BYTES];                                                                \
    if (!tag) return ASCON_ERR_NULL;                                                               \
    return compare_tag(ascon_##id(right, message, bytes, key), right, tag);                        \
  }                                                                                                \
  ascon_result ascon_##id##_init(ascon_sponge_ctx *ctx, const uint8_t *key) {                      \
    return start_sponge(ctx, &params_##id, key, params_##id.key_bytes);                            \
  }
ASCON_MAC_ROWS(ASCON_DEFINE_MAC)

#define ASCON_DEFINE_PRF(id, ...)                                                                  \
  ASCON_DEFINE_ONE_SHOT(id, sponge, ASCON_PRF_ARGUMENTS, ASCON_PRF_CALL)                           \
  ascon_result ascon_##id##_init(ascon_sponge_ctx *ctx, const uint8_t *key) {                      \
    return start_sponge(ctx, &params_##id, key, params_##id.key_bytes);                            \
  }
ASCON_PRF_ROWS(ASCON_DEFINE_PRF)

#define ASCON_DEFINE_PRFSHORT(id, ...)                                                             \
  ASCON_DEFINE_ONE_SHOT(id, prfshort, ASCON_PRF_ARGUMENTS, ASCON_PRF_CALL)
ASCON_PRFSHORT_ROWS(ASCON_DEFINE_PRFSHORT)

#endif
