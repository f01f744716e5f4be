/* libsodium, ChaCha20-Poly1305 of RFC 8439. Its choice among implementations is made by the call
   for the published answer, before anything is counted. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "peer.h"

#include <string.h>

#include "crypto_aead_chacha20poly1305.h"
#include "private/common.h"
#include "private/implementations.h"
#include "runtime.h"

/* What it takes from its utils.c, which needs an operating system. */
void sodium_memzero(void *const p, const size_t length) {
  memset(p, 0, length);
  __asm__ volatile("" : : "r"(p) : "memory");
}

void sodium_misuse(void) { __builtin_trap(); }

static void choose(void) {
  static int chosen;
  if (chosen) return;
  _sodium_runtime_get_cpu_features();
  _crypto_onetimeauth_poly1305_pick_best_implementation();
  _crypto_stream_chacha20_pick_best_implementation();
  chosen = 1;
}

int peer_encrypt(uint8_t *out, uint8_t *tag, size_t tag_length, const uint8_t *in, size_t length,
                 const uint8_t *ad, size_t ad_length, const uint8_t *nonce, const uint8_t *key) {
  (void)tag_length;
  choose();
  return crypto_aead_chacha20poly1305_ietf_encrypt_detached(out, tag, NULL, in, length, ad,
                                                            ad_length, NULL, nonce, key);
}

int peer_decrypt(uint8_t *out, const uint8_t *in, size_t length, const uint8_t *tag,
                 size_t tag_length, const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
                 const uint8_t *key) {
  (void)tag_length;
  choose();
  return crypto_aead_chacha20poly1305_ietf_decrypt_detached(out, NULL, in, length, tag, ad,
                                                            ad_length, nonce, key);
}
