// The tree hash: known answers, pieces, batches, proofs and what they refuse.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/tree/ascon_tree.h"

#include <algorithm>

#include "asconkit/batch/ascon_batch.h"
#include "tests/support/batches.h"
#include "tests/support/construction_vectors.h"

namespace asconkit_test {
namespace {

// Bytes with a period of 251, so that chunks that change places are noticed; tree.py has the same.
Bytes Sample(size_t n) {
  Bytes bytes(n);
  for (size_t i = 0; i < n; i++) bytes[i] = static_cast<uint8_t>(i % 251);
  return bytes;
}

struct Case {
  explicit Case(const KnownAnswer &known)
      : name(known.name()),
        data(Sample(known.size("bytes"))),
        chunk_bytes(known.size("chunk_bytes")),
        root(known.bytes("root")),
        index(known.size("index")),
        proof(known.bytes("proof")) {}
  const uint8_t *chunk() const { return data.data() + index * chunk_bytes; }
  size_t length() const { return std::min(chunk_bytes, data.size() - index * chunk_bytes); }
  size_t proof_length() const { return proof.size() / ASCON_TREE_BYTES; }
  std::string name;
  Bytes data;
  size_t chunk_bytes;
  Bytes root;
  size_t index;
  Bytes proof;
};

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const auto &known : KnownAnswersOf("tree")) cases.emplace_back(known);
  return cases;
}

Bytes RootInPieces(const Case &c, const std::vector<size_t> &pieces) {
  ascon_tree_ctx ctx;
  Bytes root(ASCON_TREE_BYTES);
  EXPECT_EQ(ascon_tree_init(&ctx, c.chunk_bytes), ASCON_OK);
  size_t at = 0;
  for (size_t n : pieces) {
    const Heap piece(Part(c.data, at, n));
    EXPECT_EQ(ascon_tree_update(&ctx, piece.nullable(), n), ASCON_OK);
    at += n;
  }
  EXPECT_EQ(ascon_tree_final(&ctx, root.data()), ASCON_OK);
  return root;
}

class Tree : public BackendTest {};
ASCON_ON_EVERY_BACKEND(Tree);

TEST_P(Tree, KnownAnswers) {
  for (const auto &c : Cases()) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(RootInPieces(c, {c.data.size()}), c.root);
    Bytes proof(c.proof.size());
    EXPECT_EQ(ascon_tree_proof_length(c.data.size(), c.chunk_bytes, c.index), c.proof_length());
    EXPECT_EQ(ascon_tree_prove(proof.data(), c.data.data(), c.data.size(), c.chunk_bytes, c.index,
                               nullptr),
              ASCON_OK);
    EXPECT_EQ(proof, c.proof);
    EXPECT_EQ(ascon_tree_verify(c.root.data(), c.data.size(), c.chunk_bytes, c.index, c.chunk(),
                                c.length(), c.proof.data(), c.proof_length()),
              ASCON_OK);
  }
}

TEST_P(Tree, PiecesOfAnyLength) {
  ASCON_TRACE_SEED();
  Random random;
  for (const auto &c : Cases()) {
    SCOPED_TRACE(c.name);
    for (int i = 0; i < 4; i++) EXPECT_EQ(RootInPieces(c, random.Pieces(c.data.size())), c.root);
    const size_t n = c.data.size();
    for (size_t split = 0; n < 200 && split <= n; split++)
      EXPECT_EQ(RootInPieces(c, {split, n - split}), c.root) << split;
  }
}

// ---- Batches ------------------------------------------------------------------------------------

class TreeBatches : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(ascon_batch_engine_force(nullptr), ASCON_OK); }
};

