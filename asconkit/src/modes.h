/* Every mode, written once over the state interface. SPDX-License-Identifier: Apache-2.0 OR MIT

   Included after a backend's backend.h. Nothing here knows a processor or an algorithm. Arguments
   have been checked by the callers. */
#ifndef ASCON_MODES_H
#define ASCON_MODES_H

#include "backend.h"
#include "blocks.h"

/* ---- Duplex: what all modes are made of ----------------------------------------------------- */

ASCON_INLINE ascon_order order_of(const ascon_params *p) { return (ascon_order)p->order; }

ASCON_INLINE void take_in(ascon_reg *s, size_t offset, const uint8_t *in, size_t n,
                          const ascon_params *p) {
  transfer(s, OP_ABSORB, offset, NULL, in, n, order_of(p));
}

ASCON_INLINE void give_out(ascon_reg *s, size_t offset, uint8_t *out, size_t n,
                           const ascon_params *p) {
  transfer(s, OP_SQUEEZE, offset, out, NULL, n, order_of(p));
}

ASCON_INLINE void transfer_some(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                                const uint8_t *in, size_t n, const ascon_params *p) {
  if (n == 0) return;
  transfer(s, op, offset, out, in, n, order_of(p));
  trace_op(op, s);
}

/* Puts n bytes through the state from byte `offset` of a block on, with p[b] after each full
   block; returns the new offset. The state is never left with a full block. */
ASCON_MODE size_t duplex(ascon_reg *s, block_op op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, const ascon_params *p) {
  size_t done = 0;
  if (offset != 0) {
    done = ascon_min(n, p->rate - offset);
    transfer_some(s, op, offset, out, in, done, p);
    if (offset + done < p->rate) return offset + done;
    reg_permute(s, p->b);
    if (done == n) return 0;
    in += done;
    if (op != OP_ABSORB) out += done;
  }
  size_t left = n - done;
  if (left >= p->rate) {
    done = reg_blocks(s, op, out, in, left, p->rate, p->b, order_of(p));
    left -= done;
    if (left == 0) return 0;
    in += done;
    if (op != OP_ABSORB) out += done;
  }
  transfer_some(s, op, 0, out, in, left, p);
  return left;
}

ASCON_INLINE void pad(ascon_reg *s, size_t offset, const ascon_params *p) {
  reg_xor_byte(s, offset, ascon_pad_byte(p), order_of(p));
  ASCON_TRACE("pad", s);
}

ASCON_INLINE void separate(ascon_reg *s, const ascon_params *p) {
  reg_xor_byte(s, ASCON_SEPARATOR_OFFSET, ascon_separator_byte(p), order_of(p));
  ASCON_TRACE("separate", s);
}

ASCON_INLINE void xor_key(ascon_reg *s, size_t offset, const uint8_t *key, size_t n,
                          const ascon_params *p) {
  take_in(s, offset, key, n, p);
  ASCON_TRACE("key", s);
}

ASCON_INLINE void start(ascon_reg *s, uint64_t iv) {
  const uint64_t lanes[5] = {iv, 0, 0, 0, 0};
  reg_init(s, lanes);
}

/* ---- AEAD: SP 800-232, section 4.1; Ascon v1.2, section 2.4 --------------------------------- */

/* IV || K || N fills the state: the key stands before the nonce, over the end of the IV's word. */
ASCON_MODE void aead_start(ascon_reg *s, const uint8_t *nonce, const uint8_t *key,
                           const ascon_params *p) {
  start(s, p->iv);
  take_in(s, 24u - p->key_bytes, key, p->key_bytes, p);
  take_in(s, 24, nonce, ASCON_NONCE_BYTES, p);
  if (p->nonce_mask) take_in(s, 24, key + 16, ASCON_NONCE_BYTES, p);
  ASCON_TRACE("init", s);
  reg_permute(s, p->a);
  xor_key(s, (size_t)ASCON_STATE_BYTES - p->key_bytes, key, p->key_bytes, p);
}

ASCON_INLINE void aead_close_ad(ascon_reg *s, size_t offset, size_t any, const ascon_params *p) {
  if (any) {
    pad(s, offset, p);
    reg_permute(s, p->b);
  }
  separate(s, p);
}

/* Leaves the tag in the last 16 bytes of the state. */
ASCON_MODE void aead_finish(ascon_reg *s, size_t offset, const uint8_t *key,
                            const ascon_params *p) {
  pad(s, offset, p);
  xor_key(s, p->rate, key, p->key_bytes, p);
  reg_permute(s, p->a);
  xor_key(s, ASCON_STATE_BYTES - 16, key + p->key_bytes - 16, 16, p);
}

