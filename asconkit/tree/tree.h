/* What tree.c and tree_batch.c share. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CONSTRUCTIONS_TREE_H
#define ASCON_CONSTRUCTIONS_TREE_H

#include "ascon_tree.h"
#include "../core/modes/calls.h"

enum { DIGEST_BYTES = ASCON_TREE_BYTES };

/* A context of zeros was never started, or has ended. */
enum tree_phase { TREE_NONE, TREE_OPEN };

ascon_result ascon_tree_check_chunk(size_t chunk_bytes);

/* The chunks of a string: an empty one has one, which is empty. */
uint64_t ascon_tree_count(uint64_t total_bytes, size_t chunk_bytes);

/* out = node of two digests; `out` may be one of them. */
void ascon_tree_node(uint8_t out[DIGEST_BYTES], const uint8_t left[DIGEST_BYTES],
                     const uint8_t right[DIGEST_BYTES]);

/* The root over the topmost digest. */
void ascon_tree_root(uint8_t root[DIGEST_BYTES], const uint8_t top[DIGEST_BYTES],
                     uint64_t total_bytes, size_t chunk_bytes);

/* The customization strings of ascon_tree_node() and ascon_tree_root(). */
#define ASCON_TREE_NODE "asconkit tree v1 node"
#define ASCON_TREE_ROOT "asconkit tree v1 root"

/* Adds the digest over the next 2^level chunks; the chunks before are a multiple of as many. */
void ascon_tree_add(ascon_tree_ctx *ctx, const uint8_t digest[DIGEST_BYTES], unsigned level);

/* The topmost digest, after the last chunk; the context is of no use any more. */
void ascon_tree_top(ascon_tree_ctx *ctx, uint8_t top[DIGEST_BYTES]);

#endif
