/* The public AEAD calls. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_API_AEAD_H
#define ASCON_API_AEAD_H

/* ---- One-shot ------------------------------------------------------------------------------- */

ASCON_INLINE ascon_result check_tag_bytes(const ascon_params *p, size_t tag_bytes) {
  return tag_bytes < p->min_tag_bytes || tag_bytes > ASCON_TAG_BYTES ? ASCON_ERR_RANGE : ASCON_OK;
}

/* Arguments that no call may have. */
#define ASCON_AEAD_FAULTS(X, call)                                                                 \
  X(!(call)->tag.in)                                                                               \
  X(!(call)->nonce)                                                                                \
  X(!(call)->key)                                                                                  \
  X(missing((call)->ad, (call)->ad_bytes))                                                         \
  X((call)->text_bytes && (!(call)->out || !(call)->in))

ASCON_INLINE ascon_result check_aead(const ascon_params *p, const aead_call *call) {
#define ASCON_OR(fault) || (fault)
  if (0 ASCON_AEAD_FAULTS(ASCON_OR, call)) return ASCON_ERR_NULL;
#undef ASCON_OR
  return check_tag_bytes(p, call->tag_bytes);
}

typedef ascon_result aead_function(const ascon_params *p, const aead_call *call, block_op op);

ASCON_INLINE ascon_result run_aead(const ascon_params *p, aead_function *run, const aead_call *call,
                                   block_op op) {
  ASCON_CHECK(check_aead(p, call));
  ascon_result result = run(p, call, op);
  ASCON_ACTIVE(clear_stack)();
  return result;
}

#define ASCON_ENCRYPT_ARGUMENTS                                                                    \
  uint8_t *ciphertext, uint8_t *tag, size_t tag_bytes, const uint8_t *plaintext,                   \
      size_t text_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *nonce,                 \
      const uint8_t *key
#define ASCON_ENCRYPT_CALL                                                                         \
  {ciphertext, plaintext, text_bytes, {.out = tag}, tag_bytes, ad, ad_bytes, nonce, key}

#define ASCON_DECRYPT_ARGUMENTS                                                                    \
  uint8_t *plaintext, const uint8_t *ciphertext, size_t text_bytes, const uint8_t *tag,            \
      size_t tag_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *nonce,                  \
      const uint8_t *key
#define ASCON_DECRYPT_CALL                                                                         \
  {plaintext, ciphertext, text_bytes, {.in = tag}, tag_bytes, ad, ad_bytes, nonce, key}

ascon_result ascon_aead_encrypt(const ascon_algorithm *algorithm, ASCON_ENCRYPT_ARGUMENTS) {
  ASCON_CHECK(check_kind(algorithm, ASCON_KIND_AEAD));
  const aead_call call = ASCON_ENCRYPT_CALL;
  return run_aead(algorithm->params, ASCON_ACTIVE(aead), &call, OP_ENCRYPT);
}

ascon_result ascon_aead_decrypt(const ascon_algorithm *algorithm, ASCON_DECRYPT_ARGUMENTS) {
  ASCON_CHECK(check_kind(algorithm, ASCON_KIND_AEAD));
  const aead_call call = ASCON_DECRYPT_CALL;
  return run_aead(algorithm->params, ASCON_ACTIVE(aead), &call, OP_DECRYPT);
}

/* Before any arithmetic on the address of ciphertext || tag, whose length may have wrapped: no
   object has more bytes. */
ASCON_INLINE ascon_result check_sealed(const uint8_t *sealed, const uint8_t *text,
                                       size_t text_bytes) {
  if (!sealed) return ASCON_ERR_NULL;
  if (text_bytes > SIZE_MAX / 2 - ASCON_TAG_BYTES) return ASCON_ERR_RANGE;
  return missing(text, text_bytes) ? ASCON_ERR_NULL : ASCON_OK;
}

