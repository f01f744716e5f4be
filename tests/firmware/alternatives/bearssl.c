/* BearSSL. -DPEER_CHACHAPOLY with PEER_CHACHA and PEER_POLY, -DPEER_CCM with PEER_AES, -DPEER_GCM
   with PEER_AES and PEER_GHASH, or -DPEER_HASH: which implementations, by the ends of their names.
   It works in place. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "peer.h"

#include <string.h>

#include "bearssl.h"

#define JOINED(a, b, c) a##b##c
#define NAME(a, b, c) JOINED(a, b, c)

#if defined(PEER_HASH)

int peer_hash(uint8_t *out, const uint8_t *in, size_t length) {
  br_sha256_context context;
  br_sha256_init(&context);
  br_sha256_update(&context, in, length);
  br_sha256_out(&context, out);
  return 0;
}

#else

typedef struct {
  uint8_t *text;
  size_t length;
  const uint8_t *ad;
  size_t ad_length;
  const uint8_t *nonce, *key;
  size_t tag_length;
} message;

#if defined(PEER_CHACHAPOLY)

static int process(const message *m, int encrypts, uint8_t *tag) {
  NAME(br_poly1305_, PEER_POLY, _run)
  (m->key, m->nonce, m->text, m->length, m->ad, m->ad_length, tag,
   NAME(br_chacha20_, PEER_CHACHA, _run), encrypts);
  return 0;
}

#elif defined(PEER_CCM)

static int process(const message *m, int encrypts, uint8_t *tag) {
  NAME(br_aes_, PEER_AES, _ctrcbc_keys) keys;
  br_ccm_context context;
  NAME(br_aes_, PEER_AES, _ctrcbc_init)(&keys, m->key, AES_KEY_BYTES);
  br_ccm_init(&context, &keys.vtable);
  if (!br_ccm_reset(&context, m->nonce, NONCE_BYTES, m->ad_length, m->length, m->tag_length))
    return 1;
  br_ccm_aad_inject(&context, m->ad, m->ad_length);
  br_ccm_flip(&context);
  br_ccm_run(&context, encrypts, m->text, m->length);
  br_ccm_get_tag(&context, tag);
  return 0;
}

#elif defined(PEER_GCM)

static int process(const message *m, int encrypts, uint8_t *tag) {
  NAME(br_aes_, PEER_AES, _ctr_keys) keys;
  br_gcm_context context;
  NAME(br_aes_, PEER_AES, _ctr_init)(&keys, m->key, AES_KEY_BYTES);
  br_gcm_init(&context, &keys.vtable, NAME(br_ghash_, PEER_GHASH, ));
  br_gcm_reset(&context, m->nonce, NONCE_BYTES);
  br_gcm_aad_inject(&context, m->ad, m->ad_length);
  br_gcm_flip(&context);
  br_gcm_run(&context, encrypts, m->text, m->length);
  br_gcm_get_tag(&context, tag);
  return 0;
}

#endif

int peer_encrypt(uint8_t *out, uint8_t *tag, size_t tag_length, const uint8_t *in, size_t length,
                 const uint8_t *ad, size_t ad_length, const uint8_t *nonce, const uint8_t *key) {
  const message m = {out, length, ad, ad_length, nonce, key, tag_length};
  memcpy(out, in, length);
  return process(&m, 1, tag);
}

int peer_decrypt(uint8_t *out, const uint8_t *in, size_t length, const uint8_t *tag,
                 size_t tag_length, const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
                 const uint8_t *key) {
  const message m = {out, length, ad, ad_length, nonce, key, tag_length};
  uint8_t computed[16], difference = 0;
  memcpy(out, in, length);
  int failed = process(&m, 0, computed);
  for (size_t i = 0; i < tag_length; i++) difference |= computed[i] ^ tag[i];
  if (difference) memset(out, 0, length);
  return failed || difference;
}

#endif
