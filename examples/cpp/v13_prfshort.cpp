// Ascon-PRFshort of v1.3: the answer to a challenge, with one permutation.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "show.hpp"

using asconkit::v13::prfshort;

int main() {
  const auto key = counting<prfshort::key>();
  const std::array<unsigned char, 12> challenge = {9, 8, 7, 6, 5, 4, 3, 2, 1};
  const prfshort::output<8> answer = prfshort::compute<8>(challenge, key);
  const prfshort::output<8> expected = prfshort::compute<8>(challenge, key);
  show("answer", answer.bytes());
  return answer == expected ? 0 : 1;  // in constant time
}
