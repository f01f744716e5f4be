/* crypto_hash() of eBACS: CRYPTO_BYTES bytes of a hash or XOF; of a CXOF with an empty
   customization
   string. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "modes.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
  if (!FITS(inlen)) return -1;
  const ascon_message message = {
      .out = out, .out_length = CRYPTO_BYTES, .in = in, .length = (size_t)inlen};
  return HASH_CALL(compute)(&message) == ASCON_OK ? 0 : -1;
}
