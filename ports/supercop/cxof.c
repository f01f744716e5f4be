/* crypto_cxof() of ascon-c: any number of bytes of a CXOF. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "modes.h"

/* -1 for a customization string of more than 256 bytes, and for lengths that no object has. */
int crypto_cxof(unsigned char *out, unsigned long long outlen, const unsigned char *in,
                unsigned long long inlen, const unsigned char *cs, unsigned long long cslen) {
  if (!FITS(outlen) || !FITS(inlen) || !FITS(cslen)) return -1;
  const ascon_message message = {.out = out,
                                 .out_length = (size_t)outlen,
                                 .in = in,
                                 .length = (size_t)inlen,
                                 .ad = cs,
                                 .ad_length = (size_t)cslen};
  return CXOF_CALL(compute)(&message) == ASCON_OK ? 0 : -1;
}
