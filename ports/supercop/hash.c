/* crypto_hash() of eBACS: CRYPTO_BYTES bytes of a hash or XOF; of a CXOF with an empty
   customization
   string. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "modes.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
  if (!FITS(inlen)) return -1;
  const sponge_call call = {out, CRYPTO_BYTES, in, (size_t)inlen, NULL, 0};
  return HASH_CALL(compute)(&call) == ASCON_OK ? 0 : -1;
}
