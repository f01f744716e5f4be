/* AEADs: keys, the order of calls and the lengths that were announced, over the driver.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "keys.h"
#include "outputs.h"

#include <asconkit/ascon.h>
#include <asconkit_psa.h>

enum { NONCE_LENGTH = 16 };

psa_status_t psa_aead_encrypt(psa_key_id_t key, psa_algorithm_t alg, const uint8_t *nonce,
                              size_t nonce_length, const uint8_t *additional_data,
                              size_t additional_data_length, const uint8_t *plaintext,
                              size_t plaintext_length, uint8_t *ciphertext, size_t ciphertext_size,
                              size_t *ciphertext_length) {
  const key_slot *slot = NULL;
  psa_status_t status = PSA_ERROR_INVALID_ARGUMENT;
  if (PSA_ALG_IS_AEAD(alg)) status = find_key_for(key, PSA_KEY_USAGE_ENCRYPT, alg, &slot);
  if (status != PSA_SUCCESS) return refuse(status, ciphertext, ciphertext_size, ciphertext_length);
  return asconkit_psa_aead_encrypt(&slot->attributes, slot->key, slot->attributes.bits / 8u, alg,
                                   nonce, nonce_length, additional_data, additional_data_length,
                                   plaintext, plaintext_length, ciphertext, ciphertext_size,
                                   ciphertext_length);
}

psa_status_t psa_aead_decrypt(psa_key_id_t key, psa_algorithm_t alg, const uint8_t *nonce,
                              size_t nonce_length, const uint8_t *additional_data,
                              size_t additional_data_length, const uint8_t *ciphertext,
                              size_t ciphertext_length, uint8_t *plaintext, size_t plaintext_size,
                              size_t *plaintext_length) {
  const key_slot *slot = NULL;
  psa_status_t status = PSA_ERROR_INVALID_ARGUMENT;
  if (PSA_ALG_IS_AEAD(alg)) status = find_key_for(key, PSA_KEY_USAGE_DECRYPT, alg, &slot);
  if (status != PSA_SUCCESS) return refuse(status, plaintext, plaintext_size, plaintext_length);
  return asconkit_psa_aead_decrypt(&slot->attributes, slot->key, slot->attributes.bits / 8u, alg,
                                   nonce, nonce_length, additional_data, additional_data_length,
                                   ciphertext, ciphertext_length, plaintext, plaintext_size,
                                   plaintext_length);
}

/* ---- In pieces ------------------------------------------------------------------------------ */

static psa_status_t set_up(psa_aead_operation_t *operation, psa_key_id_t key, psa_algorithm_t alg,
                           psa_key_usage_t usage) {
  const key_slot *slot = NULL;
  if (operation->driver.alg) return PSA_ERROR_BAD_STATE;
  if (!PSA_ALG_IS_AEAD(alg)) return PSA_ERROR_INVALID_ARGUMENT;
  psa_status_t status = find_key_for(key, usage, alg, &slot);
  if (status != PSA_SUCCESS) return status;
  return (usage == PSA_KEY_USAGE_ENCRYPT ? asconkit_psa_aead_encrypt_setup
                                         : asconkit_psa_aead_decrypt_setup)(
      &operation->driver, &slot->attributes, slot->key, slot->attributes.bits / 8u, alg);
}

psa_status_t psa_aead_encrypt_setup(psa_aead_operation_t *operation, psa_key_id_t key,
                                    psa_algorithm_t alg) {
  return set_up(operation, key, alg, PSA_KEY_USAGE_ENCRYPT);
}

psa_status_t psa_aead_decrypt_setup(psa_aead_operation_t *operation, psa_key_id_t key,
                                    psa_algorithm_t alg) {
  return set_up(operation, key, alg, PSA_KEY_USAGE_DECRYPT);
}

/* The status of a call; after an error the operation is over. */
static psa_status_t ended(psa_aead_operation_t *operation, psa_status_t status) {
  if (status != PSA_SUCCESS) psa_aead_abort(operation);
  return status;
}

psa_status_t psa_aead_set_lengths(psa_aead_operation_t *operation, size_t ad_length,
                                  size_t plaintext_length) {
  if (!operation->driver.alg || operation->has_lengths || operation->has_nonce)
    return ended(operation, PSA_ERROR_BAD_STATE);
  operation->has_lengths = 1;
  operation->ad_left = ad_length;
  operation->text_left = plaintext_length;
  return ended(operation,
               asconkit_psa_aead_set_lengths(&operation->driver, ad_length, plaintext_length));
}

psa_status_t psa_aead_set_nonce(psa_aead_operation_t *operation, const uint8_t *nonce,
                                size_t nonce_length) {
  if (!operation->driver.alg || operation->has_nonce) return ended(operation, PSA_ERROR_BAD_STATE);
  operation->has_nonce = 1;
  return ended(operation, asconkit_psa_aead_set_nonce(&operation->driver, nonce, nonce_length));
}

