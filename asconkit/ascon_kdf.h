/* KMAC over Ascon-CXOF128, a keyed function with a key, a purpose and an output of any length, and
   key derivation over it. docs/constructions/kdf.md has the specification, and says which call to
   take. For protocols that prescribe HMAC or HKDF there is ascon_hmac.h.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The conventions of ascon.h hold. Unused calls are not linked. A library built with
   ASCON_EXTERN_BI does not have them. */
#ifndef ASCONKIT_ASCON_KDF_H
#define ASCONKIT_ASCON_KDF_H

#include "ascon.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The longest customization string of KMAC: what the 256 bytes of CXOF128 leave. */
#define ASCON_KMAC_MAX_CUSTOMIZATION_BYTES 247
/** The shortest tag that the calls that verify accept: SP 800-185, section 8.4.2. */
#define ASCON_KMAC_MIN_TAG_BYTES 4
/** What ascon_kdf_extract() writes. */
#define ASCON_KDF_PRK_BYTES 32

/* ---- KMAC ----------------------------------------------------------------------------------

   SP 800-185, section 4, over Ascon-CXOF128. Keys have any length; for 128-bit security, at least
   16 bytes that are secret and random. The customization string names the purpose: outputs for
   different strings are unrelated, and none is related to key derivation. ASCON_ERR_RANGE if it is
   longer than ASCON_KMAC_MAX_CUSTOMIZATION_BYTES. */

/** A tag, or other output for one length: an output of another length is unrelated.
    @param out out_length bytes; may overlap any input */
ASCON_API ascon_result ascon_kdf_kmac(uint8_t *out, size_t out_length, const uint8_t *message,
                                      size_t length, const uint8_t *customization,
                                      size_t customization_length, const uint8_t *key,
                                      size_t key_length);
/** Compares `tag` with what ascon_kdf_kmac() gives for tag_length bytes, in constant time.
    @param tag_length fixed by your protocol, never the length that arrived. At least
           ASCON_KMAC_MIN_TAG_BYTES, ASCON_ERR_RANGE otherwise; below 8 only with a documented limit
           on forgery attempts
    @return ASCON_ERR_TAG if they differ */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_kdf_kmac_verify(const uint8_t *tag, size_t tag_length,
                                                              const uint8_t *message, size_t length,
                                                              const uint8_t *customization,
                                                              size_t customization_length,
                                                              const uint8_t *key,
                                                              size_t key_length);
/** Output of any length (KMACXOF, section 4.3.1): a shorter one is the beginning of a longer one,
    and none is that of ascon_kdf_kmac().
    @param out out_length bytes; may overlap any input */
ASCON_API ascon_result ascon_kdf_kmac_xof(uint8_t *out, size_t out_length, const uint8_t *message,
                                          size_t length, const uint8_t *customization,
                                          size_t customization_length, const uint8_t *key,
                                          size_t key_length);

/** A message in pieces: ascon_kdf_kmac_init(), ascon_kdf_kmac_update() as often as needed, then one
   of the calls that end it. Secret. Its fields are private. */
typedef struct ascon_kmac_ctx {
  ascon_sponge_ctx cxof;
  uint8_t squeezing;
} ascon_kmac_ctx;

/** Starts a message, whatever the context held before. A copy of a context that has just been
    started serves for the next message under the same key. */
ASCON_API ascon_result ascon_kdf_kmac_init(ascon_kmac_ctx *ctx, const uint8_t *customization,
                                           size_t customization_length, const uint8_t *key,
                                           size_t key_length);
/** Adds `length` bytes to the message. ASCON_ERR_ORDER after the first ascon_kdf_kmac_squeeze(). */
ASCON_API ascon_result ascon_kdf_kmac_update(ascon_kmac_ctx *ctx, const uint8_t *message,
                                             size_t length);
/** Writes what ascon_kdf_kmac() writes and wipes the context. */
ASCON_API ascon_result ascon_kdf_kmac_final(ascon_kmac_ctx *ctx, uint8_t *out, size_t out_length);
/** Does what ascon_kdf_kmac_verify() does and wipes the context (also with ASCON_ERR_TAG).
    @param tag_length fixed by your protocol, never the length that arrived */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_kdf_kmac_verify_final(ascon_kmac_ctx *ctx,
                                                                    const uint8_t *tag,
                                                                    size_t tag_length);
/** Writes the next `length` bytes of what ascon_kdf_kmac_xof() writes; may be called again. Wipe
   the context afterwards, with ascon_wipe(). */
ASCON_API ascon_result ascon_kdf_kmac_squeeze(ascon_kmac_ctx *ctx, uint8_t *out, size_t length);

/* ---- Key derivation ------------------------------------------------------------------------

   The arguments and their order are those of HKDF (RFC 5869). Everything may have any length. A
   salt may be empty, and `info` too; it names what the output is for, and who takes part. Outputs
   of different lengths are unrelated. Outputs may overlap any input. */

/** In one step, from input keying material to output: what to take if a secret gives one key.
    @param salt not secret; may be a random string, or empty
    @param ikm  the secret, such as the result of a key agreement, of any distribution with at least
                128 bits of entropy; not a password */
ASCON_API ascon_result ascon_kdf_derive(uint8_t *out, size_t out_length, const uint8_t *salt,
                                        size_t salt_length, const uint8_t *ikm, size_t ikm_length,
                                        const uint8_t *info, size_t info_length);
/** Step one of two, if a secret gives many keys: a pseudorandom key of ASCON_KDF_PRK_BYTES bytes,
    for ascon_kdf_expand() alone. */
ASCON_API ascon_result ascon_kdf_extract(uint8_t *prk, const uint8_t *salt, size_t salt_length,
                                         const uint8_t *ikm, size_t ikm_length);
/** Step two: one output for each `info`.
    @param prk from ascon_kdf_extract(), or another secret key that is uniform, of at least 16 bytes
 */
ASCON_API ascon_result ascon_kdf_expand(uint8_t *out, size_t out_length, const uint8_t *prk,
                                        size_t prk_length, const uint8_t *info, size_t info_length);

#ifdef __cplusplus
}
#endif

#endif
