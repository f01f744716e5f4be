/* How much of an AEAD message is computed on shares: a form is what the calls of aead.c do between
   initialization and finalization, which are on shares in all forms. Each form is a file of its
   own, so that a program has those that it names.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_MASKED_FORM_H
#define ASCON_MASKED_FORM_H

#include "state.h"
#include "../core/api/phases.h"

struct ascon_masked_form {
  /* The next n bytes of associated data (OP_ABSORB) or of text. The first text ends associated
     data, also with n = 0; ctx->phase says what came before. */
  void (*update)(ascon_masked_aead_ctx *ctx, operation op, ascon_masked_out out, ascon_masked_in in,
                 size_t n);
  /* Leveled: from the shares of the state to state.words.plain after initialization, and back
     before finalization, with ctx->offset. NULL: the state stays in shares. */
  void (*to_plain)(ascon_masked_aead_ctx *ctx, const ascon_algorithm *algorithm);
  void (*to_shares)(ascon_masked_aead_ctx *ctx);
};

/* Whether associated data and text must be plain. */
INLINED int is_leveled(const ascon_masked_form *form) { return form->to_plain != NULL; }

/* What a context has done last. */
INLINED uint8_t phase_of(operation op) {
  if (op == OP_ABSORB) return PHASE_AD;
  return op == OP_ENCRYPT ? PHASE_ENCRYPT : PHASE_DECRYPT;
}

#endif
