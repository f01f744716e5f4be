/* Checks of arguments and counts of random words that masked and leveled calls share. Used by
   aead.c, leveled.c and sponge.c. The checks of lengths and pointers themselves are those of
   core/modes/calls.h: here they are asked about shares 0. Checks read no secret, and come before
   any random word is drawn.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_MASKED_CHECKS_H
#define ASCON_MASKED_CHECKS_H

#include "state.h"
#include "../core/api/phases.h"
#include "../core/modes/calls.h"

/* A message of AEAD, as an ascon_message, with strings in shares or plain. */
typedef struct masked_call {
  ascon_masked_out out;
  ascon_masked_in in;
  size_t text_length;
  ascon_masked_out tag; /* decryption only reads it */
  size_t tag_length;
  ascon_masked_in ad;
  size_t ad_length;
  ascon_masked_in nonce;
  ascon_masked_in key;
} masked_call;

/* A tag that decryption only reads. */
INLINED ascon_masked_out as_output(ascon_masked_in tag) {
  return (ascon_masked_out){without_const(tag.data), tag.stride};
}

/* Shares of an output must not overlap: one would overwrite a part of a different one. */
INLINED ascon_result check_stride(ascon_masked_out out, size_t length) {
  return out.stride != 0 && out.stride < length ? ASCON_ERR_RANGE : ASCON_OK;
}

/* The kind first, then pointers, then lengths, as elsewhere. */
INLINED ascon_result check_masked_call(const ascon_masked_setup *setup,
                                       const ascon_algorithm *algorithm, const masked_call *call,
                                       operation op) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  if (missing_source(setup) || !setup->form) return ASCON_ERR_NULL;
  const ascon_message pointers = {.out = call->out.data,
                                  .in = call->in.data,
                                  .length = call->text_length,
                                  .tag = call->tag.data,
                                  .tag_length = call->tag_length,
                                  .ad = call->ad.data,
                                  .ad_length = call->ad_length,
                                  .nonce = call->nonce.data,
                                  .key = call->key.data};
  RETURN_IF_ERROR(check_aead(algorithm->params, &pointers));
  RETURN_IF_ERROR(check_stride(call->out, call->text_length));
  return op == OP_ENCRYPT ? check_stride(call->tag, call->tag_length) : ASCON_OK;
}

/* Whether a string of `length` bytes, with all its shares, overlaps a context.
   Calls that start a message refuse that: shares are not copied to other places. */
INLINED int lies_in(const void *context, size_t context_length, const ascon_masked_setup *setup,
                    ascon_masked_in string, size_t length) {
  const size_t last = string.stride ? (setup->scheme->shares - 1) * string.stride : 0;
  return length != 0 && overlap(context, context_length, string.data, last + length);
}

#endif
