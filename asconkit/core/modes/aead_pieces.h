/* AEAD in pieces: the steps of aead.h, on the state of a context. core/api/aead_pieces_calls.h
   checks arguments and the order of the calls, and clears the stack after each of these functions.
   One copy serves all algorithms: parameters come from the context.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_AEAD_PIECES_H
#define ASCON_AEAD_PIECES_H

#include "aead.h"
#include "parts.h"

/* Initialization. The context keeps the key for the end, padded with zeros. Nonce and key may lie
   in the context: both are read before anything is written. */
PIECES void ENTRY(aead_pieces_start)(ascon_aead_ctx *ctx, const params *p, const uint8_t *nonce,
                                     const uint8_t *key) {
  const held_key k = hold_key(p, key);
  uint8_t kept[sizeof ctx->key];
  state s;
  aead_initialize(&s, p, &k, nonce);
  for (size_t i = 0; i < sizeof kept; i++) kept[i] = i < p->key_length ? key[i] : 0;
  state_store(&ctx->state.words, &s);
  for (size_t i = 0; i < sizeof kept; i++) ctx->key[i] = kept[i];
  ctx->offset = 0;
}

/* Associated data (OP_ABSORB) or text (OP_ENCRYPT, OP_DECRYPT), n > 0 bytes. ctx->offset is how
   much of the current block has been filled: a full block is permuted at once. */
PIECES void ENTRY(aead_pieces_update)(ascon_aead_ctx *ctx, operation op, uint8_t *out,
                                      const uint8_t *in, size_t n) {
  state local, *s = state_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)duplex_piece(s, ctx->params, op, ctx->offset, out, in, n);
  state_close(&ctx->state.words, s);
}

/* The end of associated data. any: there has been some. Without any, not even padding is absorbed:
   aead_associated_data(). */
PIECES void ENTRY(aead_pieces_end_ad)(ascon_aead_ctx *ctx, int any) {
  const params *p = ctx->params;
  state local, *s = state_open(&local, &ctx->state.words);
  if (any) {
    pad(s, p, ctx->offset);
    permute(s, p->rounds_b);
  }
  domain_separate(s, p);
  ctx->offset = 0;
  state_close(&ctx->state.words, s);
}

/* The end of the text and finalization: writes the tag, or says whether the given one is
   genuine. The caller zeroizes the context. */
PIECES int ENTRY(aead_pieces_finish)(ascon_aead_ctx *ctx, operation op, uint8_t *tag,
                                     size_t tag_length) {
  const params *p = ctx->params;
  const held_key k = hold_key(p, ctx->key);
  state local, *s = state_open(&local, &ctx->state.words);
  pad(s, p, ctx->offset);
  const int genuine = aead_finalize(s, p, &k, op, tag, tag_length);
  state_close(&ctx->state.words, s);
  return genuine;
}

#endif
