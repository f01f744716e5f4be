/* The shared interface of the call for protected implementations of the finalists of NIST's
   lightweight cryptography project: strings are rows of 32-bit words, and in place of each word its
   shares stand side by side. The last word of a string whose length is no multiple of 4 is filled
   up with zeros. api.h has the numbers of shares. The program brings randombytes().
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_CRYPTO_AEAD_SHARED_H
#define ASCONKIT_CRYPTO_AEAD_SHARED_H

#include <stdint.h>
#include "api.h"

/* Words of a string, as in ascon-c: those of whole blocks of 8 bytes. (bytes + 3) / 4 are used. */
#define NUM_WORDS(bytes) (((bytes) + 7) / 8 * 2)

typedef struct mask_m_uint32_t {
  uint32_t shares[NUM_SHARES_M];
} mask_m_uint32_t;
typedef struct mask_c_uint32_t {
  uint32_t shares[NUM_SHARES_C];
} mask_c_uint32_t;
typedef struct mask_ad_uint32_t {
  uint32_t shares[NUM_SHARES_AD];
} mask_ad_uint32_t;
typedef struct mask_npub_uint32_t {
  uint32_t shares[NUM_SHARES_NPUB];
} mask_npub_uint32_t;
typedef struct mask_key_uint32_t {
  uint32_t shares[NUM_SHARES_KEY];
} mask_key_uint32_t;

/* Of the program: bytes that are uniform and unknown to the attacker. */
void randombytes(unsigned char *bytes, unsigned long long count);

/* Fresh shares of all inputs. */
void generate_shares_encrypt(const unsigned char *m, mask_m_uint32_t *ms, unsigned long long mlen,
                             const unsigned char *ad, mask_ad_uint32_t *ads,
                             unsigned long long adlen, const unsigned char *npub,
                             mask_npub_uint32_t *npubs, const unsigned char *k,
                             mask_key_uint32_t *ks);
void generate_shares_decrypt(const unsigned char *c, mask_c_uint32_t *cs, unsigned long long clen,
                             const unsigned char *ad, mask_ad_uint32_t *ads,
                             unsigned long long adlen, const unsigned char *npub,
                             mask_npub_uint32_t *npubs, const unsigned char *k,
                             mask_key_uint32_t *ks);

/* Ciphertext with the tag after it, mlen + CRYPTO_ABYTES bytes in shares. 0, or -1. */
int crypto_aead_encrypt_shared(mask_c_uint32_t *cs, unsigned long long *clen,
                               const mask_m_uint32_t *ms, unsigned long long mlen,
                               const mask_ad_uint32_t *ads, unsigned long long adlen,
                               const mask_npub_uint32_t *npubs, const mask_key_uint32_t *ks);

/* 0, or -1 for a forged message, whose plaintext is zeroized. */
int crypto_aead_decrypt_shared(mask_m_uint32_t *ms, unsigned long long *mlen,
                               const mask_c_uint32_t *cs, unsigned long long clen,
                               const mask_ad_uint32_t *ads, unsigned long long adlen,
                               const mask_npub_uint32_t *npubs, const mask_key_uint32_t *ks);

/* The sums of shares. */
void combine_shares_encrypt(const mask_c_uint32_t *cs, unsigned char *c, unsigned long long clen);
void combine_shares_decrypt(const mask_m_uint32_t *ms, unsigned char *m, unsigned long long mlen);

#endif
