/* Peers for the tests: the library itself, or with WRONG one whose digests are not right.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../asconkit/ascon.h"
#include "peers.h"

static int hash(const bench_message *messages, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const bench_message *m = &messages[i];
    if (ascon_hash256(m->out, m->in, m->in_bytes) != ASCON_OK) return 1;
#ifdef WRONG
    m->out[m->out_bytes - 1] ^= 1;
#endif
  }
  return 0;
}

static int encrypt(const bench_message *messages, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const bench_message *m = &messages[i];
    if (ascon_aead128_encrypt_combined(m->out, m->in, m->in_bytes, m->extra, m->extra_bytes,
                                       m->nonce, m->key) != ASCON_OK)
      return 1;
  }
  return 0;
}

static int decrypt(const bench_message *messages, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const bench_message *m = &messages[i];
    if (ascon_aead128_decrypt_combined(m->out, m->in, m->in_bytes, m->extra, m->extra_bytes,
                                       m->nonce, m->key) != ASCON_OK)
      return 1;
  }
  return 0;
}

/* Another cipher: its ciphertexts are not Ascon-AEAD128's. With WRONG it accepts forgeries. */
static bench_message swapped(bench_message m) {
  const uint8_t *key = m.key;
  m.key = m.nonce, m.nonce = key;
  return m;
}

static int encrypt_otherwise(const bench_message *messages, size_t count) {
  int bad = 0;
  for (size_t i = 0; i < count; i++) bad |= encrypt((bench_message[]){swapped(messages[i])}, 1);
  return bad;
}

static int decrypt_otherwise(const bench_message *messages, size_t count) {
  int bad = 0;
  for (size_t i = 0; i < count; i++) bad |= decrypt((bench_message[]){swapped(messages[i])}, 1);
#ifdef WRONG
  bad = 0;
#endif
  return bad;
}

static const bench_peer peers[] = {
    {"itself", "ascon-hash256", "hash", hash},
    {"itself", "ascon-hash256", "batch-hash", hash},
    {"itself", "ascon-aead128", "encrypt", encrypt},
    {"itself", "ascon-aead128", "encrypt-ad", encrypt},
    {"itself", "ascon-aead128", "batch-encrypt", encrypt},
    {"itself", "ascon-aead128", "decrypt", decrypt},
    {"itself", "ascon-aead128", "batch-decrypt", decrypt},
    {"itself", "another-cipher", "encrypt", encrypt_otherwise},
    {"itself", "another-cipher", "decrypt", decrypt_otherwise},
};

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const bench_peer *
bench_peers(size_t *count) {
  *count = sizeof peers / sizeof peers[0];
  return peers;
}
