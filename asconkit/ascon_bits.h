/* Strings of any number of bits, for the algorithms of SP 800-232: messages, associated data,
   customization strings, outputs and truncated tags. Apart from ascon.h, whose calls count bytes: a
   program that has no such strings gets nothing of this.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The conventions of ascon.h hold, and:
   - Lengths are in bits. A string of n bits takes (n + 7) / 8 bytes. Bit i of it is bit i % 8 of
     byte i / 8, counted from the lowest one (SP 800-232, section 2.1 and appendix A).
   - Of the last byte of an input, the bits beyond the string have no effect. In an output they are
     zeros.
   - Of a length that is a multiple of 8, the result is that of the call in ascon.h.
   - Algorithms of other documents have no such strings: ASCON_ERR_ALGORITHM.
   - A string in pieces has whole bytes in all pieces but the last one, which one of the calls below
     takes; it also ends the string. A library built with ASCON_EXTERN_BI does not have these calls:
     a program that uses them does not link. */
#ifndef ASCONKIT_ASCON_BITS_H
#define ASCONKIT_ASCON_BITS_H

#include "ascon_any.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Hashes and XOFs ----------------------------------------------------------------------- */

/* These calls take a hash, a XOF or a CXOF: SP 800-232, sections 5.1 to 5.3. Output of a hash has
   256 bits, that of the others any number. A customization string of a CXOF has at most 2048 bits,
   and hashes and XOFs have none: `customization_bits` is 0. ASCON_ERR_RANGE for other lengths. */

/** The output of a whole message of `bits` bits. */
ASCON_API ascon_result ascon_bits_sponge(const ascon_algorithm *algorithm, uint8_t *out,
                                         size_t out_bits, const uint8_t *message, size_t bits,
                                         const uint8_t *customization, size_t customization_bits);

/** Starts a message in pieces, as ascon_any_sponge_init(). */
ASCON_API ascon_result ascon_bits_sponge_init(ascon_sponge_ctx *ctx,
                                              const ascon_algorithm *algorithm,
                                              const uint8_t *customization,
                                              size_t customization_bits);
/** Adds the last `bits` bits of the message, which may be none or many. Only output may follow:
    another piece of the message is ASCON_ERR_ORDER. */
ASCON_API ascon_result ascon_bits_sponge_update_last(ascon_sponge_ctx *ctx, const uint8_t *message,
                                                     size_t bits);
/** Writes the last `bits` bits of the output of a XOF or CXOF; wipe the context afterwards. For a
    hash, writes the digest and wipes the context. */
ASCON_API ascon_result ascon_bits_sponge_squeeze_last(ascon_sponge_ctx *ctx, uint8_t *out,
                                                      size_t bits);

/* ---- Authenticated encryption ---------------------------------------------------------------

   Tags have 32 to 128 bits (SP 800-232, section 4.2.1; below 64 only with a documented limit on
   forgery attempts), ASCON_ERR_RANGE otherwise: the first bits of the whole tag. */

/** ASCON_ENCRYPT of strings of bits: SP 800-232, section 4.1.1. */
ASCON_API ascon_result ascon_bits_aead_encrypt(const ascon_algorithm *algorithm,
                                               uint8_t *ciphertext, uint8_t *tag, size_t tag_bits,
                                               const uint8_t *plaintext, size_t text_bits,
                                               const uint8_t *ad, size_t ad_bits,
                                               const uint8_t *nonce, const uint8_t *key);
/** ASCON_DECRYPT of strings of bits: SP 800-232, section 4.1.2. With ASCON_ERR_TAG all
    (text_bits + 7) / 8 bytes of `plaintext` are zero.
    @param tag_bits fixed by your protocol, never the length that arrived */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_bits_aead_decrypt(
    const ascon_algorithm *algorithm, uint8_t *plaintext, const uint8_t *ciphertext,
    size_t text_bits, const uint8_t *tag, size_t tag_bits, const uint8_t *ad, size_t ad_bits,
    const uint8_t *nonce, const uint8_t *key);

/** Adds the last `bits` bits of associated data to a message that is to be encrypted. Only text may
    follow: ascon_any_aead_ad() is ASCON_ERR_ORDER from here on. */
ASCON_API ascon_result ascon_bits_aead_encrypt_ad_last(ascon_aead_ctx *ctx, const uint8_t *ad,
                                                       size_t bits);
/** The same for a message that is to be decrypted. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_bits_aead_decrypt_ad_last(ascon_aead_ctx *ctx,
                                                                        const uint8_t *ad,
                                                                        size_t bits);
/** Encrypts the last `bits` bits of the text, which may be none or many, writes the tag and wipes
    the context. */
ASCON_API ascon_result ascon_bits_aead_encrypt_final(ascon_aead_ctx *ctx, uint8_t *ciphertext,
                                                     uint8_t *tag, size_t tag_bits,
                                                     const uint8_t *plaintext, size_t bits);
/** Decrypts the last `bits` bits of the text, checks the tag, which authenticates all pieces before
    too, and wipes the context. With ASCON_ERR_TAG all (bits + 7) / 8 bytes of `plaintext` are
    zero; those of earlier pieces are the caller's to erase.
    @param tag_bits fixed by your protocol, never the length that arrived */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_bits_aead_decrypt_final(ascon_aead_ctx *ctx, uint8_t *plaintext, const uint8_t *ciphertext,
                              size_t bits, const uint8_t *tag, size_t tag_bits);

#ifdef __cplusplus
}
#endif

#endif
