/* Any Ascon algorithm, chosen at run time: the table of algorithms, and calls that take a row of
   this table. A program with a fixed algorithm should use the calls named after the algorithm
   (ascon.h, ascon_v12.h, ascon_prf.h), which give the same results with faster and smaller code.
   The rules of ascon.h apply.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   Whole messages (the calls for many messages are in batch/ascon_batch.h):

     ascon_any_run()        one message
     ascon_any_batch()      an array of messages, in the lanes of vector registers and on threads
     ascon_any_columns()    messages stored in columns, as in the table of a database

   With ascon_accelerator.h, a GPU computes columns. Incremental messages have separate calls.

   FIELDS. Each kind of algorithm uses the fields that this table marks; other fields need not be
   set.

                 out  in, length  tag, tag_length   ad, ad_length   nonce  key  out_length
     AEAD        w    r           w (decrypt: r)    r               r      r
     hash        w    r                                                         (32)
     XOF         w    r                                                         r
     CXOF        w    r                             customization               r
     MAC              r           w (verify: r)                            r
     PRF         w    r                                                    r    r
     PrfShort    w    r                                                    r    r

     r: read, w: written. Lengths that the algorithm fixes are not read: a digest has 32 bytes, a
     MAC's tag and a nonce have 16 bytes, and a key has algorithm->key_bytes bytes.

   CHECKS are made in this order. The first check that fails decides the result, and no output is
   written, except the zeros of check 5.

     1. ASCON_ERR_NULL        `algorithm` is NULL
     2. ASCON_ERR_ALGORITHM   the algorithm's kind does not have this operation
     3. ASCON_ERR_NULL        the message, array, columns or a field marked above is NULL
                              (ad, in and out may be NULL if their length is 0)
     4. ASCON_ERR_RANGE       a length is out of range: tag_length (AEAD: min_tag_bytes to 16),
                              ad_length (CXOF: at most 256), length (PrfShort: at most 16),
                              out_length (PrfShort: 1 to 16)
     5. ASCON_ERR_TAG         the tag does not match: the key is wrong, or an input was changed.
                              AEAD: `out` is all zeros

   Each message of a batch is checked by itself: an invalid message does not affect the others. */
#ifndef ASCONKIT_ASCON_ANY_H
#define ASCONKIT_ASCON_ANY_H

#include "ascon.h"

ASCON_C_BEGIN

/* ---- Algorithms --------------------------------------------------------------------------- */

/** The kind of an algorithm. The incremental calls ascon_any_aead_*() are for AEAD. The incremental
    calls ascon_any_sponge_*() are for all other kinds except PrfShort. */
typedef enum ascon_kind {
  ASCON_KIND_AEAD,    /**< authenticated encryption with associated data */
  ASCON_KIND_HASH,    /**< a digest of 32 bytes */
  ASCON_KIND_XOF,     /**< output of any length */
  ASCON_KIND_CXOF,    /**< a XOF with a customization string */
  ASCON_KIND_MAC,     /**< a tag of 16 bytes */
  ASCON_KIND_PRF,     /**< output of any length from a key */
  ASCON_KIND_PRFSHORT /**< output of 1 to 16 bytes from a key and at most 16 bytes */
} ascon_kind;

/** Returns "aead", "hash", "xof", "cxof", "mac", "prf" or "prfshort"; never NULL. */
ASCON_API const char *ascon_any_kind_name(ascon_kind kind);

struct ascon_rows;

/** A row of the table of algorithms. Lengths are in bytes; 0: no such input or output exists. */
typedef struct ascon_algorithm {
  const char *name;                  /**< such as "ascon-aead128" */
  const char *convention;            /**< "SP 800-232", "v1.2" or "v1.3" */
  const struct ascon_params *params; /**< private to the library */
  const struct ascon_rows *rows;     /**< private to the library */
  ascon_kind kind;
  uint8_t key_bytes;
  uint8_t nonce_bytes;
  uint8_t min_tag_bytes; /**< the shortest tag that the algorithm allows */
  uint8_t output_bytes;  /**< length of the tag or digest; 0: any length */
  uint8_t rate_bytes;    /**< bytes of input absorbed per permutation */
} ascon_algorithm;

/** Returns the algorithm with this index in the table; NULL after the last algorithm. */
ASCON_API const ascon_algorithm *ascon_any_at(size_t index);

/** Returns the algorithm with this name, such as "ascon-hash256"; NULL if the name is unknown. */
ASCON_API const ascon_algorithm *ascon_any_find(const char *name);

/* ---- One message ---------------------------------------------------------------------------- */

/** The operation on a message. */
typedef enum ascon_operation {
  ASCON_ENCRYPT, /**< AEAD: encrypts `in` to `out`, and writes `tag` */
  ASCON_DECRYPT, /**< AEAD: decrypts `in` to `out`; writes zeros if `tag` is wrong */
  ASCON_COMPUTE, /**< all kinds but AEAD: computes `out` from `in`; MAC: computes `tag` */
  ASCON_VERIFY   /**< MAC: checks that `tag` is the tag of `in` */
} ascon_operation;

/** One message. After a call, the library keeps no pointer of the message. Specifications: SP
    800-232, section 4, and Ascon v1.2, section 2.4 (AEAD); SP 800-232, section 5, and Ascon v1.2,
    section 2.5 (hash and XOF); IACR ePrint 2021/1574, sections 3 and 4 (MAC, PRF, PrfShort). A
    shorter output of PRF and PrfShort is a prefix of a longer output; docs/moving.md names projects
    whose PrfShort differs. */
