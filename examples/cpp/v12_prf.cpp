// Ascon-Prf of v1.2: a stream of bytes out of a key and a name. SPDX-License-Identifier: Apache-2.0
// OR MIT
#include "show.hpp"

using asconkit::v12::prf;

int main() {
  prf::context stream(counting<prf::key>());
  if (!stream.update("stream 7"sv)) return 1;
  for (int i = 0; i < 2; i++) {
    std::array<unsigned char, 20> piece;
    if (!stream.squeeze(piece)) return 1;
    show("output", piece);
  }
  return 0;
}
