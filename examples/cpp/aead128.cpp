// Ascon-AEAD128: a message with a header that stays readable. SPDX-License-Identifier: Apache-2.0
// OR MIT
#include "show.hpp"

using asconkit::aead128;

int main() {
  const auto key = counting<aead128::key>();
  const auto nonce = counting<aead128::nonce>(0x10);
  std::array<unsigned char, 5> text = {'h', 'e', 'l', 'l', 'o'};

  // Of fixed sizes: nothing can go wrong. In place, and the header is authenticated too.
  const aead128::tag tag = aead128::encrypt(text, text, "to: you"sv, nonce, key);
  show("ciphertext", text);
  show("tag", tag.bytes());

  auto changed = text;
  changed[0] ^= 1;  // somebody changes a bit
  const auto refused = aead128::decrypt(changed, changed, tag, "to: you"sv, nonce, key);
  if (!refused) std::printf("changed: %s\n", asconkit::describe(refused.error()));
  show("left of it", changed);

  const auto opened = aead128::decrypt(text, text, tag, "to: you"sv, nonce, key);
  if (!opened) return 1;
  show("plaintext", *opened);
  return 0;
}