ascon_result ascon_aead_encrypt_combined(const ascon_algorithm *algorithm, uint8_t *sealed,
                                         const uint8_t *plaintext, size_t text_bytes,
                                         const uint8_t *ad, size_t ad_bytes, const uint8_t *nonce,
                                         const uint8_t *key) {
  ASCON_CHECK(check_sealed(sealed, plaintext, text_bytes));
  return ascon_aead_encrypt(algorithm, sealed, sealed + text_bytes, ASCON_TAG_BYTES, plaintext,
                            text_bytes, ad, ad_bytes, nonce, key);
}

ascon_result ascon_aead_decrypt_combined(const ascon_algorithm *algorithm, uint8_t *plaintext,
                                         const uint8_t *sealed, size_t sealed_bytes,
                                         const uint8_t *ad, size_t ad_bytes, const uint8_t *nonce,
                                         const uint8_t *key) {
  const size_t text_bytes = sealed_bytes - ASCON_TAG_BYTES;
  ASCON_CHECK(check_sealed(sealed, plaintext, text_bytes));
  return ascon_aead_decrypt(algorithm, plaintext, sealed, text_bytes, sealed + text_bytes,
                            ASCON_TAG_BYTES, ad, ad_bytes, nonce, key);
}

/* ---- In pieces ------------------------------------------------------------------------------ */

ASCON_INLINE ascon_result start_aead(ascon_aead_ctx *ctx, const ascon_params *p,
                                     const uint8_t *nonce, const uint8_t *key) {
  if (!ctx || !nonce || !key) return ASCON_ERR_NULL;
  ctx->params = p;
  ctx->phase = PHASE_START;
  ASCON_CHOOSE(&ctx->state);
  ASCON_OF_STATE(&ctx->state, aead_init)(ctx, nonce, key);
  ASCON_OF_STATE(&ctx->state, clear_stack)();
  return ASCON_OK;
}

ascon_result ascon_aead_init(ascon_aead_ctx *ctx, const ascon_algorithm *algorithm,
                             const uint8_t *nonce, const uint8_t *key) {
  ASCON_CHECK(check_kind(algorithm, ASCON_KIND_AEAD));
  return start_aead(ctx, algorithm->params, nonce, key);
}

ascon_result ascon_aead_ad(ascon_aead_ctx *ctx, const uint8_t *ad, size_t bytes) {
  if (!ctx || missing(ad, bytes)) return ASCON_ERR_NULL;
  if (ctx->phase != PHASE_START && ctx->phase != PHASE_AD) return ASCON_ERR_ORDER;
  if (bytes == 0) return ASCON_OK;
  ctx->phase = PHASE_AD;
  ASCON_OF_STATE(&ctx->state, aead_update)(ctx, OP_ABSORB, NULL, ad, bytes);
  ASCON_OF_STATE(&ctx->state, clear_stack)();
  return ASCON_OK;
}

/* Closes the associated data when the text begins; then only one direction is allowed. */
ASCON_NOINLINE ascon_result enter_text(ascon_aead_ctx *ctx, uint8_t phase) {
  if (ctx->phase == phase) return ASCON_OK;
  if (ctx->phase != PHASE_START && ctx->phase != PHASE_AD) return ASCON_ERR_ORDER;
  ASCON_OF_STATE(&ctx->state, aead_end_ad)(ctx, ctx->phase == PHASE_AD);
  ctx->phase = phase;
  return ASCON_OK;
}

ASCON_INLINE ascon_result update_text(ascon_aead_ctx *ctx, uint8_t phase, block_op op, uint8_t *out,
                                      const uint8_t *in, size_t bytes) {
  if (!ctx || missing(out, bytes) || missing(in, bytes)) return ASCON_ERR_NULL;
  ASCON_CHECK(enter_text(ctx, phase));
  if (bytes) ASCON_OF_STATE(&ctx->state, aead_update)(ctx, op, out, in, bytes);
  ASCON_OF_STATE(&ctx->state, clear_stack)();
  return ASCON_OK;
}

ascon_result ascon_aead_encrypt_update(ascon_aead_ctx *ctx, uint8_t *ciphertext,
                                       const uint8_t *plaintext, size_t bytes) {
  return update_text(ctx, PHASE_ENCRYPT, OP_ENCRYPT, ciphertext, plaintext, bytes);
}

