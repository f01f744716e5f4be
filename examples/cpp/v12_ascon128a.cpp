// Ascon-128a of v1.2: a message in pieces. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <vector>

#include "show.hpp"

using asconkit::v12::ascon128a;

int main() {
  const auto key = counting<ascon128a::key>();
  const auto nonce = counting<ascon128a::nonce>(0x10);

  std::vector<unsigned char> sent;
  ascon128a::encryption encryption(nonce, key);
  if (!encryption.ad("header"sv)) return 1;
  for (std::string_view piece : {"one, "sv, "two and "sv, "three"sv}) {
    std::vector<unsigned char> out(piece.size());
    if (!encryption.update(out, piece)) return 1;
    sent.insert(sent.end(), out.begin(), out.end());
  }
  const auto tag = encryption.final();
  if (!tag) return 1;
  show("ciphertext", sent);
  show("tag", tag->bytes());

  // What comes out is not verified before final() has said so: keep it back until then.
  ascon128a::decryption decryption(nonce, key);
  if (!decryption.ad("header"sv) || !decryption.update_unverified(sent, sent)) return 1;
  if (!decryption.final(*tag)) return 1;
  show("plaintext", sent);
  return 0;
}
