// Authenticated encryption with secret keys and texts. Nonces, associated data, ciphertexts, tags
// and commitments are public. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/commit/ascon_commit.h"
#include "asconkit/hardened/ascon_hardened.h"
#include "asconkit/isap/ascon_isap.h"
#include "asconkit/siv/ascon_siv.h"
#include "secret_calls.h"

namespace asconkit_test {
namespace {

using Bytes = std::vector<uint8_t>;

// The end of what is sealed, a tag or a commitment, is wrong the second time.
template <typename Encrypt, typename Decrypt>
bool Check(size_t key_bytes, size_t end_bytes, Encrypt encrypt, Decrypt decrypt) {
  bool good = true;
  for (size_t n : {0u, 1u, 8u, 16u, 33u, 64u, 85u}) {
    const Bytes key = Secret(key_bytes), text = Secret(n), nonce(16, 1), ad(5, 2);
    Bytes sealed(n), end(end_bytes), back(n);
    good = encrypt(sealed.data(), end.data(), text.data(), n, ad.data(), ad.size(), nonce.data(),
                   key.data()) == ASCON_OK &&
           good;
    Publish(&sealed);
    Publish(&end);
    for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
      end.back() ^= change;
      good = decrypt(back.data(), sealed.data(), n, end.data(), ad.data(), ad.size(), nonce.data(),
                     key.data()) == (change ? ASCON_ERR_TAG : ASCON_OK) &&
             good;
    }
  }
  return good;
}

const SecretCall g_hardened("hardened", [] {
  const auto usual = [](uint32_t result) {
    return result == ASCON_HARDENED_OK ? ASCON_OK : ASCON_ERR_TAG;
  };
  return Check(
      16, 16, [=](auto... rest) { return usual(ascon_hardened_aead128_encrypt(rest...)); },
      [=](auto... rest) { return usual(ascon_hardened_aead128_decrypt(rest...)); });
});

const SecretCall g_isap("isap", [] {
  bool good = true;
  for (const ascon_isap *instance : {ASCON_ISAP_A_128A, ASCON_ISAP_A_128})
    good = Check(
               16, 16, [=](auto... rest) { return ascon_isap_encrypt(instance, rest...); },
               [=](auto... rest) { return ascon_isap_decrypt(instance, rest...); }) &&
           good;
  return good;
});

const SecretCall g_siv("siv", [] { return Check(32, 16, ascon_siv_encrypt, ascon_siv_decrypt); });

const SecretCall g_commit("commit", [] {
  const auto *a = ASCON_AEAD128_NONCE_MASKED;
  return Check(
      32, 48,
      [=](auto *out, auto *tag, auto... rest) {
        return ascon_commit_encrypt(a, out, tag, tag + 16, rest...);
      },
      [=](auto *out, auto *in, size_t n, auto *tag, auto... rest) {
        return ascon_commit_decrypt(a, out, in, n, tag, tag + 16, rest...);
      });
});

const SecretCall g_commit_siv("commit siv", [] {
  return Check(
      32, 48,
      [](auto *out, auto *tag, auto... rest) {
        return ascon_commit_siv_encrypt(out, tag, tag + 16, rest...);
      },
      [](auto *out, auto *in, size_t n, auto *tag, auto... rest) {
        return ascon_commit_siv_decrypt(out, in, n, tag, tag + 16, rest...);
      });
});

}  // namespace
}  // namespace asconkit_test
