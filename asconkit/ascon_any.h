/* Any algorithm of the family, chosen at run time: the table of algorithms, and calls that take a
   row of it. Programs that know their algorithm call it by its name (ascon.h, ascon_v12.h,
   ascon_prf.h): the same computation, faster and smaller. The rules of ascon.h hold.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_ASCON_ANY_H
#define ASCONKIT_ASCON_ANY_H

#include "ascon.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Algorithms --------------------------------------------------------------------------- */

/** What an algorithm does, hence which group of calls serves it. */
typedef enum ascon_kind {
  ASCON_KIND_AEAD,    /**< ascon_any_aead_*() */
  ASCON_KIND_HASH,    /**< ascon_any_hash_*() */
  ASCON_KIND_XOF,     /**< ascon_any_xof_*() */
  ASCON_KIND_CXOF,    /**< ascon_any_cxof_*(); update and squeeze are those of XOFs */
  ASCON_KIND_MAC,     /**< ascon_any_mac_*() */
  ASCON_KIND_PRF,     /**< ascon_any_prf_*() */
  ASCON_KIND_PRFSHORT /**< ascon_any_prfshort() */
} ascon_kind;

/** "aead", "hash", "xof", "cxof", "mac", "prf" or "prfshort", never NULL. */
ASCON_API const char *ascon_any_kind_name(ascon_kind kind);

struct ascon_rows;

/** A row of the algorithm table. Lengths are in bytes; 0 means that the algorithm has no such
    value. */
typedef struct ascon_algorithm {
  const char *name;                  /**< such as "ascon-aead128" */
  const char *convention;            /**< "SP 800-232", "v1.2" or "v1.3" */
  const struct ascon_params *params; /**< private to the library */
  const struct ascon_rows *rows;     /**< private to the library */
  ascon_kind kind;
  uint8_t key_bytes;
  uint8_t nonce_bytes;
  uint8_t min_tag_bytes; /**< the shortest tag that the algorithm allows */
  uint8_t output_bytes;  /**< tag or digest; 0: any length */
  uint8_t rate_bytes;    /**< input taken per permutation */
} ascon_algorithm;

/** The algorithm with this index, in the order of the table; NULL past the last one. */
ASCON_API const ascon_algorithm *ascon_any_at(size_t index);

/** The algorithm with this name, such as "ascon-hash256"; NULL if there is none. */
ASCON_API const ascon_algorithm *ascon_any_find(const char *name);

/* ---- Authenticated encryption with associated data ----------------------------------------- */

/* SP 800-232, section 4; Ascon v1.2, section 2.4. Key and nonce have the sizes that the algorithm
   table gives (16 bytes each; key 20 for Ascon-80pq; key 32 for the nonce-masked form of
   SP 800-232, section 4.2.2: K1 || K2, the nonce is masked with K2).

   Never encrypt two messages with the same key and nonce: it reveals both.

   Tags: `tag_bytes` is 16, or for the SP 800-232 algorithms 4 to 16 (truncated tags, section
   4.2.1; below 8 only with a documented limit on forgery attempts). Other lengths, 0 included, are
   ASCON_ERR_RANGE. Calls that check a tag check `tag_bytes` bytes: it is fixed by your protocol,
   never the length that arrived, or whoever cuts a tag to 4 bytes forges after about 2^32 attempts.
   */

/** Encrypts `text_bytes` bytes and computes the tag: SP 800-232, section 4.1.1.
    @param ciphertext text_bytes bytes; may be equal to `plaintext`.
    @param tag        tag_bytes bytes, overlapping no other argument.
    @return ASCON_ERR_ALGORITHM, ASCON_ERR_NULL or ASCON_ERR_RANGE (tag_bytes) if an argument is
            wrong; nothing has been written then. */
ASCON_API ascon_result ascon_any_aead_encrypt(const ascon_algorithm *algorithm, uint8_t *ciphertext,
                                              uint8_t *tag, size_t tag_bytes,
                                              const uint8_t *plaintext, size_t text_bytes,
                                              const uint8_t *ad, size_t ad_bytes,
                                              const uint8_t *nonce, const uint8_t *key);

/** Checks the tag and decrypts: SP 800-232, section 4.1.2. Never releases unverified plaintext:
   with ASCON_ERR_TAG all text_bytes bytes of `plaintext` are zero, in place too.
    @param plaintext text_bytes bytes; may be equal to `ciphertext`.
    @param tag_bytes fixed by your protocol, never the length that arrived.
    @return ASCON_ERR_TAG if the message is forged; other errors as ascon_any_aead_encrypt(). */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_aead_decrypt(
    const ascon_algorithm *algorithm, uint8_t *plaintext, const uint8_t *ciphertext,
    size_t text_bytes, const uint8_t *tag, size_t tag_bytes, const uint8_t *ad, size_t ad_bytes,
    const uint8_t *nonce, const uint8_t *key);

