/* Every mode, written once over the state interface. SPDX-License-Identifier: Apache-2.0 OR MIT

   Included after a backend's backend.h. Nothing here knows a processor or an algorithm. Arguments
   have been checked by the callers. */
#ifndef ASCON_MODES_H
#define ASCON_MODES_H

#include "backend.h"
#include "blocks.h"

/* ---- Duplex: what all modes are made of ----------------------------------------------------- */

ASCON_INLINE ascon_order order_of(const ascon_params *p) { return (ascon_order)p->order; }

/* Puts n bytes through the state from byte `offset` of a block on, with p[b] after each full
   block; returns the new offset. The state is never left with a full block. */
ASCON_MODE size_t duplex(ascon_reg *s, block_op op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, const ascon_params *p) {
  size_t done = 0;
  if (offset != 0) {
    done = ascon_min(n, p->rate - offset);
    reg_bytes(s, op, offset, out, in, done, order_of(p));
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
  reg_bytes(s, op, 0, out, in, left, order_of(p));
  return left;
}

ASCON_INLINE void pad(ascon_reg *s, size_t offset, const ascon_params *p) {
  uint8_t byte = ascon_pad_byte(p);
  reg_xor_bytes(s, offset, &byte, 1, order_of(p));
  ASCON_TRACE("pad", s);
}

ASCON_INLINE void separate(ascon_reg *s, const ascon_params *p) {
  uint8_t byte = ascon_separator_byte(p);
  reg_xor_bytes(s, ASCON_SEPARATOR_OFFSET, &byte, 1, order_of(p));
  ASCON_TRACE("separate", s);
}

ASCON_INLINE void xor_key(ascon_reg *s, size_t offset, const uint8_t *key, size_t n,
                          const ascon_params *p) {
  reg_xor_bytes(s, offset, key, n, order_of(p));
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
  reg_xor_bytes(s, 24 - p->key_bytes, key, p->key_bytes, order_of(p));
  reg_xor_bytes(s, 24, nonce, ASCON_NONCE_BYTES, order_of(p));
  if (p->nonce_mask) reg_xor_bytes(s, 24, key + 16, ASCON_NONCE_BYTES, order_of(p));
  ASCON_TRACE("init", s);
  reg_permute(s, p->a);
  xor_key(s, ASCON_STATE_BYTES - p->key_bytes, key, p->key_bytes, p);
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

ASCON_MODE void aead_run(ascon_reg *s, block_op op, const ascon_params *p, const aead_call *call) {
  aead_start(s, call->nonce, call->key, p);
  size_t offset = 0;
  if (call->ad_bytes) offset = duplex(s, OP_ABSORB, 0, NULL, call->ad, call->ad_bytes, p);
  aead_close_ad(s, offset, call->ad_bytes, p);
  offset = duplex(s, op, 0, call->out, call->in, call->text_bytes, p);
  aead_finish(s, offset, call->key, p);
}

ASCON_MODE void mode_aead_encrypt(const ascon_params *p, const aead_call *call) {
  ascon_reg s;
  aead_run(&s, OP_ENCRYPT, p, call);
  reg_get_bytes(&s, 24, call->tag_out, call->tag_bytes, order_of(p));
  ascon_clear(&s, sizeof s);
}

/* 0 if equal: OR over all differences, then the only bit of the result that is made public. */
ASCON_INLINE unsigned differ(const uint8_t *a, const uint8_t *b, size_t n) {
  unsigned difference = 0;
  for (size_t i = 0; i < n; i++) difference |= (unsigned)(a[i] ^ b[i]);
  difference = (difference + 255u) >> 8;
  ASCON_DECLASSIFY(&difference, sizeof difference);
  return difference;
}

ASCON_MODE ascon_result mode_aead_decrypt(const ascon_params *p, const aead_call *call) {
  ascon_reg s;
  uint8_t tag[ASCON_TAG_BYTES];
  aead_run(&s, OP_DECRYPT, p, call);
  reg_get_bytes(&s, 24, tag, ASCON_TAG_BYTES, order_of(p));
  unsigned wrong = differ(tag, call->tag_in, call->tag_bytes);
  ascon_clear(&s, sizeof s);
  ascon_clear(tag, sizeof tag);
  if (wrong == 0) return ASCON_OK;
  if (call->text_bytes) ascon_clear(call->out, call->text_bytes);
  return ASCON_ERR_TAG;
}

ASCON_MODE void mode_aead_init(ascon_aead_ctx *ctx, const uint8_t *nonce, const uint8_t *key) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  const ascon_params *p = ctx->params;
  aead_start(s, nonce, key, p);
  for (size_t i = 0; i < p->key_bytes; i++) ctx->key[i] = key[i];
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_MODE void mode_aead_update(ascon_aead_ctx *ctx, block_op op, uint8_t *out, const uint8_t *in,
                                 size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)duplex(s, op, ctx->offset, out, in, n, ctx->params);
  reg_close(&ctx->state.words, s);
}

ASCON_MODE void mode_aead_end_ad(ascon_aead_ctx *ctx, size_t any) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  aead_close_ad(s, ctx->offset, any, ctx->params);
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_MODE void mode_aead_final(ascon_aead_ctx *ctx, uint8_t tag[16]) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  aead_finish(s, ctx->offset, ctx->key, ctx->params);
  reg_get_bytes(s, 24, tag, ASCON_TAG_BYTES, order_of(ctx->params));
  reg_close(&ctx->state.words, s);
}

