// Committing AEAD with secret keys and texts.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/ascon_commit.h"
#include "secret_calls.h"

namespace asconkit_test {
namespace {

using Bytes = std::vector<uint8_t>;

bool Check(size_t n) {
  const Bytes key = Secret(32), text = Secret(n), nonce(16, 1), ad(5, 2);
  Bytes sealed(n), tag(16), commitment(32), back(n);
  const auto *a = ASCON_AEAD128_NONCE_MASKED;
  bool good = ascon_commit_encrypt(a, sealed.data(), tag.data(), commitment.data(), text.data(), n,
                                   ad.data(), ad.size(), nonce.data(), key.data()) == ASCON_OK;
  Publish(&sealed);
  Publish(&tag);
  Publish(&commitment);
  for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
    commitment.back() ^= change;
    const ascon_result result =
        ascon_commit_decrypt(a, back.data(), sealed.data(), n, tag.data(), commitment.data(),
                             ad.data(), ad.size(), nonce.data(), key.data());
    good = result == (change ? ASCON_ERR_TAG : ASCON_OK) && good;
  }
  return good;
}

const SecretCall g_commit("commit", [] { return Check(0) && Check(1) && Check(16) && Check(85); });

}  // namespace
}  // namespace asconkit_test
