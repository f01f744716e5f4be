/* crypto_auth() and crypto_auth_verify() of eBACS, by a MAC, or by CRYPTO_BYTES bytes of a PRF.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "modes.h"

/* -1 for a message that is longer than PrfShort's, or than any object. */
int crypto_auth(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                const unsigned char *k) {
  if (!FITS(inlen)) return -1;
  const ascon_message message = {.out = out,
                                 .tag = out,
                                 .out_length = CRYPTO_BYTES,
                                 .in = in,
                                 .length = (size_t)inlen,
                                 .key = k};
  return AUTH_CALL(compute)(&message) == ASCON_OK ? 0 : -1;
}

/* 0 if `h` is the message's, -1 otherwise. */
int crypto_auth_verify(const unsigned char *h, const unsigned char *in, unsigned long long inlen,
                       const unsigned char *k) {
  uint8_t computed[CRYPTO_BYTES];
  if (crypto_auth(computed, in, inlen, k) != 0) return -1;
  const int differ = bytes_differ(h, computed, sizeof computed) != 0;
  zeroize(computed, sizeof computed);
  return differ ? -1 : 0;
}
