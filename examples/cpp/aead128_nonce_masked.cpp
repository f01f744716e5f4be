// Ascon-AEAD128 with nonce masking, for systems with very many keys, and a tag of 8 bytes.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "show.hpp"

using aead = asconkit::aead128_nonce_masked;

int main() {
  const auto key = counting<aead::key>();  // 32 bytes: the second half masks the nonce
  const auto nonce = counting<aead::nonce>(0x10);
  const std::array<unsigned char, 4> reading = {0, 21, 0, 7};

  std::array<unsigned char, 4> sent;
  const aead::truncated_tag<8> tag = aead::encrypt<8>(sent, reading, {}, nonce, key);
  show("ciphertext", sent);
  show("tag", tag.bytes());

  std::array<unsigned char, 4> received;
  const auto opened = aead::decrypt(received, sent, tag, {}, nonce, key);
  if (!opened) return 1;
  show("plaintext", *opened);
  return 0;
}
