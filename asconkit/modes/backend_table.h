/* What a backend offers to the rest of the library, in builds that choose one at run time: its
   instances of the modes, and the state operations for ascon_state and the conformance tests.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BACKEND_TABLE_H
#define ASCON_BACKEND_TABLE_H

#include "algorithms.h"
#include "calls.h"

/* One-shot calls. They check their arguments, and leave no secret on the stack or in registers. */
typedef ascon_result aead_function(const aead_call *call);
typedef ascon_result sponge_function(const sponge_call *call);

typedef struct aead_functions {
  aead_function *encrypt, *decrypt;
} aead_functions;

typedef struct ascon_backend {
  const char *name;
  const char *merit; /* why it is chosen where it is; for people */

  /* The choice, out of those whose `needs` the processor has: ASCON_CPU_* bits of platform/cpu.h.
     docs/choosing-a-backend.md has the figures. */
  unsigned needs;
  unsigned
      first_with; /* where the processor has all of these, it comes before all others; 0: nowhere */
  int preference; /* otherwise the highest is chosen */

  /* One-shot calls by algorithm: they check their arguments and clear what they leave behind. */
  aead_functions aead[AEAD_COUNT];
  sponge_function *sponge[SPONGE_COUNT];

  /* The rest has the names of the functions after it, which api/route.h calls by these names in
     all builds. Calls in pieces, whose arguments have been checked; clear_stack() follows. */
  void (*aead_pieces_start)(ascon_aead_ctx *ctx, const params *p, const uint8_t *nonce,
                            const uint8_t *key);
  void (*aead_pieces_update)(ascon_aead_ctx *ctx, operation op, uint8_t *out, const uint8_t *in,
                             size_t n);
  void (*aead_pieces_end_ad)(ascon_aead_ctx *ctx, int any);
  int (*aead_pieces_finish)(ascon_aead_ctx *ctx, operation op, uint8_t *tag, size_t tag_length);
  void (*sponge_pieces_start)(ascon_sponge_ctx *ctx, const params *p, const uint8_t *prefix,
                              size_t length);
  void (*sponge_pieces_absorb)(ascon_sponge_ctx *ctx, const uint8_t *in, size_t n);
  void (*sponge_pieces_end_absorb)(ascon_sponge_ctx *ctx);
  void (*sponge_pieces_squeeze)(ascon_sponge_ctx *ctx, uint8_t *out, size_t n);

  /* The state as contexts hold it: stored.h. */
  void (*stored_set)(ascon_words *stored, const uint64_t words[5]);
  void (*stored_permute)(ascon_words *stored, unsigned rounds);
  void (*stored_bytes)(ascon_words *stored, operation op, size_t offset, uint8_t *out,
                       const uint8_t *in, size_t n, byte_order order);
  size_t (*stored_blocks)(ascon_words *stored, const params *p, operation op, uint8_t *out,
                          const uint8_t *in, size_t n);

  void (*clear_stack)(void);
} ascon_backend;

#endif
