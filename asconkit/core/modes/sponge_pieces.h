/* Hash, XOF, CXOF, MAC and PRF in pieces: the steps of sponge.h, on the state of a context.
   core/api/sponge_pieces_calls.h checks arguments and the order of the calls, and clears the stack
   after each of these functions. One copy serves all algorithms: parameters come from the context.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SPONGE_PIECES_H
#define ASCON_SPONGE_PIECES_H

#include "parts.h"
#include "sponge.h"

/* Initialization. prefix: a key, or a customization string, which may lie in the context. */
PIECES void ENTRY(sponge_pieces_start)(ascon_sponge_ctx *ctx, const params *p,
                                       const uint8_t *prefix, size_t length) {
  state s;
  sponge_initialize(&s, p, prefix, length);
  state_store(&ctx->state.words, &s);
  ctx->offset = 0;
}

/* n > 0 bytes of message. ctx->offset is how much of the current block has been filled. */
PIECES void ENTRY(sponge_pieces_absorb)(ascon_sponge_ctx *ctx, const uint8_t *in, size_t n) {
  state local, *s = state_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)duplex_piece(s, ctx->params, OP_ABSORB, ctx->offset, NULL, in, n);
  state_close(&ctx->state.words, s);
}

/* The padding of the message, and the permutation before the output. */
PIECES void ENTRY(sponge_pieces_end_absorb)(ascon_sponge_ctx *ctx) {
  state local, *s = state_open(&local, &ctx->state.words);
  pad(s, ctx->params, ctx->offset);
  sponge_end_absorb(s, ctx->params);
  ctx->offset = 0;
  state_close(&ctx->state.words, s);
}

/* The next n > 0 bytes of output. Here ctx->offset is how much of the current block has been given
   out: a block that is used up is replaced when more is asked for. */
PIECES void ENTRY(sponge_pieces_squeeze)(ascon_sponge_ctx *ctx, uint8_t *out, size_t n) {
  state local, *s = state_open(&local, &ctx->state.words);
  ctx->offset = (uint8_t)squeeze_piece(s, ctx->params, ctx->offset, out, n);
  state_close(&ctx->state.words, s);
}

#endif
