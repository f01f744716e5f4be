/* Mbed TLS: -DPEER_CHACHAPOLY, -DPEER_CCM, -DPEER_GCM or -DPEER_HASH.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "peer.h"

#include <string.h>

#ifdef __x86_64__
/* glibc's, which Mbed TLS calls where that is the C library. */
void explicit_bzero(void *p, size_t length) {
  memset(p, 0, length);
  __asm__ volatile("" : : "r"(p) : "memory");
}
#endif

#if defined(PEER_HASH)
#include "mbedtls/sha256.h"

int peer_hash(uint8_t *out, const uint8_t *in, size_t length) {
  return mbedtls_sha256(in, length, out, 0);
}

#else

#if defined(PEER_CHACHAPOLY)
#include "mbedtls/chachapoly.h"
#define CONTEXT mbedtls_chachapoly_context
#define INIT mbedtls_chachapoly_init
#define SET_KEY(context, key) mbedtls_chachapoly_setkey(context, key)
#define ENCRYPT                                                                                    \
  mbedtls_chachapoly_encrypt_and_tag(&context, length, nonce, ad, ad_length, in, out, tag)
#define DECRYPT                                                                                    \
  mbedtls_chachapoly_auth_decrypt(&context, length, nonce, ad, ad_length, tag, in, out)
#define FREE mbedtls_chachapoly_free
#elif defined(PEER_CCM)
#include "mbedtls/ccm.h"
#define CONTEXT mbedtls_ccm_context
#define INIT mbedtls_ccm_init
#define SET_KEY(context, key) mbedtls_ccm_setkey(context, MBEDTLS_CIPHER_ID_AES, key, 128)
#define ENCRYPT                                                                                    \
  mbedtls_ccm_encrypt_and_tag(&context, length, nonce, NONCE_BYTES, ad, ad_length, in, out, tag,   \
                              tag_length)
#define DECRYPT                                                                                    \
  mbedtls_ccm_auth_decrypt(&context, length, nonce, NONCE_BYTES, ad, ad_length, in, out, tag,      \
                           tag_length)
#define FREE mbedtls_ccm_free
#elif defined(PEER_GCM)
#include "mbedtls/gcm.h"
#define CONTEXT mbedtls_gcm_context
#define INIT mbedtls_gcm_init
#define SET_KEY(context, key) mbedtls_gcm_setkey(context, MBEDTLS_CIPHER_ID_AES, key, 128)
#define ENCRYPT                                                                                    \
  mbedtls_gcm_crypt_and_tag(&context, MBEDTLS_GCM_ENCRYPT, length, nonce, NONCE_BYTES, ad,         \
                            ad_length, in, out, tag_length, tag)
#define DECRYPT                                                                                    \
  mbedtls_gcm_auth_decrypt(&context, length, nonce, NONCE_BYTES, ad, ad_length, tag, tag_length,   \
                           in, out)
#define FREE mbedtls_gcm_free
#endif

int peer_encrypt(uint8_t *out, uint8_t *tag, size_t tag_length, const uint8_t *in, size_t length,
                 const uint8_t *ad, size_t ad_length, const uint8_t *nonce, const uint8_t *key) {
  (void)tag_length;
  CONTEXT context;
  INIT(&context);
  int failed = SET_KEY(&context, key);
  if (!failed) failed = ENCRYPT;
  FREE(&context);
  return failed;
}

int peer_decrypt(uint8_t *out, const uint8_t *in, size_t length, const uint8_t *tag,
                 size_t tag_length, const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
                 const uint8_t *key) {
  (void)tag_length;
  CONTEXT context;
  INIT(&context);
  int failed = SET_KEY(&context, key);
  if (!failed) failed = DECRYPT; /* which clears `out` if it fails */
  FREE(&context);
  return failed;
}

#endif
