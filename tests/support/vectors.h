// Results that the executable specification computed when the tests were built. For the tests of C
// and C++.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "calls.h"

namespace asconkit_test {

// A computation with a result known from the specification.
struct Vector {
  size_t algorithm, extra, text, out;
  uint64_t hash;
};

std::vector<Vector> VectorsOf(const ascon_algorithm *algorithm);
Case MakeCase(const Vector &vector);

// Whether this is the result that the specification computed for MakeCase(vector), whose hash is
// known. A failure shows the result and the command that prints the right one.
::testing::AssertionResult IsSpecified(const Bytes &result, uint64_t hash, const Case &c);

}  // namespace asconkit_test
