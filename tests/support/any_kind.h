/* Calls with arguments in place of an ascon_message, and for messages in pieces. For tests,
   benchmarks and tools in C and C++ that go through all algorithms.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "../../asconkit/ascon_any.h"

/* The inputs other than the text. An algorithm reads the fields that its kind has. */
typedef struct any_input {
  const uint8_t *key;           /* MAC, PRF, PrfShort */
  const uint8_t *customization; /* CXOF */
  size_t customization_bytes;
} any_input;

/* The whole computation. `out` has algorithm->output_bytes, or `out_bytes` where any length will
   do; it may be the same as `text`. */
static inline ascon_result any_compute(const ascon_algorithm *algorithm, uint8_t *out,
                                       size_t out_bytes, const uint8_t *text, size_t text_bytes,
                                       any_input in) {
  ascon_message m;
  m.out = m.tag = out, m.out_length = out_bytes;
  m.in = text, m.length = text_bytes;
  m.key = in.key, m.ad = in.customization, m.ad_length = in.customization_bytes;
  return ascon_any_run(algorithm, ASCON_COMPUTE, &m);
}

static inline ascon_result any_mac_verify(const ascon_algorithm *algorithm, const uint8_t *tag,
                                          const uint8_t *text, size_t text_bytes,
                                          const uint8_t *key) {
  ascon_message m;
  m.tag = (uint8_t *)(uintptr_t)tag;
  m.in = text, m.length = text_bytes, m.key = key;
  return ascon_any_run(algorithm, ASCON_VERIFY, &m);
}

/* AEAD, with the arguments of ascon_aead128_encrypt(). */
static inline ascon_result any_encrypt(const ascon_algorithm *algorithm, uint8_t *ciphertext,
                                       uint8_t *tag, size_t tag_length, const uint8_t *plaintext,
                                       size_t length, const uint8_t *ad, size_t ad_length,
                                       const uint8_t *nonce, const uint8_t *key) {
  ascon_message m;
  m.out = ciphertext, m.in = plaintext, m.length = length;
  m.tag = tag, m.tag_length = tag_length;
  m.ad = ad, m.ad_length = ad_length, m.nonce = nonce, m.key = key;
  return ascon_any_run(algorithm, ASCON_ENCRYPT, &m);
}

static inline ascon_result any_decrypt(const ascon_algorithm *algorithm, uint8_t *plaintext,
                                       const uint8_t *ciphertext, size_t length, const uint8_t *tag,
                                       size_t tag_length, const uint8_t *ad, size_t ad_length,
                                       const uint8_t *nonce, const uint8_t *key) {
  ascon_message m;
  m.out = plaintext, m.in = ciphertext, m.length = length;
  m.tag = (uint8_t *)(uintptr_t)tag, m.tag_length = tag_length;
  m.ad = ad, m.ad_length = ad_length, m.nonce = nonce, m.key = key;
  return ascon_any_run(algorithm, ASCON_DECRYPT, &m);
}

/* ---- In pieces: any_init(), then ascon_any_sponge_update() and any_output() ----------------- */

/* PrfShort has no pieces. */
static inline ascon_result any_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                    any_input in) {
  if (algorithm->kind == ASCON_KIND_CXOF)
    return ascon_any_sponge_init(ctx, algorithm, in.customization, in.customization_bytes);
  return ascon_any_sponge_init(ctx, algorithm, algorithm->key_bytes ? in.key : NULL,
                               algorithm->key_bytes);
}

/* Whether any_output() gives a digest or MAC of fixed length, once, and zeroizes the context.
   Otherwise each call gives the next bytes. */
static inline int any_output_is_final(const ascon_algorithm *algorithm) {
  return algorithm->kind == ASCON_KIND_HASH || algorithm->kind == ASCON_KIND_MAC;
}

/* `out_bytes` is read where any length will do. */
static inline ascon_result any_output(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                      uint8_t *out, size_t out_bytes) {
  const size_t length = any_output_is_final(algorithm) ? algorithm->output_bytes : out_bytes;
  return ascon_any_sponge_squeeze(ctx, out, length);
}
