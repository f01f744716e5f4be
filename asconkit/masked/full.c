/* AEAD with all of the message on shares: associated data and text of core/modes/aead.h over the
   masked state. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "form.h"
#include "../core/modes/steps.h"

/* The end of associated data, once: its padding and the permutation if there was any, the bit that
   separates it from the text. Without any, not even padding is absorbed. */
OUTLINED void masked_enter_text(ascon_masked_aead_ctx *ctx, uint8_t phase) {
  if (ctx->phase == phase) return;
  if (ctx->phase == PHASE_AD) {
    pad(&ctx->state, ctx->params, ctx->offset);
    permute(&ctx->state, ctx->params->rounds_b);
  }
  domain_separate(&ctx->state, ctx->params);
  ctx->offset = 0;
}

/* From where the last piece ended. Modes hand on pointers; the strides go with the state. */
static void update(ascon_masked_aead_ctx *ctx, operation op, ascon_masked_out out,
                   ascon_masked_in in, size_t n) {
  if (op != OP_ABSORB) masked_enter_text(ctx, phase_of(op));
  if (n == 0) return;
  ctx->state.in_stride = in.stride;
  ctx->state.out_stride = out.stride;
  ctx->offset =
      (uint8_t)duplex_piece(&ctx->state, ctx->params, op, ctx->offset, out.data, in.data, n);
}

const ascon_masked_form ascon_masked_full = {update, NULL, NULL};
