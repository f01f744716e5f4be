// The modes in C++ that fuzzing compares with, against what the executable specification computed.
// test_bits.cpp has
// the same for strings of bits. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "../support/specification.h"
#include "../support/vectors.h"

namespace asconkit_test {
namespace {

TEST(Specification, IsThatOfPython) {
  for (const auto *a : Algorithms()) {
    const std::vector<Vector> vectors = VectorsOf(a);
    ASSERT_GT(vectors.size(), 30u) << a->name;
    for (size_t i = 0; i < vectors.size(); i += Stride()) {
      const Case c = MakeCase(vectors[i]);
      ASSERT_TRUE(IsSpecified(Specified(c), vectors[i].hash, c));
    }
  }
}

}  // namespace
}  // namespace asconkit_test
