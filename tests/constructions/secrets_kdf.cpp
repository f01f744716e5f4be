// The calls of ascon_kdf.h with secret keys and messages, for constant_time.cpp.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/kdf/ascon_kdf.h"

#include "secret_calls.h"

namespace {

using asconkit_test::Secret;
using asconkit_test::SecretCall;

const SecretCall kKmac("kmac", [] {
  const auto key = Secret(33), message = Secret(50);
  auto tag = Secret(40);
  if (ascon_kdf_kmac(tag.data(), 40, message.data(), 50, nullptr, 0, key.data(), 33) != ASCON_OK)
    return false;
  auto wrong = tag;  // in the middle of the comparison
  wrong[7] = static_cast<uint8_t>(wrong[7] ^ 1);
  return ascon_kdf_kmac_verify(tag.data(), 40, message.data(), 50, nullptr, 0, key.data(), 33) ==
             ASCON_OK &&
         ascon_kdf_kmac_verify(wrong.data(), 40, message.data(), 50, nullptr, 0, key.data(), 33) ==
             ASCON_ERR_TAG;
});

const SecretCall kPieces("kmac in pieces", [] {
  const auto key = Secret(16), message = Secret(50);
  auto out = Secret(40);
  ascon_kmac_ctx ctx;
  return ascon_kdf_kmac_init(&ctx, nullptr, 0, key.data(), 16) == ASCON_OK &&
         ascon_kdf_kmac_update(&ctx, message.data(), 50) == ASCON_OK &&
         ascon_kdf_kmac_squeeze(&ctx, out.data(), 40) == ASCON_OK;
});

const SecretCall kDerivation("kdf", [] {
  const auto secret = Secret(50), info = Secret(9);
  auto prk = Secret(ASCON_KDF_PRK_BYTES), out = Secret(40);
  return ascon_kdf_extract(prk.data(), nullptr, 0, secret.data(), 50) == ASCON_OK &&
         ascon_kdf_expand(out.data(), 40, prk.data(), prk.size(), info.data(), 9) == ASCON_OK &&
         ascon_kdf_derive(out.data(), 40, nullptr, 0, secret.data(), 50, info.data(), 9) ==
             ASCON_OK;
});

}  // namespace
