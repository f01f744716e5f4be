/* Monocypher, ChaCha20-Poly1305 of RFC 8439. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "peer.h"

#include <string.h>

#include "monocypher.h"

int peer_encrypt(uint8_t *out, uint8_t *tag, size_t tag_length, const uint8_t *in, size_t length,
                 const uint8_t *ad, size_t ad_length, const uint8_t *nonce, const uint8_t *key) {
  (void)tag_length;
  crypto_aead_ctx context;
  crypto_aead_init_ietf(&context, key, nonce);
  crypto_aead_write(&context, out, tag, ad, ad_length, in, length);
  crypto_wipe(&context, sizeof context);
  return 0;
}

int peer_decrypt(uint8_t *out, const uint8_t *in, size_t length, const uint8_t *tag,
                 size_t tag_length, const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
                 const uint8_t *key) {
  (void)tag_length;
  crypto_aead_ctx context;
  crypto_aead_init_ietf(&context, key, nonce);
  int failed = crypto_aead_read(&context, out, tag, ad, ad_length, in, length);
  crypto_wipe(&context, sizeof context);
  if (failed) memset(out, 0, length);
  return failed;
}
