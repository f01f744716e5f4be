/* The calls of ascon_commit.h for an AEAD of the table: a commitment beside a usual message.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "commit.h"

INLINED committed committed_to(const ascon_algorithm *algorithm, const uint8_t *ad,
                               size_t ad_length, const uint8_t *nonce, const uint8_t *key) {
  const committed to = {algorithm->name,        key,      nonce, ad, algorithm->key_bytes,
                        algorithm->nonce_bytes, ad_length};
  return to;
}

ascon_result ascon_commit_compute(const ascon_algorithm *algorithm, uint8_t *commitment,
                                  const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
                                  const uint8_t *key) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  if (!commitment || !nonce || !key || missing(ad, ad_length)) return ASCON_ERR_NULL;
  const committed to = committed_to(algorithm, ad, ad_length, nonce, key);
  compute_commitment(commitment, &to);
  return ASCON_OK;
}

/* The commitment comes last: it may be written to where nothing else is read from any more. */
ascon_result ascon_commit_encrypt(const ascon_algorithm *algorithm, uint8_t *ciphertext,
                                  uint8_t *tag, uint8_t *commitment, const uint8_t *plaintext,
                                  size_t text_length, const uint8_t *ad, size_t ad_length,
                                  const uint8_t *nonce, const uint8_t *key) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  if (!commitment) return ASCON_ERR_NULL;
  const ascon_message message = {.out = ciphertext,
                                 .in = plaintext,
                                 .length = text_length,
                                 .tag = tag,
                                 .tag_length = TAG_LENGTH,
                                 .ad = ad,
                                 .ad_length = ad_length,
                                 .nonce = nonce,
                                 .key = key};
  RETURN_IF_ERROR(ascon_any_run(algorithm, ASCON_ENCRYPT, &message));
  return ascon_commit_compute(algorithm, commitment, ad, ad_length, nonce, key);
}

/* The message is decrypted whether the commitment is right or not: its time does not say which of
   the two was wrong. */
ascon_result ascon_commit_decrypt(const ascon_algorithm *algorithm, uint8_t *plaintext,
                                  const uint8_t *ciphertext, size_t text_length, const uint8_t *tag,
                                  const uint8_t *commitment, const uint8_t *ad, size_t ad_length,
                                  const uint8_t *nonce, const uint8_t *key) {
  RETURN_IF_ERROR(check_kind(algorithm, ASCON_KIND_AEAD));
  if (!commitment || !nonce || !key || missing(ad, ad_length)) return ASCON_ERR_NULL;
  const committed to = committed_to(algorithm, ad, ad_length, nonce, key);
  const unsigned differs = commitment_differs(commitment, &to);
  const ascon_message message = {.out = plaintext,
                                 .in = ciphertext,
                                 .length = text_length,
                                 .tag = without_const(tag),
                                 .tag_length = TAG_LENGTH,
                                 .ad = ad,
                                 .ad_length = ad_length,
                                 .nonce = nonce,
                                 .key = key};
  return open_committed(ascon_any_run(algorithm, ASCON_DECRYPT, &message), differs, plaintext,
                        text_length);
}