typedef struct ascon_message {
  uint8_t *out;         /**< text, digest or output; may be equal to `in` */
  const uint8_t *in;    /**< plaintext, ciphertext or message */
  size_t length;        /**< bytes of `in`, and for AEAD of `out`. If 0, both may be NULL */
  uint8_t *tag;         /**< AEAD and MAC; decryption and verification only read it */
  size_t tag_length;    /**< AEAD: fixed by your protocol, not taken from the message */
  const uint8_t *ad;    /**< AEAD: associated data. CXOF: customization string */
  size_t ad_length;     /**< if 0, `ad` may be NULL */
  const uint8_t *nonce; /**< encryption: must never repeat under the same key */
  const uint8_t *key;   /**< algorithm->key_bytes bytes */
  size_t out_length;    /**< XOF, CXOF, PRF, PrfShort: bytes of `out` */
  ascon_result result;  /**< written only by ascon_any_batch() */
} ascon_message;

/** Processes one whole message.
    @return ASCON_OK, or the result of the first check that failed: see CHECKS at the top. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_run(const ascon_algorithm *algorithm,
                                                      ascon_operation op,
                                                      const ascon_message *message);

/* ---- Incremental messages: AEAD -------------------------------------------------------------- */

/* Call init, then ascon_any_aead_ad() any number of times, then ascon_any_aead_encrypt_update() or
   ascon_any_aead_decrypt_update_unverified() any number of times, then the matching final. A call
   out of order returns ASCON_ERR_ORDER. Pieces may have any length. */

/** Starts a message, whatever the context held before. The context holds the key until the final
    call wipes the context. To abandon a message, wipe the context with ascon_wipe(). */
ASCON_API ascon_result ascon_any_aead_init(ascon_aead_ctx *ctx, const ascon_algorithm *algorithm,
                                           const uint8_t *nonce, const uint8_t *key);

/** Adds `length` bytes of associated data. ASCON_ERR_ORDER after a piece of the text. */
ASCON_API ascon_result ascon_any_aead_ad(ascon_aead_ctx *ctx, const uint8_t *ad, size_t length);

/** Encrypts the next piece of the plaintext, which has `length` bytes. `ciphertext` may be equal to
    `plaintext`. ASCON_ERR_ORDER if the context was not started, or is decrypting. */
ASCON_API ascon_result ascon_any_aead_encrypt_update(ascon_aead_ctx *ctx, uint8_t *ciphertext,
                                                     const uint8_t *plaintext, size_t length);

/** Writes the tag and wipes the context. After ASCON_ERR_RANGE, for a wrong tag_length, the context
    is unchanged. */
ASCON_API ascon_result ascon_any_aead_encrypt_final(ascon_aead_ctx *ctx, uint8_t *tag,
                                                    size_t tag_length);

/** Decrypts the next piece. WARNING: the output is UNVERIFIED; an attacker may have chosen it. Do
    not act on the output, show it or pass it on before ascon_any_aead_decrypt_final() has returned
    ASCON_OK; erase the output if that call fails. ascon_any_run() releases no unverified text. */
ASCON_API ascon_result ascon_any_aead_decrypt_update_unverified(ascon_aead_ctx *ctx,
                                                                uint8_t *plaintext,
                                                                const uint8_t *ciphertext,
                                                                size_t length);

/** Verifies the tag over all pieces and wipes the context, also if it returns ASCON_ERR_TAG. After
    any other error, the context is unchanged.
    @param tag_length fixed by your protocol, not taken from the message. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_aead_decrypt_final(ascon_aead_ctx *ctx,
                                                                     const uint8_t *tag,
                                                                     size_t tag_length);

/* ---- Incremental messages: hashes, XOFs, CXOFs, MACs and PRFs -------------------------------- */

/* Call init, then update any number of times, then squeeze once (hash, MAC) or any number of times
   (XOF, CXOF, PRF), or verify_final (MAC). A call out of order returns ASCON_ERR_ORDER. A call for
   another kind of algorithm returns ASCON_ERR_ALGORITHM. Pieces may have any length. A context may
   be started by these calls and continued by the incremental calls of ascon.h, or vice versa. */

/** Starts a message, whatever the context held before.
    @param prefix        the key (MAC, PRF), the customization string (CXOF) or NULL (hash, XOF)
    @param prefix_length bytes of `prefix`: algorithm->key_bytes, which is 16 (MAC, PRF), at most
                         256 (CXOF), or 0 (hash, XOF). ASCON_ERR_RANGE for other lengths

    A context that was started with a key is secret: wipe the context of a PRF, or of an abandoned
    MAC, with ascon_wipe(). A MAC does not protect against somebody who knows the key. Such a person
    can find another message with the same tag by about 2^33 permutations, and for ascon-maca
    without a search (docs/constructions/commit.md). */
ASCON_API ascon_result ascon_any_sponge_init(ascon_sponge_ctx *ctx,
                                             const ascon_algorithm *algorithm,
                                             const uint8_t *prefix, size_t prefix_length);
/** Adds `length` bytes to the message. ASCON_ERR_ORDER if output was already squeezed. */
ASCON_API ascon_result ascon_any_sponge_update(ascon_sponge_ctx *ctx, const uint8_t *message,
                                               size_t length);
/** XOF, CXOF, PRF: writes the next `length` bytes of output; may be called again. The context is
    not wiped: wipe it with ascon_wipe() if it got a key or a secret message.
    Hash, MAC: writes the whole digest or tag, and wipes the context. `length` must be
    algorithm->output_bytes (hash: 32, MAC: 16); after ASCON_ERR_RANGE the context is unchanged. */
ASCON_API ascon_result ascon_any_sponge_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t length);
/** MAC: verifies the 16-byte tag in constant time. Wipes the context, also on ASCON_ERR_TAG. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_sponge_verify_final(ascon_sponge_ctx *ctx,
                                                                      const uint8_t *tag);

ASCON_C_END

#include "ascon_algorithms.h"

#endif
