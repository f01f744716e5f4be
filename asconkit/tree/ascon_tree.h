/* A tree hash. The chunks of a long input are hashed separately with Ascon-Hash256, side by side in
   vector registers and on threads; their digests are then hashed in pairs up to one root. A single
   chunk can be verified against the root without the other chunks. docs/constructions/tree.md has
   the specification.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The conventions of ascon.h hold. Functions that a program does not call are not linked. */
#ifndef ASCONKIT_ASCON_TREE_H
#define ASCONKIT_ASCON_TREE_H

#include "../ascon.h"

ASCON_C_BEGIN

#define ASCON_TREE_BYTES 32
/** The smallest chunk size. All chunks of an input have one size, but the last may be shorter. */
#define ASCON_TREE_MIN_CHUNK_BYTES 64
#define ASCON_TREE_MAX_CHUNK_BYTES 0x40000000
/** The chunk size for programs that do not need a special size. */
#define ASCON_TREE_CHUNK_BYTES 16384
/** The largest number of digests in a proof. */
#define ASCON_TREE_MAX_PROOF 58

/* ---- The root of an input -------------------------------------------------------------------- */

/** Context of an incremental tree hash. Its fields are private, and secret if the input is. */
typedef struct ascon_tree_ctx {
  ascon_sponge_ctx chunk; /* the chunk in progress */
  uint64_t total_bytes;
  uint64_t leaves; /* number of finished chunks */
  uint32_t chunk_bytes;
  uint32_t chunk_used; /* bytes of the chunk in progress */
  uint8_t nodes[ASCON_TREE_MAX_PROOF][ASCON_TREE_BYTES];
  uint8_t phase;
} ascon_tree_ctx;

/** Starts an input, and overwrites the context. Returns ASCON_ERR_RANGE for a chunk size outside
    ASCON_TREE_MIN_CHUNK_BYTES to ASCON_TREE_MAX_CHUNK_BYTES. */
ASCON_API ascon_result ascon_tree_init(ascon_tree_ctx *ctx, size_t chunk_bytes);
/** Adds `length` bytes to the input, and hashes chunks one after the other. */
ASCON_API ascon_result ascon_tree_update(ascon_tree_ctx *ctx, const uint8_t *data, size_t length);
/** Writes the root, ASCON_TREE_BYTES bytes, and wipes the context. */
ASCON_API ascon_result ascon_tree_final(ascon_tree_ctx *ctx, uint8_t *root);

struct ascon_batch_pool;

/** Adds `length` bytes like ascon_tree_update(), but hashes whole chunks in parallel, in vector
    registers and on the threads of `pool` (or NULL). 16 chunks or more are the fastest. */
ASCON_API ascon_result ascon_tree_batch_update(ascon_tree_ctx *ctx, const uint8_t *data,
                                               size_t length, struct ascon_batch_pool *pool);
/** Computes the root of an input in memory. Hashes chunks like ascon_tree_batch_update(). */
ASCON_API ascon_result ascon_tree_batch(uint8_t *root, const uint8_t *data, size_t length,
                                        size_t chunk_bytes, struct ascon_batch_pool *pool);

/* ---- Proofs of single chunks -----------------------------------------------------------------

   The proof of a chunk lists the digests that are paired with the chunk's digest and the nodes
   above it, from the lowest level to the highest. A digest without a partner moves up unpaired. */

/** Returns the number of digests in the proof of chunk `index`, at most ASCON_TREE_MAX_PROOF.
    Returns 0 if an input of `total_bytes` bytes has no such chunk. */
ASCON_API size_t ascon_tree_proof_length(uint64_t total_bytes, size_t chunk_bytes, uint64_t index);

/** Writes the proof of chunk `index` of an input in memory. Hashes all chunks in parallel.
    @param proof ascon_tree_proof_length() digests of ASCON_TREE_BYTES bytes
    @param index ASCON_ERR_RANGE if the input has no such chunk */
ASCON_API ascon_result ascon_tree_prove(uint8_t *proof, const uint8_t *data, size_t length,
                                        size_t chunk_bytes, uint64_t index,
                                        struct ascon_batch_pool *pool);

/** Verifies that `chunk` is chunk number `index` of the input of `total_bytes` bytes whose root is
    `root`. Returns ASCON_ERR_TAG if it is another chunk, or if the chunk or the proof has a wrong
    length. Returns ASCON_ERR_RANGE if an input of this length has no chunk `index`.
    @param proof `proof_length` digests of ASCON_TREE_BYTES bytes */
ASCON_MUST_CHECK ASCON_API ascon_result ascon_tree_verify(const uint8_t *root, uint64_t total_bytes,
                                                          size_t chunk_bytes, uint64_t index,
                                                          const uint8_t *chunk, size_t length,
                                                          const uint8_t *proof,
                                                          size_t proof_length);

ASCON_C_END

#endif
