// A model of the state and its operations in the simplest form, bit by bit and byte by byte. For
// test_conformance.cpp and test_state.cpp, which compare the library with it.
// Shares no line and no trick with the library. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <array>

#include "support.h"

namespace asconkit_test {

using Words = std::array<uint64_t, 5>;

enum class Operation { kAbsorb, kSqueeze, kEncrypt, kDecrypt };

class Model {
 public:
  explicit Model(const Words &words) : words_(words) {}

  void Permute(unsigned rounds);
  uint8_t Get(size_t i, ascon_order order) const;
  void Set(size_t i, ascon_order order, uint8_t value);
  Bytes GetAll(ascon_order order) const;

  // Returns what is written for each byte of `in`; squeezing takes the length of `in` alone.
  Bytes Put(Operation op, size_t offset, const Bytes &in, ascon_order order);
  // Whole blocks, each followed by the permutation; squeezing leaves the last block, whole or not.
  Bytes PutBlocks(Operation op, const Bytes &in, size_t rate, unsigned rounds, ascon_order order);

  const Words &words() const { return words_; }

 private:
  Words words_;
};

// States in which mistakes show: all zeros, all ones, single bits, and random ones.
std::vector<Words> SomeStates(Random *random);

}  // namespace asconkit_test
