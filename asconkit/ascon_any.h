/* Any algorithm of the family, chosen at run time: the table of algorithms, and calls that take a
   row of it. Programs that know their algorithm call it by its name (ascon.h, ascon_v12.h,
   ascon_prf.h): the same computation, faster and smaller. The rules of ascon.h hold.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   One message, or many, have one shape, ascon_message:

     ascon_any_run()        one message
     ascon_any_batch()      an array of messages, in the lanes of vector registers and on threads
     ascon_any_columns()    messages stored in columns, as in the table of a database

   ascon_accelerator.h takes the same columns to a GPU. Messages in pieces have calls of their own.

   FIELDS. Each kind of algorithm reads the fields that are marked here; the others need not be set.

                 out  in, length  tag, tag_length   ad, ad_length   nonce  key  out_length
     AEAD        w    r           w (decrypt: r)    r               r      r
     hash        w    r                                                         (32)
     XOF         w    r                                                         r
     CXOF        w    r                             customization               r
     MAC              r           w (verify: r)                            r
     PRF         w    r                                                    r    r
     PrfShort    w    r                                                    r    r

     r: read, w: written. Lengths that the algorithm fixes are not read: a digest has 32 bytes, the
     tag of a MAC 16, a nonce 16, a key algorithm->key_bytes.

   CHECKS. In this order; the first that fails decides, and nothing but the result is written.

     1. ASCON_ERR_NULL        no algorithm
     2. ASCON_ERR_ALGORITHM   the algorithm's kind has no such operation
     3. ASCON_ERR_NULL        no message, array or columns; or a pointer of the fields above that
                              is NULL; of ad, in and out only if the length is not 0
     4. ASCON_ERR_RANGE       tag_length (AEAD: algorithm->min_tag_bytes to 16), ad_length (CXOF: at
                              most 256), length and out_length (PrfShort: at most 16; 1 to 16)
     5. ASCON_ERR_TAG         the tag is not that of the message: wrong key, or something was
                              changed. `out` of AEAD is all zeros then

   Messages of a batch are checked one by one: a wrong one does not affect the others. */
#ifndef ASCONKIT_ASCON_ANY_H
#define ASCONKIT_ASCON_ANY_H

#include "ascon.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Algorithms --------------------------------------------------------------------------- */

/** What an algorithm does. For messages in pieces, ascon_any_aead_init() and so on serve AEAD, and
    ascon_any_sponge_init() and so on all other kinds but PrfShort. */
