/* HMAC, HKDF and PBKDF2 with Ascon-Hash256, for protocols that prescribe them. If you are free to
   choose, use ascon_kdf.h, which is faster. No standard fixes the block size of HMAC with
   Ascon-Hash256; docs/constructions/hmac.md explains our choice.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The rules of ascon.h apply. Unused calls are not linked. A library built with ASCON_EXTERN_BI
   does not have the calls of this header. */
#ifndef ASCONKIT_ASCON_HMAC_H
#define ASCONKIT_ASCON_HMAC_H

#include "../ascon.h"

ASCON_C_BEGIN

#define ASCON_HMAC_BYTES 32
/** The block size, B in RFC 2104: longer keys are hashed, shorter keys are padded to B bytes. */
#define ASCON_HMAC_BLOCK_BYTES 64
/** The shortest truncated tag that verification accepts: RFC 2104, section 5. */
#define ASCON_HMAC_MIN_TAG_BYTES 16
/** The longest output of HKDF: RFC 5869, section 2.3. */
#define ASCON_HKDF_MAX_BYTES (255 * ASCON_HMAC_BYTES)

/* ---- HMAC: RFC 2104, FIPS 198-1 -------------------------------------------------------------

   A key may have any length. For 128-bit security, use at least 16 secret, random bytes. A key of
   at most ASCON_HMAC_BLOCK_BYTES bytes is padded with zeros, so two keys that differ only in their
   final zeros give the same tags. */

/** Computes the tag of one message.
    @param mac ASCON_HMAC_BYTES bytes; may overlap any input. To truncate a tag, drop its end. */
ASCON_API ascon_result ascon_hmac_hash256(uint8_t *mac, const uint8_t *message, size_t length,
                                          const uint8_t *key, size_t key_length);
/** Verifies a tag in constant time: compares it with the first tag_length bytes of the output of
    ascon_hmac_hash256().
    @param tag_length ASCON_HMAC_MIN_TAG_BYTES to ASCON_HMAC_BYTES, ASCON_ERR_RANGE otherwise; fixed
           by your protocol, not taken from the message
    @return ASCON_ERR_TAG if the two tags differ */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_hmac_hash256_verify(const uint8_t *tag,
                                                                  size_t tag_length,
                                                                  const uint8_t *message,
                                                                  size_t length, const uint8_t *key,
                                                                  size_t key_length);

/** Context of an incremental HMAC. The context is secret, and its fields are private. */
typedef struct ascon_hmac_ctx {
  ascon_sponge_ctx inner;
  ascon_sponge_ctx outer;
} ascon_hmac_ctx;

/** Starts a message, whatever the context held before. If you copy a context that was just started,
    the copy can process another message under the same key; this saves half of the work of a short
    message. */
ASCON_API ascon_result ascon_hmac_hash256_init(ascon_hmac_ctx *ctx, const uint8_t *key,
                                               size_t key_length);
/** Adds `length` bytes to the message. */
ASCON_API ascon_result ascon_hmac_hash256_update(ascon_hmac_ctx *ctx, const uint8_t *message,
                                                 size_t length);
/** Writes the tag of ASCON_HMAC_BYTES bytes and wipes the context. */
ASCON_API ascon_result ascon_hmac_hash256_final(ascon_hmac_ctx *ctx, uint8_t *mac);
/** Verifies a tag like ascon_hmac_hash256_verify() and wipes the context, also on ASCON_ERR_TAG.
    @param tag_length fixed by your protocol, not taken from the message */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_hmac_hash256_verify_final(ascon_hmac_ctx *ctx,
                                                                        const uint8_t *tag,
                                                                        size_t tag_length);

/* ---- HKDF: RFC 5869 -------------------------------------------------------------------------

   `salt` and `info` may be empty. An output must not overlap any input. */

/** Extracts a pseudorandom key of ASCON_HMAC_BYTES bytes (RFC 5869, section 2.2). */
ASCON_API ascon_result ascon_hmac_hkdf_extract(uint8_t *prk, const uint8_t *salt,
                                               size_t salt_length, const uint8_t *ikm,
                                               size_t ikm_length);
/** Expands a pseudorandom key (RFC 5869, 2.3). A shorter output is a prefix of a longer output.
    @param out_length at most ASCON_HKDF_MAX_BYTES, ASCON_ERR_RANGE otherwise */
ASCON_API ascon_result ascon_hmac_hkdf_expand(uint8_t *out, size_t out_length, const uint8_t *prk,
                                              size_t prk_length, const uint8_t *info,
                                              size_t info_length);
/** Computes ascon_hmac_hkdf_extract() and then ascon_hmac_hkdf_expand() in one call. */
ASCON_API ascon_result ascon_hmac_hkdf(uint8_t *out, size_t out_length, const uint8_t *salt,
                                       size_t salt_length, const uint8_t *ikm, size_t ikm_length,
                                       const uint8_t *info, size_t info_length);

/* ---- PBKDF2: RFC 8018, section 5.2 ---------------------------------------------------------- */

/** FOR COMPATIBILITY ONLY, with systems that prescribe PBKDF2. PBKDF2 needs little memory, so an
    attacker who guesses passwords on a GPU is far faster than you. Use Argon2id for new designs
    (docs/constructions/passwords.md).
    @param out output, out_length bytes; must not overlap any input; at most 2^32 - 1 blocks of
               ASCON_HMAC_BYTES bytes, ASCON_ERR_RANGE otherwise
    @param iterations at least 1, ASCON_ERR_RANGE otherwise; use as many as your users accept */
ASCON_API ascon_result ascon_hmac_pbkdf2(uint8_t *out, size_t out_length, const uint8_t *password,
                                         size_t password_length, const uint8_t *salt,
                                         size_t salt_length, uint32_t iterations);

ASCON_C_END

#endif
