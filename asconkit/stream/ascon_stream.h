/* Long messages in chunks. Each chunk is authenticated together with its position, and the last
   chunk is marked as the last, so that readers detect chunks that were cut off, moved, repeated,
   left out or added. A chunk can be read without other chunks, and many chunks can be read side by
   side. The command `asconkit encrypt` writes a stream after a file header.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   docs/constructions/stream.md specifies the construction and has example programs. The conventions
   of ascon.h hold, and:
   - A text is cut into pieces of chunk_bytes bytes. The last piece has 1 to chunk_bytes bytes; only
     an empty text has an empty piece, which is then the only piece. So there is exactly one way to
     cut a text.
   - A chunk is the ciphertext of a piece and a 16-byte tag. Its index and the flag `last` determine
     its nonce, so a secret must be used for one stream only: use a new salt for every stream.
   - A call that opens a chunk returns ASCON_ERR_TAG for forged bytes, for a chunk from another
     position or another stream, and for a length that this chunk cannot have. */
#ifndef ASCONKIT_ASCON_STREAM_H
#define ASCONKIT_ASCON_STREAM_H

#include "../ascon_any.h"

ASCON_C_BEGIN

/** Size of the key from which the secrets of streams are derived. */
#define ASCON_STREAM_KEY_BYTES 32
/** Size of the salt. A salt is public, and must differ for every stream with the same key. It may
    be random or a counter. */
#define ASCON_STREAM_SALT_BYTES 32
/** A stream's secret is the algorithm's key, followed by a mask of this many bytes. */
#define ASCON_STREAM_MASK_BYTES 16
/** Number of bytes by which a chunk is longer than its text. */
#define ASCON_STREAM_TAG_BYTES 16
/** The largest number of bytes in a piece of text. */
#define ASCON_STREAM_MAX_CHUNK_BYTES UINT32_C(1048576)
/** The largest number of chunks in a stream. The largest index is this number minus 1. */
#define ASCON_STREAM_MAX_CHUNKS (UINT64_C(1) << 32)

/* ---- Secrets -------------------------------------------------------------------------------- */

/** A stream: the data that all its chunks share. It contains the secret: wipe it with ascon_wipe().
    A structure of zeros is not yet a stream: every call on it returns ASCON_ERR_ORDER. */
typedef struct ascon_stream {
  const ascon_algorithm *algorithm;
  uint32_t chunk_bytes;
  uint8_t key[32]; /* uses as many bytes as the algorithm's key has */
  uint8_t mask[ASCON_STREAM_MASK_BYTES];
} ascon_stream;

/** Starts a stream whose secret is derived from a key (docs/constructions/stream.md, "Secret").
    @param algorithm   an AEAD; ASCON_ERR_ALGORITHM otherwise.
    @param chunk_bytes bytes of text in a chunk, 1 to ASCON_STREAM_MAX_CHUNK_BYTES; the size of a
                       chunk must fit in a size_t. ASCON_ERR_RANGE otherwise.
    @param salt        must never repeat under the same key. The reader needs it.
    @param context     associated data of the whole stream, of any length: facts that both sides
                       must agree on, such as who they are and what the stream is for.
    @param key         may be used for any number of streams. */
ASCON_API ascon_result ascon_stream_derive(ascon_stream *stream, const ascon_algorithm *algorithm,
                                           uint32_t chunk_bytes,
                                           const uint8_t salt[ASCON_STREAM_SALT_BYTES],
                                           const uint8_t *context, size_t context_length,
                                           const uint8_t key[ASCON_STREAM_KEY_BYTES]);

/** Starts a stream with a secret that the program has derived itself, for this stream alone.
    @param secret the algorithm's key, then ASCON_STREAM_MASK_BYTES bytes of mask. */
ASCON_API ascon_result ascon_stream_init(ascon_stream *stream, const ascon_algorithm *algorithm,
                                         uint32_t chunk_bytes, const uint8_t *secret);

/** Replaces the secret by a new secret that is derived from the old secret. Nobody can compute the
    old secret from the new secret, so somebody who gets the new secret later cannot open the chunks
    before `next`. Writer and reader must rekey before the same chunk. Do not rekey in files of
    `asconkit encrypt`, because their readers do not rekey.
    @param next index of the next chunk, 1 or more and below ASCON_STREAM_MAX_CHUNKS; otherwise
           ASCON_ERR_RANGE, and the secret is unchanged. */
ASCON_API ascon_result ascon_stream_rekey(ascon_stream *stream, uint64_t next);

/* ---- Single chunks, in any order ------------------------------------------------------------ */

