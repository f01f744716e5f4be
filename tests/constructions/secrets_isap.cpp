// ISAP with secret keys and texts.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/isap/ascon_isap.h"
#include "secret_calls.h"

namespace asconkit_test {
namespace {

using Bytes = std::vector<uint8_t>;

bool Check(const ascon_isap *instance, size_t n) {
  const Bytes key = Secret(16), text = Secret(n), nonce(16, 1), ad(5, 2);
  Bytes sealed(n), tag(16), back(n);
  bool good = ascon_isap_encrypt(instance, sealed.data(), tag.data(), text.data(), n, ad.data(),
                                 ad.size(), nonce.data(), key.data()) == ASCON_OK;
  Publish(&sealed);
  Publish(&tag);
  for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
    tag.back() ^= change;
    const ascon_result result =
        ascon_isap_decrypt(instance, back.data(), sealed.data(), n, tag.data(), ad.data(),
                           ad.size(), nonce.data(), key.data());
    good = result == (change ? ASCON_ERR_TAG : ASCON_OK) && good;
  }
  return good;
}

const SecretCall g_isap("isap", [] {
  bool good = true;
  for (size_t n : std::initializer_list<size_t>{0, 1, 8, 33})
    good = Check(ASCON_ISAP_A_128A, n) && Check(ASCON_ISAP_A_128, n) && good;
  return good;
});

}  // namespace
}  // namespace asconkit_test
