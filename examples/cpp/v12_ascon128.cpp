// Ascon-128 of v1.2, with the tag after the ciphertext, as older devices send it.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <vector>

#include "show.hpp"

using asconkit::v12::ascon128;

int main() {
  const auto key = counting<ascon128::key>();
  const auto nonce = counting<ascon128::nonce>(0x10);
  const std::string_view text = "of a length known at run time"sv;

  std::vector<unsigned char> sealed(text.size() + ascon128::tag_bytes);
  if (!ascon128::encrypt_combined(sealed, text, {}, nonce, key)) return 1;
  show("sealed", sealed);

  std::vector<unsigned char> opened(sealed.size() - ascon128::tag_bytes);
  if (!ascon128::decrypt_combined(opened, sealed, {}, nonce, key)) return 1;
  show("plaintext", opened);
  return 0;
}
