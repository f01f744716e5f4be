/* The calls of eBACS, as SUPERCOP's headers declare them: https://bench.cr.yp.to/call-aead.html,
   call-hash.html and https://nacl.cr.yp.to/auth.html; crypto_cxof() is that of ascon-c. SUPERCOP
   and NIST's drivers bring headers of their own, SUPERCOP's with names of its own for the
   functions; without either these are used.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_SUPERCOP_PROTOTYPES_H
#define ASCONKIT_SUPERCOP_PROTOTYPES_H

#ifdef __has_include
#if __has_include("crypto_aead.h")
#include "crypto_aead.h"
#endif
#if __has_include("crypto_hash.h")
#include "crypto_hash.h"
#endif
#if __has_include("crypto_cxof.h")
#include "crypto_cxof.h"
#endif
#if __has_include("crypto_auth.h")
#include "crypto_auth.h"
#endif
#endif

/* Lengths come as unsigned long long, whatever an object may have. */
#define FITS(length) ((size_t)(length) == (length))

/* Twice the same declaration is allowed. */
int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m,
                        unsigned long long mlen, const unsigned char *ad, unsigned long long adlen,
                        const unsigned char *nsec, const unsigned char *npub,
                        const unsigned char *k);
int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec,
                        const unsigned char *c, unsigned long long clen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *npub,
                        const unsigned char *k);
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen);
int crypto_cxof(unsigned char *out, unsigned long long outlen, const unsigned char *in,
                unsigned long long inlen, const unsigned char *cs, unsigned long long cslen);
int crypto_auth(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                const unsigned char *k);
int crypto_auth_verify(const unsigned char *h, const unsigned char *in, unsigned long long inlen,
                       const unsigned char *k);

#endif
