/* The commitment, which commit.c and commit_siv.c share: Ascon-CXOF128 of key, nonce and associated
   data, as docs/constructions/commit.md specifies it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_CONSTRUCTIONS_COMMIT_H
#define ASCON_CONSTRUCTIONS_COMMIT_H

#include "ascon_commit.h"
#include "../ascon_config.h"
#include "../core/modes/calls.h"
#include "../core/platform/secrets_in_c.h"

/* The customization string is this text and the name of the encryption. */
#define COMMIT_PURPOSE "asconkit commitment v1 "
enum { PURPOSE_LENGTH = sizeof COMMIT_PURPOSE - 1, MAX_NAME_LENGTH = 32 };

/* What a commitment is of. */
typedef struct committed {
  const char *name; /* of the encryption: at most MAX_NAME_LENGTH characters */
  const uint8_t *key, *nonce, *ad;
  size_t key_length, nonce_length, ad_length;
} committed;

/* The length of the customization string. */
INLINED size_t write_customization(uint8_t out[PURPOSE_LENGTH + MAX_NAME_LENGTH],
                                   const char *name) {
  static const char purpose[] = COMMIT_PURPOSE;
  size_t n = 0;
  for (size_t i = 0; i < PURPOSE_LENGTH; i++) out[n++] = (uint8_t)purpose[i];
  for (size_t i = 0; i < MAX_NAME_LENGTH && name[i]; i++) out[n++] = (uint8_t)name[i];
  return n;
}

INLINED void compute_commitment(uint8_t *commitment, const committed *to) {
  uint8_t customization[PURPOSE_LENGTH + MAX_NAME_LENGTH];
  ascon_sponge_ctx ctx;
  const size_t length = write_customization(customization, to->name);
  (void)ascon_cxof128_init(&ctx, customization, length);
  (void)ascon_any_sponge_update(&ctx, to->key, to->key_length);
  (void)ascon_any_sponge_update(&ctx, to->nonce, to->nonce_length);
  (void)ascon_any_sponge_update(&ctx, to->ad, to->ad_length);
  (void)ascon_any_sponge_squeeze(&ctx, commitment, ASCON_COMMITMENT_BYTES);
  zeroize(&ctx, sizeof ctx);
}

/* Not 0 if `commitment` is of something else. */
INLINED unsigned commitment_differs(const uint8_t *commitment, const committed *to) {
  uint8_t expected[ASCON_COMMITMENT_BYTES];
  compute_commitment(expected, to);
  const unsigned differs = bytes_differ(expected, commitment, sizeof expected);
  zeroize(expected, sizeof expected);
  return differs;
}

/* The result of a decryption whose commitment differs or not: erases the text if it does. */
INLINED ascon_result open_committed(ascon_result decrypted, unsigned differs, uint8_t *plaintext,
                                    size_t text_length) {
  if (decrypted != ASCON_OK || !differs) return decrypted;
  if (text_length != 0) zeroize(plaintext, text_length);
  return ASCON_ERR_TAG;
}

#endif