TEST_F(TreeBatches, GiveTheSameRootOnEveryEngine) {
  ASCON_TRACE_SEED();
  Random random;
  for (size_t e = 0; ascon_batch_engine_at(e); e++) {
    if (ascon_batch_engine_force(ascon_batch_engine_at(e)) != ASCON_OK) continue;
    for (const auto &c : Cases()) {
      SCOPED_TRACE(std::string(ascon_batch_engine_at(e)) + ", " + c.name);
      Bytes root(ASCON_TREE_BYTES);
      EXPECT_EQ(ascon_tree_batch(root.data(), c.data.data(), c.data.size(), c.chunk_bytes, nullptr),
                ASCON_OK);
      EXPECT_EQ(root, c.root);
      ascon_tree_ctx ctx;
      ASSERT_EQ(ascon_tree_init(&ctx, c.chunk_bytes), ASCON_OK);
      size_t at = 0;
      for (size_t n : random.Pieces(c.data.size())) {
        EXPECT_EQ(ascon_tree_batch_update(&ctx, c.data.data() + at, n, nullptr), ASCON_OK);
        at += n;
      }
      EXPECT_EQ(ascon_tree_final(&ctx, root.data()), ASCON_OK);
      EXPECT_EQ(root, c.root);
    }
  }
}

TEST_F(TreeBatches, OfManyChunksAndThreads) {
  const Bytes data = Sample(200 * 64 + 5);
  const TwoThreads pool;
  Bytes single(ASCON_TREE_BYTES), batch(ASCON_TREE_BYTES);
  ascon_tree_ctx ctx;
  ASSERT_EQ(ascon_tree_init(&ctx, 64), ASCON_OK);
  ASSERT_EQ(ascon_tree_update(&ctx, data.data(), data.size()), ASCON_OK);
  ASSERT_EQ(ascon_tree_final(&ctx, single.data()), ASCON_OK);
  EXPECT_EQ(ascon_tree_batch(batch.data(), data.data(), data.size(), 64, pool.get()), ASCON_OK);
  EXPECT_EQ(single, batch);
}

// ---- Proofs -------------------------------------------------------------------------------------

// Every chunk of strings with 0 to 20 chunks.
TEST_P(Tree, EveryChunkHasAProof) {
  for (size_t n :
       std::initializer_list<size_t>{0, 1, 64, 65, 128, 190, 320, 448, 512, 700, 1088, 1280}) {
    const Bytes data = Sample(n);
    Bytes root(ASCON_TREE_BYTES);
    ASSERT_EQ(ascon_tree_batch(root.data(), data.data(), n, 64, nullptr), ASCON_OK);
    for (size_t i = 0; i * 64 < n || i == 0; i++) {
      const size_t length = ascon_tree_proof_length(n, 64, i);
      Guarded proof{Bytes(length * ASCON_TREE_BYTES)};
      ASSERT_EQ(ascon_tree_prove(proof.nullable(), data.data(), n, 64, i, nullptr), ASCON_OK);
      EXPECT_TRUE(proof.intact());
      EXPECT_EQ(ascon_tree_verify(root.data(), n, 64, i, data.data() + i * 64,
                                  std::min<size_t>(64, n - i * 64), proof.nullable(), length),
                ASCON_OK)
          << n << " bytes, chunk " << i;
    }
  }
}

TEST(TreeProofs, NothingElseIsVerified) {
  for (const auto &good : Cases()) {
    SCOPED_TRACE(good.name);
    const auto verify = [](const Case &c, size_t total, size_t length, size_t proof_length) {
      return ascon_tree_verify(c.root.data(), total, c.chunk_bytes, c.index, c.chunk(), length,
                               c.proof.data(), proof_length);
    };
    const size_t n = good.data.size(), length = good.length(), proof_length = good.proof_length();
    Case c = good;
    c.root[5] ^= 1;
    EXPECT_EQ(verify(c, n, length, proof_length), ASCON_ERR_TAG);
    if (length != 0) {
      c = good;
      c.data[c.index * c.chunk_bytes] ^= 1;
      EXPECT_EQ(verify(c, n, length, proof_length), ASCON_ERR_TAG);
      EXPECT_EQ(verify(good, n, length - 1, proof_length), ASCON_ERR_TAG);
    }
    if (proof_length != 0) {
      for (size_t i = 0; i < good.proof.size(); i += 31) {
        c = good;
        c.proof[i] ^= 0x80;
        EXPECT_EQ(verify(c, n, length, proof_length), ASCON_ERR_TAG);
      }
      EXPECT_EQ(verify(good, n, length, proof_length - 1), ASCON_ERR_TAG);
    }
    EXPECT_EQ(verify(good, n + good.chunk_bytes, length, proof_length), ASCON_ERR_TAG);
  }
}

