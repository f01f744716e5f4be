// Batches of Ascon-SIV with secret keys and texts. Nonces, ciphertexts and tags are public.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/batch/ascon_batch.h"
#include "asconkit/siv/ascon_siv.h"
#include "secret_calls.h"

namespace asconkit_test {
namespace {

using Bytes = std::vector<uint8_t>;

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

const SecretCall g_siv_batch("siv batch", [] {
  bool good = true;
  for (size_t n : {0u, 1u, 16u, 64u, 85u}) good = Batch(n) && good;
  return good;
});

}  // namespace
}  // namespace asconkit_test
