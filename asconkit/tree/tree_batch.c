/* The tree hash by batches, the other calls of ascon_tree.h: the chunks are messages of
   ascon_any_columns().
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tree.h"
#include "../batch/ascon_batch.h"
#include "../ascon_config.h"
#include "../core/platform/secrets_in_c.h"

/* Chunks of one batch: some for each lane of every thread. A whole group becomes one digest. */
enum { GROUP_LEVEL = 6, GROUP = 1 << GROUP_LEVEL };

/* Digests of `count` whole chunks in a row. */
static void hash_chunks(uint8_t digests[][DIGEST_BYTES], const uint8_t *data, size_t chunk_bytes,
                        size_t count, ascon_batch_pool *pool) {
  const ascon_columns columns = {
      .out = {.data = digests[0], .stride = DIGEST_BYTES, .length = DIGEST_BYTES},
      .in = {.data = without_const(data), .stride = chunk_bytes, .length = chunk_bytes}};
  const ascon_result result =
      ascon_any_columns(ASCON_HASH256, ASCON_COMPUTE, &columns, count, NULL, pool);
  (void)result; /* nothing in it can fail */
}

/* The nodes over `count` pairs of digests, in their place. One by one, a node would take as long as
   some 500 bytes of chunks in lanes (Zen 4). */
static void hash_pairs(uint8_t digests[][DIGEST_BYTES], size_t count, ascon_batch_pool *pool) {
  uint8_t nodes[GROUP / 2][DIGEST_BYTES];
  static const uint8_t node[] = ASCON_TREE_NODE;
  const ascon_columns columns = {
      .out = {.data = nodes[0], .stride = DIGEST_BYTES, .length = DIGEST_BYTES},
      .in = {.data = digests[0], .stride = 2 * DIGEST_BYTES, .length = 2 * DIGEST_BYTES},
      .ad = {.data = without_const(node), .length = sizeof node - 1}};
  const ascon_result result =
      ascon_any_columns(ASCON_CXOF128, ASCON_COMPUTE, &columns, count, NULL, pool);
  (void)result; /* nothing in it can fail */
  for (size_t i = 0; i < count; i++) copy_bytes(digests[i], nodes[i], DIGEST_BYTES);
}

/* A whole group, if as many whole groups are before it that it makes one subtree; otherwise its
   chunks one by one. */
static void add_group(ascon_tree_ctx *ctx, uint8_t digests[][DIGEST_BYTES], size_t count,
                      ascon_batch_pool *pool) {
  if (count == GROUP && ctx->leaves % GROUP == 0) {
    for (size_t pairs = GROUP / 2; pairs != 0; pairs /= 2) hash_pairs(digests, pairs, pool);
    ascon_tree_add(ctx, digests[0], GROUP_LEVEL);
    return;
  }
  for (size_t i = 0; i < count; i++) ascon_tree_add(ctx, digests[i], 0);
}

/* Whole chunks, from the beginning of one: first those up to where groups begin. */
static void add_chunks(ascon_tree_ctx *ctx, const uint8_t *data, size_t count,
                       ascon_batch_pool *pool) {
  uint8_t digests[GROUP][DIGEST_BYTES];
  while (count != 0) {
    const size_t wanted = GROUP - (size_t)(ctx->leaves % GROUP),
                 n = count < wanted ? count : wanted;
    hash_chunks(digests, data, ctx->chunk_bytes, n, pool);
    add_group(ctx, digests, n, pool);
    ctx->total_bytes += (uint64_t)n * ctx->chunk_bytes;
    data += n * ctx->chunk_bytes;
    count -= n;
  }
}

ascon_result ascon_tree_batch_update(ascon_tree_ctx *ctx, const uint8_t *data, size_t length,
                                     ascon_batch_pool *pool) {
  if (!ctx || missing(data, length)) return ASCON_ERR_NULL;
  if (ctx->phase != TREE_OPEN) return ASCON_ERR_ORDER;
  if (length > UINT64_MAX - ctx->total_bytes) return ASCON_ERR_RANGE;
  size_t before = ctx->chunk_used ? ctx->chunk_bytes - ctx->chunk_used : 0;
  if (before > length) before = length;
  (void)ascon_tree_update(ctx, data, before);
  const size_t whole = (length - before) / ctx->chunk_bytes;
  if (whole != 0) add_chunks(ctx, data + before, whole, pool);
  const size_t done = before + whole * ctx->chunk_bytes;
  return done == length ? ASCON_OK : ascon_tree_update(ctx, data + done, length - done);
}

ascon_result ascon_tree_batch(uint8_t *root, const uint8_t *data, size_t length, size_t chunk_bytes,
                              ascon_batch_pool *pool) {
  ascon_tree_ctx ctx;
  if (!root || missing(data, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_tree_init(&ctx, chunk_bytes));
  (void)ascon_tree_batch_update(&ctx, data, length, pool);
  return ascon_tree_final(&ctx, root);
}

/* ---- Proofs --------------------------------------------------------------------------------- */

/* The topmost digest of `count` chunks that begin at `first`, of which the string may have fewer.
 */
static void subtree(uint8_t digest[DIGEST_BYTES], const uint8_t *data, size_t length,
                    size_t chunk_bytes, uint64_t first, uint64_t count, ascon_batch_pool *pool) {
  ascon_tree_ctx ctx;
  const size_t from = (size_t)first * chunk_bytes;
  const size_t left = length - from;
  const size_t n = count > left / chunk_bytes ? left : (size_t)count * chunk_bytes;
  (void)ascon_tree_init(&ctx, chunk_bytes);
  if (n != 0) (void)ascon_tree_batch_update(&ctx, data + from, n, pool);
  ascon_tree_top(&ctx, digest);
}

ascon_result ascon_tree_prove(uint8_t *proof, const uint8_t *data, size_t length,
                              size_t chunk_bytes, uint64_t index, ascon_batch_pool *pool) {
  if (missing(data, length)) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_tree_check_chunk(chunk_bytes));
  const uint64_t count = ascon_tree_count(length, chunk_bytes);
  if (index >= count) return ASCON_ERR_RANGE;
  if (missing(proof, ascon_tree_proof_length(length, chunk_bytes, index))) return ASCON_ERR_NULL;
  for (uint64_t width = 1; width < count; width *= 2) {
    const uint64_t sibling = (index / width ^ 1) * width; /* its first chunk */
    if (sibling >= count) continue;
    subtree(proof, data, length, chunk_bytes, sibling, width, pool);
    proof += DIGEST_BYTES;
  }
  return ASCON_OK;
}