/** Encrypts one piece of the text. Never encrypt two pieces with the same `index` and `last`.
    @param sealed     text_length + ASCON_STREAM_TAG_BYTES bytes; may be equal to `text`.
    @param text_length chunk_bytes. For the last chunk: 1 to chunk_bytes, or 0 if its index is 0.
                       ASCON_ERR_RANGE otherwise.
    @param index      0 to ASCON_STREAM_MAX_CHUNKS - 1, ASCON_ERR_RANGE otherwise.
    @param last       not 0 if the chunk is the last chunk of the stream. */
ASCON_API ascon_result ascon_stream_seal_chunk(const ascon_stream *stream, uint8_t *sealed,
                                               const uint8_t *text, size_t text_length,
                                               uint64_t index, int last);

/** Verifies and decrypts a chunk.
    @param text         sealed_length - ASCON_STREAM_TAG_BYTES bytes, or 0 bytes if sealed_length is
    less; may be equal to `sealed`. All zeros after ASCON_ERR_TAG.
    @param sealed_length any length: ASCON_ERR_TAG if the chunk cannot have this length.
    @param index        as in ascon_stream_seal_chunk(). */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_stream_open_chunk(const ascon_stream *stream,
                                                                uint8_t *text,
                                                                const uint8_t *sealed,
                                                                size_t sealed_length,
                                                                uint64_t index, int last);

/* ---- Many chunks in one call ---------------------------------------------------------------- */

struct ascon_batch_pool;

/** Encrypts the next text_length bytes of a stream side by side, in the lanes of vector registers
    and on the threads of a pool. The chunks follow each other without gaps; all chunks but the last
    have chunk_bytes + ASCON_STREAM_TAG_BYTES bytes. Uses 12 KiB of stack.
    @param sealed      text_length + ASCON_STREAM_TAG_BYTES bytes for each chunk.
    @param text_stride bytes from the start of a piece to the start of the next piece: chunk_bytes
                       if there are no gaps; chunk_bytes + ASCON_STREAM_TAG_BYTES to encrypt in
                       place, with `text` equal to `sealed`. ASCON_ERR_RANGE if it is below
                       chunk_bytes, or if text and chunks overlap in any other way.
    @param text_length  a multiple of chunk_bytes, unless `ends` is set. 0 with `ends`: writes one
                       empty chunk if `first` is 0, otherwise ASCON_ERR_RANGE. 0 without `ends`:
                       writes nothing.
    @param first       index of the first chunk. ASCON_ERR_RANGE if one of the chunks would have an
                       index of ASCON_STREAM_MAX_CHUNKS or more.
    @param ends        not 0 if the last of these chunks is the last chunk of the stream.
    @param pool        may be NULL. */
ASCON_API ascon_result ascon_stream_seal_chunks(const ascon_stream *stream, uint8_t *sealed,
                                                const uint8_t *text, size_t text_stride,
                                                size_t text_length, uint64_t first, int ends,
                                                struct ascon_batch_pool *pool);

/** Verifies and decrypts chunks that follow each other without gaps.
    @param text         output, with `text_stride` as in ascon_stream_seal_chunks(). After
    ASCON_ERR_TAG, the pieces of the first invalid chunk and of all later chunks are zero.
    @param text_length   set to the number of bytes in the valid pieces before the first invalid
    chunk.
    @param sealed_length any length: ASCON_ERR_TAG if the bytes after the last whole chunk cannot be
                        a chunk, or if the length is 0 and `ends` is set. */
ASCON_MUST_CHECK ASCON_API ascon_result
ascon_stream_open_chunks(const ascon_stream *stream, uint8_t *text, size_t text_stride,
                         size_t *text_length, const uint8_t *sealed, size_t sealed_length,
                         uint64_t first, int ends, struct ascon_batch_pool *pool);

/* ---- In pieces of any length ---------------------------------------------------------------- */

/** The context of a stream that is written or read in order, with input of any length in each call.
    Only more input, or the end of the stream, shows whether a chunk is the last chunk, so the
    caller's buffer holds one chunk. A copy of the context uses the same buffer: copy the buffer
    too. */
typedef struct ascon_stream_ctx {
  ascon_stream stream;
  uint8_t *buffer;
  uint64_t index;       /* index of the chunk in the buffer */
  uint64_t rekey_every; /* chunks between two changes of the secret; 0: no changes */
  uint64_t rekey_at;    /* index of the chunk before which the secret is replaced next */
  size_t filled;        /* bytes in the buffer */
  uint8_t phase;
} ascon_stream_ctx;

/** Starts writing a stream. The context keeps a copy of `stream`, a secret, until
    ascon_stream_seal_final(). To abandon a stream, wipe context and buffer with ascon_wipe():
    readers detect that the written part is not a whole stream.
    @param buffer       used until ascon_stream_seal_final(), which wipes it. ASCON_ERR_RANGE if it
                        overlaps the context.
    @param buffer_bytes at least chunk_bytes; ASCON_ERR_RANGE otherwise. */
