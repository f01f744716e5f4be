// Ascon-PRF of v1.3: several keys out of one. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "show.hpp"

using asconkit::aead128, asconkit::v13::prf;

int main() {
  const auto root = counting<prf::key>();
  for (std::string_view purpose : {"up"sv, "down"sv}) {
    const prf::output<16> derived = prf::compute<16>(purpose, root);
    const aead128::key key(derived.bytes());  // a type of its own again
    show("key", key.bytes());
  }
  return 0;
}
