// Ascon-Xofa of v1.2, by the compiler: a table of the program, made of a name.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "show.hpp"

constexpr auto table = [] {
  std::array<unsigned char, 24> bytes{};
  asconkit::v12::xofa::compute(bytes, "table of the example"sv);
  return bytes;
}();
static_assert(table != std::array<unsigned char, 24>{});

int main() {
  show("output", table);
  return 0;
}
