/* What a backend offers to the rest of the library, in builds that choose one at run time, beside
   the description by which it is chosen: functions, which core/api/dispatched.h has in rows.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BACKEND_TABLE_H
#define ASCON_BACKEND_TABLE_H

#include "calls.h"
#include "parts.h"

/* Whole messages. They check their arguments, and leave no secret on the stack or in registers. */
typedef ascon_result message_function(const ascon_message *m);

/* What each backend has of an algorithm, for calls that take it as an argument: by the backend's
   number. */
typedef struct ascon_rows {
  const params *const *params;
  message_function *const *encrypt, *const *decrypt; /* AEAD */
  message_function *const *compute;                  /* the others */
} algorithm_rows;

/* The row of an algorithm for a context with this state: that of its backend. In a build with one
   backend there is one. */
INLINED const params *row_of(const ascon_algorithm *algorithm, const ascon_state *owner) {
  return algorithm->rows ? algorithm->rows->params[owner->backend] : algorithm->params;
}

/* Calls in pieces, whose arguments have been checked; clear_stack() follows. */
typedef void aead_pieces_start_function(ascon_aead_ctx *ctx, const params *p, const uint8_t *nonce,
                                        const uint8_t *key);
typedef void aead_pieces_update_function(ascon_aead_ctx *ctx, operation op, uint8_t *out,
                                         const uint8_t *in, size_t n);
typedef void aead_pieces_end_ad_function(ascon_aead_ctx *ctx, int any);
typedef int aead_pieces_finish_function(ascon_aead_ctx *ctx, operation op, uint8_t *tag,
                                        size_t tag_length);
typedef void sponge_pieces_start_function(ascon_sponge_ctx *ctx, const params *p,
                                          const uint8_t *prefix, size_t length);
typedef void sponge_pieces_absorb_function(ascon_sponge_ctx *ctx, const uint8_t *in, size_t n);
typedef void sponge_pieces_end_absorb_function(ascon_sponge_ctx *ctx);
typedef void sponge_pieces_squeeze_function(ascon_sponge_ctx *ctx, uint8_t *out, size_t n);

/* The state as contexts hold it: stored.h. */
typedef void stored_set_function(ascon_words *stored, const uint64_t words[5]);
typedef void stored_permute_function(ascon_words *stored, unsigned rounds);
typedef void stored_bytes_function(ascon_words *stored, operation op, size_t offset, uint8_t *out,
                                   const uint8_t *in, size_t n, byte_order order);
typedef void clear_stack_function(void);

#endif