/** ascon_any_aead_encrypt() whose output is ciphertext || 16-byte tag: text_bytes + 16 bytes.
   `sealed` may be equal to `plaintext`. */
ASCON_API ascon_result ascon_any_aead_encrypt_combined(const ascon_algorithm *algorithm,
                                                       uint8_t *sealed, const uint8_t *plaintext,
                                                       size_t text_bytes, const uint8_t *ad,
                                                       size_t ad_bytes, const uint8_t *nonce,
                                                       const uint8_t *key);

/** ascon_any_aead_decrypt() of ciphertext || 16-byte tag. `plaintext` has sealed_bytes - 16 bytes,
   all of them zero with ASCON_ERR_TAG, and may be equal to `sealed`; sealed_bytes below 16 is
    ASCON_ERR_RANGE. */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_any_aead_decrypt_combined(const ascon_algorithm *algorithm, uint8_t *plaintext,
                                const uint8_t *sealed, size_t sealed_bytes, const uint8_t *ad,
                                size_t ad_bytes, const uint8_t *nonce, const uint8_t *key);

/* A message in pieces: init, then any number of ascon_any_aead_ad(), then any number of
    ascon_any_aead_encrypt_update() or of ascon_any_aead_decrypt_update_unverified(), then the
   matching final. A call out of order returns ASCON_ERR_ORDER. Pieces may have any length. */

/** Starts a message, whatever the context held before. It holds the key until final wipes it; to
    give a message up, use ascon_wipe(). */
ASCON_API ascon_result ascon_any_aead_init(ascon_aead_ctx *ctx, const ascon_algorithm *algorithm,
                                           const uint8_t *nonce, const uint8_t *key);

/** Adds `bytes` bytes of associated data; all of it must come before the text, ASCON_ERR_ORDER
    otherwise. */
ASCON_API ascon_result ascon_any_aead_ad(ascon_aead_ctx *ctx, const uint8_t *ad, size_t bytes);

/** Encrypts the next piece: writes `bytes` bytes; `ciphertext` may be equal to `plaintext`.
    ASCON_ERR_ORDER if the context decrypts, or is not started. */
ASCON_API ascon_result ascon_any_aead_encrypt_update(ascon_aead_ctx *ctx, uint8_t *ciphertext,
                                                     const uint8_t *plaintext, size_t bytes);

/** Writes the tag and wipes the context. tag_bytes is as for ascon_any_aead_encrypt(); with
    ASCON_ERR_RANGE the context stays as it was. */
ASCON_API ascon_result ascon_any_aead_encrypt_final(ascon_aead_ctx *ctx, uint8_t *tag,
                                                    size_t tag_bytes);

/** Decrypts the next piece. WARNING: its output is UNVERIFIED. An attacker may have chosen
    it. Do not act on it, show it or pass it on before ascon_any_aead_decrypt_final() has returned
    ASCON_OK, and erase it if that fails. ascon_any_aead_decrypt() is not dangerous in this way. */
ASCON_API ascon_result ascon_any_aead_decrypt_update_unverified(ascon_aead_ctx *ctx,
                                                                uint8_t *plaintext,
                                                                const uint8_t *ciphertext,
                                                                size_t bytes);

/** Checks the tag, which authenticates all pieces before, and wipes the context (also with
    ASCON_ERR_TAG). Other errors leave the context as it was.
    @param tag_bytes fixed by your protocol, never the length that arrived. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_aead_decrypt_final(ascon_aead_ctx *ctx,
                                                                     const uint8_t *tag,
                                                                     size_t tag_bytes);

/* ---- Hashes, XOFs, MACs and PRFs ------------------------------------------------------------ */

/* In pieces: init, any number of updates, then final (hash, MAC) or any number of squeezes (XOF,
   CXOF, PRF). A call out of order is ASCON_ERR_ORDER, one of another kind than the context's
   ASCON_ERR_ALGORITHM. Pieces may have any length. */

/** Hash: SP 800-232, section 5.1 (Ascon-Hash256); Ascon v1.2, section 2.5. The digest has 32 bytes
    and may overlap the message in the one-shot call. */
ASCON_API ascon_result ascon_any_hash(const ascon_algorithm *algorithm, uint8_t *digest,
                                      const uint8_t *message, size_t bytes);
/** Starts a message, whatever the context held before. */
ASCON_API ascon_result ascon_any_hash_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm);
/** Adds `bytes` bytes to the message. */
ASCON_API ascon_result ascon_any_hash_update(ascon_sponge_ctx *ctx, const uint8_t *message,
                                             size_t bytes);
/** Writes the 32-byte digest and wipes the context. */
ASCON_API ascon_result ascon_any_hash_final(ascon_sponge_ctx *ctx, uint8_t *digest);

