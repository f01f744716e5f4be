/* Ascon-SIV: authenticated encryption that withstands repeated nonces. Two messages under the same
   key and nonce reveal only whether they are equal. To achieve this, Ascon-SIV reads every text
   twice. docs/constructions/siv.md specifies Ascon-SIV and states its limits.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The conventions of ascon.h hold. Functions that a program does not call are not linked. */
#ifndef ASCONKIT_ASCON_SIV_H
#define ASCONKIT_ASCON_SIV_H

#include "../ascon.h"

ASCON_C_BEGIN

#define ASCON_SIV_KEY_BYTES 32
#define ASCON_SIV_NONCE_BYTES 16
#define ASCON_SIV_TAG_BYTES 16

/* ---- Whole messages ------------------------------------------------------------------------ */

/** Encrypts and authenticates one message. Reads the plaintext twice: no other thread may write to
    it during the call.
    @param ciphertext text_length bytes; may be equal to `plaintext`
    @param tag ASCON_SIV_TAG_BYTES bytes; decryption needs all of them
    @param nonce ASCON_SIV_NONCE_BYTES bytes that should differ from message to message
    @param key ASCON_SIV_KEY_BYTES bytes; use this key for Ascon-SIV only */
ASCON_API ascon_result ascon_siv_encrypt(uint8_t *ciphertext, uint8_t tag[ASCON_SIV_TAG_BYTES],
                                         const uint8_t *plaintext, size_t text_length,
                                         const uint8_t *ad, size_t ad_length,
                                         const uint8_t nonce[ASCON_SIV_NONCE_BYTES],
                                         const uint8_t key[ASCON_SIV_KEY_BYTES]);

/** Decrypts one message and verifies its tag. After ASCON_ERR_TAG all of `plaintext` is zero.
    @param plaintext text_length bytes; may be equal to `ciphertext` */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_siv_decrypt(
    uint8_t *plaintext, const uint8_t *ciphertext, size_t text_length,
    const uint8_t tag[ASCON_SIV_TAG_BYTES], const uint8_t *ad, size_t ad_length,
    const uint8_t nonce[ASCON_SIV_NONCE_BYTES], const uint8_t key[ASCON_SIV_KEY_BYTES]);

/* ---- Messages in pieces ----------------------------------------------------------------------

   Encryption reads the text twice. First call ascon_siv_encrypt_init(), ascon_siv_ad() for the
   associated data, ascon_siv_read() for each piece of the text, and ascon_siv_tag(). Then call
   ascon_siv_encrypt_update() for each piece of the same text, and ascon_siv_encrypt_final().

   To decrypt, call ascon_siv_decrypt_init() with the tag, ascon_siv_ad(),
   ascon_siv_decrypt_update_unverified(), then ascon_siv_decrypt_final().

   A call out of order returns ASCON_ERR_ORDER. Wipe an abandoned context with ascon_wipe(). */

/** Context of an incremental message. Secret; its fields are private. */
typedef struct ascon_siv_ctx {
  ascon_sponge_ctx mac;
  ascon_sponge_ctx stream;
  uint64_t ad_bytes;
  uint64_t text_bytes;    /**< bytes of text that were read so far */
  uint64_t crypted_bytes; /**< bytes of text encrypted so far */
  uint8_t stream_key[ASCON_SIV_KEY_BYTES / 2];
  uint8_t tag[ASCON_SIV_TAG_BYTES];
  uint8_t phase;
} ascon_siv_ctx;

/** Starts a message to encrypt, whatever the context held before. */
ASCON_API ascon_result ascon_siv_encrypt_init(ascon_siv_ctx *ctx,
                                              const uint8_t nonce[ASCON_SIV_NONCE_BYTES],
                                              const uint8_t key[ASCON_SIV_KEY_BYTES]);
/** Starts a message to decrypt. This call needs the tag. */
ASCON_API ascon_result ascon_siv_decrypt_init(ascon_siv_ctx *ctx,
                                              const uint8_t tag[ASCON_SIV_TAG_BYTES],
                                              const uint8_t nonce[ASCON_SIV_NONCE_BYTES],
                                              const uint8_t key[ASCON_SIV_KEY_BYTES]);
/** Adds associated data. Call it before the first piece of the text. */
ASCON_API ascon_result ascon_siv_ad(ascon_siv_ctx *ctx, const uint8_t *ad, size_t length);
/** Encryption, first pass: reads the next piece of the plaintext. */
ASCON_API ascon_result ascon_siv_read(ascon_siv_ctx *ctx, const uint8_t *plaintext, size_t length);
/** Encryption: ends the first pass and writes the tag, ASCON_SIV_TAG_BYTES bytes. */
ASCON_API ascon_result ascon_siv_tag(ascon_siv_ctx *ctx, uint8_t tag[ASCON_SIV_TAG_BYTES]);
/** Encryption, second pass: encrypts the next piece. The text must equal the text of the first
    pass. Otherwise nobody can decrypt the ciphertext, and one key stream may encrypt both texts.
    Send no ciphertext before ascon_siv_encrypt_final() has returned ASCON_OK, unless nobody else
    can write to the text.
    @return ASCON_ERR_RANGE, and nothing is written, if there is more text than in the first pass */
ASCON_API ascon_result ascon_siv_encrypt_update(ascon_siv_ctx *ctx, uint8_t *ciphertext,
                                                const uint8_t *plaintext, size_t length);
/** Compares the texts of both passes by their tags and wipes the context. ASCON_ERR_TAG if the
    texts differ: the context is wiped, and the caller must erase the ciphertext. ASCON_ERR_RANGE if
    the second pass had less text than the first pass: the context is unchanged. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_siv_encrypt_final(ascon_siv_ctx *ctx);

/** Decrypts the next piece. WARNING: the output is UNVERIFIED; an attacker may have chosen it. Do
    not act on the output, show it or pass it on before ascon_siv_decrypt_final() has returned
    ASCON_OK; erase it if that call fails. ascon_siv_decrypt() releases no unverified text. */
ASCON_API ascon_result ascon_siv_decrypt_update_unverified(ascon_siv_ctx *ctx, uint8_t *plaintext,
                                                           const uint8_t *ciphertext,
                                                           size_t length);
/** Verifies the tag over all pieces and wipes the context, also after ASCON_ERR_TAG. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_siv_decrypt_final(ascon_siv_ctx *ctx);

/* ---- Batches --------------------------------------------------------------------------------

   These functions process many messages in one call, with the AEAD fields of ascon_message and the
   rules of ascon_any_batch(). A tag has ASCON_SIV_TAG_BYTES bytes; `tag_length` is not read.
   Messages with at most 4 KiB of associated data and text together are processed side by side,
   longer messages one after the other. The functions use about 23 KiB of stack. */

struct ascon_message;
struct ascon_batch_pool;

/** Encrypts every message like ascon_siv_encrypt(). */
ASCON_API ascon_result ascon_siv_batch_encrypt(struct ascon_message *messages, size_t count,
                                               struct ascon_batch_pool *pool);
/** Verifies and decrypts every message like ascon_siv_decrypt(). */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_siv_batch_decrypt(struct ascon_message *messages,
                                                                size_t count,
                                                                struct ascon_batch_pool *pool);

ASCON_C_END

#endif
