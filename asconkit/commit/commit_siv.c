/* The calls of ascon_commit.h for Ascon-SIV. They are apart from those for the AEADs of the table,
   so that a program gets one of the two alone.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "commit.h"

INLINED committed siv_committed_to(const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
                                   const uint8_t *key) {
  const committed to = {"ascon-siv",           key,      nonce, ad, ASCON_SIV_KEY_BYTES,
                        ASCON_SIV_NONCE_BYTES, ad_length};
  return to;
}

ascon_result ascon_commit_siv_compute(uint8_t *commitment, const uint8_t *ad, size_t ad_length,
                                      const uint8_t *nonce, const uint8_t *key) {
  if (!commitment || !nonce || !key || missing(ad, ad_length)) return ASCON_ERR_NULL;
  const committed to = siv_committed_to(ad, ad_length, nonce, key);
  compute_commitment(commitment, &to);
  return ASCON_OK;
}

ascon_result ascon_commit_siv_encrypt(uint8_t *ciphertext, uint8_t *tag, uint8_t *commitment,
                                      const uint8_t *plaintext, size_t text_length,
                                      const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
                                      const uint8_t *key) {
  if (!commitment) return ASCON_ERR_NULL;
  RETURN_IF_ERROR(
      ascon_siv_encrypt(ciphertext, tag, plaintext, text_length, ad, ad_length, nonce, key));
  return ascon_commit_siv_compute(commitment, ad, ad_length, nonce, key);
}

/* Decrypts whether the commitment is right or not, as ascon_commit_decrypt() does. */
ascon_result ascon_commit_siv_decrypt(uint8_t *plaintext, const uint8_t *ciphertext,
                                      size_t text_length, const uint8_t *tag,
                                      const uint8_t *commitment, const uint8_t *ad,
                                      size_t ad_length, const uint8_t *nonce, const uint8_t *key) {
  if (!commitment || !nonce || !key || missing(ad, ad_length)) return ASCON_ERR_NULL;
  const committed to = siv_committed_to(ad, ad_length, nonce, key);
  const unsigned differs = commitment_differs(commitment, &to);
  return open_committed(
      ascon_siv_decrypt(plaintext, ciphertext, text_length, tag, ad, ad_length, nonce, key),
      differs, plaintext, text_length);
}
