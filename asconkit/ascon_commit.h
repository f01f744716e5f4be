/* AEAD and Ascon-SIV whose ciphertexts are bound to one key: beside the tag, a commitment of 32
   bytes to key, nonce and associated data. An AEAD alone hides and authenticates, but whoever knows
   two keys may be able to make a ciphertext that opens under both. docs/constructions/commitment.md
   shows one and has the specification.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The conventions of ascon.h hold. Unused calls are not linked. */
#ifndef ASCONKIT_ASCON_COMMIT_H
#define ASCONKIT_ASCON_COMMIT_H

#include "ascon_any.h"
#include "ascon_siv.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ASCON_COMMITMENT_BYTES 32

/** The commitment to key, nonce and associated data, for programs that send or keep it apart.
    @param algorithm an AEAD, whose name is part of what is committed to
    @param commitment ASCON_COMMITMENT_BYTES bytes, which are public
    @param nonce as long as the algorithm's
    @param key as long as the algorithm's */
ASCON_API ascon_result ascon_commit_compute(const ascon_algorithm *algorithm, uint8_t *commitment,
                                            const uint8_t *ad, size_t ad_length,
                                            const uint8_t *nonce, const uint8_t *key);

/** Encrypts, with the algorithm's whole tag of 16 bytes, and the commitment.
    @param ciphertext text_length bytes; may be equal to `plaintext`
    @param tag 16 bytes
    @param commitment ASCON_COMMITMENT_BYTES bytes, which decryption needs */
ASCON_API ascon_result ascon_commit_encrypt(const ascon_algorithm *algorithm, uint8_t *ciphertext,
                                            uint8_t *tag, uint8_t *commitment,
                                            const uint8_t *plaintext, size_t text_length,
                                            const uint8_t *ad, size_t ad_length,
                                            const uint8_t *nonce, const uint8_t *key);

/** Checks the commitment and the tag, both in constant time, and decrypts. With ASCON_ERR_TAG all
   of `plaintext` is zero; it says that one of the two is wrong, not which.
    @param plaintext text_length bytes; may be equal to `ciphertext` */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_commit_decrypt(
    const ascon_algorithm *algorithm, uint8_t *plaintext, const uint8_t *ciphertext,
    size_t text_length, const uint8_t *tag, const uint8_t *commitment, const uint8_t *ad,
    size_t ad_length, const uint8_t *nonce, const uint8_t *key);

/* ---- Ascon-SIV ------------------------------------------------------------------------------

   Whoever knows a key of Ascon-SIV makes another opening of a ciphertext in minutes; not so with
   these calls. */

/** ascon_commit_compute() of Ascon-SIV, for programs that send or keep it apart.
    @param commitment ASCON_COMMITMENT_BYTES bytes, which are public
    @param nonce ASCON_SIV_NONCE_BYTES bytes
    @param key ASCON_SIV_KEY_BYTES bytes */
ASCON_API ascon_result ascon_commit_siv_compute(uint8_t *commitment, const uint8_t *ad,
                                                size_t ad_length, const uint8_t *nonce,
                                                const uint8_t *key);

/** ascon_siv_encrypt(), and the commitment. It is the same for messages with the same key, nonce
    and associated data.
    @param ciphertext text_length bytes; may be equal to `plaintext`
    @param tag ASCON_SIV_TAG_BYTES bytes
    @param commitment ASCON_COMMITMENT_BYTES bytes, which decryption needs */
ASCON_API ascon_result ascon_commit_siv_encrypt(uint8_t *ciphertext, uint8_t *tag,
                                                uint8_t *commitment, const uint8_t *plaintext,
                                                size_t text_length, const uint8_t *ad,
                                                size_t ad_length, const uint8_t *nonce,
                                                const uint8_t *key);

/** Checks the commitment and the tag, both in constant time, and decrypts. With ASCON_ERR_TAG all
   of `plaintext` is zero; it says that one of the two is wrong, not which.
    @param plaintext text_length bytes; may be equal to `ciphertext` */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_commit_siv_decrypt(uint8_t *plaintext, const uint8_t *ciphertext, size_t text_length,
                         const uint8_t *tag, const uint8_t *commitment, const uint8_t *ad,
                         size_t ad_length, const uint8_t *nonce, const uint8_t *key);

#ifdef __cplusplus
}
#endif

#endif
