/* The tree hash, the calls of ascon_tree.h without batches, as docs/constructions/tree.md specifies
   it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tree.h"
#include "../ascon_config.h"
#include "../core/platform/secrets_in_c.h"

/* ---- Digests -------------------------------------------------------------------------------- */

void ascon_tree_node(uint8_t out[DIGEST_BYTES], const uint8_t left[DIGEST_BYTES],
                     const uint8_t right[DIGEST_BYTES]) {
  ascon_sponge_ctx ctx;
  (void)ascon_cxof128_init(&ctx, (const uint8_t *)ASCON_TREE_NODE, sizeof ASCON_TREE_NODE - 1);
  (void)ascon_any_sponge_update(&ctx, left, DIGEST_BYTES);
  (void)ascon_any_sponge_update(&ctx, right, DIGEST_BYTES);
  (void)ascon_any_sponge_squeeze(&ctx, out, DIGEST_BYTES);
  zeroize(&ctx, sizeof ctx);
}

void ascon_tree_root(uint8_t root[DIGEST_BYTES], const uint8_t top[DIGEST_BYTES],
                     uint64_t total_bytes, size_t chunk_bytes) {
  uint8_t shape[12];
  ascon_sponge_ctx ctx;
  store64(shape, total_bytes, ASCON_LITTLE_ENDIAN);
  store32(shape + 8, (uint32_t)chunk_bytes, ASCON_LITTLE_ENDIAN);
  (void)ascon_cxof128_init(&ctx, (const uint8_t *)ASCON_TREE_ROOT, sizeof ASCON_TREE_ROOT - 1);
  (void)ascon_any_sponge_update(&ctx, top, DIGEST_BYTES);
  (void)ascon_any_sponge_update(&ctx, shape, sizeof shape);
  (void)ascon_any_sponge_squeeze(&ctx, root, DIGEST_BYTES);
  zeroize(&ctx, sizeof ctx);
}

/* ---- Shape ---------------------------------------------------------------------------------- */

ascon_result ascon_tree_check_chunk(size_t chunk_bytes) {
  const uint64_t length = chunk_bytes; /* where size_t has 16 bits, it is never above the limit */
  return length < ASCON_TREE_MIN_CHUNK_BYTES || length > ASCON_TREE_MAX_CHUNK_BYTES
             ? ASCON_ERR_RANGE
             : ASCON_OK;
}

uint64_t ascon_tree_count(uint64_t total_bytes, size_t chunk_bytes) {
  return total_bytes == 0 ? 1 : (total_bytes - 1) / chunk_bytes + 1;
}

/* Digests on a level become half as many on the next; an odd one moves up. */
static uint64_t parents(uint64_t count) { return count / 2 + count % 2; }

/* Whether this digest of a level has a sibling. */
static int has_sibling(uint64_t index, uint64_t count) { return (index ^ 1) < count; }

size_t ascon_tree_proof_length(uint64_t total_bytes, size_t chunk_bytes, uint64_t index) {
  size_t length = 0;
  if (ascon_tree_check_chunk(chunk_bytes) != ASCON_OK) return 0;
  uint64_t count = ascon_tree_count(total_bytes, chunk_bytes);
  if (index >= count) return 0;
  for (; count > 1; count = parents(count), index /= 2)
    if (has_sibling(index, count)) length++;
  return length;
}

static size_t count_ones(uint64_t bits) {
  size_t ones = 0;
  for (; bits; bits &= bits - 1) ones++;
  return ones;
}

/* ---- The root of a string in pieces --------------------------------------------------------- */

ascon_result ascon_tree_init(ascon_tree_ctx *ctx, size_t chunk_bytes) {
  if (!ctx) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_tree_check_chunk(chunk_bytes));
  ctx->total_bytes = ctx->leaves = 0;
  ctx->chunk_bytes = (uint32_t)chunk_bytes;
  ctx->chunk_used = 0;
  ctx->phase = TREE_OPEN;
  return ascon_hash256_init(&ctx->chunk);
}

/* nodes[] has the topmost digests of the whole subtrees so far, the largest first: one for each bit
   of the number of leaves that is 1. Another subtree completes a larger one for each 1 that follows
   in these bits. */
void ascon_tree_add(ascon_tree_ctx *ctx, const uint8_t digest[DIGEST_BYTES], unsigned level) {
  size_t depth = count_ones(ctx->leaves);
  copy_bytes(ctx->nodes[depth], digest, DIGEST_BYTES);
  for (uint64_t rest = ctx->leaves >> level; rest & 1; rest >>= 1, depth--)
    ascon_tree_node(ctx->nodes[depth - 1], ctx->nodes[depth - 1], ctx->nodes[depth]);
  ctx->leaves += (uint64_t)1 << level;
}

