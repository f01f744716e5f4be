/* AEAD and Ascon-SIV with key commitment: encryption writes a tag and also a 32-byte commitment to
   the key, the nonce and the associated data. With an AEAD alone, somebody who knows two keys may
   be able to make one ciphertext that decrypts under both keys. docs/constructions/commit.md shows
   such a ciphertext and specifies the commitment.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The conventions of ascon.h hold. Functions that a program does not call are not linked. */
#ifndef ASCONKIT_ASCON_COMMIT_H
#define ASCONKIT_ASCON_COMMIT_H

#include "../ascon_any.h"
#include "../siv/ascon_siv.h"

ASCON_C_BEGIN

#define ASCON_COMMITMENT_BYTES 32

/** Computes the commitment to key, nonce and associated data, for programs that send or store the
    commitment separately.
    @param algorithm an AEAD; the commitment also covers the algorithm's name
    @param commitment output, ASCON_COMMITMENT_BYTES bytes; public
    @param nonce algorithm->nonce_bytes bytes
    @param key algorithm->key_bytes bytes */
ASCON_API ascon_result ascon_commit_compute(const ascon_algorithm *algorithm, uint8_t *commitment,
                                            const uint8_t *ad, size_t ad_length,
                                            const uint8_t *nonce, const uint8_t *key);

/** Encrypts one message and writes its 16-byte tag and its commitment. Encryption and decryption
    read nonce and associated data twice, so no other thread may write to these during the call.
    @param ciphertext text_length bytes; may be equal to `plaintext`
    @param tag 16 bytes
    @param commitment output, ASCON_COMMITMENT_BYTES bytes; decryption needs all of them */
ASCON_API ascon_result ascon_commit_encrypt(const ascon_algorithm *algorithm, uint8_t *ciphertext,
                                            uint8_t *tag, uint8_t *commitment,
                                            const uint8_t *plaintext, size_t text_length,
                                            const uint8_t *ad, size_t ad_length,
                                            const uint8_t *nonce, const uint8_t *key);

/** Verifies the commitment and the tag, both in constant time, and decrypts. Returns ASCON_ERR_TAG
    if either of them is wrong; all of `plaintext` is then zero.
    @param plaintext text_length bytes; may be equal to `ciphertext` */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_commit_decrypt(
    const ascon_algorithm *algorithm, uint8_t *plaintext, const uint8_t *ciphertext,
    size_t text_length, const uint8_t *tag, const uint8_t *commitment, const uint8_t *ad,
    size_t ad_length, const uint8_t *nonce, const uint8_t *key);

/* ---- Ascon-SIV ------------------------------------------------------------------------------

   Within minutes, an attacker can find associated data with which another person's Ascon-SIV
   ciphertext decrypts under a key and nonce of the attacker. The commitment prevents this. */

/** Computes the commitment for Ascon-SIV, like ascon_commit_compute().
    @param commitment output, ASCON_COMMITMENT_BYTES bytes; public
    @param nonce ASCON_SIV_NONCE_BYTES bytes
    @param key ASCON_SIV_KEY_BYTES bytes */
ASCON_API ascon_result ascon_commit_siv_compute(uint8_t *commitment, const uint8_t *ad,
                                                size_t ad_length, const uint8_t *nonce,
                                                const uint8_t *key);

/** Encrypts like ascon_siv_encrypt() and writes the commitment, which is equal for all messages
    with the same key, nonce and associated data.
    @param ciphertext text_length bytes; may be equal to `plaintext`
    @param tag ASCON_SIV_TAG_BYTES bytes
    @param commitment output, ASCON_COMMITMENT_BYTES bytes; decryption needs all of them */
ASCON_API ascon_result ascon_commit_siv_encrypt(uint8_t *ciphertext, uint8_t *tag,
                                                uint8_t *commitment, const uint8_t *plaintext,
                                                size_t text_length, const uint8_t *ad,
                                                size_t ad_length, const uint8_t *nonce,
                                                const uint8_t *key);

/** Verifies the commitment and the tag, both in constant time, and decrypts. Returns ASCON_ERR_TAG
    if either of them is wrong; all of `plaintext` is then zero.
    @param plaintext text_length bytes; may be equal to `ciphertext` */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_commit_siv_decrypt(uint8_t *plaintext, const uint8_t *ciphertext, size_t text_length,
                         const uint8_t *tag, const uint8_t *commitment, const uint8_t *ad,
                         size_t ad_length, const uint8_t *nonce, const uint8_t *key);

ASCON_C_END

#endif
