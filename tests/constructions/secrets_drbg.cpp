// The generator of ascon_drbg.h with secret entropy, for constant_time.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/drbg/ascon_drbg.h"
#include "secret_calls.h"

namespace {

using asconkit_test::Secret;
using asconkit_test::SecretCall;

int FillSecret(void *, uint8_t *out, size_t bytes) {
  const auto secret = Secret(bytes);
  for (size_t i = 0; i < bytes; i++) out[i] = static_cast<uint8_t>(secret[i] ^ i);
  return 1;
}

const SecretCall kDrbg("drbg", [] {
  const ascon_entropy source = {FillSecret, nullptr, nullptr};
  const auto seed = Secret(40);
  auto out = Secret(70);
  ascon_drbg drbg;
  return ascon_drbg_init(&drbg, &source, seed.data(), 40) == ASCON_OK &&
         ascon_drbg_reseed(&drbg, seed.data(), 7) == ASCON_OK &&
         ascon_drbg_generate(&drbg, out.data(), 70, seed.data(), 9) == ASCON_OK;
});

}  // namespace
