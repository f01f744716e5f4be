/* What a backend offers to the rest of the library: the modes over its state, and the state
   operations themselves for ascon_state and for the conformance tests.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BACKEND_H
#define ASCON_BACKEND_H

#include "state.h"

/* Arguments of the one-shot calls, in the order of decryption's. */
typedef struct aead_call {
  uint8_t *out;
  const uint8_t *in;
  size_t text_bytes;
  union {
    uint8_t *out;
    const uint8_t *in;
  } tag;
  size_t tag_bytes;
  const uint8_t *ad;
  size_t ad_bytes;
  const uint8_t *nonce;
  const uint8_t *key;
} aead_call;

typedef struct sponge_call {
  uint8_t *out;
  size_t out_bytes;
  const uint8_t *in;
  size_t bytes;
  const uint8_t *secret; /* key or customization string */
  size_t secret_bytes;
} sponge_call;

typedef struct ascon_backend {
  const char *name;
  int (*available)(unsigned features);  /* ascon_cpu_features() it can run on */
  int (*preference)(unsigned features); /* there, the highest available one is chosen */

  void (*init)(ascon_words *words, const uint64_t lanes[5]);
  void (*permute)(ascon_words *words, unsigned rounds);
  void (*bytes)(ascon_words *words, block_op op, size_t offset, uint8_t *out, const uint8_t *in,
                size_t n, ascon_order order);
  size_t (*blocks)(ascon_words *words, block_op op, uint8_t *out, const uint8_t *in, size_t n,
                   size_t rate, unsigned rounds, ascon_order order);

  void (*clear_stack)(void); /* after a public call: see secrets.h */

  ascon_result (*aead)(const ascon_params *p, const aead_call *call,
                       block_op op); /* en-, decrypt */
  void (*aead_init)(ascon_aead_ctx *ctx, const uint8_t *nonce, const uint8_t *key);
  void (*aead_update)(ascon_aead_ctx *ctx, block_op op, uint8_t *out, const uint8_t *in, size_t n);
  void (*aead_end_ad)(ascon_aead_ctx *ctx, size_t any);
  void (*aead_final)(ascon_aead_ctx *ctx, uint8_t tag[16]);
  ascon_result (*sponge)(const ascon_params *p, const sponge_call *call);
  void (*sponge_init)(ascon_sponge_ctx *ctx, const uint8_t *secret, size_t bytes);
  void (*sponge_absorb)(ascon_sponge_ctx *ctx, const uint8_t *in, size_t n);
  void (*sponge_end_absorb)(ascon_sponge_ctx *ctx);
  void (*sponge_squeeze)(ascon_sponge_ctx *ctx, uint8_t *out, size_t n);
  ascon_result (*prfshort)(const ascon_params *p, const sponge_call *call);
} ascon_backend;

#endif
