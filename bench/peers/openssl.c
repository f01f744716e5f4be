/* OpenSSL's ciphers beside AEAD128, for `./dev bench`: a context for each cipher and direction,
   made once, which gets the key and nonce of each message. A batch is a loop, which sets a key only
   where it is another one than before.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <openssl/evp.h>

#include "../peers.h"

enum { TAG_BYTES = 16 };

/* `key` is NULL where the context has it. */
static int is_done(EVP_CIPHER_CTX *context, int encrypts, const bench_message *m,
                   const uint8_t *key) {
  const size_t bytes = encrypts ? m->in_bytes : m->out_bytes;
  uint8_t *tag = encrypts ? m->out + bytes : (uint8_t *)m->in + bytes;
  int written;
  return EVP_CipherInit_ex(context, NULL, NULL, key, m->nonce, encrypts) == 1 &&
         (encrypts || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, TAG_BYTES, tag) == 1) &&
         (!m->extra_bytes ||
          EVP_CipherUpdate(context, NULL, &written, m->extra, (int)m->extra_bytes) == 1) &&
         EVP_CipherUpdate(context, m->out, &written, m->in, (int)bytes) == 1 &&
         EVP_CipherFinal_ex(context, m->out + bytes, &written) == 1 &&
         (!encrypts || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, TAG_BYTES, tag) == 1);
}

static int run(EVP_CIPHER_CTX **context, const EVP_CIPHER *cipher, int encrypts,
               const bench_message *m, size_t count) {
  if (!*context && (*context = EVP_CIPHER_CTX_new()) &&
      EVP_CipherInit_ex(*context, cipher, NULL, NULL, NULL, encrypts) != 1) {
    EVP_CIPHER_CTX_free(*context);
    *context = NULL;
  }
  if (!*context) return 1;
  for (size_t i = 0; i < count; i++)
    if (!is_done(*context, encrypts, &m[i], i && m[i].key == m[i - 1].key ? NULL : m[i].key))
      return 1;
  return 0;
}

#define CALL(name, cipher, encrypts)                                                               \
  static int name(const bench_message *messages, size_t count) {                                   \
    static EVP_CIPHER_CTX *context;                                                                \
    return run(&context, cipher(), encrypts, messages, count);                                     \
  }
CALL(chacha_encrypt, EVP_chacha20_poly1305, 1)
CALL(chacha_decrypt, EVP_chacha20_poly1305, 0)
CALL(gcm_encrypt, EVP_aes_128_gcm, 1)
CALL(gcm_decrypt, EVP_aes_128_gcm, 0)

static const bench_peer peers[] = {
    {"openssl", "chacha20-poly1305", "encrypt", chacha_encrypt},
    {"openssl", "chacha20-poly1305", "decrypt", chacha_decrypt},
    {"openssl", "aes-128-gcm", "encrypt", gcm_encrypt},
    {"openssl", "aes-128-gcm", "decrypt", gcm_decrypt},
};

const bench_peer *bench_peers(size_t *count) {
  *count = sizeof peers / sizeof peers[0];
  return peers;
}
