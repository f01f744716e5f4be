/* The calls of ascon_commit.h, as docs/constructions/commitment.md specifies them: the commitment
   is Ascon-CXOF128 of key, nonce and associated data, beside a usual message of AEAD.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../ascon_commit.h"
#include "../ascon_config.h"
#include "../modes/calls.h"
#include "../platform/secrets.h"

/* The customization string is this text and the algorithm's name. */
static const char purpose[] = "asconkit commitment v1 ";
enum { PURPOSE_LENGTH = sizeof purpose - 1, MAX_NAME_LENGTH = 32 };

/* The length of the customization string, which has room for every name of the table. */
static size_t write_customization(uint8_t out[PURPOSE_LENGTH + MAX_NAME_LENGTH], const char *name) {
  size_t n = 0;
  for (size_t i = 0; i < PURPOSE_LENGTH; i++) out[n++] = (uint8_t)purpose[i];
  for (size_t i = 0; i < MAX_NAME_LENGTH && name[i]; i++) out[n++] = (uint8_t)name[i];
  return n;
}

static void compute(const ascon_algorithm *algorithm, uint8_t *commitment, const uint8_t *ad,
                    size_t ad_bytes, const uint8_t *nonce, const uint8_t *key) {
  uint8_t customization[PURPOSE_LENGTH + MAX_NAME_LENGTH];
  ascon_sponge_ctx ctx;
  const size_t length = write_customization(customization, algorithm->name);
  (void)ascon_cxof128_init(&ctx, customization, length);
  (void)ascon_xof_update(&ctx, key, algorithm->key_bytes);
  (void)ascon_xof_update(&ctx, nonce, algorithm->nonce_bytes);
  (void)ascon_xof_update(&ctx, ad, ad_bytes);
  (void)ascon_xof_squeeze(&ctx, commitment, ASCON_COMMITMENT_BYTES);
  zeroize(&ctx, sizeof ctx);
}

ascon_result ascon_commitment(const ascon_algorithm *algorithm, uint8_t *commitment,
                              const uint8_t *ad, size_t ad_bytes, const uint8_t *nonce,
                              const uint8_t *key) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  if (!commitment || !nonce || !key || missing(ad, ad_bytes)) return ASCON_ERR_NULL;
  compute(algorithm, commitment, ad, ad_bytes, nonce, key);
  return ASCON_OK;
}

/* The commitment comes last: it may be written to where nothing else is read from any more. */
ascon_result ascon_commit_encrypt(const ascon_algorithm *algorithm, uint8_t *ciphertext,
                                  uint8_t *tag, uint8_t *commitment, const uint8_t *plaintext,
                                  size_t text_bytes, const uint8_t *ad, size_t ad_bytes,
                                  const uint8_t *nonce, const uint8_t *key) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  if (!commitment) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_aead_encrypt(algorithm, ciphertext, tag, TAG_LENGTH, plaintext, text_bytes,
                                     ad, ad_bytes, nonce, key));
  compute(algorithm, commitment, ad, ad_bytes, nonce, key);
  return ASCON_OK;
}

/* The message is decrypted whether the commitment is right or not: its time does not say which of
   the two was wrong. */
ascon_result ascon_commit_decrypt(const ascon_algorithm *algorithm, uint8_t *plaintext,
                                  const uint8_t *ciphertext, size_t text_bytes, const uint8_t *tag,
                                  const uint8_t *commitment, const uint8_t *ad, size_t ad_bytes,
                                  const uint8_t *nonce, const uint8_t *key) {
  uint8_t expected[ASCON_COMMITMENT_BYTES];
  if (!commitment) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(ascon_commitment(algorithm, expected, ad, ad_bytes, nonce, key));
  const unsigned differs = bytes_differ(expected, commitment, sizeof expected);
  zeroize(expected, sizeof expected);
  RETURN_IF_ERROR(ascon_aead_decrypt(algorithm, plaintext, ciphertext, text_bytes, tag, TAG_LENGTH,
                                     ad, ad_bytes, nonce, key));
  if (!differs) return ASCON_OK;
  if (text_bytes != 0) zeroize(plaintext, text_bytes);
  return ASCON_ERR_TAG;
}
