/* Long messages in chunks: authenticated one by one and in their order, with a mark on the last
   one, so that nothing is cut off, moved, repeated, left out or added unnoticed. A chunk can be
   read by itself, and many of them side by side. The files of the command `asconkit encrypt` are
   such streams with a header.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   docs/constructions/stream.md specifies the construction and has programs. The conventions of
   ascon.h hold, and:
   - A text is cut into pieces of chunk_bytes bytes. The last piece has 1 to chunk_bytes bytes; only
     an empty text has an empty piece, its only one. So there is one way to cut a text.
   - A chunk is the ciphertext of a piece and 16 bytes of tag. Its nonce is its index and whether
     it is the last one, masked. Hence a secret must be that of one stream only: take a new salt for
     every stream.
   - Anything but the chunk of this stream with this index and mark is ASCON_ERR_TAG: forged
     bytes, a chunk from another place or stream, a length that no such chunk has. */
#ifndef ASCONKIT_ASCON_STREAM_H
#define ASCONKIT_ASCON_STREAM_H

#include "ascon_any.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The key that streams are derived from. */
#define ASCON_STREAM_KEY_BYTES 32
/** Public, and different for every stream with the same key: random, or a number. */
#define ASCON_STREAM_SALT_BYTES 32
/** A stream's secret is the algorithm's key and then this many bytes. */
#define ASCON_STREAM_MASK_BYTES 16
/** How much longer a chunk is than its text. */
#define ASCON_STREAM_TAG_BYTES 16
/** The largest piece of text. */
#define ASCON_STREAM_MAX_CHUNK_BYTES UINT32_C(1048576)
/** The most chunks of a stream; their indices are smaller than this. */
#define ASCON_STREAM_MAX_CHUNKS (UINT64_C(1) << 32)

/* ---- Secrets -------------------------------------------------------------------------------- */

/** What all chunks of a stream have in common. It holds the secret: wipe it with ascon_wipe(). One
    of zeros is not started: every call on it returns ASCON_ERR_ORDER. */
typedef struct ascon_stream {
  const ascon_algorithm *algorithm;
  uint32_t chunk_bytes;
  uint8_t key[32]; /* as many bytes as the algorithm's keys have */
  uint8_t mask[ASCON_STREAM_MASK_BYTES];
} ascon_stream;

/** Starts a stream whose secret is derived from a key (docs/constructions/stream.md, "Secret").
    @param algorithm   an AEAD; ASCON_ERR_ALGORITHM otherwise.
    @param chunk_bytes of text in a chunk, 1 to ASCON_STREAM_MAX_CHUNK_BYTES, and so few that a
                       size_t counts the bytes of a chunk; ASCON_ERR_RANGE otherwise.
    @param salt        never twice with one key. The reader needs it.
    @param context     what both sides know and have to agree on: who they are, what the stream is
                       for. Associated data of the whole stream, of any length.
    @param key         for any number of streams. */
ASCON_API ascon_result ascon_stream_derive(ascon_stream *stream, const ascon_algorithm *algorithm,
                                           uint32_t chunk_bytes,
                                           const uint8_t salt[ASCON_STREAM_SALT_BYTES],
                                           const uint8_t *context, size_t context_length,
                                           const uint8_t key[ASCON_STREAM_KEY_BYTES]);

/** Starts a stream with a secret that the program has derived itself, for this stream alone.
    @param secret the algorithm's key, then ASCON_STREAM_MASK_BYTES bytes of mask. */
ASCON_API ascon_result ascon_stream_init(ascon_stream *stream, const ascon_algorithm *algorithm,
                                         uint32_t chunk_bytes, const uint8_t *secret);

/** Replaces the secret by one that is derived from it. Nobody can compute the old one from the new
    one, so that whoever gets at the new one later cannot open the chunks before `next`. Writer and
    reader do it at the same place. Not for files: their readers do not.
    @param next index of the next chunk, 1 or more and below ASCON_STREAM_MAX_CHUNKS; otherwise
           ASCON_ERR_RANGE, and the secret stays as it was.
 */
ASCON_API ascon_result ascon_stream_rekey(ascon_stream *stream, uint64_t next);

/* ---- Single chunks, in any order ------------------------------------------------------------ */

