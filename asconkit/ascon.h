/* Ascon, NIST SP 800-232: Ascon-AEAD128, Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   Rules for every call (docs/api-conventions.md has the reasons):
   - Lengths are in bytes. A pointer may be NULL only if its length is 0.
   - Buffers need no alignment. An output may start at the same address as the input that it is
     computed from; otherwise it must not overlap any other argument. A call that starts a context
     reads its inputs before it writes the context, so an input may lie inside the context.
   - No call uses the heap. Before a call returns, it wipes its copies of secrets.
   - After an error, outputs and the context are unchanged, with three exceptions. ASCON_ERR_TAG: a
     one-shot call has set the plaintext to zeros, and an incremental call has wiped the context.
     ASCON_ERR_RANDOM: the output is all zeros. ASCON_ERR_STORE: the plaintext of a received
     datagram is all zeros.
   - Constant time: no branch and no memory address depends on a secret. Lengths are public.
   - Contexts may be copied with `=` or memcpy, and wiped with ascon_wipe(). Different threads may
     use different contexts. Only one thread may use a context at a time.

   Other headers: ascon_v12.h (Ascon v1.2), ascon_prf.h (MAC, PRF, PrfShort), ascon_any.h (any
   algorithm, chosen at run time), ascon_batch.h (many messages in one call), ascon_permutation.h,
   ascon_backend.h (code for each processor). docs/api-conventions.md lists all headers. */
#ifndef ASCONKIT_ASCON_H
#define ASCONKIT_ASCON_H

#include "ascon_base.h"

#define ASCON_VERSION_MAJOR 0
#define ASCON_VERSION_MINOR 1
#define ASCON_VERSION_PATCH 0
#define ASCON_VERSION "0.1.0"

ASCON_C_BEGIN

/* ---- Results and helpers ------------------------------------------------------------------- */

/** The result of a call. */
typedef enum ascon_result {
  ASCON_OK = 0,        /**< the call succeeded */
  ASCON_ERR_TAG,       /**< the tag is wrong: the message must not be used */
  ASCON_ERR_NULL,      /**< a pointer is NULL although its length is not 0 */
  ASCON_ERR_RANGE,     /**< a length or a number of rounds is outside its range */
  ASCON_ERR_ORDER,     /**< the context is not in a state in which this call is allowed */
  ASCON_ERR_ALGORITHM, /**< the call does not support this kind of algorithm */
  ASCON_ERR_BACKEND,   /**< the backend is unknown, or this processor cannot run it */
  ASCON_ERR_RANDOM,    /**< the system provides no random bytes */
  ASCON_ERR_RESOURCES, /**< the system is out of memory or threads */
  ASCON_ERR_DEVICE,    /**< an accelerator, such as a GPU, failed */
  ASCON_ERR_STORE      /**< the store of a datagram counter failed */
} ascon_result;

/** Returns one line of English that describes a result; never NULL. */
ASCON_API const char *ascon_result_text(ascon_result result);

/** Fills `out` with random bytes from the operating system's generator, suitable for keys. The call
    blocks only until the generator has been seeded, soon after the machine has started. The source
    is getrandom() on Linux, BCryptGenRandom() on Windows (link with bcrypt), arc4random_buf() on
    macOS and the BSDs. Elsewhere, and in freestanding builds, the library lacks this call, so a
    program that uses it does not link.
    @return ASCON_ERR_RANDOM if the system provides no random bytes (for example, Linux before
            3.17): `out` is then all zeros and must not be used */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_random_bytes(uint8_t *out, size_t length);

/** Overwrites memory with zeros in a way that the compiler cannot remove. */
ASCON_API void ascon_wipe(void *memory, size_t length);

/** Compares two byte strings of the same length. Its running time depends only on `length`.
    @return 1 if the strings are equal, 0 otherwise */
ASCON_MUST_CHECK ASCON_API int ascon_equal(const uint8_t *a, const uint8_t *b, size_t length);

/* ---- Ascon-AEAD128: authenticated encryption (section 4) ------------------------------------ */