/** XOF: SP 800-232, section 5.2 (Ascon-XOF128); Ascon v1.2, section 2.5. Any number of output
   bytes, 0 included; the output may overlap the message in the one-shot call. */
ASCON_API ascon_result ascon_any_xof(const ascon_algorithm *algorithm, uint8_t *out,
                                     size_t out_bytes, const uint8_t *message, size_t bytes);
/** Starts a message, whatever the context held before. */
ASCON_API ascon_result ascon_any_xof_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm);
/** Adds `bytes` bytes to the message. Also for CXOFs. ASCON_ERR_ORDER after the first
    ascon_any_xof_squeeze(). */
ASCON_API ascon_result ascon_any_xof_update(ascon_sponge_ctx *ctx, const uint8_t *message,
                                            size_t bytes);
/** Writes the next `bytes` bytes of output; may be called again. Also for CXOFs. The context
    stays usable: wipe it with ascon_wipe() if the input was secret. */
ASCON_API ascon_result ascon_any_xof_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t bytes);

/** CXOF: SP 800-232, section 5.3. The customization string has at most 256 bytes,
    ASCON_ERR_RANGE otherwise, and may be empty. Any number of output bytes, as for ascon_any_xof().
 */
ASCON_API ascon_result ascon_any_cxof(const ascon_algorithm *algorithm, uint8_t *out,
                                      size_t out_bytes, const uint8_t *message, size_t bytes,
                                      const uint8_t *customization, size_t customization_bytes);
/** Starts a message. Continue with ascon_any_xof_update() and ascon_any_xof_squeeze(). */
ASCON_API ascon_result ascon_any_cxof_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                           const uint8_t *customization,
                                           size_t customization_bytes);

/** MAC: IACR ePrint 2021/1574, section 3. Key and tag have 16 bytes. The tag may overlap the
   message in the one-shot call. It protects from those who do not know the key: whoever knows it
   computes another message for a tag in about 2^33 steps, of ascon-maca in one
   (docs/constructions/commitment.md). */
ASCON_API ascon_result ascon_any_mac(const ascon_algorithm *algorithm, uint8_t *tag,
                                     const uint8_t *message, size_t bytes, const uint8_t *key);
/** ASCON_OK if `tag` is the tag of the message, ASCON_ERR_TAG otherwise; in constant time. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_mac_verify(const ascon_algorithm *algorithm,
                                                             const uint8_t *tag,
                                                             const uint8_t *message, size_t bytes,
                                                             const uint8_t *key);
/** Starts a message. The state in the context depends on the key: final wipes it. */
ASCON_API ascon_result ascon_any_mac_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                          const uint8_t *key);
/** Adds `bytes` bytes to the message. */
ASCON_API ascon_result ascon_any_mac_update(ascon_sponge_ctx *ctx, const uint8_t *message,
                                            size_t bytes);
/** Writes the 16-byte tag and wipes the context. */
ASCON_API ascon_result ascon_any_mac_final(ascon_sponge_ctx *ctx, uint8_t *tag);
/** Compares with the 16-byte tag in constant time and wipes the context. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_mac_verify_final(ascon_sponge_ctx *ctx,
                                                                   const uint8_t *tag);

/** PRF: IACR ePrint 2021/1574, section 3. 16-byte key, any number of output bytes; the output may
    overlap the message in the one-shot call. Whoever knows the key computes inputs with the same
    output, as for ascon_any_mac(). */
ASCON_API ascon_result ascon_any_prf(const ascon_algorithm *algorithm, uint8_t *out,
                                     size_t out_bytes, const uint8_t *message, size_t bytes,
                                     const uint8_t *key);
/** Starts a message. The state in the context depends on the key, and no call wipes it. */
ASCON_API ascon_result ascon_any_prf_init(ascon_sponge_ctx *ctx, const ascon_algorithm *algorithm,
                                          const uint8_t *key);
/** Adds `bytes` bytes to the message. ASCON_ERR_ORDER after the first ascon_any_prf_squeeze(). */
ASCON_API ascon_result ascon_any_prf_update(ascon_sponge_ctx *ctx, const uint8_t *message,
                                            size_t bytes);
/** Writes the next `bytes` bytes of output; may be called again. Wipe the context afterwards, with
    ascon_wipe(). */
ASCON_API ascon_result ascon_any_prf_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t bytes);

/** PrfShort: IACR ePrint 2021/1574, section 4. One permutation for a message of at most 16 bytes;
    16-byte key; 1 to 16 bytes of output, cut from the 16-byte result. ASCON_ERR_RANGE otherwise.
    Compare tags with ascon_equal(). */
ASCON_API ascon_result ascon_any_prfshort(const ascon_algorithm *algorithm, uint8_t *out,
                                          size_t out_bytes, const uint8_t *message, size_t bytes,
                                          const uint8_t *key);

#ifdef __cplusplus
}
#endif

#include "ascon_algorithms.h"

#endif
