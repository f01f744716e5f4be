// Ascon-XOF128: as many bytes as are needed, in pieces. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "show.hpp"

using asconkit::xof128;

int main() {
  xof128::context context;
  if (!context.update("seed"sv)) return 1;
  for (int i = 0; i < 3; i++) {
    std::array<unsigned char, 10> piece;
    if (!context.squeeze(piece)) return 1;
    show("output", piece);
  }
  const asconkit::status late = context.update("more"sv);
  if (!late) std::printf("update after squeeze: %s\n", asconkit::describe(late.error()));
  return 0;
}
