// Ascon-Hash of v1.2 of bytes in any container. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <vector>

#include "show.hpp"

using asconkit::v12::hash;

int main() {
  const std::vector<std::byte> bytes(100, std::byte{0x61});
  show("digest", hash::compute(bytes).copy());
  show("digest", hash::compute(std::span(bytes).first(10)).copy());
  return 0;
}
