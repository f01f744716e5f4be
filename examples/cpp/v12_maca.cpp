// Ascon-Maca of v1.2: keys of different algorithms are different types.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "show.hpp"

using asconkit::v12::mac, asconkit::v12::maca;

static_assert(!std::is_convertible_v<mac::key, maca::key>);

int main() {
  const auto key = counting<maca::key>();
  show("tag", maca::compute("message"sv, key).copy());
  const maca::key copy = key;  // each wipes itself
  show("tag", maca::compute("message"sv, copy).copy());
  return 0;
}
