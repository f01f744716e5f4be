// Ascon-Xof of v1.2 into a buffer of any length. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <vector>

#include "show.hpp"

using asconkit::v12::xof;

int main() {
  std::vector<unsigned char> output(50);
  xof::compute(output, "message"sv);
  show("output", output);
  return 0;
}