/* A nonce must never repeat under the same key: two messages with the same nonce reveal the
   difference of their plaintexts, and tags no longer protect these messages. Use a counter as the
   nonce (docs/security.md). */

#define ASCON_AEAD128_KEY_BYTES 16
#define ASCON_AEAD128_NONCE_BYTES 16
#define ASCON_AEAD128_TAG_BYTES 16
#define ASCON_AEAD128_MIN_TAG_BYTES 4

/** Encrypts one message and computes its tag (section 4.1.1).
    @param ciphertext output, `length` bytes; may be equal to `plaintext`
    @param tag        output, `tag_length` bytes
    @param tag_length 16, or 4 to 15 for a truncated tag (section 4.2.1). Use 4 to 7 only with a
                      documented limit on forgery attempts
    @param plaintext  input, `length` bytes
    @param length     bytes of the plaintext, and of the ciphertext
    @param ad         associated data: authenticated, not encrypted
    @param ad_length  bytes of the associated data
    @param nonce      must never repeat under the same key
    @param key        secret
    @return ASCON_OK; ASCON_ERR_NULL; ASCON_ERR_RANGE if `tag_length` is not 4 to 16 */
ASCON_API ascon_result ascon_aead128_encrypt(uint8_t *ciphertext, uint8_t *tag, size_t tag_length,
                                             const uint8_t *plaintext, size_t length,
                                             const uint8_t *ad, size_t ad_length,
                                             const uint8_t nonce[ASCON_AEAD128_NONCE_BYTES],
                                             const uint8_t key[ASCON_AEAD128_KEY_BYTES]);

/** Verifies the tag of one message and decrypts it (section 4.1.2). The call never releases
    unverified plaintext.
    @param plaintext  output, `length` bytes; may be equal to `ciphertext`
    @param ciphertext input, `length` bytes
    @param length     bytes of the ciphertext, and of the plaintext
    @param tag        input, `tag_length` bytes
    @param tag_length fixed by your protocol, not taken from the message: an attacker could cut
                      the tag to 4 bytes and forge in about 2^32 attempts
    @param ad         the associated data that the message was encrypted with
    @param ad_length  bytes of the associated data
    @param nonce      the nonce that the message was encrypted with
    @param key        the key that the message was encrypted with
    @return ASCON_ERR_TAG if the tag does not match: `plaintext` is then all zeros, also if it is
            the same buffer as `ciphertext`. For other errors, see ascon_aead128_encrypt() */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_aead128_decrypt(
    uint8_t *plaintext, const uint8_t *ciphertext, size_t length, const uint8_t *tag,
    size_t tag_length, const uint8_t *ad, size_t ad_length,
    const uint8_t nonce[ASCON_AEAD128_NONCE_BYTES], const uint8_t key[ASCON_AEAD128_KEY_BYTES]);

/** Encrypts like ascon_aead128_encrypt(), and writes ciphertext and 16-byte tag to one buffer.
    @param sealed    output, `length` + 16 bytes, the tag last; may be equal to `plaintext`
    @param plaintext input, `length` bytes
    @param length    bytes of the plaintext
    @param ad        associated data: authenticated, not encrypted
    @param ad_length bytes of the associated data
    @param nonce     must never repeat under the same key
    @param key       secret */
ASCON_API ascon_result ascon_aead128_encrypt_combined(
    uint8_t *sealed, const uint8_t *plaintext, size_t length, const uint8_t *ad, size_t ad_length,
    const uint8_t nonce[ASCON_AEAD128_NONCE_BYTES], const uint8_t key[ASCON_AEAD128_KEY_BYTES]);