ASCON_API ascon_result ascon_stream_seal_init(ascon_stream_ctx *ctx, const ascon_stream *stream,
                                              uint8_t *buffer, size_t buffer_bytes);

/** Adds text, and writes every chunk that is known not to be the last.
    @param sealed       must not overlap anything.
    @param sealed_size  size of `sealed` in bytes. Memory for (text_length / chunk_bytes + 1) chunks
                        is always enough. ASCON_ERR_RANGE if the size is too small.
    @param sealed_length set to the number of bytes written: 0 or more whole chunks.
    @return ASCON_ERR_RANGE also if there would be more than ASCON_STREAM_MAX_CHUNKS chunks. */
ASCON_API ascon_result ascon_stream_seal_update(ascon_stream_ctx *ctx, uint8_t *sealed,
                                                size_t sealed_size, size_t *sealed_length,
                                                const uint8_t *text, size_t text_length);

/** Writes the last chunk, and wipes context and buffer.
    @param sealed_size bytes of `sealed`; chunk_bytes + ASCON_STREAM_TAG_BYTES is always enough. */
ASCON_API ascon_result ascon_stream_seal_final(ascon_stream_ctx *ctx, uint8_t *sealed,
                                               size_t sealed_size, size_t *sealed_length);

/** Starts reading a stream.
    @param buffer_bytes at least chunk_bytes + ASCON_STREAM_TAG_BYTES; ASCON_ERR_RANGE otherwise. */
ASCON_API ascon_result ascon_stream_open_init(ascon_stream_ctx *ctx, const ascon_stream *stream,
                                              uint8_t *buffer, size_t buffer_bytes);

/** Adds bytes of the stream, and writes the text of every chunk that is known not to be the last.
    The text is verified, but only ascon_stream_open_final() shows whether the stream is complete.
    @param text       must not overlap anything.
    @param text_size  size of `text` in bytes. Memory for (sealed_length / (chunk_bytes +
                      ASCON_STREAM_TAG_BYTES) + 1) pieces is always enough. ASCON_ERR_RANGE if the
                      size is too small.
    @param text_length set to the number of bytes written.
    @return ASCON_ERR_TAG, from this and every later call, if a chunk is forged. *text_length counts
            the bytes of valid pieces before it; all other bytes written are zeros. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_stream_open_update(ascon_stream_ctx *ctx,
                                                                 uint8_t *text, size_t text_size,
                                                                 size_t *text_length,
                                                                 const uint8_t *sealed,
                                                                 size_t sealed_length);

/** Writes the text of the last chunk, and wipes context and buffer. Only ASCON_OK means that the
    stream is complete. ASCON_ERR_TAG means that the stream was cut off or forged.
    @param text_size bytes of `text`; chunk_bytes is always enough. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_stream_open_final(ascon_stream_ctx *ctx,
                                                                uint8_t *text, size_t text_size,
                                                                size_t *text_length);

/** Makes the context call ascon_stream_rekey() before the chunks with index `chunks`, 2 * `chunks`
    and so on. Writer and reader must both make this call, with the same `chunks`, before the first
    update; ASCON_ERR_ORDER after an update. ASCON_ERR_RANGE for 0. */
ASCON_API ascon_result ascon_stream_rekey_every(ascon_stream_ctx *ctx, uint64_t chunks);

/* ---- The header of files ----------------------------------------------------------------------

   `asconkit encrypt` writes a header of 144 bytes and then the chunks; docs/file-format.md lists
   the fields of the header. The command derives the key of a file from a passphrase with Argon2id.
   The library only stores Argon2's parameters. It also reads headers of version 1. */

/** The version of headers that the library writes. */
#define ASCON_STREAM_HEADER_VERSION 2
/** Size of the longest header, and of the header of version 2. */
#define ASCON_STREAM_HEADER_BYTES 144
/** Number of bytes at the start of a header that determine its length. */
#define ASCON_STREAM_HEADER_START_BYTES 10

/** Limits of Argon2's parameters in a header. The number of passes is limited
    only by the limit of passes * memory. */
#define ASCON_STREAM_MAX_LANES 64
#define ASCON_STREAM_MIN_MEMORY_KIB_PER_LANE 8
#define ASCON_STREAM_MAX_MEMORY_KIB (UINT32_C(2) << 20)
#define ASCON_STREAM_MAX_PASSES_MEMORY_KIB (UINT32_C(16) << 20)