/** Encrypts a piece of text. Never do this for two texts with the same index and mark.
    @param sealed     text_length + ASCON_STREAM_TAG_BYTES bytes; may be equal to `text`.
    @param text_length chunk_bytes; in the last chunk 1 to chunk_bytes, and 0 if its index is 0.
                      ASCON_ERR_RANGE otherwise.
    @param index      from 0; ASCON_ERR_RANGE from ASCON_STREAM_MAX_CHUNKS on.
    @param last       not 0: no chunk follows. */
ASCON_API ascon_result ascon_stream_seal_chunk(const ascon_stream *stream, uint8_t *sealed,
                                               const uint8_t *text, size_t text_length,
                                               uint64_t index, int last);

/** Verifies and decrypts a chunk.
    @param text         sealed_length - ASCON_STREAM_TAG_BYTES bytes, none if that is negative; may
   be equal to `sealed`. All of them are zero with ASCON_ERR_TAG.
    @param sealed_length any length: one that the chunk cannot have is ASCON_ERR_TAG.
    @param index        as in ascon_stream_seal_chunk(). */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_stream_open_chunk(const ascon_stream *stream,
                                                                uint8_t *text,
                                                                const uint8_t *sealed,
                                                                size_t sealed_length,
                                                                uint64_t index, int last);

/* ---- Consecutive chunks, side by side ------------------------------------------------------- */

struct ascon_batch_pool;

/** Encrypts the next text_length bytes of a stream, as batches do: in the lanes of vector
   registers, and on the threads of a pool. The chunks stand in a row, all but the last one
   chunk_bytes + ASCON_STREAM_TAG_BYTES long. Uses 12 KiB of stack.
    @param sealed      text_length + ASCON_STREAM_TAG_BYTES bytes for each chunk.
    @param text_stride from one piece to the next: chunk_bytes, if they stand in a row. Or in place:
                       `text` equal to `sealed`, with chunk_bytes + ASCON_STREAM_TAG_BYTES.
                       ASCON_ERR_RANGE if it is less than chunk_bytes, and if text and chunks,
                       from the first to the last, overlap in any other way.
    @param text_length  a multiple of chunk_bytes, unless `ends`. 0 is one chunk with `ends` if
                       `first` is 0 and ASCON_ERR_RANGE otherwise; without `ends` it is none.
    @param first       index of the first chunk. ASCON_ERR_RANGE if one of the chunks had an index
                       of ASCON_STREAM_MAX_CHUNKS or more.
    @param ends        not 0: the last one of these chunks is the last one of the stream.
    @param pool        may be NULL. */
ASCON_API ascon_result ascon_stream_seal_chunks(const ascon_stream *stream, uint8_t *sealed,
                                                const uint8_t *text, size_t text_stride,
                                                size_t text_length, uint64_t first, int ends,
                                                struct ascon_batch_pool *pool);

/** Verifies and decrypts chunks that stand in a row.
    @param text         the place of each piece, as in ascon_stream_seal_chunks(). With
   ASCON_ERR_TAG those of the first invalid chunk and of all after it are zero.
    @param text_length   set to the bytes of the good pieces before that one.
    @param sealed_length any length: chunks after whole ones with a length that they cannot have are
                        ASCON_ERR_TAG, as is none with `ends`. */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_stream_open_chunks(const ascon_stream *stream, uint8_t *text, size_t text_stride,
                         size_t *text_length, const uint8_t *sealed, size_t sealed_length,
                         uint64_t first, int ends, struct ascon_batch_pool *pool);

/* ---- In pieces of any length ---------------------------------------------------------------- */

/** A stream that is written or read from its first chunk to its last one, in pieces of any length.
    Which chunk is the last one is known when more has come or nothing is left, so one is kept in a
    buffer of the caller's. A copy of the context has the same buffer: copy that too. */
typedef struct ascon_stream_ctx {
  ascon_stream stream;
  uint8_t *buffer;
  uint64_t index;       /* of the chunk in the buffer */
  uint64_t rekey_every; /* 0: never */
  uint64_t rekey_at;    /* index of the chunk before which the secret is replaced next */
  size_t filled;        /* bytes in the buffer */
  uint8_t phase;
} ascon_stream_ctx;

/** Starts writing. The context holds a copy of the stream until final wipes it; to give a stream
    up, wipe context and buffer with ascon_wipe(): nobody takes what was written for a whole stream.
    @param buffer       the context's until final, which wipes it. ASCON_ERR_RANGE if it overlaps
                        the context.
    @param buffer_bytes at least chunk_bytes; ASCON_ERR_RANGE otherwise. */