// A chunk cannot be shown at another place, nor a pair of digests as a chunk.
TEST(TreeProofs, PlacesAreBound) {
  const Bytes same(4 * 64, 7);  // four equal chunks
  Bytes root(ASCON_TREE_BYTES), proof(2 * ASCON_TREE_BYTES), leaves(2 * ASCON_TREE_BYTES);
  ASSERT_EQ(ascon_tree_batch(root.data(), same.data(), same.size(), 64, nullptr), ASCON_OK);
  ASSERT_EQ(ascon_tree_prove(proof.data(), same.data(), same.size(), 64, 1, nullptr), ASCON_OK);
  EXPECT_EQ(ascon_tree_verify(root.data(), 256, 64, 4, same.data(), 64, proof.data(), 2),
            ASCON_ERR_RANGE);
  for (size_t i = 0; i < 2; i++)
    ASSERT_EQ(ascon_hash256(leaves.data() + 32 * i, same.data(), 64), ASCON_OK);
  EXPECT_EQ(ascon_tree_verify(root.data(), 128, 64, 0, leaves.data(), 64, proof.data() + 32, 1),
            ASCON_ERR_TAG);
}

// ---- Misuse -------------------------------------------------------------------------------------

TEST(TreeMisuse, IsRefused) {
  ascon_tree_ctx ctx;
  uint8_t b[64] = {};
  EXPECT_EQ(ascon_tree_init(nullptr, 64), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_init(&ctx, 63), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_tree_init(&ctx, ASCON_TREE_MAX_CHUNK_BYTES + size_t{1}), ASCON_ERR_RANGE);
  ASSERT_EQ(ascon_tree_init(&ctx, 64), ASCON_OK);
  EXPECT_EQ(ascon_tree_update(nullptr, b, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_update(&ctx, nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_batch_update(&ctx, nullptr, 1, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_final(&ctx, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_final(&ctx, b), ASCON_OK);
  EXPECT_EQ(ascon_tree_final(&ctx, b), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_tree_update(&ctx, b, 1), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_tree_batch_update(&ctx, b, 1, nullptr), ASCON_ERR_ORDER);
  EXPECT_EQ(ascon_tree_batch(nullptr, b, 1, 64, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_batch(b, nullptr, 1, 64, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_batch(b, b, 1, 1, nullptr), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_tree_prove(b, nullptr, 1, 64, 0, nullptr), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_prove(nullptr, b, 1, 64, 1, nullptr), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_tree_prove(nullptr, b, 1, 64, 0, nullptr), ASCON_OK);  // one chunk, no proof
  EXPECT_EQ(ascon_tree_verify(nullptr, 1, 64, 0, b, 1, b, 0), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_verify(b, 1, 64, 0, nullptr, 1, b, 0), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_verify(b, 1, 64, 0, b, 1, nullptr, 1), ASCON_ERR_NULL);
  EXPECT_EQ(ascon_tree_verify(b, 1, 0, 0, b, 1, b, 0), ASCON_ERR_RANGE);
  EXPECT_EQ(ascon_tree_proof_length(100, 0, 0), 0u);
  EXPECT_EQ(ascon_tree_proof_length(UINT64_MAX, 64, 0), 58u);
  EXPECT_EQ(ascon_tree_proof_length(100, 64, 2), 0u);
}

}  // namespace
}  // namespace asconkit_test
