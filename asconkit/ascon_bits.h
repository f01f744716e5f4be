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

/** The hash of a message of `bits` bits: SP 800-232, section 5.1. */
ASCON_API ascon_result ascon_bits_hash(const ascon_algorithm *algorithm, uint8_t *digest,
                                       const uint8_t *message, size_t bits);
/** The XOF of a message of `bits` bits, with `out_bits` bits of output: SP 800-232, section
    5.2. */
ASCON_API ascon_result ascon_bits_xof(const ascon_algorithm *algorithm, uint8_t *out,
                                      size_t out_bits, const uint8_t *message, size_t bits);
/** The CXOF with strings of bits: SP 800-232, section 5.3. The customization string has at
   most 2048 bits, ASCON_ERR_RANGE otherwise. */
ASCON_API ascon_result ascon_bits_cxof(const ascon_algorithm *algorithm, uint8_t *out,
                                       size_t out_bits, const uint8_t *message, size_t bits,
                                       const uint8_t *customization, size_t customization_bits);

/** ascon_any_cxof_init() with a customization string of `customization_bits` bits, at most 2048. */
ASCON_API ascon_result ascon_bits_cxof_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                            const uint8_t *customization,
                                            size_t customization_bits);
/** Adds the last `bits` bits of the message, which may be none or many, and does what
    ascon_any_hash_final() does. */
ASCON_API ascon_result ascon_bits_hash_final(ascon_sponge_ctx *ctx, uint8_t *digest,
                                             const uint8_t *message, size_t bits);
/** Adds the last `bits` bits of the message, of an XOF or a CXOF. Continue with
    ascon_any_xof_squeeze(); ascon_any_xof_update() is ASCON_ERR_ORDER from here on. */
ASCON_API ascon_result ascon_bits_xof_update_last(ascon_sponge_ctx *ctx, const uint8_t *message,
                                                  size_t bits);
/** ascon_any_xof_squeeze() of the last `bits` bits of output: what is squeezed after them begins at
   the next byte. */
ASCON_API ascon_result ascon_bits_xof_squeeze_last(ascon_sponge_ctx *ctx, uint8_t *out,
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

/* ---- Named after the algorithm -------------------------------------------------------------- */

/** ascon_bits_hash() with ASCON_HASH256. */
ASCON_API ascon_result ascon_bits_hash256(uint8_t *digest, const uint8_t *message, size_t bits);
/** ascon_bits_xof() with ASCON_XOF128. */
ASCON_API ascon_result ascon_bits_xof128(uint8_t *out, size_t out_bits, const uint8_t *message,
                                         size_t bits);
/** ascon_bits_cxof() with ASCON_CXOF128. */
ASCON_API ascon_result ascon_bits_cxof128(uint8_t *out, size_t out_bits, const uint8_t *message,
                                          size_t bits, const uint8_t *customization,
                                          size_t customization_bits);
/** ascon_bits_aead_encrypt() with ASCON_AEAD128. */
ASCON_API ascon_result ascon_bits_aead128_encrypt(uint8_t *ciphertext, uint8_t *tag,
                                                  size_t tag_bits, const uint8_t *plaintext,
                                                  size_t text_bits, const uint8_t *ad,
                                                  size_t ad_bits, const uint8_t *nonce,
                                                  const uint8_t *key);
/** ascon_bits_aead_decrypt() with ASCON_AEAD128. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_bits_aead128_decrypt(
    uint8_t *plaintext, const uint8_t *ciphertext, size_t text_bits, const uint8_t *tag,
    size_t tag_bits, const uint8_t *ad, size_t ad_bits, const uint8_t *nonce, const uint8_t *key);

#ifdef __cplusplus
}
#endif

#endif