ASCON_API ascon_result ascon_stream_seal_init(ascon_stream_ctx *ctx, const ascon_stream *stream,
                                              uint8_t *buffer, size_t buffer_bytes);

/** Adds text, and writes every chunk that is known not to be the last.
    @param sealed       overlaps nothing.
    @param sealed_size  the bytes that there is room for. Room for (text_length / chunk_bytes + 1)
                        chunks is always enough. ASCON_ERR_RANGE if it is too little.
    @param sealed_length set to the bytes written: 0 or more whole chunks.
    @return ASCON_ERR_RANGE too if the stream would have more than ASCON_STREAM_MAX_CHUNKS chunks.
 */
ASCON_API ascon_result ascon_stream_seal_update(ascon_stream_ctx *ctx, uint8_t *sealed,
                                                size_t sealed_size, size_t *sealed_length,
                                                const uint8_t *text, size_t text_length);

/** Writes the last chunk, and wipes context and buffer.
    @param sealed_size chunk_bytes + ASCON_STREAM_TAG_BYTES is always enough. */
ASCON_API ascon_result ascon_stream_seal_final(ascon_stream_ctx *ctx, uint8_t *sealed,
                                               size_t sealed_size, size_t *sealed_length);

/** Starts reading.
    @param buffer_bytes at least chunk_bytes + ASCON_STREAM_TAG_BYTES; ASCON_ERR_RANGE otherwise. */
ASCON_API ascon_result ascon_stream_open_init(ascon_stream_ctx *ctx, const ascon_stream *stream,
                                              uint8_t *buffer, size_t buffer_bytes);

/** Adds bytes of the stream, and writes the text of every chunk that is known not to be the last.
    The text is verified; that the stream does not end here is not known before
    ascon_stream_open_final().
    @param text       overlaps nothing.
    @param text_size  the bytes that there is room for. Room for (sealed_length / (chunk_bytes +
                      ASCON_STREAM_TAG_BYTES) + 1) pieces is always enough. ASCON_ERR_RANGE if it
                      is too little.
    @param text_length set to the bytes written.
    @return ASCON_ERR_TAG, now and from every later call, if a chunk is forged. The pieces before it
            are good, and *text_length counts them; nothing else but zeros was written. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_stream_open_update(ascon_stream_ctx *ctx,
                                                                 uint8_t *text, size_t text_size,
                                                                 size_t *text_length,
                                                                 const uint8_t *sealed,
                                                                 size_t sealed_length);

/** Writes the text of the last chunk, and wipes context and buffer. ASCON_OK alone says that the
    stream has its end: otherwise it was cut off, or forged.
    @param text_size chunk_bytes is always enough. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_stream_open_final(ascon_stream_ctx *ctx,
                                                                uint8_t *text, size_t text_size,
                                                                size_t *text_length);

/** Calls ascon_stream_rekey() before chunk `chunks`, chunk 2 * `chunks` and so on. Writer and
   reader do the same, before the first update: ASCON_ERR_ORDER afterwards. 0 is ASCON_ERR_RANGE. */
ASCON_API ascon_result ascon_stream_rekey_every(ascon_stream_ctx *ctx, uint64_t chunks);

/* ---- The header of files ----------------------------------------------------------------------

   `asconkit encrypt` writes a header of 144 bytes and then the chunks; docs/file-format.md has its
   fields. The command makes the key of a file out of a passphrase by Argon2id, the library does
   not: it carries the parameters. Version 1 is read and not written. */

/** The version that is written. */
#define ASCON_STREAM_HEADER_VERSION 2
/** The longest header, and that of version 2. */
#define ASCON_STREAM_HEADER_BYTES 144
/** As many bytes as show how long a header is. */
#define ASCON_STREAM_HEADER_START_BYTES 10

/** Bounds of Argon2's parameters in a header. Passes have another bound: passes * memory. */
#define ASCON_STREAM_MAX_LANES 64
#define ASCON_STREAM_MIN_MEMORY_KIB_PER_LANE 8
#define ASCON_STREAM_MAX_MEMORY_KIB (UINT32_C(2) << 20)
#define ASCON_STREAM_MAX_PASSES_MEMORY_KIB (UINT32_C(16) << 20)

/** Where the key of a file comes from. */
typedef enum ascon_stream_source {
  ASCON_STREAM_KEY_FILE = 1,  /**< it is 32 random bytes */
  ASCON_STREAM_PASSPHRASE = 2 /**< Argon2id(passphrase, salt), version 0x13, 32 bytes of output */
} ascon_stream_source;

