/* crypto_aead_encrypt() and crypto_aead_decrypt() of eBACS: the ciphertext with the tag after it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "modes.h"

/* Writes mlen + CRYPTO_ABYTES bytes; `c` may be `m`. -1 if the length is none that an object has.
 */
int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m,
                        unsigned long long mlen, const unsigned char *ad, unsigned long long adlen,
                        const unsigned char *nsec, const unsigned char *npub,
                        const unsigned char *k) {
  (void)nsec;
  if (!FITS(mlen + CRYPTO_ABYTES) || !FITS(adlen) || mlen + CRYPTO_ABYTES < mlen) return -1;
  const size_t text_length = (size_t)mlen;
  const ascon_message message = {.out = c,
                                 .in = m,
                                 .length = text_length,
                                 .tag = c + text_length,
                                 .tag_length = CRYPTO_ABYTES,
                                 .ad = ad,
                                 .ad_length = (size_t)adlen,
                                 .nonce = npub,
                                 .key = k};
  *clen = mlen + CRYPTO_ABYTES;
  return AEAD_CALL(encrypt)(&message) == ASCON_OK ? 0 : -1;
}

/* -1 for a forged message, whose plaintext is zeroized, and for one that is shorter than a tag. */
int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec,
                        const unsigned char *c, unsigned long long clen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *npub,
                        const unsigned char *k) {
  (void)nsec;
  if (clen < CRYPTO_ABYTES || !FITS(clen) || !FITS(adlen)) return -1;
  const size_t text_length = (size_t)clen - CRYPTO_ABYTES;
  const ascon_message message = {.out = m,
                                 .in = c,
                                 .length = text_length,
                                 .tag = without_const(c + text_length),
                                 .tag_length = CRYPTO_ABYTES,
                                 .ad = ad,
                                 .ad_length = (size_t)adlen,
                                 .nonce = npub,
                                 .key = k};
  *mlen = text_length;
  return AEAD_CALL(decrypt)(&message) == ASCON_OK ? 0 : -1;
}
