// Ascon-Prfa of v1.2: the outputs are compared in constant time. SPDX-License-Identifier:
// Apache-2.0 OR MIT
#include "show.hpp"

using asconkit::v12::prfa;

int main() {
  const auto key = counting<prfa::key>();
  const prfa::output<32> one = prfa::compute<32>("one"sv, key),
                         two = prfa::compute<32>("two"sv, key);
  show("output", one.bytes());
  show("output", two.bytes());
  std::printf("%s\n", one == two ? "equal" : "different");
  return 0;
}