static void end_chunk(ascon_tree_ctx *ctx) {
  uint8_t leaf[DIGEST_BYTES];
  (void)ascon_any_sponge_squeeze(&ctx->chunk, leaf, DIGEST_BYTES);
  (void)ascon_hash256_init(&ctx->chunk);
  ctx->chunk_used = 0;
  ascon_tree_add(ctx, leaf, 0);
}

ascon_result ascon_tree_update(ascon_tree_ctx *ctx, const uint8_t *data, size_t length) {
  if (!ctx || missing(data, length)) return ASCON_ERR_NULL;
  if (ctx->phase != TREE_OPEN) return ASCON_ERR_ORDER;
  if (length > UINT64_MAX - ctx->total_bytes) return ASCON_ERR_RANGE;
  ctx->total_bytes += length;
  while (length != 0) {
    const size_t left = (size_t)(ctx->chunk_bytes - ctx->chunk_used);
    const size_t n = length < left ? length : left;
    (void)ascon_any_sponge_update(&ctx->chunk, data, n);
    ctx->chunk_used += (uint32_t)n;
    data += n;
    length -= n;
    if (ctx->chunk_used == ctx->chunk_bytes) end_chunk(ctx);
  }
  return ASCON_OK;
}

/* What is left alone at the right end of a level moves up: so the subtrees are joined from the
   right, the smallest first. */
void ascon_tree_top(ascon_tree_ctx *ctx, uint8_t top[DIGEST_BYTES]) {
  if (ctx->chunk_used != 0 || ctx->leaves == 0) end_chunk(ctx);
  for (size_t depth = count_ones(ctx->leaves); depth > 1; depth--)
    ascon_tree_node(ctx->nodes[depth - 2], ctx->nodes[depth - 2], ctx->nodes[depth - 1]);
  copy_bytes(top, ctx->nodes[0], DIGEST_BYTES);
}

ascon_result ascon_tree_final(ascon_tree_ctx *ctx, uint8_t *root) {
  uint8_t top[DIGEST_BYTES];
  if (!ctx || !root) return ASCON_ERR_NULL;
  if (ctx->phase != TREE_OPEN) return ASCON_ERR_ORDER;
  ascon_tree_top(ctx, top);
  ascon_tree_root(root, top, ctx->total_bytes, (size_t)ctx->chunk_bytes);
  zeroize(ctx, sizeof *ctx);
  return ASCON_OK;
}

/* ---- Proofs --------------------------------------------------------------------------------- */

/* The length that the chunk with this index has. */
static size_t length_of_chunk(uint64_t total_bytes, size_t chunk_bytes, uint64_t index) {
  const uint64_t left = total_bytes - index * chunk_bytes;
  return left < chunk_bytes ? (size_t)left : chunk_bytes;
}

/* From the leaf to the top, with the digests of the proof at its side. */
static void climb(uint8_t digest[DIGEST_BYTES], uint64_t index, uint64_t count,
                  const uint8_t *proof) {
  for (; count > 1; count = parents(count), index /= 2) {
    if (!has_sibling(index, count)) continue;
    if (index % 2) ascon_tree_node(digest, proof, digest);
    else ascon_tree_node(digest, digest, proof);
    proof += DIGEST_BYTES;
  }
}

ascon_result ascon_tree_verify(const uint8_t *root, uint64_t total_bytes, size_t chunk_bytes,
                               uint64_t index, const uint8_t *chunk, size_t length,
                               const uint8_t *proof, size_t proof_length) {
  uint8_t digest[DIGEST_BYTES];
  if (!root || missing(chunk, length) || missing(proof, proof_length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_tree_check_chunk(chunk_bytes));
  const uint64_t count = ascon_tree_count(total_bytes, chunk_bytes);
  if (index >= count) return ASCON_ERR_RANGE;
  if (length != length_of_chunk(total_bytes, chunk_bytes, index) ||
      proof_length != ascon_tree_proof_length(total_bytes, chunk_bytes, index))
    return ASCON_ERR_TAG;
  (void)ascon_hash256(digest, chunk, length);
  climb(digest, index, count, proof);
  ascon_tree_root(digest, digest, total_bytes, chunk_bytes);
  return bytes_differ(digest, root, DIGEST_BYTES) ? ASCON_ERR_TAG : ASCON_OK;
}