/* The computed tag never leaves; a wrong one erases the text. */
ASCON_INLINE ascon_result check_tag(ascon_reg *s, const ascon_params *p, const aead_call *call) {
  uint8_t tag[ASCON_TAG_BYTES];
  give_out(s, 24, tag, ASCON_TAG_BYTES, p);
  unsigned wrong = ascon_differ(tag, call->tag_in, call->tag_bytes);
  ascon_clear(tag, sizeof tag);
  if (wrong == 0) return ASCON_OK;
  if (call->text_bytes) ascon_clear(call->out, call->text_bytes);
  return ASCON_ERR_TAG;
}

ASCON_INLINE ascon_result aead_run(block_op op, const ascon_params *p, const aead_call *call) {
  ascon_reg s;
  ascon_result result = ASCON_OK;
  size_t offset = 0;
  aead_start(&s, call->nonce, call->key, p);
  if (call->ad_bytes) offset = duplex(&s, OP_ABSORB, 0, NULL, call->ad, call->ad_bytes, p);
  aead_close_ad(&s, offset, call->ad_bytes, p);
  offset = duplex(&s, op, 0, call->out, call->in, call->text_bytes, p);
  aead_finish(&s, offset, call->key, p);
  if (op == OP_ENCRYPT) give_out(&s, 24, call->tag_out, call->tag_bytes, p);
  else result = check_tag(&s, p, call);
  ascon_clear(&s, sizeof s);
  return result;
}

/* For speed each direction has code of its own. */
ASCON_MODE ascon_result aead_with(const ascon_params *p, const aead_call *call) {
#if ASCON_INLINE_PERM
  if (call->op == OP_ENCRYPT) return aead_run(OP_ENCRYPT, p, call);
  return aead_run(OP_DECRYPT, p, call);
#else
  return aead_run(call->op, p, call);
#endif
}

/* The entry points for an algorithm that is known only at run time. With several backends they
   enter the copy that was compiled for its form. Out of line, so that ascon_clear_stack(), called
   by their callers, reaches their frames. */
#define ASCON_ENTRY ASCON_NOINLINE
#if ASCON_INLINE_MODE && !ASCON_DIRECT
#define ASCON_OTHERWISE(with) return ASCON_ERR_ALGORITHM /* not reached: all rows have a form */
#define ASCON_IN_FORM(with, rate_, squeeze_, b_, order_, key_)                                     \
  if (p->rate == rate_ && p->b == b_ && p->order == order_ && p->key_bytes == key_) {              \
    ascon_params known = *p;                                                                       \
    known.rate = rate_, known.squeeze_rate = squeeze_, known.b = b_;                               \
    known.order = order_, known.key_bytes = key_;                                                  \
    return with(&known, call);                                                                     \
  }
#else
#define ASCON_OTHERWISE(with) return with(p, call)
#define ASCON_IN_FORM(with, rate_, squeeze_, b_, order_, key_)
#endif

#define ASCON_AEAD_FORM(...) ASCON_IN_FORM(aead_with, __VA_ARGS__)
#define ASCON_SPONGE_FORM(...) ASCON_IN_FORM(sponge_with, __VA_ARGS__)

ASCON_ENTRY ascon_result mode_aead(const ascon_params *p, const aead_call *call) {
  ASCON_AEAD_FORMS(ASCON_AEAD_FORM)
  ASCON_OTHERWISE(aead_with);
}

ASCON_ENTRY void mode_aead_init(ascon_aead_ctx *ctx, const uint8_t *nonce, const uint8_t *key) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  const ascon_params *p = ctx->params;
  aead_start(s, nonce, key, p);
  for (size_t i = 0; i < sizeof ctx->key; i++) ctx->key[i] = i < p->key_bytes ? key[i] : 0;
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_aead_update(ascon_aead_ctx *ctx, block_op op, uint8_t *out, const uint8_t *in,
                                  size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)duplex(s, op, ctx->offset, out, in, n, ctx->params);
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_aead_end_ad(ascon_aead_ctx *ctx, size_t any) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  aead_close_ad(s, ctx->offset, any, ctx->params);
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_aead_final(ascon_aead_ctx *ctx, uint8_t tag[16]) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  aead_finish(s, ctx->offset, ctx->key, ctx->params);
  give_out(s, 24, tag, ASCON_TAG_BYTES, ctx->params);
  reg_close(&ctx->state.words, s);
}

/* ---- Hash, XOF, CXOF (SP 800-232, section 5), MAC and PRF (ePrint 2021/1574) ----------------- */