ascon_result ascon_aead_decrypt_update_unverified(ascon_aead_ctx *ctx, uint8_t *plaintext,
                                                  const uint8_t *ciphertext, size_t bytes) {
  return update_text(ctx, PHASE_DECRYPT, OP_DECRYPT, plaintext, ciphertext, bytes);
}

/* Computes the whole tag and wipes the context. */
ASCON_NOINLINE ascon_result finish_text(ascon_aead_ctx *ctx, uint8_t phase, uint8_t tag[16],
                                        size_t tag_bytes) {
  if (ctx->phase == PHASE_NONE) return ASCON_ERR_ORDER;
  ASCON_CHECK(check_tag_bytes(ctx->params, tag_bytes));
  ASCON_CHECK(enter_text(ctx, phase));
  ASCON_OF_STATE(&ctx->state, aead_final)(ctx, tag);
  ASCON_OF_STATE(&ctx->state, clear_stack)();
  ascon_clear(ctx, sizeof *ctx);
  return ASCON_OK;
}

ascon_result ascon_aead_encrypt_final(ascon_aead_ctx *ctx, uint8_t *tag, size_t tag_bytes) {
  uint8_t whole[ASCON_TAG_BYTES];
  if (!ctx || !tag) return ASCON_ERR_NULL;
  ASCON_CHECK(finish_text(ctx, PHASE_ENCRYPT, whole, tag_bytes));
  for (size_t i = 0; i < tag_bytes; i++) tag[i] = whole[i];
  ascon_clear(whole, sizeof whole); /* a truncated tag's rest is secret */
  return ASCON_OK;
}

ascon_result ascon_aead_decrypt_final(ascon_aead_ctx *ctx, const uint8_t *tag, size_t tag_bytes) {
  uint8_t whole[ASCON_TAG_BYTES];
  if (!ctx || !tag) return ASCON_ERR_NULL;
  ASCON_CHECK(finish_text(ctx, PHASE_DECRYPT, whole, tag_bytes));
  int equal = ascon_equal(whole, tag, tag_bytes);
  ascon_clear(whole, sizeof whole);
  return equal ? ASCON_OK : ASCON_ERR_TAG;
}

/* ---- Named after the algorithm -------------------------------------------------------------- */

/* In a single-backend build each algorithm has its own mode functions, with constant parameters;
   out of line, so that the clearing of the stack reaches their frames. In a compact build they keep
   secrets in memory that they clear by name, and do the rest of the call too, once for both
   directions. */
#if ASCON_DIRECT && ASCON_COMPACT
#define ASCON_AEAD_FUNCTION(id)                                                                    \
  ASCON_NOINLINE ascon_result aead_##id(const aead_call *call, block_op op) {                      \
    return run_aead(&params_##id, aead_with, call, op);                                            \
  }
