// Ascon-SIV with secret keys and texts. Nonces, associated data, ciphertexts and tags are public.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/batch/ascon_batch.h"
#include "asconkit/siv/ascon_siv.h"
#include "secret_calls.h"

namespace asconkit_test {
namespace {

using Bytes = std::vector<uint8_t>;

bool Single(size_t n) {
  const Bytes key = Secret(32), text = Secret(n), nonce(16, 1), ad(5, 2);
  Bytes sealed(n), tag(16), back(n);
  bool good = ascon_siv_encrypt(sealed.data(), tag.data(), text.data(), n, ad.data(), ad.size(),
                                nonce.data(), key.data()) == ASCON_OK;
  Publish(&sealed);
  Publish(&tag);
  for (uint8_t change : {uint8_t{0}, uint8_t{1}}) {
    tag.back() ^= change;
    good = ascon_siv_decrypt(back.data(), sealed.data(), n, tag.data(), ad.data(), ad.size(),
                             nonce.data(), key.data()) == (change ? ASCON_ERR_TAG : ASCON_OK) &&
           good;
  }
  return good;
}

// The second message's tag is wrong in decryption.
bool Batch(size_t n) {
  const Bytes key = Secret(32), nonce(16, 1);
  Bytes text = Secret(2 * n), sealed(2 * n), tags(32);
  ascon_message messages[2] = {};
  for (size_t i = 0; i < 2; i++) {
    ascon_message &m = messages[i];
    m.out = sealed.data() + i * n, m.in = text.data() + i * n, m.length = n;
    m.tag = tags.data() + 16 * i, m.nonce = nonce.data(), m.key = key.data();
  }
  bool good = ascon_siv_batch_encrypt(messages, 2, nullptr) == ASCON_OK;
  Publish(&sealed);
  Publish(&tags);
  tags[16] ^= 1;
  for (auto &m : messages) m.in = m.out;
  good = ascon_siv_batch_decrypt(messages, 2, nullptr) == ASCON_ERR_TAG && good;
  return good && messages[0].result == ASCON_OK && messages[1].result == ASCON_ERR_TAG;
}

const SecretCall g_siv("siv", [] {
  bool good = true;
  for (size_t n : std::initializer_list<size_t>{0, 1, 16, 64, 85})
    good = Single(n) && Batch(n) && good;
  return good;
});

}  // namespace
}  // namespace asconkit_test