/* CXOF128: the length in bits, as a block of its own, then the padded string. */
ASCON_MODE void absorb_customization(ascon_reg *s, const uint8_t *z, size_t n,
                                     const ascon_params *p) {
  uint8_t length[8];
  ascon_store64(length, (uint64_t)n * 8, order_of(p));
  transfer_some(s, OP_ABSORB, 0, NULL, length, sizeof length, p);
  reg_permute(s, p->b);
  pad(s, duplex(s, OP_ABSORB, 0, NULL, z, n, p), p);
  reg_permute(s, p->b);
}

ASCON_MODE void sponge_start(ascon_reg *s, const uint8_t *secret, size_t n, const ascon_params *p) {
  if (p->initial) {
    reg_init(s, p->initial);
  } else {
    start(s, p->iv);
    if (p->key_bytes) take_in(s, 8, secret, p->key_bytes, p);
    ASCON_TRACE("init", s);
    reg_permute(s, p->a);
  }
  if (p->kind == ASCON_KIND_CXOF) absorb_customization(s, secret, n, p);
}

ASCON_MODE void sponge_finish(ascon_reg *s, size_t offset, const ascon_params *p) {
  pad(s, offset, p);
  if (p->key_bytes) separate(s, p);
  reg_permute(s, p->a);
}

/* Writes n bytes of output from byte `offset` of the current block on; returns the new offset. A
   used-up block is replaced only when more is asked for. */
ASCON_MODE size_t squeeze(ascon_reg *s, size_t offset, uint8_t *out, size_t n,
                          const ascon_params *p) {
  if (n == 0) return offset;
  if (offset == p->squeeze_rate) {
    reg_permute(s, p->b);
    offset = 0;
  }
  if (offset != 0) {
    size_t take = ascon_min(n, p->squeeze_rate - offset);
    give_out(s, offset, out, take, p);
    if (take == n) return offset + take;
    out += take, n -= take;
    reg_permute(s, p->b);
  }
  size_t done = 0;
  if (n > p->squeeze_rate)
    done = reg_blocks(s, OP_SQUEEZE, out, NULL, n, p->squeeze_rate, p->b, order_of(p));
  give_out(s, 0, out + done, n - done, p);
  return n - done;
}

ASCON_MODE ascon_result sponge_with(const ascon_params *p, const sponge_call *call) {
  ascon_reg s;
  sponge_start(&s, call->secret, call->secret_bytes, p);
  sponge_finish(&s, duplex(&s, OP_ABSORB, 0, NULL, call->in, call->bytes, p), p);
  (void)squeeze(&s, 0, call->out, call->out_bytes, p);
  ascon_clear(&s, sizeof s);
  return ASCON_OK;
}

ASCON_ENTRY ascon_result mode_sponge(const ascon_params *p, const sponge_call *call) {
  ASCON_SPONGE_FORMS(ASCON_SPONGE_FORM)
  ASCON_OTHERWISE(sponge_with);
}

ASCON_ENTRY void mode_sponge_init(ascon_sponge_ctx *ctx, const uint8_t *secret, size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  sponge_start(s, secret, n, ctx->params);
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_sponge_absorb(ascon_sponge_ctx *ctx, const uint8_t *in, size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)duplex(s, OP_ABSORB, ctx->offset, NULL, in, n, ctx->params);
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_sponge_end_absorb(ascon_sponge_ctx *ctx) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  sponge_finish(s, ctx->offset, ctx->params);
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_ENTRY void mode_sponge_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)squeeze(s, ctx->offset, out, n, ctx->params);
  reg_close(&ctx->state.words, s);
}

/* ---- PrfShort (ePrint 2021/1574) ------------------------------------------------------------- */

/* The IV carries the message length in bits; the message, padded with zeros, takes the place of a
   nonce, and the key is added to what is kept. */
ASCON_MODE ascon_result prfshort_with(const ascon_params *p, const sponge_call *call) {
  ascon_reg s;
  start(&s, p->iv + ((uint64_t)call->bytes * 8 << 48));
  take_in(&s, 8, call->secret, p->key_bytes, p);
  take_in(&s, 24, call->in, call->bytes, p);
  ASCON_TRACE("init", &s);
  reg_permute(&s, p->a);
  xor_key(&s, 24, call->secret, p->key_bytes, p);
  give_out(&s, 24, call->out, call->out_bytes, p);
  ascon_clear(&s, sizeof s);
  return ASCON_OK;
}

ASCON_ENTRY ascon_result mode_prfshort(const ascon_params *p, const sponge_call *call) {
  return prfshort_with(p, call);
}

#endif