#define ASCON_RUN_NAMED_AEAD(id, call, op) aead_##id(call, op)
#elif ASCON_DIRECT
#define ASCON_AEAD_FUNCTION(id)                                                                    \
  ASCON_NOINLINE ascon_result aead_##id(const ascon_params *p, const aead_call *call,              \
                                        block_op op) {                                             \
    (void)p;                                                                                       \
    return aead_with(&params_##id, call, op);                                                      \
  }                                                                                                \
  ASCON_KEYED_FUNCTIONS(id)
#if ASCON_KEYED_CALLS
#define ASCON_KEYED_FUNCTIONS(id)                                                                  \
  ASCON_NOINLINE void absorb_##id(reg_keyed *keyed, const uint8_t *ad, size_t n) {                 \
    keyed_absorb(keyed, ad, n, &params_##id);                                                      \
  }                                                                                                \
  ASCON_NOINLINE void rest_##id(reg_keyed *keyed, block_op op, uint8_t *out, const uint8_t *in,    \
                                size_t n) {                                                        \
    if (op == OP_ENCRYPT) keyed_rest(keyed, OP_ENCRYPT, out, in, n, &params_##id);                 \
    else keyed_rest(keyed, OP_DECRYPT, out, in, n, &params_##id);                                  \
  }
#define ASCON_RUN_NAMED_AEAD(id, call, op)                                                         \
  (aead_is_keyed(&params_##id) ? run_keyed(&params_##id, call, op, absorb_##id, rest_##id)         \
                               : run_aead(&params_##id, aead_##id, call, op))

#define ASCON_AEAD_CALL ASCON_UNDIVIDED

ASCON_INLINE ascon_result run_keyed(const ascon_params *p, const aead_call *call, block_op op,
                                    keyed_absorb_function *absorb, keyed_rest_function *rest) {
#define ASCON_BY_ITSELF(fault)                                                                     \
  if (fault) return ASCON_ERR_NULL;                                                                \
  ASCON_APART();
  ASCON_AEAD_FAULTS(ASCON_BY_ITSELF, call)
#undef ASCON_BY_ITSELF
  ASCON_CHECK(check_tag_bytes(p, call->tag_bytes));
  return aead_run_keyed(op, p, call, absorb, rest);
}
#else
#define ASCON_KEYED_FUNCTIONS(id)
#define ASCON_RUN_NAMED_AEAD(id, call, op) run_aead(&params_##id, aead_##id, call, op)
#endif
#else
#define ASCON_AEAD_FUNCTION(id)
#define ASCON_RUN_NAMED_AEAD(id, call, op) run_aead(&params_##id, ASCON_ACTIVE(aead), call, op)
#endif

#ifndef ASCON_AEAD_CALL
#define ASCON_AEAD_CALL
#endif

#define ASCON_DEFINE_AEAD(id, ...)                                                                 \
  ASCON_AEAD_FUNCTION(id)                                                                          \
  ASCON_AEAD_CALL ascon_result ascon_##id##_encrypt(ASCON_ENCRYPT_ARGUMENTS) {                     \
    const aead_call call = ASCON_ENCRYPT_CALL;                                                     \
    return ASCON_RUN_NAMED_AEAD(id, &call, OP_ENCRYPT);                                            \
  }                                                                                                \
  ASCON_AEAD_CALL ascon_result ascon_##id##_decrypt(ASCON_DECRYPT_ARGUMENTS) {                     \
    const aead_call call = ASCON_DECRYPT_CALL;                                                     \
    return ASCON_RUN_NAMED_AEAD(id, &call, OP_DECRYPT);                                            \
  }                                                                                                \
  ascon_result ascon_##id##_encrypt_combined(                                                      \
      uint8_t *sealed, const uint8_t *plaintext, size_t text_bytes, const uint8_t *ad,             \
      size_t ad_bytes, const uint8_t *nonce, const uint8_t *key) {                                 \
    ASCON_CHECK(check_sealed(sealed, plaintext, text_bytes));                                      \
    return ascon_##id##_encrypt(sealed, sealed + text_bytes, ASCON_TAG_BYTES, plaintext,           \
                                text_bytes, ad, ad_bytes, nonce, key);                             \
  }                                                                                                \
  ascon_result ascon_##id##_decrypt_combined(                                                      \
      uint8_t *plaintext, const uint8_t *sealed, size_t sealed_bytes, const uint8_t *ad,           \
      size_t ad_bytes, const uint8_t *nonce, const uint8_t *key) {                                 \
    const size_t text_bytes = sealed_bytes - ASCON_TAG_BYTES;                                      \
    ASCON_CHECK(check_sealed(sealed, plaintext, text_bytes));                                      \
    return ascon_##id##_decrypt(plaintext, sealed, text_bytes, sealed + text_bytes,                \
                                ASCON_TAG_BYTES, ad, ad_bytes, nonce, key);                        \
  }                                                                                                \
  ascon_result ascon_##id##_init(ascon_aead_ctx *ctx, const uint8_t *nonce, const uint8_t *key) {  \
    return start_aead(ctx, &params_##id, nonce, key);                                              \
  }
ASCON_AEAD_ROWS(ASCON_DEFINE_AEAD)

#endif
