// The tree hash in C++ gives what the C calls give.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include "../support/support.h"
#include "asconkit/tree/ascon_tree.hpp"

namespace asconkit_test {
namespace {

using asconkit::error, asconkit::input, asconkit::tree;

constexpr size_t kChunk = 64;

class CppTree : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(ascon_tree_batch(expected_.data(), data_.data(), data_.size(), kChunk, nullptr),
              ASCON_OK);
  }
  const Bytes data_ = Pattern(Field::kText, 300);
  Bytes expected_ = Bytes(32);
};

TEST_F(CppTree, Roots) {
  EXPECT_TRUE(std::ranges::equal(tree::compute(data_, kChunk)->bytes(), expected_));
  auto pieces = tree::context::of(kChunk);
  ASSERT_TRUE(pieces);
  ASSERT_TRUE(pieces->update(input(data_).part(0, 100)));
  ASSERT_TRUE(pieces->update(input(data_).part(100, 200)));
  EXPECT_TRUE(std::ranges::equal(pieces->final()->bytes(), expected_));
  EXPECT_EQ(pieces->final().error(), error::order);
  tree::context usual;
  ASSERT_TRUE(usual.update(data_));
  EXPECT_TRUE(*usual.final() == *tree::compute(data_));
}

TEST_F(CppTree, Proofs) {
  const auto root = *tree::compute(data_, kChunk);
  for (size_t i = 0; i < 5; i++) {
    const input chunk = input(data_).part(i * kChunk, std::min<size_t>(kChunk, 300 - i * kChunk));
    const auto proof = tree::prove(data_, i, kChunk);
    ASSERT_TRUE(proof);
    EXPECT_TRUE(tree::verify(root, 300, i, chunk, *proof, kChunk));
    EXPECT_EQ(tree::verify(root, 301, i, chunk, *proof, kChunk).error(), error::tag);
    EXPECT_EQ(tree::verify(root, 300, i, chunk, input(*proof).part(0, 31), kChunk).error(),
              error::tag);
  }
  EXPECT_EQ(tree::prove(data_, 5, kChunk).error(), error::range);
}

TEST_F(CppTree, SizesOfChunks) {
  EXPECT_EQ(tree::compute(data_, 63).error(), error::range);
  EXPECT_EQ(tree::context::of(0).error(), error::range);
}

}  // namespace
}  // namespace asconkit_test
