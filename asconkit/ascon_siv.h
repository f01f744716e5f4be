/* Ascon-SIV: authenticated encryption that survives repeated nonces. Two messages under one key and
   nonce reveal whether they are equal, and nothing else. For that, it reads every text twice.
   docs/constructions/siv.md has its specification and what it is not for.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The conventions of ascon.h hold. Unused calls are not linked. */
#ifndef ASCONKIT_ASCON_SIV_H
#define ASCONKIT_ASCON_SIV_H

#include "ascon.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ASCON_SIV_KEY_BYTES 32
#define ASCON_SIV_NONCE_BYTES 16
#define ASCON_SIV_TAG_BYTES 16

/* ---- Whole messages ------------------------------------------------------------------------ */

/** Encrypts and authenticates. The plaintext is read twice: nobody may write to it meanwhile.
    @param ciphertext text_length bytes; may be equal to `plaintext`
    @param tag ASCON_SIV_TAG_BYTES bytes, all of which decryption needs
    @param nonce ASCON_SIV_NONCE_BYTES bytes that should differ from message to message
    @param key ASCON_SIV_KEY_BYTES bytes; for this algorithm alone */
ASCON_API ascon_result ascon_siv_encrypt(uint8_t *ciphertext, uint8_t tag[ASCON_SIV_TAG_BYTES],
                                         const uint8_t *plaintext, size_t text_length,
                                         const uint8_t *ad, size_t ad_length,
                                         const uint8_t nonce[ASCON_SIV_NONCE_BYTES],
                                         const uint8_t key[ASCON_SIV_KEY_BYTES]);

/** Decrypts and checks the tag. With ASCON_ERR_TAG all of `plaintext` is zero.
    @param plaintext text_length bytes; may be equal to `ciphertext` */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_siv_decrypt(
    uint8_t *plaintext, const uint8_t *ciphertext, size_t text_length,
    const uint8_t tag[ASCON_SIV_TAG_BYTES], const uint8_t *ad, size_t ad_length,
    const uint8_t nonce[ASCON_SIV_NONCE_BYTES], const uint8_t key[ASCON_SIV_KEY_BYTES]);

/* ---- Messages in pieces ----------------------------------------------------------------------

   Encryption: ascon_siv_encrypt_init(), ascon_siv_ad() as often as needed, ascon_siv_read() for the
   pieces of the whole text, ascon_siv_tag(); then ascon_siv_encrypt_update() for the pieces of the
   same text once more, and ascon_siv_encrypt_final().

   Decryption: ascon_siv_decrypt_init() with the tag, ascon_siv_ad(),
   ascon_siv_decrypt_update_unverified(), ascon_siv_decrypt_final().

   A call out of order is ASCON_ERR_ORDER. Wipe a context that is abandoned with ascon_wipe(). */

/** Secret. Its fields are private. */
typedef struct ascon_siv_ctx {
  ascon_sponge_ctx mac;
  ascon_sponge_ctx stream;
  uint64_t ad_bytes;
  uint64_t text_bytes;    /**< read so far */
  uint64_t crypted_bytes; /**< of them, in the second pass */
  uint8_t stream_key[ASCON_SIV_KEY_BYTES / 2];
  uint8_t tag[ASCON_SIV_TAG_BYTES];
  uint8_t phase;
} ascon_siv_ctx;

/** Starts a message to encrypt, whatever the context held before. */
ASCON_API ascon_result ascon_siv_encrypt_init(ascon_siv_ctx *ctx,
                                              const uint8_t nonce[ASCON_SIV_NONCE_BYTES],
                                              const uint8_t key[ASCON_SIV_KEY_BYTES]);
/** Starts a message to decrypt, whose tag must be known. */
ASCON_API ascon_result ascon_siv_decrypt_init(ascon_siv_ctx *ctx,
                                              const uint8_t tag[ASCON_SIV_TAG_BYTES],
                                              const uint8_t nonce[ASCON_SIV_NONCE_BYTES],
                                              const uint8_t key[ASCON_SIV_KEY_BYTES]);
/** Adds to the associated data, before any text. */
ASCON_API ascon_result ascon_siv_ad(ascon_siv_ctx *ctx, const uint8_t *ad, size_t length);
/** Encryption, first pass: the next piece of the plaintext. */
ASCON_API ascon_result ascon_siv_read(ascon_siv_ctx *ctx, const uint8_t *plaintext, size_t length);
/** Encryption: ends the first pass and writes the tag, ASCON_SIV_TAG_BYTES bytes. */
ASCON_API ascon_result ascon_siv_tag(ascon_siv_ctx *ctx, uint8_t tag[ASCON_SIV_TAG_BYTES]);
/** Encryption, second pass: the next piece. It must be of the same text as in the first pass: what
    differs is encrypted with a key stream that the first text may use as well, and nobody can
    decrypt it. So send nothing of the ciphertext before ascon_siv_encrypt_final() has returned
    ASCON_OK, unless nobody else can write to the text.
    @return ASCON_ERR_RANGE, and nothing is written, if the text becomes longer than it was */
ASCON_API ascon_result ascon_siv_encrypt_update(ascon_siv_ctx *ctx, uint8_t *ciphertext,
                                                const uint8_t *plaintext, size_t length);
/** Compares the text of the second pass with the first one, by the tag, and wipes the context.
    ASCON_ERR_TAG if they differ: the context is wiped too, and the ciphertext must be erased.
    ASCON_ERR_RANGE, and the context stays as it was, if the second pass has had less text than the
    first. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_siv_encrypt_final(ascon_siv_ctx *ctx);

/** Decrypts the next piece. WARNING: its output is UNVERIFIED. An attacker may have chosen it. Do
    not act on it, show it or pass it on before ascon_siv_decrypt_final() has returned ASCON_OK, and
    erase it if that fails. ascon_siv_decrypt() is not dangerous in this way. */
ASCON_API ascon_result ascon_siv_decrypt_update_unverified(ascon_siv_ctx *ctx, uint8_t *plaintext,
                                                           const uint8_t *ciphertext,
                                                           size_t length);
/** Checks the tag, which authenticates all pieces before, and wipes the context (also with
    ASCON_ERR_TAG). */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_siv_decrypt_final(ascon_siv_ctx *ctx);

/* ---- Batches --------------------------------------------------------------------------------

   Many messages in one call, with the fields of AEAD and the conventions of ascon_any_batch(): a
   tag has ASCON_SIV_TAG_BYTES, and tag_length is not read. Messages of up to 4 KiB of associated
   data and text together are computed side by side, longer ones one after the other. The calls take
   some 23 KiB of stack. */

struct ascon_message;
struct ascon_batch_pool;

/** ascon_siv_encrypt() of every message. */
ASCON_API ascon_result ascon_siv_batch_encrypt(struct ascon_message *messages, size_t count,
                                               struct ascon_batch_pool *pool);
/** ascon_siv_decrypt() of every message. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_siv_batch_decrypt(struct ascon_message *messages,
                                                                size_t count,
                                                                struct ascon_batch_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
