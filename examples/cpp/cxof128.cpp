// Ascon-CXOF128: one function for each purpose, by a customization string.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <string>

#include "show.hpp"

using asconkit::cxof128;

int main() {
  for (std::string_view purpose : {"file name"sv, "file content"sv}) {
    const auto output = cxof128::compute<16>("the same input"sv, purpose);
    if (!output) return 1;
    show("output", output->bytes());
  }
  const auto refused = cxof128::compute<16>("the same input"sv, std::string(257, 'x'));
  if (!refused) std::printf("257 bytes: %s\n", asconkit::describe(refused.error()));
  return 0;
}