/** Why a header is refused, in the order in which readers look. */
typedef enum ascon_stream_fault {
  ASCON_STREAM_FAULT_NONE = 0,
  ASCON_STREAM_FAULT_MAGIC,      /**< not a file of this format */
  ASCON_STREAM_FAULT_VERSION,    /**< of a version that this library does not know */
  ASCON_STREAM_FAULT_LENGTH,     /**< it ends inside the header */
  ASCON_STREAM_FAULT_CHECKSUM,   /**< damaged */
  ASCON_STREAM_FAULT_ALGORITHM,  /**< the name is not that of an AEAD of this library */
  ASCON_STREAM_FAULT_CHUNK_SIZE, /**< not allowed, or too large for this processor's size_t */
  ASCON_STREAM_FAULT_FIELDS,     /**< another length of the tag or of the header */
  ASCON_STREAM_FAULT_SOURCE,     /**< neither a key file nor a passphrase */
  ASCON_STREAM_FAULT_COST,       /**< Argon2 parameters without a passphrase */
  ASCON_STREAM_FAULT_LANES,      /**< Argon2 parameters that the format does not allow */
  ASCON_STREAM_FAULT_MEMORY,
  ASCON_STREAM_FAULT_PASSES
} ascon_stream_fault;

/** What a fault is, such as "a damaged header"; never NULL. */
ASCON_API const char *ascon_stream_fault_text(ascon_stream_fault fault);

/** The parameters of Argon2id; all 0 without a passphrase. */
typedef struct ascon_stream_cost {
  uint32_t memory_kib;
  uint32_t passes;
  uint32_t lanes;
} ascon_stream_cost;

/** The first parameter that the format does not allow: ASCON_STREAM_FAULT_LANES, ..._MEMORY or
    ..._PASSES; ..._NONE if all are allowed. */
ASCON_API ascon_stream_fault ascon_stream_cost_fault(const ascon_stream_cost *cost);

/** The fields of a header that are neither fixed nor computed. None is secret. */
typedef struct ascon_stream_header {
  const ascon_algorithm *algorithm;
  uint32_t chunk_bytes;
  ascon_stream_cost cost;
  ascon_stream_source source;
  ascon_stream_fault fault; /**< set by ascon_stream_header_decode() */
  uint16_t version;         /**< 2, or 1 of an old file */
  uint8_t header_bytes;     /**< the chunks begin there; set by ascon_stream_header_decode() */
  uint8_t salt_bytes;       /**< 32, or 16 of an old file */
  uint8_t salt[ASCON_STREAM_SALT_BYTES];
} ascon_stream_header;

/** Reads a header and checks all of it but the key check.
    @param header all fields. With ASCON_ERR_RANGE `fault` says why and `algorithm` is NULL. The
                  others are for messages then: what was read, as far as that went, and 0. With
                  ASCON_STREAM_FAULT_LENGTH, header_bytes bytes are needed to know more.
    @param bytes  of the start of a file; bytes after the header are ignored.
    @return ASCON_ERR_RANGE if the header is refused. */
ASCON_API ascon_result ascon_stream_header_decode(ascon_stream_header *header, const uint8_t *bytes,
                                                  size_t length);

/** Starts the stream of a file that has this header: decodes it and compares its key check.
    @param stream zeros if the key is refused.
    @param key    ASCON_STREAM_KEY_BYTES bytes.
    @return ASCON_ERR_TAG if it is another key, or somebody changed the header; ASCON_ERR_RANGE if
            ascon_stream_header_decode() refuses it. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_stream_header_open(ascon_stream *stream,
                                                                 const uint8_t *bytes,
                                                                 size_t length, const uint8_t *key);

/** Starts the stream of a new file and writes its header.
    @param bytes  ASCON_STREAM_HEADER_BYTES bytes; may overlap `header` and `key`, but not `stream`.
    @param header with `version` ASCON_STREAM_HEADER_VERSION and a new random salt of 32 bytes;
   `fault`, `header_bytes` and `salt_bytes` are not looked at. ASCON_ERR_RANGE if a field is not
   allowed.
    @param key    ASCON_STREAM_KEY_BYTES bytes. */
ASCON_API ascon_result ascon_stream_header_encode(ascon_stream *stream, uint8_t *bytes,
                                                  const ascon_stream_header *header,
                                                  const uint8_t *key);

#ifdef __cplusplus
}
#endif

#endif
