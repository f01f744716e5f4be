/* KMAC over Ascon-CXOF128, and key derivation with KMAC. KMAC is a keyed function. Its key and
   output may have any length, and an input names the purpose. docs/constructions/kdf.md has the
   specification, and helps to choose a call. Protocols that prescribe HMAC or HKDF need
   ascon_hmac.h. SPDX-License-Identifier: Apache-2.0 OR MIT

   The conventions of ascon.h hold. Unused calls are not linked. A library built with
   ASCON_EXTERN_BI does not have these calls. */
#ifndef ASCONKIT_ASCON_KDF_H
#define ASCONKIT_ASCON_KDF_H

#include "../ascon.h"

ASCON_C_BEGIN

/** The longest customization string of KMAC: CXOF128 allows 256 bytes, and KMAC uses 9 of them. */
#define ASCON_KMAC_MAX_CUSTOMIZATION_BYTES 247
/** The shortest tag that verification accepts: SP 800-185, section 8.4.2. */
#define ASCON_KMAC_MIN_TAG_BYTES 4
/** Number of bytes that ascon_kdf_extract() writes. */
#define ASCON_KDF_PRK_BYTES 32

/* ---- KMAC ----------------------------------------------------------------------------------

   KMAC follows SP 800-185, section 4, over Ascon-CXOF128. A key may have any length; for 128-bit
   security, use at least 16 secret, random bytes. The customization string names the purpose:
   outputs for different strings are unrelated to each other and to derived keys. Calls return
   ASCON_ERR_RANGE if this string is longer than ASCON_KMAC_MAX_CUSTOMIZATION_BYTES. */

/** Computes a tag or another output of fixed length. Outputs of different lengths are unrelated.
    @param out out_length bytes; may overlap any input */
ASCON_API ascon_result ascon_kdf_kmac(uint8_t *out, size_t out_length, const uint8_t *message,
                                      size_t length, const uint8_t *customization,
                                      size_t customization_length, const uint8_t *key,
                                      size_t key_length);
/** Verifies a tag in constant time: compares it with the output of ascon_kdf_kmac() for tag_length
    bytes.
    @param tag_length fixed by your protocol, not taken from the message. At least
           ASCON_KMAC_MIN_TAG_BYTES, ASCON_ERR_RANGE otherwise. Use a length below 8 only if your
           protocol limits the number of forgery attempts
    @return ASCON_ERR_TAG if the tag differs from the output of ascon_kdf_kmac() */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_kdf_kmac_verify(const uint8_t *tag, size_t tag_length,
                                                              const uint8_t *message, size_t length,
                                                              const uint8_t *customization,
                                                              size_t customization_length,
                                                              const uint8_t *key,
                                                              size_t key_length);
/** Computes output of any length (KMACXOF, section 4.3.1): a shorter output is a prefix of a longer
    output. All outputs are unrelated to outputs of ascon_kdf_kmac().
    @param out out_length bytes; may overlap any input */
ASCON_API ascon_result ascon_kdf_kmac_xof(uint8_t *out, size_t out_length, const uint8_t *message,
                                          size_t length, const uint8_t *customization,
                                          size_t customization_length, const uint8_t *key,
                                          size_t key_length);

/** Context of an incremental KMAC: call ascon_kdf_kmac_init(), ascon_kdf_kmac_update() any number
    of times, then final, verify_final or squeeze. The context is secret; its fields are private. */
typedef struct ascon_kmac_ctx {
  ascon_sponge_ctx cxof;
  uint8_t squeezing;
} ascon_kmac_ctx;

/** Starts a message. The old content of `ctx` has no effect. A copy of a context that has just been
    started can be used for the next message under the same key. */
ASCON_API ascon_result ascon_kdf_kmac_init(ascon_kmac_ctx *ctx, const uint8_t *customization,
                                           size_t customization_length, const uint8_t *key,
                                           size_t key_length);
/** Adds `length` bytes to the message. ASCON_ERR_ORDER after the first ascon_kdf_kmac_squeeze(). */
ASCON_API ascon_result ascon_kdf_kmac_update(ascon_kmac_ctx *ctx, const uint8_t *message,
                                             size_t length);
/** Writes the output of ascon_kdf_kmac() and wipes the context. */
ASCON_API ascon_result ascon_kdf_kmac_final(ascon_kmac_ctx *ctx, uint8_t *out, size_t out_length);
/** Verifies a tag like ascon_kdf_kmac_verify() and wipes the context, also after ASCON_ERR_TAG.
    @param tag_length fixed by your protocol, not taken from the message */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_kdf_kmac_verify_final(ascon_kmac_ctx *ctx,
                                                                    const uint8_t *tag,
                                                                    size_t tag_length);
/** Writes the next `length` bytes of the output of ascon_kdf_kmac_xof(); may be called again. Wipe
    the context afterwards with ascon_wipe(). */
ASCON_API ascon_result ascon_kdf_kmac_squeeze(ascon_kmac_ctx *ctx, uint8_t *out, size_t length);

/* ---- Key derivation ------------------------------------------------------------------------

   The arguments and their order are the same as for HKDF (RFC 5869). Inputs and outputs may have
   any length. `salt` and `info` may be empty. `info` names the purpose of the output and the
   parties. Outputs of different lengths are unrelated. Outputs may overlap any input. */

/** Derives output from input keying material in one step. Use this call to derive one key from a
    secret.
    @param salt not secret; may be a random string, or empty
    @param ikm  the secret, such as the result of a key agreement. It may have any distribution with
                at least 128 bits of entropy; a password has less entropy */
ASCON_API ascon_result ascon_kdf_derive(uint8_t *out, size_t out_length, const uint8_t *salt,
                                        size_t salt_length, const uint8_t *ikm, size_t ikm_length,
                                        const uint8_t *info, size_t info_length);
/** First of two calls that derive many keys from a secret: writes a pseudorandom key of
    ASCON_KDF_PRK_BYTES bytes, which is only for ascon_kdf_expand(). */
ASCON_API ascon_result ascon_kdf_extract(uint8_t *prk, const uint8_t *salt, size_t salt_length,
                                         const uint8_t *ikm, size_t ikm_length);
/** Second of the two calls that derive many keys: derives one output for each `info`.
    @param prk from ascon_kdf_extract(), or another uniformly random secret of at least 16 bytes */
ASCON_API ascon_result ascon_kdf_expand(uint8_t *out, size_t out_length, const uint8_t *prk,
                                        size_t prk_length, const uint8_t *info, size_t info_length);

ASCON_C_END

#endif