/** Verifies and decrypts the output of ascon_aead128_encrypt_combined().
    @param plaintext     output, `sealed_length` - 16 bytes; may be equal to `sealed`
    @param sealed        input: the ciphertext, followed by the 16-byte tag
    @param sealed_length at least 16, ASCON_ERR_RANGE otherwise
    @param ad            the associated data that the message was encrypted with
    @param ad_length     bytes of the associated data
    @param nonce         the nonce that the message was encrypted with
    @param key           the key that the message was encrypted with
    @return ASCON_ERR_TAG if the tag does not match: `plaintext` is then all zeros */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_aead128_decrypt_combined(
    uint8_t *plaintext, const uint8_t *sealed, size_t sealed_length, const uint8_t *ad,
    size_t ad_length, const uint8_t nonce[ASCON_AEAD128_NONCE_BYTES],
    const uint8_t key[ASCON_AEAD128_KEY_BYTES]);

/* Incremental calls, for messages that arrive in pieces. Call init, then ad any number of times,
   then encrypt_update or decrypt_update_unverified any number of times, then the matching final.
   Pieces may have any length. A call out of order returns ASCON_ERR_ORDER. */

/** Starts a message. `ctx` need not be initialized before. The context holds the key until the
    final call wipes the context. To abandon a message, wipe the context with ascon_wipe(). */
ASCON_API ascon_result ascon_aead128_init(ascon_aead_ctx *ctx,
                                          const uint8_t nonce[ASCON_AEAD128_NONCE_BYTES],
                                          const uint8_t key[ASCON_AEAD128_KEY_BYTES]);

/** Adds the next piece of the associated data, which must precede all pieces of the text. */
ASCON_API ascon_result ascon_aead128_ad(ascon_aead_ctx *ctx, const uint8_t *ad, size_t length);

/** Encrypts the next piece of the plaintext.
    @param ciphertext output, `length` bytes; may be equal to `plaintext` */
ASCON_API ascon_result ascon_aead128_encrypt_update(ascon_aead_ctx *ctx, uint8_t *ciphertext,
                                                    const uint8_t *plaintext, size_t length);

/** Writes the tag and wipes the context.
    @param tag_length as in ascon_aead128_encrypt() */
ASCON_API ascon_result ascon_aead128_encrypt_final(ascon_aead_ctx *ctx, uint8_t *tag,
                                                   size_t tag_length);

/** Decrypts the next piece. WARNING: the output is UNVERIFIED; an attacker may have chosen it. Do
    not act on the output, show it or pass it on before ascon_aead128_decrypt_final() has returned
    ASCON_OK. If ascon_aead128_decrypt_final() fails, erase the output. ascon_aead128_decrypt() does
    not have this danger.
    @param plaintext output, `length` bytes; may be equal to `ciphertext` */
ASCON_API ascon_result ascon_aead128_decrypt_update_unverified(ascon_aead_ctx *ctx,
                                                               uint8_t *plaintext,
                                                               const uint8_t *ciphertext,
                                                               size_t length);

/** Verifies the tag over all pieces. Wipes the context, even if the tag is wrong.
    @param tag_length fixed by your protocol, not taken from the message */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_aead128_decrypt_final(ascon_aead_ctx *ctx,
                                                                    const uint8_t *tag,
                                                                    size_t tag_length);

/* ---- Ascon-AEAD128 with nonce masking (section 4.2.2) ---------------------------------------- */

/* The key has 32 bytes. Its second half is XORed into the nonce, which improves security where many
   keys are in use. ascon_any.h has incremental calls for this mode. */

#define ASCON_AEAD128_NONCE_MASKED_KEY_BYTES 32
#define ASCON_AEAD128_NONCE_MASKED_NONCE_BYTES 16
#define ASCON_AEAD128_NONCE_MASKED_TAG_BYTES 16
#define ASCON_AEAD128_NONCE_MASKED_MIN_TAG_BYTES 4

/** Encrypts with nonce masking, with a key of 32 bytes. @copydetails ascon_aead128_encrypt() */
ASCON_API ascon_result ascon_aead128_nonce_masked_encrypt(
    uint8_t *ciphertext, uint8_t *tag, size_t tag_length, const uint8_t *plaintext, size_t length,
    const uint8_t *ad, size_t ad_length,
    const uint8_t nonce[ASCON_AEAD128_NONCE_MASKED_NONCE_BYTES],
    const uint8_t key[ASCON_AEAD128_NONCE_MASKED_KEY_BYTES]);

