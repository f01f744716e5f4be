// Trees over strings: their roots, in one call, in pieces and by batches, and proofs of single
// chunks, right ones and ones with a change. Compared with docs/constructions/tree.md, written down
// once more over single calls of hash and CXOF.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/tree/ascon_tree.h"

#include <algorithm>
#include <utility>

#include "tests/fuzz/support/run.h"
#include "tests/fuzz/support/strings.h"
#include "tests/fuzz/support/threads.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Heap;

// ---- The page -------------------------------------------------------------------------------

Bytes TreeNode(const Bytes &left, const Bytes &right) {
  return Cxof(Text("asconkit tree v1 node"), Joined(left, right), ASCON_TREE_BYTES);
}

// Pairs from the left; what is left alone at the right end moves up as it is.
Bytes TopOf(std::vector<Bytes> level) {
  while (level.size() > 1) {
    std::vector<Bytes> next;
    for (size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(TreeNode(level[i], level[i + 1]));
    if (level.size() % 2) next.push_back(level.back());
    level = next;
  }
  return level.front();
}

std::vector<Bytes> ChunksOf(const Bytes &data, size_t chunk_bytes) {
  std::vector<Bytes> chunks;
  for (size_t at = 0; at == 0 || at < data.size(); at += chunk_bytes)
    chunks.push_back(Part(data, at, std::min(chunk_bytes, data.size() - at)));
  return chunks;
}

Bytes RootOf(const Bytes &data, size_t chunk_bytes) {
  std::vector<Bytes> leaves;
  for (const Bytes &chunk : ChunksOf(data, chunk_bytes)) leaves.push_back(Hash(chunk));
  const Bytes shape = Joined(LittleEndian(data.size(), 8), LittleEndian(chunk_bytes, 4));
  return Cxof(Text("asconkit tree v1 root"), Joined(TopOf(leaves), shape), ASCON_TREE_BYTES);
}

// ---- Roots ----------------------------------------------------------------------------------

size_t SomeChunkBytes(Input &input) { return ASCON_TREE_MIN_CHUNK_BYTES + input.UpTo(10); }

// No two chunks are the same. Sometimes there are more of them than a batch takes at once.
Bytes SomeData(Input &input, size_t chunk_bytes) {
  const size_t most = input.OneIn(6) ? 12000 : 1500;
  Bytes data = input.Some(input.UpTo(most));
  for (size_t at = 0; at < data.size(); at += chunk_bytes)
    data[at] = static_cast<uint8_t>(at / chunk_bytes);
  return data;
}

// By both calls that add to a string, in turns.
Bytes RootInPieces(Input &input, const Bytes &data, size_t chunk_bytes, ascon_batch_pool *pool) {
  const Heap memory(data);
  ascon_tree_ctx ctx;
  Bytes root(ASCON_TREE_BYTES);
  EXPECT_EQ(ascon_tree_init(&ctx, chunk_bytes), ASCON_OK);
  InPieces(input, data.size(), [&](size_t at, size_t n) {
    EXPECT_EQ(input.Flag() ? ascon_tree_update(&ctx, memory.data() + at, n)
                           : ascon_tree_batch_update(&ctx, memory.data() + at, n, pool),
              ASCON_OK);
  });
  EXPECT_EQ(ascon_tree_final(&ctx, root.data()), ASCON_OK);
  EXPECT_EQ(ascon_tree_update(&ctx, memory.data(), 0), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_tree_batch_update(&ctx, memory.data(), 0, pool), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_tree_final(&ctx, root.data()), ASCON_ERR_ORDER);
  return root;
}

// Chunks of a size that is not allowed.
void CheckWrongSize(Input &input) {
  const size_t wrong = input.Flag()
                           ? input.UpTo(ASCON_TREE_MIN_CHUNK_BYTES - 1)
                           : SIZE_MAX - input.UpTo(SIZE_MAX - ASCON_TREE_MAX_CHUNK_BYTES - 1);
  const Bytes data(100), zeros(ASCON_TREE_BYTES);
  Bytes root = zeros;
  ascon_tree_ctx ctx;
  EXPECT_EQ(ascon_tree_init(&ctx, wrong), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_tree_batch(root.data(), data.data(), data.size(), wrong, nullptr),
            ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_tree_prove(root.data(), data.data(), data.size(), wrong, 0, nullptr),
            ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_tree_proof_length(data.size(), wrong, 0), 0u);
  EXPECT_EQ(root, zeros);
}

void CheckRoot(Input &input) {
  const size_t chunk_bytes = SomeChunkBytes(input);
  const Bytes data = SomeData(input, chunk_bytes), expected = RootOf(data, chunk_bytes);
  ascon_batch_pool *const pool = SomePool(input);
  const Heap memory(data, data.size() % 8);
  Bytes root(ASCON_TREE_BYTES);
  EXPECT_EQ(ascon_tree_batch(root.data(), memory.nullable(), data.size(), chunk_bytes, pool),
            ASCON_OK);
  EXPECT_EQ(root, expected);
  EXPECT_EQ(RootInPieces(input, data, chunk_bytes, pool), expected);
}

// ---- Proofs ---------------------------------------------------------------------------------

struct Proof {
  uint64_t total_bytes, index;
  size_t chunk_bytes;
  Bytes root, chunk, digests;
};

ascon_result Verify(const Proof &p) {
  const Heap chunk(p.chunk), digests(p.digests);
  return ascon_tree_verify(p.root.data(), p.total_bytes, p.chunk_bytes, p.index, chunk.nullable(),
                           chunk.size(), digests.nullable(), digests.size() / ASCON_TREE_BYTES);
}

// The proof of one of the chunks of a string, and the root by the page.
Proof SomeProof(Input &input) {
  const size_t chunk_bytes = SomeChunkBytes(input);
  const Bytes data = SomeData(input, chunk_bytes);
  const std::vector<Bytes> chunks = ChunksOf(data, chunk_bytes);
  const size_t index = input.UpTo(chunks.size() - 1);
  Heap digests(ascon_tree_proof_length(data.size(), chunk_bytes, index) * ASCON_TREE_BYTES);
  EXPECT_EQ(ascon_tree_prove(digests.nullable(), data.data(), data.size(), chunk_bytes, index,
                             SomePool(input)),
            ASCON_OK);
  return {data.size(),   index,          chunk_bytes, RootOf(data, chunk_bytes),
          chunks[index], digests.bytes()};
}

// Changes one part of the proof. Returns false if that left it as it was.
bool Change(Input &input, Proof *p) {
  const uint64_t number = input.UpTo(SIZE_MAX);
  switch (input.UpTo(6)) {
    case 0: return input.FlipBit(&p->root);
    case 1: return input.FlipBit(&p->chunk);
    case 2: return input.FlipBit(&p->digests);
    case 3: return std::exchange(p->total_bytes, number) != number;
    case 4: return std::exchange(p->index, number) != number;
    case 5: return std::exchange(p->chunk_bytes, number) != number;
    default: {
      const size_t bytes = ASCON_TREE_BYTES * input.UpTo(ASCON_TREE_MAX_PROOF + 2);
      if (p->digests.size() == bytes) return false;
      p->digests.resize(bytes);
      return true;
    }
  }
}

void CheckProof(Input &input) {
  Proof proof = SomeProof(input);
  EXPECT_EQ(Verify(proof), ASCON_OK);
  if (Change(input, &proof)) EXPECT_NE(Verify(proof), ASCON_OK);
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  using namespace asconkit_fuzz;
  ASSERT_EQ(ascon_batch_engine_force(input.Engine()), ASCON_OK);
  if (input.OneIn(32)) return CheckWrongSize(input);
  if (input.Flag()) CheckRoot(input);
  else CheckProof(input);
}