/* A nonce is chosen for encryption alone. */
psa_status_t psa_aead_generate_nonce(psa_aead_operation_t *operation, uint8_t *nonce,
                                     size_t nonce_size, size_t *nonce_length) {
  psa_status_t status = PSA_SUCCESS;
  if (!operation->driver.alg || operation->has_nonce || !operation->driver.encrypts)
    status = PSA_ERROR_BAD_STATE;
  else if (nonce_size < NONCE_LENGTH) status = PSA_ERROR_BUFFER_TOO_SMALL;
  else if (ascon_random_bytes(nonce, NONCE_LENGTH) != ASCON_OK)
    status = PSA_ERROR_INSUFFICIENT_ENTROPY;
  else status = psa_aead_set_nonce(operation, nonce, NONCE_LENGTH);
  if (status != PSA_SUCCESS)
    return ended(operation, refuse(status, nonce, nonce_size, nonce_length));
  *nonce_length = NONCE_LENGTH;
  return PSA_SUCCESS;
}

/* Takes `length` bytes off what was announced, if anything was. */
static psa_status_t take(const psa_aead_operation_t *operation, size_t *left, size_t length) {
  if (!operation->has_lengths) return PSA_SUCCESS;
  if (length > *left) return PSA_ERROR_INVALID_ARGUMENT;
  *left -= length;
  return PSA_SUCCESS;
}

psa_status_t psa_aead_update_ad(psa_aead_operation_t *operation, const uint8_t *input,
                                size_t input_length) {
  if (!operation->driver.alg || !operation->has_nonce || operation->text_started)
    return ended(operation, PSA_ERROR_BAD_STATE);
  psa_status_t status = take(operation, &operation->ad_left, input_length);
  if (status == PSA_SUCCESS)
    status = asconkit_psa_aead_update_ad(&operation->driver, input, input_length);
  return ended(operation, status);
}

/* Text may begin when all associated data that was announced is there. */
psa_status_t psa_aead_update(psa_aead_operation_t *operation, const uint8_t *input,
                             size_t input_length, uint8_t *output, size_t output_size,
                             size_t *output_length) {
  psa_status_t status = PSA_SUCCESS;
  if (!operation->driver.alg || !operation->has_nonce) status = PSA_ERROR_BAD_STATE;
  else if (operation->has_lengths && operation->ad_left) status = PSA_ERROR_INVALID_ARGUMENT;
  else status = take(operation, &operation->text_left, input_length);
  if (status != PSA_SUCCESS)
    return ended(operation, refuse(status, output, output_size, output_length));
  operation->text_started = 1;
  return ended(operation, asconkit_psa_aead_update(&operation->driver, input, input_length, output,
                                                   output_size, output_length));
}

/* Whether the message may end here, in this direction. */
static psa_status_t check_end(const psa_aead_operation_t *operation, int encrypts) {
  if (!operation->driver.alg || !operation->has_nonce) return PSA_ERROR_BAD_STATE;
  if (operation->driver.encrypts != encrypts) return PSA_ERROR_BAD_STATE;
  if (operation->has_lengths && (operation->ad_left || operation->text_left))
    return PSA_ERROR_INVALID_ARGUMENT;
  return PSA_SUCCESS;
}

psa_status_t psa_aead_finish(psa_aead_operation_t *operation, uint8_t *ciphertext,
                             size_t ciphertext_size, size_t *ciphertext_length, uint8_t *tag,
                             size_t tag_size, size_t *tag_length) {
  psa_status_t status = check_end(operation, 1);
  if (status == PSA_SUCCESS)
    status = asconkit_psa_aead_finish(&operation->driver, ciphertext, ciphertext_size,
                                      ciphertext_length, tag, tag_size, tag_length);
  else {
    refuse(status, ciphertext, ciphertext_size, ciphertext_length);
    refuse(status, tag, tag_size, tag_length);
  }
  psa_aead_abort(operation);
  return status;
}

psa_status_t psa_aead_verify(psa_aead_operation_t *operation, uint8_t *plaintext,
                             size_t plaintext_size, size_t *plaintext_length, const uint8_t *tag,
                             size_t tag_length) {
  psa_status_t status = check_end(operation, 0);
  if (status == PSA_SUCCESS)
    status = asconkit_psa_aead_verify(&operation->driver, plaintext, plaintext_size,
                                      plaintext_length, tag, tag_length);
  else refuse(status, plaintext, plaintext_size, plaintext_length);
  psa_aead_abort(operation);
  return status;
}

psa_status_t psa_aead_abort(psa_aead_operation_t *operation) {
  ascon_wipe(operation, sizeof *operation);
  return PSA_SUCCESS;
}
