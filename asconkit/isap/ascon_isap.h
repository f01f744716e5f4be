/* ISAP: authenticated encryption for devices whose power consumption an attacker measures. ISAP
   combines the master key only with single bits of a public value, to derive the session keys of a
   message. So an attacker cannot average over many messages. The calls compute the two instances of
   ISAP v2.0 (submission to NIST's Lightweight Cryptography project, May 2021) that use Ascon's
   permutation. docs/constructions/isap.md describes the protection and its limits.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The rules of ascon.h apply. Unused calls are not linked. */
#ifndef ASCONKIT_ASCON_ISAP_H
#define ASCONKIT_ASCON_ISAP_H

#include "../ascon.h"

ASCON_C_BEGIN

#define ASCON_ISAP_KEY_BYTES 16
#define ASCON_ISAP_NONCE_BYTES 16
#define ASCON_ISAP_TAG_BYTES 16

/** An instance of ISAP (ISAP v2.0, section 2.3). Its permutations have s_H rounds for every 8
    authenticated bytes, s_B rounds for every bit that is combined with the master key, s_E rounds
    for every 8 bytes of key stream, and s_K rounds at the start and the end of key derivation. */
typedef struct ascon_isap {
  const char *name;          /**< such as "isap-a-128a" */
  uint8_t message_rounds;    /**< s_H */
  uint8_t bit_rounds;        /**< s_B */
  uint8_t encryption_rounds; /**< s_E */
  uint8_t key_rounds;        /**< s_K */
} ascon_isap;

ASCON_API extern const ascon_isap ascon_isap_a_128a;
ASCON_API extern const ascon_isap ascon_isap_a_128;
/** The instance that the designers recommend, with 12 (s_H), 1 (s_B), 6 (s_E), 12 (s_K) rounds. */
#define ASCON_ISAP_A_128A (&ascon_isap_a_128a)
/** The instance with 12 rounds for s_H, s_B, s_E and s_K. Its security margin is wider, but short
    messages take ten times as long as with ASCON_ISAP_A_128A. */
#define ASCON_ISAP_A_128 (&ascon_isap_a_128)

/* ---- Whole messages ------------------------------------------------------------------------ */

/** Encrypts and authenticates one message (ISAP v2.0, section 2.1, algorithm 1).
    @param ciphertext text_length bytes; may be equal to `plaintext`
    @param tag ASCON_ISAP_TAG_BYTES bytes
    @param nonce ASCON_ISAP_NONCE_BYTES bytes; must never repeat under the same key
    @param key ASCON_ISAP_KEY_BYTES bytes */
ASCON_API ascon_result ascon_isap_encrypt(const ascon_isap *instance, uint8_t *ciphertext,
                                          uint8_t tag[ASCON_ISAP_TAG_BYTES],
                                          const uint8_t *plaintext, size_t text_length,
                                          const uint8_t *ad, size_t ad_length,
                                          const uint8_t nonce[ASCON_ISAP_NONCE_BYTES],
                                          const uint8_t key[ASCON_ISAP_KEY_BYTES]);

/** Verifies the tag, then decrypts the ciphertext (ISAP v2.0, section 2.1, algorithm 2). After
    ASCON_ERR_TAG nothing has been decrypted, and all of `plaintext` is zero. The call reads the
    ciphertext twice: no other thread may write to it during the call.
    @param plaintext text_length bytes; may be equal to `ciphertext` */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_isap_decrypt(
    const ascon_isap *instance, uint8_t *plaintext, const uint8_t *ciphertext, size_t text_length,
    const uint8_t tag[ASCON_ISAP_TAG_BYTES], const uint8_t *ad, size_t ad_length,
    const uint8_t nonce[ASCON_ISAP_NONCE_BYTES], const uint8_t key[ASCON_ISAP_KEY_BYTES]);

/* ---- Messages in pieces ----------------------------------------------------------------------

   Encryption: ascon_isap_init(), ascon_isap_ad() as often as needed, ascon_isap_encrypt_update() as
   often as needed, ascon_isap_encrypt_final().

   Decryption reads the ciphertext twice. First pass: ascon_isap_init(), ascon_isap_ad(),
   ascon_isap_read() for all pieces of the ciphertext, ascon_isap_verify(), which verifies the tag.
   Second pass: ascon_isap_decrypt_update_unverified() for all pieces of this ciphertext,
   ascon_isap_decrypt_final(), which verifies that the second pass read the same ciphertext.

   A call out of order returns ASCON_ERR_ORDER. Wipe an abandoned context with ascon_wipe(). */

/** Context of an incremental message. It holds the master key. Its fields are private. */
typedef struct ascon_isap_ctx {
  ascon_state mac;
  ascon_state stream;
  const ascon_isap *instance;
  uint64_t bytes_left; /* verified ciphertext that is not decrypted yet */
  uint8_t digest[40];  /* of the verified ciphertext and all data before it */
  uint8_t key[ASCON_ISAP_KEY_BYTES];
  uint8_t nonce[ASCON_ISAP_NONCE_BYTES];
  uint8_t mac_offset;
  uint8_t stream_offset;
  uint8_t phase;
} ascon_isap_ctx;

/** Starts an encryption or a decryption, and overwrites the context. */
ASCON_API ascon_result ascon_isap_init(ascon_isap_ctx *ctx, const ascon_isap *instance,
                                       const uint8_t nonce[ASCON_ISAP_NONCE_BYTES],
                                       const uint8_t key[ASCON_ISAP_KEY_BYTES]);
/** Adds associated data. Returns ASCON_ERR_ORDER after a piece of plaintext or ciphertext. */
ASCON_API ascon_result ascon_isap_ad(ascon_isap_ctx *ctx, const uint8_t *ad, size_t length);
/** Encrypts the next piece of the plaintext. */
ASCON_API ascon_result ascon_isap_encrypt_update(ascon_isap_ctx *ctx, uint8_t *ciphertext,
                                                 const uint8_t *plaintext, size_t length);
/** Writes the tag, ASCON_ISAP_TAG_BYTES bytes, and wipes the context. */
ASCON_API ascon_result ascon_isap_encrypt_final(ascon_isap_ctx *ctx,
                                                uint8_t tag[ASCON_ISAP_TAG_BYTES]);

/** Decryption, first pass: reads the next piece of the ciphertext. */
ASCON_API ascon_result ascon_isap_read(ascon_isap_ctx *ctx, const uint8_t *ciphertext,
                                       size_t length);
/** Ends the first pass of decryption and verifies the tag. ASCON_ERR_TAG wipes the context. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_isap_verify(ascon_isap_ctx *ctx,
                                                          const uint8_t tag[ASCON_ISAP_TAG_BYTES]);
/** Decryption, second pass: decrypts the next piece of the ciphertext. WARNING: the output is
    UNVERIFIED, because somebody may have changed the ciphertext between the passes. Do not use the
    output before ascon_isap_decrypt_final() has returned ASCON_OK, and erase it if that call fails.
    @param plaintext `length` bytes; may be equal to `ciphertext`
    @return ASCON_ERR_RANGE if this pass gets more bytes than the first; then nothing is written */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_isap_decrypt_update_unverified(
    ascon_isap_ctx *ctx, uint8_t *plaintext, const uint8_t *ciphertext, size_t length);
/** Compares hashes of the ciphertexts that the two passes read, and wipes the context.
    ASCON_ERR_TAG if the hashes differ: the caller must erase the plaintext. ASCON_ERR_RANGE if the
    second pass read fewer bytes than the first pass: the context is unchanged. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_isap_decrypt_final(ascon_isap_ctx *ctx);

ASCON_C_END

#endif
