// Ascon-PrfShort of v1.2, with lengths known at run time. SPDX-License-Identifier: Apache-2.0 OR
// MIT
#include <vector>

#include "show.hpp"

using asconkit::v12::prfshort;

int main() {
  const auto key = counting<prfshort::key>();
  std::vector<unsigned char> message(16, 0x33), output(12);
  if (!prfshort::compute(output, message, key)) return 1;
  show("output", output);
  message.push_back(0x33);
  const auto refused = prfshort::compute(output, message, key);
  if (!refused) std::printf("17 bytes: %s\n", asconkit::describe(refused.error()));
  return 0;
}
