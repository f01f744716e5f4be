// Committing AEAD and Ascon-SIV with secret keys and texts.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/commit/ascon_commit.h"
#include "secret_calls.h"

namespace asconkit_test {
namespace {

using Bytes = std::vector<uint8_t>;

// encrypt() and decrypt() are the calls without an algorithm. The commitment is wrong the second
// time.
template <typename Encrypt, typename Decrypt>
bool Check(Encrypt encrypt, Decrypt decrypt, size_t n) {
  const Bytes key = Secret(32), text = Secret(n), nonce(16, 1), ad(5, 2);
  Bytes sealed(n), tag(16), commitment(32), back(n);
  bool good = encrypt(sealed.data(), tag.data(), commitment.data(), text.data(), n, ad.data(),
                      ad.size(), nonce.data(), key.data()) == ASCON_OK;
  Publish(&sealed);
  Publish(&tag);
  Publish(&commitment);
  for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
    commitment.back() ^= change;
    const ascon_result result =
        decrypt(back.data(), sealed.data(), n, tag.data(), commitment.data(), ad.data(), ad.size(),
                nonce.data(), key.data());
    good = result == (change ? ASCON_ERR_TAG : ASCON_OK) && good;
  }
  return good;
}

template <typename Encrypt, typename Decrypt>
bool CheckLengths(Encrypt encrypt, Decrypt decrypt) {
  bool good = true;
  for (size_t n : {0u, 1u, 16u, 85u}) good = Check(encrypt, decrypt, n) && good;
  return good;
}

const SecretCall g_commit("commit", [] {
  const auto *a = ASCON_AEAD128_NONCE_MASKED;
  return CheckLengths([a](auto... rest) { return ascon_commit_encrypt(a, rest...); },
                      [a](auto... rest) { return ascon_commit_decrypt(a, rest...); });
});
const SecretCall g_commit_siv("commit siv", [] {
  return CheckLengths(ascon_commit_siv_encrypt, ascon_commit_siv_decrypt);
});

}  // namespace
}  // namespace asconkit_test