typedef enum ascon_kind {
  ASCON_KIND_AEAD,    /**< authenticated encryption with associated data */
  ASCON_KIND_HASH,    /**< a digest of 32 bytes */
  ASCON_KIND_XOF,     /**< output of any length */
  ASCON_KIND_CXOF,    /**< a XOF with a customization string */
  ASCON_KIND_MAC,     /**< a tag of 16 bytes */
  ASCON_KIND_PRF,     /**< output of any length from a key */
  ASCON_KIND_PRFSHORT /**< at most 16 bytes from a key and at most 16 bytes */
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

/* ---- One message ---------------------------------------------------------------------------- */

/** The operation on a message. */
typedef enum ascon_operation {
  ASCON_ENCRYPT, /**< AEAD: `in` to `out`, and `tag` */
  ASCON_DECRYPT, /**< AEAD: `in` to `out` if `tag` is valid, zeros otherwise */
  ASCON_COMPUTE, /**< all other kinds: `in` to `out`; MAC: to `tag` */
  ASCON_VERIFY   /**< MAC: whether `tag` is that of `in` */
} ascon_operation;

/** One message. The library keeps no pointer after a call. AEAD: SP 800-232, section 4; Ascon v1.2,
    section 2.4. Hash, XOF, CXOF: SP 800-232, section 5; Ascon v1.2, section 2.5. MAC, PRF,
    PrfShort: IACR ePrint 2021/1574, sections 3 and 4. */
typedef struct ascon_message {
  uint8_t *out;         /**< text, digest or output; may be equal to `in` */
  const uint8_t *in;    /**< plaintext, ciphertext or message */
  size_t length;        /**< bytes of `in`; of AEAD, of `out` too. With 0, both may be NULL */
  uint8_t *tag;         /**< of AEAD and MAC. Decryption and verification only read it */
  size_t tag_length;    /**< AEAD: fixed by your protocol, never the length that arrived */
  const uint8_t *ad;    /**< AEAD: associated data. CXOF: customization string */
  size_t ad_length;     /**< with 0, `ad` may be NULL */
  const uint8_t *nonce; /**< never the same twice under one key, for encryption */
  const uint8_t *key;   /**< algorithm->key_bytes bytes */
  size_t out_length;    /**< XOF, CXOF, PRF, PrfShort: bytes of `out`. Others: not read */
  ascon_result result;  /**< written by ascon_any_batch() alone */
} ascon_message;

/** One whole message.
    @return ASCON_OK, or the first of the checks above that failed. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_run(const ascon_algorithm *algorithm,
                                                      ascon_operation op,
                                                      const ascon_message *message);

/* ---- Many messages --------------------------------------------------------------------------

   Results are the same bytes as those of ascon_any_run(), whatever the engine and the number of
   threads. An output must not overlap anything of another message. The states of the lanes are
   wiped before a call returns. `pool` (ascon_batch.h): threads that share the work; NULL: the
   calling thread does it alone. The calls start no threads and use no heap. */

struct ascon_batch_pool;

/** An array of messages. They are fastest where many have about the same length, and the same key
    or customization string at the same address.
    @param messages `count` of them; the result of each is written to it.
    @return ASCON_OK if all succeeded, otherwise the result of the first one that did not. Checks 1
    and 2 are made for the whole call: after an error of theirs, no result has been written. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_batch(const ascon_algorithm *algorithm,
                                                        ascon_operation op, ascon_message *messages,
                                                        size_t count,
                                                        struct ascon_batch_pool *pool);

/** One field of every message. The string of message i begins `start + i * stride` bytes after
    `data`, or `start + offsets[i]` if there are offsets; it has `length` bytes, or lengths[i]. A
    stride of 0 without offsets is one value for all messages: for keys, and for inputs other than
    the nonces of an encryption. Offsets and lengths must not change during a call. */
typedef struct ascon_column {
  void *data; /**< NULL if all strings are empty. Of inputs, the library only reads it */
  size_t start;
  size_t stride; /**< for outputs, at least `length` */
  size_t length;
  const uint64_t *offsets; /**< `count` of them, or NULL; not for nonces, keys and tags of AEAD */
  const uint64_t *lengths; /**< the same */
  size_t data_bytes;       /**< bytes of the memory at `data`: every string must be within them.
                              0: unknown */
} ascon_column;

/** The fields of ascon_message as columns. Zero-initialize it and fill in what the algorithm has.
    The length of `out` is 32 for a hash and out_length for XOF, CXOF, PRF and PrfShort; for AEAD it
   is that of `in` and is not read. That of `tag` is 16 for a MAC, and for AEAD it is fixed by your
    protocol, never the length that arrived. */
typedef struct ascon_columns {
  ascon_column out, in, tag, ad, nonce, key;
} ascon_columns;

/** Messages in columns, for a processor; ascon_accelerator_run() takes the same columns to a
   device.
    @param results `count` bytes, each an ascon_result. May be NULL for encryption and computation
   of columns without offsets and lengths: such messages cannot fail after the checks of the call.
    @return as ascon_any_batch(). Of the columns, checks 3 and 4 are made for the whole call where
    they concern all messages: ASCON_ERR_RANGE also if a string is not within data_bytes, if the
    stride of an output is less than its length, or if all messages of an encryption have one
    nonce. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_columns(const ascon_algorithm *algorithm,
                                                          ascon_operation op,
                                                          const ascon_columns *columns,
                                                          size_t count, uint8_t *results,
                                                          struct ascon_batch_pool *pool);

/* ---- A message in pieces: AEAD -------------------------------------------------------------- */

/* init, then any number of ascon_any_aead_ad(), then any number of ascon_any_aead_encrypt_update()
   or of ascon_any_aead_decrypt_update_unverified(), then the matching final. A call out of order
   returns ASCON_ERR_ORDER. Pieces may have any length. */

/** Starts a message, whatever the context held before. It holds the key until final wipes it; to
    give a message up, use ascon_wipe(). */
ASCON_API ascon_result ascon_any_aead_init(ascon_aead_ctx *ctx, const ascon_algorithm *algorithm,
                                           const uint8_t *nonce, const uint8_t *key);

/** Adds `length` bytes of associated data; all of it must come before the text, ASCON_ERR_ORDER
    otherwise. */
ASCON_API ascon_result ascon_any_aead_ad(ascon_aead_ctx *ctx, const uint8_t *ad, size_t length);

/** Encrypts the next piece: writes `length` bytes; `ciphertext` may be equal to `plaintext`.
    ASCON_ERR_ORDER if the context decrypts, or is not started. */
ASCON_API ascon_result ascon_any_aead_encrypt_update(ascon_aead_ctx *ctx, uint8_t *ciphertext,
                                                     const uint8_t *plaintext, size_t length);

/** Writes the tag and wipes the context. tag_length is as tag_length of ascon_message; with
    ASCON_ERR_RANGE the context stays as it was. */
ASCON_API ascon_result ascon_any_aead_encrypt_final(ascon_aead_ctx *ctx, uint8_t *tag,
                                                    size_t tag_length);

/** Decrypts the next piece. WARNING: its output is UNVERIFIED. An attacker may have chosen
    it. Do not act on it, show it or pass it on before ascon_any_aead_decrypt_final() has returned
    ASCON_OK, and erase it if that fails. ASCON_DECRYPT of whole messages has no such danger. */
ASCON_API ascon_result ascon_any_aead_decrypt_update_unverified(ascon_aead_ctx *ctx,
                                                                uint8_t *plaintext,
                                                                const uint8_t *ciphertext,
                                                                size_t length);

/** Checks the tag, which authenticates all pieces before, and wipes the context (also with
    ASCON_ERR_TAG). Other errors leave the context as it was.
    @param tag_length fixed by your protocol, never the length that arrived. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_aead_decrypt_final(ascon_aead_ctx *ctx,
                                                                     const uint8_t *tag,
                                                                     size_t tag_length);

/* ---- A message in pieces: hashes, XOFs, CXOFs, MACs and PRFs -------------------------------- */

/* init, any number of updates, then one squeeze (hash, MAC), verify_final (MAC) or any number of
   squeezes (XOF, CXOF, PRF). A call out of order is ASCON_ERR_ORDER, and an algorithm of another
   kind ASCON_ERR_ALGORITHM. Pieces may have any length. The calls of ascon.h for messages in pieces
   take the same contexts. */

/** Starts a message, whatever the context held before.
    @param prefix        MAC, PRF: the key. CXOF: the customization string. Hash, XOF: NULL
    @param prefix_length MAC, PRF: algorithm->key_bytes, which is 16. CXOF: at most 256. Hash, XOF:
                         0. ASCON_ERR_RANGE for other lengths

    After a key, the state in the context depends on it: wipe the context of a PRF, with
    ascon_wipe(), and that of a MAC that is given up. A MAC protects from those who do not know the
    key: whoever knows it computes another message for a tag in about 2^33 steps, of ascon-maca in
    one (docs/constructions/commitment.md). */
ASCON_API ascon_result ascon_any_sponge_init(ascon_sponge_ctx *ctx,
                                             const ascon_algorithm *algorithm,
                                             const uint8_t *prefix, size_t prefix_length);
/** Adds `length` bytes to the message. ASCON_ERR_ORDER after the first output. */
ASCON_API ascon_result ascon_any_sponge_update(ascon_sponge_ctx *ctx, const uint8_t *message,
                                               size_t length);
/** XOF, CXOF, PRF: writes the next `length` bytes of output; may be called again. The context stays
    usable: wipe it with ascon_wipe() if a key or the input was secret.
    Hash, MAC: writes the whole digest or tag, and wipes the context. `length` is
    algorithm->output_bytes (hash: 32, MAC: 16), ASCON_ERR_RANGE otherwise: then the context stays
    as it was. */
ASCON_API ascon_result ascon_any_sponge_squeeze(ascon_sponge_ctx *ctx, uint8_t *out, size_t length);
/** MAC: compares with the 16-byte tag in constant time and wipes the context. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_any_sponge_verify_final(ascon_sponge_ctx *ctx,
                                                                      const uint8_t *tag);

#ifdef __cplusplus
}
#endif

#include "ascon_algorithms.h"

#endif
