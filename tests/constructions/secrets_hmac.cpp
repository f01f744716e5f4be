// The calls of ascon_hmac.h with secret keys, messages and passwords, for constant_time.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/hmac/ascon_hmac.h"

#include "secret_calls.h"

namespace {

using asconkit_test::Secret;
using asconkit_test::SecretCall;

bool Authenticates(size_t key_bytes) {
  const auto key = Secret(key_bytes), message = Secret(50);
  auto tag = Secret(32);
  if (ascon_hmac_hash256(tag.data(), message.data(), 50, key.data(), key.size()) != ASCON_OK)
    return false;
  auto wrong = tag;
  wrong[7] = static_cast<uint8_t>(wrong[7] ^ 1);
  return ascon_hmac_hash256_verify(tag.data(), 32, message.data(), 50, key.data(), key.size()) ==
             ASCON_OK &&
         ascon_hmac_hash256_verify(wrong.data(), 16, message.data(), 50, key.data(), key.size()) ==
             ASCON_ERR_TAG;
}

const SecretCall kShortKey("hmac", [] { return Authenticates(33); });
const SecretCall kLongKey("hmac with a key of more than a block", [] { return Authenticates(65); });

const SecretCall kHkdf("hkdf", [] {
  const auto salt = Secret(7), secret = Secret(50), info = Secret(9);
  auto out = Secret(40);
  return ascon_hmac_hkdf(out.data(), 40, salt.data(), 7, secret.data(), 50, info.data(), 9) ==
         ASCON_OK;
});

const SecretCall kPbkdf2("pbkdf2", [] {
  const auto password = Secret(12), salt = Secret(16);
  auto out = Secret(40);
  return ascon_hmac_pbkdf2(out.data(), 40, password.data(), 12, salt.data(), 16, 3) == ASCON_OK;
});

}  // namespace
