/* Inputs and outputs of arbitrary bit length, for the algorithms of SP 800-232: messages,
   associated data, customization strings, outputs and truncated tags. The functions of ascon.h take
   lengths in bytes. A program that calls no function of this header contains none of its code.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The conventions of ascon.h hold, and:
   - Lengths are in bits. An input or output of n bits takes (n + 7) / 8 bytes. Its bit i is bit i %
     8 of byte i / 8, where bit 0 of a byte is the lowest (SP 800-232, section 2.1 and appendix A).
   - Bits of the last byte beyond the length have no effect in an input, and are zeros in an output.
   - If all lengths are multiples of 8, the results equal the results of the functions in ascon.h.
   - For an algorithm that SP 800-232 does not specify, the functions return ASCON_ERR_ALGORITHM.
   - If an input is passed in pieces, all pieces but the last have whole bytes. Pass the last piece,
     of any number of bits, to a function of this header, which also ends the input. A library built
     with ASCON_EXTERN_BI lacks these functions, so a program that calls them does not link. */
#ifndef ASCONKIT_ASCON_BITS_H
#define ASCONKIT_ASCON_BITS_H

#include "ascon_any.h"

ASCON_C_BEGIN

/* ---- Hashes and XOFs ----------------------------------------------------------------------- */

/* These functions accept a hash, XOF or CXOF (SP 800-232, sections 5.1 to 5.3). The output of a
   hash has 256 bits; a XOF or CXOF has any number of output bits. `customization_bits` is at most
   2048 for a CXOF, and 0 for a hash or XOF. Other lengths return ASCON_ERR_RANGE. */

/** Computes `out_bits` bits of output for a whole message of `bits` bits. */
ASCON_API ascon_result ascon_bits_sponge(const ascon_algorithm *algorithm, uint8_t *out,
                                         size_t out_bits, const uint8_t *message, size_t bits,
                                         const uint8_t *customization, size_t customization_bits);

/** Starts an incremental message, like ascon_any_sponge_init(). */
ASCON_API ascon_result ascon_bits_sponge_init(ascon_sponge_ctx *ctx,
                                              const ascon_algorithm *algorithm,
                                              const uint8_t *customization,
                                              size_t customization_bits);
/** Adds the last `bits` bits of the message, 0 or more. After this call, only output may be read:
    adding another piece of the message returns ASCON_ERR_ORDER. */
ASCON_API ascon_result ascon_bits_sponge_update_last(ascon_sponge_ctx *ctx, const uint8_t *message,
                                                     size_t bits);
/** For a XOF or CXOF, writes the last `bits` bits of the output; the caller must wipe the context
    afterwards. For a hash, writes the digest and wipes the context. */
ASCON_API ascon_result ascon_bits_sponge_squeeze_last(ascon_sponge_ctx *ctx, uint8_t *out,
                                                      size_t bits);

/* ---- Authenticated encryption ---------------------------------------------------------------

   A tag is the first 32 to 128 bits of the whole tag (SP 800-232, section 4.2.1). Use less than 64
   bits only with a documented limit on forgery attempts. Other lengths return ASCON_ERR_RANGE. */

/** Encrypts inputs of arbitrary bit length (SP 800-232, section 4.1.1). */
ASCON_API ascon_result ascon_bits_aead_encrypt(const ascon_algorithm *algorithm,
                                               uint8_t *ciphertext, uint8_t *tag, size_t tag_bits,
                                               const uint8_t *plaintext, size_t text_bits,
                                               const uint8_t *ad, size_t ad_bits,
                                               const uint8_t *nonce, const uint8_t *key);
/** Verifies and decrypts inputs of arbitrary bit length (SP 800-232, section 4.1.2). After
    ASCON_ERR_TAG, all (text_bits + 7) / 8 bytes of `plaintext` are zero.
    @param tag_bits fixed by your protocol, not taken from the message */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_bits_aead_decrypt(
    const ascon_algorithm *algorithm, uint8_t *plaintext, const uint8_t *ciphertext,
    size_t text_bits, const uint8_t *tag, size_t tag_bits, const uint8_t *ad, size_t ad_bits,
    const uint8_t *nonce, const uint8_t *key);

/** Adds the last `bits` bits of associated data to a message that is being encrypted. After this
    call, ascon_any_aead_ad() returns ASCON_ERR_ORDER. */
ASCON_API ascon_result ascon_bits_aead_encrypt_ad_last(ascon_aead_ctx *ctx, const uint8_t *ad,
                                                       size_t bits);
/** Adds the last `bits` bits of associated data to a message that is being decrypted. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_bits_aead_decrypt_ad_last(ascon_aead_ctx *ctx,
                                                                        const uint8_t *ad,
                                                                        size_t bits);
/** Encrypts the last `bits` bits (0 or more) of the text, writes the tag and wipes the context. */
ASCON_API ascon_result ascon_bits_aead_encrypt_final(ascon_aead_ctx *ctx, uint8_t *ciphertext,
                                                     uint8_t *tag, size_t tag_bits,
                                                     const uint8_t *plaintext, size_t bits);
/** Decrypts the last `bits` bits (0 or more) of the text, verifies the tag of the whole message,
    and wipes the context. After ASCON_ERR_TAG, all (bits + 7) / 8 bytes of `plaintext` are zero,
    and the caller must erase the plaintext of earlier pieces.
    @param tag_bits fixed by your protocol, not taken from the message */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_bits_aead_decrypt_final(ascon_aead_ctx *ctx, uint8_t *plaintext, const uint8_t *ciphertext,
                              size_t bits, const uint8_t *tag, size_t tag_bits);

ASCON_C_END

#endif
