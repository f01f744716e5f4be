// Hardened encryption and decryption with a secret key: of a message, and of a forgery.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/hardened/ascon_hardened.h"
#include "secret_calls.h"

namespace asconkit_test {
namespace {

using Bytes = std::vector<uint8_t>;

bool Check(size_t n) {
  const Bytes key = Secret(16), text = Secret(n), nonce(16, 1), ad(5, 2);
  Bytes cipher(n), tag(16), back(n);
  bool good =
      ascon_hardened_aead128_encrypt(cipher.data(), tag.data(), text.data(), n, ad.data(),
                                     ad.size(), nonce.data(), key.data()) == ASCON_HARDENED_OK;
  Publish(&cipher);
  Publish(&tag);
  for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
    tag.back() ^= change;
    const uint32_t result = ascon_hardened_aead128_decrypt(
        back.data(), cipher.data(), n, tag.data(), ad.data(), ad.size(), nonce.data(), key.data());
    good = (result == ASCON_HARDENED_OK) == (change == 0) && good;
  }
  return good;
}

const SecretCall g_hardened("hardened", [] {
  bool good = true;
  for (size_t n : {0u, 1u, 16u, 85u}) good = Check(n) && good;
  return good;
});

}  // namespace
}  // namespace asconkit_test