/** The source of a file's key. */
typedef enum ascon_stream_source {
  ASCON_STREAM_KEY_FILE = 1,  /**< the key is 32 random bytes */
  ASCON_STREAM_PASSPHRASE = 2 /**< 32 bytes of Argon2id(passphrase, salt), version 0x13 */
} ascon_stream_source;

/** Reasons to refuse a header, in the order of the checks. */
typedef enum ascon_stream_fault {
  ASCON_STREAM_FAULT_NONE = 0,
  ASCON_STREAM_FAULT_MAGIC,      /**< the file does not have this format */
  ASCON_STREAM_FAULT_VERSION,    /**< this library does not know the version */
  ASCON_STREAM_FAULT_LENGTH,     /**< the file ends inside the header */
  ASCON_STREAM_FAULT_CHECKSUM,   /**< the header is damaged */
  ASCON_STREAM_FAULT_ALGORITHM,  /**< this library does not have an AEAD of this name */
  ASCON_STREAM_FAULT_CHUNK_SIZE, /**< the chunk size is not allowed, or too large for size_t */
  ASCON_STREAM_FAULT_FIELDS,     /**< the tag or the header has a wrong length */
  ASCON_STREAM_FAULT_SOURCE,     /**< the number for the key's source is unknown */
  ASCON_STREAM_FAULT_COST,       /**< there are Argon2 parameters, but no passphrase */
  ASCON_STREAM_FAULT_LANES,      /**< the format does not allow this number of lanes */
  ASCON_STREAM_FAULT_MEMORY,
  ASCON_STREAM_FAULT_PASSES
} ascon_stream_fault;

/** Returns the description of a fault, such as "a corrupted header"; never NULL. */
ASCON_API const char *ascon_stream_fault_text(ascon_stream_fault fault);

/** The parameters of Argon2id; all are 0 if the key does not come from a passphrase. */
typedef struct ascon_stream_cost {
  uint32_t memory_kib;
  uint32_t passes;
  uint32_t lanes;
} ascon_stream_cost;

/** Names the first parameter that the format does not allow: ASCON_STREAM_FAULT_LANES, ..._MEMORY
    or ..._PASSES; ..._NONE if the format allows all parameters. */
ASCON_API ascon_stream_fault ascon_stream_cost_fault(const ascon_stream_cost *cost);

/** The fields of a header that are neither fixed nor computed. No field is secret. */
typedef struct ascon_stream_header {
  const ascon_algorithm *algorithm;
  uint32_t chunk_bytes;
  ascon_stream_cost cost;
  ascon_stream_source source;
  ascon_stream_fault fault; /**< set by ascon_stream_header_decode() */
  uint16_t version;         /**< the header's version: 2, or 1 in an old file */
  uint8_t header_bytes;     /**< offset of the first chunk; set by ascon_stream_header_decode() */
  uint8_t salt_bytes;       /**< bytes of the salt: 32, or 16 in an old file */
  uint8_t salt[ASCON_STREAM_SALT_BYTES];
} ascon_stream_header;

/** Reads a header and checks all fields except the one that shows whether a key is the right key.
    @param header output, all fields. After ASCON_ERR_RANGE, `fault` says why and `algorithm` is
                  NULL. The other fields hold the values that were read, or 0; use them only for
                  error messages. If `fault` is ASCON_STREAM_FAULT_LENGTH, `header_bytes` says how
                  many bytes this call needs.
    @param bytes  the start of a file; bytes after the header are ignored.
    @return ASCON_ERR_RANGE if the header is refused. */
ASCON_API ascon_result ascon_stream_header_decode(ascon_stream_header *header, const uint8_t *bytes,
                                                  size_t length);

/** Starts the stream of a file: decodes the header and verifies that `key` is the file's key.
    @param stream zeros if the key is refused.
    @param key    ASCON_STREAM_KEY_BYTES bytes.
    @return ASCON_ERR_TAG if the key is wrong, or somebody changed the header; ASCON_ERR_RANGE if
            ascon_stream_header_decode() refuses the header. */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_stream_header_open(ascon_stream *stream,
                                                                 const uint8_t *bytes,
                                                                 size_t length, const uint8_t *key);

/** Starts the stream of a new file and writes its header.
    @param bytes  ASCON_STREAM_HEADER_BYTES bytes; may overlap `header` and `key`, but not `stream`.
    @param header with `version` ASCON_STREAM_HEADER_VERSION and a new random salt of 32 bytes;
    `fault`, `header_bytes` and `salt_bytes` are not read. ASCON_ERR_RANGE if a field is not
    allowed.
    @param key    ASCON_STREAM_KEY_BYTES bytes. */
ASCON_API ascon_result ascon_stream_header_encode(ascon_stream *stream, uint8_t *bytes,
                                                  const ascon_stream_header *header,
                                                  const uint8_t *key);

ASCON_C_END

#endif
