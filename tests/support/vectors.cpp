// The results of make_vectors.py; see the header. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "vectors.h"

namespace asconkit_test {
namespace {

const Vector kVectors[] = {
#include "vectors.inc"
};

std::string Hex(const Bytes &bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace

std::vector<Vector> VectorsOf(const ascon_algorithm *algorithm) {
  std::vector<Vector> vectors(std::begin(kVectors), std::end(kVectors));
  std::erase_if(vectors, [algorithm](const Vector &vector) {
    return ascon_any_at(vector.algorithm) != algorithm;
  });
  return vectors;
}

Case MakeCase(const Vector &v) {
  return MakeCase(ascon_any_at(v.algorithm), v.extra, v.text, v.out);
}

::testing::AssertionResult IsSpecified(const Bytes &result, uint64_t hash, const Case &c) {
  if (Fnv(result) == hash) return ::testing::AssertionSuccess();
  const size_t lengths[] = {c.extra.size(), c.text.size(), c.out_bytes};
  std::string command = "PYTHONPATH=. python3 tests/support/make_vectors.py result ";
  command += c.algorithm->name;
  for (size_t n : lengths) command += " " + std::to_string(n);
  return ::testing::AssertionFailure() << Describe(c) << "\n  the result is    " << Hex(result)
                                       << "\n  the right one is printed by\n  " << command;
}

}  // namespace asconkit_test