/** Decrypts with nonce masking, with a key of 32 bytes. @copydetails ascon_aead128_decrypt() */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_aead128_nonce_masked_decrypt(
    uint8_t *plaintext, const uint8_t *ciphertext, size_t length, const uint8_t *tag,
    size_t tag_length, const uint8_t *ad, size_t ad_length,
    const uint8_t nonce[ASCON_AEAD128_NONCE_MASKED_NONCE_BYTES],
    const uint8_t key[ASCON_AEAD128_NONCE_MASKED_KEY_BYTES]);

/* ---- Ascon-Hash256 (section 5.1) ------------------------------------------------------------ */

#define ASCON_HASH256_BYTES 32

/** Hashes one message.
    @param digest  output, 32 bytes; may overlap the message
    @param message input, `length` bytes
    @param length  bytes of the message */
ASCON_API ascon_result ascon_hash256(uint8_t digest[ASCON_HASH256_BYTES], const uint8_t *message,
                                     size_t length);

/* Call init, then update any number of times, then final. A call out of order returns
   ASCON_ERR_ORDER. A call on a context of another kind returns ASCON_ERR_ALGORITHM. */

/** Starts a message. `ctx` need not be initialized before. */
ASCON_API ascon_result ascon_hash256_init(ascon_sponge_ctx *ctx);
/** Adds the next piece of the message. */
ASCON_API ascon_result ascon_hash256_update(ascon_sponge_ctx *ctx, const uint8_t *message,
                                            size_t length);
/** Writes the digest and wipes the context. */
ASCON_API ascon_result ascon_hash256_final(ascon_sponge_ctx *ctx,
                                           uint8_t digest[ASCON_HASH256_BYTES]);

/* ---- Ascon-XOF128 (section 5.2) and Ascon-CXOF128 (section 5.3) ----------------------------- */

#define ASCON_CXOF128_MAX_CUSTOMIZATION_BYTES 256

/** Hashes one message to an output of any length.
    @param out        output, `out_length` bytes; may overlap the message
    @param out_length bytes of the output, 0 included
    @param message    input, `length` bytes
    @param length     bytes of the message */
ASCON_API ascon_result ascon_xof128(uint8_t *out, size_t out_length, const uint8_t *message,
                                    size_t length);

/** Hashes one message like ascon_xof128(), with a customization string. Different strings give
    unrelated outputs.
    @param out                  output, `out_length` bytes; may overlap the message
    @param out_length           bytes of the output, 0 included
    @param message              input, `length` bytes
    @param length               bytes of the message
    @param customization        input, such as the name of your protocol; may be empty
    @param customization_length at most 256, ASCON_ERR_RANGE otherwise */
ASCON_API ascon_result ascon_cxof128(uint8_t *out, size_t out_length, const uint8_t *message,
                                     size_t length, const uint8_t *customization,
                                     size_t customization_length);

/* Call init, then update any number of times, then squeeze any number of times. Ascon-XOF128 and
   Ascon-CXOF128 share the calls for update and squeeze. */

/** Starts a message of Ascon-XOF128. `ctx` need not be initialized before. */
ASCON_API ascon_result ascon_xof128_init(ascon_sponge_ctx *ctx);
/** Starts a message of Ascon-CXOF128. `ctx` need not be initialized before. */
ASCON_API ascon_result ascon_cxof128_init(ascon_sponge_ctx *ctx, const uint8_t *customization,
                                          size_t customization_length);
/** Adds the next piece of the message. Returns ASCON_ERR_ORDER after the first squeeze. */
ASCON_API ascon_result ascon_xof128_update(ascon_sponge_ctx *ctx, const uint8_t *message,
                                           size_t length);
/** Writes the next bytes of the output. It may be called any number of times. The context is not
    wiped: wipe it with ascon_wipe() if the message was secret. */
ASCON_API ascon_result ascon_xof128_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t out_length);

ASCON_C_END

#endif