/* ---- Hash, XOF, CXOF (SP 800-232, section 5), MAC and PRF (ePrint 2021/1574) ----------------- */

/* CXOF128: the length in bits, as a block of its own, then the padded string. */
ASCON_MODE void absorb_customization(ascon_reg *s, const uint8_t *z, size_t n,
                                     const ascon_params *p) {
  uint8_t length[8];
  ascon_store64(length, (uint64_t)n * 8, order_of(p));
  (void)duplex(s, OP_ABSORB, 0, NULL, length, sizeof length, p);
  pad(s, duplex(s, OP_ABSORB, 0, NULL, z, n, p), p);
  reg_permute(s, p->b);
}

ASCON_MODE void sponge_start(ascon_reg *s, const uint8_t *secret, size_t n, const ascon_params *p) {
  if (p->initial) {
    reg_init(s, p->initial);
  } else {
    start(s, p->iv);
    if (p->key_bytes) reg_xor_bytes(s, 8, secret, p->key_bytes, order_of(p));
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
    reg_bytes(s, OP_SQUEEZE, offset, out, NULL, take, order_of(p));
    if (take == n) return offset + take;
    out += take, n -= take;
    reg_permute(s, p->b);
  }
  size_t done = 0;
  if (n > p->squeeze_rate)
    done = reg_blocks(s, OP_SQUEEZE, out, NULL, n, p->squeeze_rate, p->b, order_of(p));
  reg_bytes(s, OP_SQUEEZE, 0, out + done, NULL, n - done, order_of(p));
  return n - done;
}

ASCON_MODE void mode_sponge(const ascon_params *p, const sponge_call *call) {
  ascon_reg s;
  sponge_start(&s, call->secret, call->secret_bytes, p);
  sponge_finish(&s, duplex(&s, OP_ABSORB, 0, NULL, call->in, call->bytes, p), p);
  (void)squeeze(&s, 0, call->out, call->out_bytes, p);
  ascon_clear(&s, sizeof s);
}

ASCON_MODE void mode_sponge_init(ascon_sponge_ctx *ctx, const uint8_t *secret, size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  sponge_start(s, secret, n, ctx->params);
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_MODE void mode_sponge_absorb(ascon_sponge_ctx *ctx, const uint8_t *in, size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)duplex(s, OP_ABSORB, ctx->offset, NULL, in, n, ctx->params);
  reg_close(&ctx->state.words, s);
}

ASCON_MODE void mode_sponge_end_absorb(ascon_sponge_ctx *ctx) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  sponge_finish(s, ctx->offset, ctx->params);
  ctx->offset = 0;
  reg_close(&ctx->state.words, s);
}

ASCON_MODE void mode_sponge_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t n) {
  ascon_reg local, *s = reg_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)squeeze(s, ctx->offset, out, n, ctx->params);
  reg_close(&ctx->state.words, s);
}

/* ---- PrfShort (ePrint 2021/1574) ------------------------------------------------------------- */

/* The IV carries the message length in bits; the message, padded with zeros, takes the place of a
   nonce, and the key is added to what is kept. */
ASCON_MODE void mode_prfshort(const ascon_params *p, const sponge_call *call) {
  ascon_reg s;
  start(&s, p->iv + ((uint64_t)call->bytes * 8 << 48));
  reg_xor_bytes(&s, 8, call->secret, p->key_bytes, order_of(p));
  reg_xor_bytes(&s, 24, call->in, call->bytes, order_of(p));
  ASCON_TRACE("init", &s);
  reg_permute(&s, p->a);
  xor_key(&s, 24, call->secret, p->key_bytes, p);
  reg_get_bytes(&s, 24, call->out, call->out_bytes, order_of(p));
  ascon_clear(&s, sizeof s);
}

#endif
