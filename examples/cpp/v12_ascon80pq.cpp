// Ascon-80pq of v1.2: a key of 20 bytes. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <vector>

#include "show.hpp"

using asconkit::v12::ascon80pq;

int main() {
  // From bytes whose number is known at run time.
  const std::vector<unsigned char> stored(20, 0x5a);
  const auto key = ascon80pq::key::from(stored);
  const auto too_short = ascon80pq::key::from(std::span(stored).first(16));
  if (!too_short) std::printf("16 bytes: %s\n", asconkit::describe(too_short.error()));
  if (!key) return 1;

  std::array<std::byte, 3> text = {std::byte{1}, std::byte{2}, std::byte{3}};
  const auto nonce = counting<ascon80pq::nonce>(0x10);
  const ascon80pq::tag tag = ascon80pq::encrypt(text, text, {}, nonce, *key);
  show("tag", tag.bytes());
  return ascon80pq::decrypt(text, text, tag, {}, nonce, *key) ? 0 : 1;
}
