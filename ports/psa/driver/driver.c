/* The entry points of asconkit_psa.h over the library's calls.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <asconkit/ascon_any.h>
#include "asconkit_psa.h"

#include <string.h>

enum { NONCE_LENGTH = 16, DIGEST_LENGTH = 32, MIN_TAG_LENGTH = 4, MAX_TAG_LENGTH = 16 };

/* Bits of algorithm identifiers: the length of an AEAD's tag, and "or longer", which is for
 * policies alone. */
#define TAG_LENGTH_MASK ((psa_algorithm_t)0x003f0000)
#define TAG_LENGTH_OFFSET 16
#define AT_LEAST_FLAG ((psa_algorithm_t)0x00008000)

static psa_status_t status_of(ascon_result result) {
  switch (result) {
    case ASCON_OK: return PSA_SUCCESS;
    case ASCON_ERR_TAG: return PSA_ERROR_INVALID_SIGNATURE;
    case ASCON_ERR_ORDER: return PSA_ERROR_BAD_STATE;
    default: return PSA_ERROR_INVALID_ARGUMENT;
  }
}

/* The output of a call that failed. */
static void clear(uint8_t *output, size_t size, size_t *length) {
  if (size) memset(output, 0, size);
  *length = 0;
}

/* ---- Hashes --------------------------------------------------------------------------------- */

psa_status_t asconkit_psa_hash_compute(psa_algorithm_t alg, const uint8_t *input,
                                       size_t input_length, uint8_t *hash, size_t hash_size,
                                       size_t *hash_length) {
  psa_status_t status = PSA_SUCCESS;
  if (alg != PSA_ALG_ASCON_HASH256) status = PSA_ERROR_NOT_SUPPORTED;
  else if (hash_size < DIGEST_LENGTH) status = PSA_ERROR_BUFFER_TOO_SMALL;
  else status = status_of(ascon_hash256(hash, input, input_length));
  if (status != PSA_SUCCESS) clear(hash, hash_size, hash_length);
  else *hash_length = DIGEST_LENGTH;
  return status;
}

psa_status_t asconkit_psa_hash_setup(asconkit_psa_hash_operation_t *operation,
                                     psa_algorithm_t alg) {
  if (alg != PSA_ALG_ASCON_HASH256) return PSA_ERROR_NOT_SUPPORTED;
  operation->alg = alg;
  return status_of(ascon_hash256_init(&operation->ctx));
}

psa_status_t asconkit_psa_hash_clone(const asconkit_psa_hash_operation_t *source,
                                     asconkit_psa_hash_operation_t *target) {
  *target = *source;
  return PSA_SUCCESS;
}

psa_status_t asconkit_psa_hash_update(asconkit_psa_hash_operation_t *operation,
                                      const uint8_t *input, size_t input_length) {
  return status_of(ascon_hash256_update(&operation->ctx, input, input_length));
}

psa_status_t asconkit_psa_hash_finish(asconkit_psa_hash_operation_t *operation, uint8_t *hash,
                                      size_t hash_size, size_t *hash_length) {
  psa_status_t status = PSA_ERROR_BUFFER_TOO_SMALL;
  if (hash_size >= DIGEST_LENGTH) status = status_of(ascon_hash256_final(&operation->ctx, hash));
  asconkit_psa_hash_abort(operation);
  if (status != PSA_SUCCESS) clear(hash, hash_size, hash_length);
  else *hash_length = DIGEST_LENGTH;
  return status;
}

psa_status_t asconkit_psa_hash_abort(asconkit_psa_hash_operation_t *operation) {
  ascon_wipe(operation, sizeof *operation);
  return PSA_SUCCESS;
}

/* ---- Extendable-output functions ------------------------------------------------------------ */

/* Ascon-CXOF128 begins with its context. */
psa_status_t asconkit_psa_xof_setup(asconkit_psa_xof_operation_t *operation, psa_algorithm_t alg) {
  if (alg != PSA_ALG_ASCON_XOF128 && alg != PSA_ALG_ASCON_CXOF128) return PSA_ERROR_NOT_SUPPORTED;
  operation->alg = alg;
  return alg == PSA_ALG_ASCON_XOF128 ? status_of(ascon_xof128_init(&operation->ctx)) : PSA_SUCCESS;
}

psa_status_t asconkit_psa_xof_set_context(asconkit_psa_xof_operation_t *operation,
                                          const uint8_t *context, size_t context_length) {
  if (operation->alg != PSA_ALG_ASCON_CXOF128) return PSA_ERROR_INVALID_ARGUMENT;
  return status_of(ascon_cxof128_init(&operation->ctx, context, context_length));
}

psa_status_t asconkit_psa_xof_update(asconkit_psa_xof_operation_t *operation, const uint8_t *input,
                                     size_t input_length) {
  return status_of(ascon_xof128_update(&operation->ctx, input, input_length));
}

psa_status_t asconkit_psa_xof_output(asconkit_psa_xof_operation_t *operation, uint8_t *output,
                                     size_t output_length) {
  psa_status_t status = status_of(ascon_xof128_squeeze(&operation->ctx, output, output_length));
  if (status != PSA_SUCCESS && output_length) memset(output, 0, output_length);
  return status;
}

psa_status_t asconkit_psa_xof_abort(asconkit_psa_xof_operation_t *operation) {
  ascon_wipe(operation, sizeof *operation);
  return PSA_SUCCESS;
}

/* ---- AEADs ---------------------------------------------------------------------------------- */

static size_t tag_length_of(psa_algorithm_t alg) {
  return (alg & TAG_LENGTH_MASK) >> TAG_LENGTH_OFFSET;
}

/* What may be wrong with an algorithm and a key, and the row of the table for both: a key of 256
   bits masks the nonce (SP 800-232, section 4.2.2). */
static psa_status_t find_row(const psa_key_attributes_t *attributes, size_t key_length,
                             psa_algorithm_t alg, const ascon_algorithm **row) {
  const psa_algorithm_t base = alg & ~TAG_LENGTH_MASK;
  if (base != (PSA_ALG_ASCON_AEAD128 & ~TAG_LENGTH_MASK))
    return (base & ~AT_LEAST_FLAG) == (PSA_ALG_ASCON_AEAD128 & ~TAG_LENGTH_MASK)
               ? PSA_ERROR_INVALID_ARGUMENT
               : PSA_ERROR_NOT_SUPPORTED;
  if (psa_get_key_type(attributes) != PSA_KEY_TYPE_ASCON) return PSA_ERROR_NOT_SUPPORTED;
  if (tag_length_of(alg) < MIN_TAG_LENGTH || tag_length_of(alg) > MAX_TAG_LENGTH)
    return PSA_ERROR_INVALID_ARGUMENT;
  *row = key_length == 32 ? ASCON_AEAD128_NONCE_MASKED : ASCON_AEAD128;
  return key_length == (*row)->key_bytes ? PSA_SUCCESS : PSA_ERROR_INVALID_ARGUMENT;
}

/* The same with the sizes of a message in one call. */
static psa_status_t check_message(const psa_key_attributes_t *attributes, size_t key_length,
                                  psa_algorithm_t alg, size_t nonce_length, size_t needed,
                                  size_t size, const ascon_algorithm **row) {
  psa_status_t status = find_row(attributes, key_length, alg, row);
  if (status != PSA_SUCCESS) return status;
  if (nonce_length != NONCE_LENGTH) return PSA_ERROR_INVALID_ARGUMENT;
  return size < needed ? PSA_ERROR_BUFFER_TOO_SMALL : PSA_SUCCESS;
}

psa_status_t asconkit_psa_aead_encrypt(const psa_key_attributes_t *attributes,
                                       const uint8_t *key_buffer, size_t key_buffer_size,
                                       psa_algorithm_t alg, const uint8_t *nonce,
                                       size_t nonce_length, const uint8_t *additional_data,
                                       size_t additional_data_length, const uint8_t *plaintext,
                                       size_t plaintext_length, uint8_t *ciphertext,
                                       size_t ciphertext_size, size_t *ciphertext_length) {
  const ascon_algorithm *row = NULL;
  const size_t tag_length = tag_length_of(alg), length = plaintext_length + tag_length;
  psa_status_t status = PSA_ERROR_BUFFER_TOO_SMALL; /* if the length wraps around */
  if (length >= plaintext_length)
    status = check_message(attributes, key_buffer_size, alg, nonce_length, length, ciphertext_size,
                           &row);
  if (status == PSA_SUCCESS) {
    const ascon_message message = {.out = ciphertext,
                                   .in = plaintext,
                                   .length = plaintext_length,
                                   .tag = ciphertext + plaintext_length,
                                   .tag_length = tag_length,
                                   .ad = additional_data,
                                   .ad_length = additional_data_length,
                                   .nonce = nonce,
                                   .key = key_buffer};
    status = status_of(ascon_any_run(row, ASCON_ENCRYPT, &message));
  }
  if (status != PSA_SUCCESS) clear(ciphertext, ciphertext_size, ciphertext_length);
  else *ciphertext_length = length;
  return status;
}

psa_status_t asconkit_psa_aead_decrypt(const psa_key_attributes_t *attributes,
                                       const uint8_t *key_buffer, size_t key_buffer_size,
                                       psa_algorithm_t alg, const uint8_t *nonce,
                                       size_t nonce_length, const uint8_t *additional_data,
                                       size_t additional_data_length, const uint8_t *ciphertext,
                                       size_t ciphertext_length, uint8_t *plaintext,
                                       size_t plaintext_size, size_t *plaintext_length) {
  const ascon_algorithm *row = NULL;
  const size_t tag_length = tag_length_of(alg), length = ciphertext_length - tag_length;
  psa_status_t status = find_row(attributes, key_buffer_size, alg, &row);
  if (status == PSA_SUCCESS && ciphertext_length < tag_length) status = PSA_ERROR_INVALID_ARGUMENT;
  if (status == PSA_SUCCESS)
    status =
        check_message(attributes, key_buffer_size, alg, nonce_length, length, plaintext_size, &row);
  if (status == PSA_SUCCESS) {
    const ascon_message message = {.out = plaintext,
                                   .in = ciphertext,
                                   .length = length,
                                   .tag = (uint8_t *)(uintptr_t)(ciphertext + length),
                                   .tag_length = tag_length,
                                   .ad = additional_data,
                                   .ad_length = additional_data_length,
                                   .nonce = nonce,
                                   .key = key_buffer};
    status = status_of(ascon_any_run(row, ASCON_DECRYPT, &message));
  }
  if (status != PSA_SUCCESS) clear(plaintext, plaintext_size, plaintext_length);
  else *plaintext_length = length;
  return status;
}

/* Keeps the key until the nonce is there, which begins the message. */
static psa_status_t set_up(asconkit_psa_aead_operation_t *operation,
                           const psa_key_attributes_t *attributes, const uint8_t *key,
                           size_t key_length, psa_algorithm_t alg) {
  const ascon_algorithm *row = NULL;
  psa_status_t status = find_row(attributes, key_length, alg, &row);
  if (status != PSA_SUCCESS) return status;
  operation->alg = alg;
  operation->key_length = (uint8_t)key_length;
  memcpy(operation->key, key, key_length);
  return PSA_SUCCESS;
}

psa_status_t asconkit_psa_aead_encrypt_setup(asconkit_psa_aead_operation_t *operation,
                                             const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg) {
  operation->encrypts = 1;
  return set_up(operation, attributes, key_buffer, key_buffer_size, alg);
}

psa_status_t asconkit_psa_aead_decrypt_setup(asconkit_psa_aead_operation_t *operation,
                                             const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg) {
  operation->encrypts = 0;
  return set_up(operation, attributes, key_buffer, key_buffer_size, alg);
}

/* Ascon needs no lengths beforehand; the core sees that they are kept. */
psa_status_t asconkit_psa_aead_set_lengths(asconkit_psa_aead_operation_t *operation,
                                           size_t ad_length, size_t plaintext_length) {
  (void)operation, (void)ad_length, (void)plaintext_length;
  return PSA_SUCCESS;
}

psa_status_t asconkit_psa_aead_set_nonce(asconkit_psa_aead_operation_t *operation,
                                         const uint8_t *nonce, size_t nonce_length) {
  if (nonce_length != NONCE_LENGTH) return PSA_ERROR_INVALID_ARGUMENT;
  const ascon_algorithm *row =
      operation->key_length == 32 ? ASCON_AEAD128_NONCE_MASKED : ASCON_AEAD128;
  ascon_result result = ascon_any_aead_init(&operation->ctx, row, nonce, operation->key);
  ascon_wipe(operation->key, sizeof operation->key);
  return status_of(result);
}

psa_status_t asconkit_psa_aead_update_ad(asconkit_psa_aead_operation_t *operation,
                                         const uint8_t *input, size_t input_length) {
  return status_of(ascon_any_aead_ad(&operation->ctx, input, input_length));
}

psa_status_t asconkit_psa_aead_update(asconkit_psa_aead_operation_t *operation,
                                      const uint8_t *input, size_t input_length, uint8_t *output,
                                      size_t output_size, size_t *output_length) {
  psa_status_t status = PSA_ERROR_BUFFER_TOO_SMALL;
  if (output_size >= input_length)
    status = status_of(operation->encrypts ? ascon_any_aead_encrypt_update(&operation->ctx, output,
                                                                           input, input_length)
                                           : ascon_any_aead_decrypt_update_unverified(
                                                 &operation->ctx, output, input, input_length));
  if (status != PSA_SUCCESS) clear(output, output_size, output_length);
  else *output_length = input_length;
  return status;
}

/* All text has been given out by the updates: after a success nothing is written to `ciphertext`,
   in which the tag's place may be. */
psa_status_t asconkit_psa_aead_finish(asconkit_psa_aead_operation_t *operation, uint8_t *ciphertext,
                                      size_t ciphertext_size, size_t *ciphertext_length,
                                      uint8_t *tag, size_t tag_size, size_t *tag_length) {
  const size_t length = tag_length_of(operation->alg);
  psa_status_t status = PSA_ERROR_BUFFER_TOO_SMALL;
  if (tag_size >= length)
    status = status_of(ascon_any_aead_encrypt_final(&operation->ctx, tag, length));
  asconkit_psa_aead_abort(operation);
  if (status != PSA_SUCCESS) {
    clear(ciphertext, ciphertext_size, ciphertext_length);
    clear(tag, tag_size, tag_length);
  } else {
    *ciphertext_length = 0;
    *tag_length = length;
  }
  return status;
}

/* The algorithm has the length of the tag. A tag of another length is not the message's, even if it
   is the beginning of the right one. */
psa_status_t asconkit_psa_aead_verify(asconkit_psa_aead_operation_t *operation, uint8_t *plaintext,
                                      size_t plaintext_size, size_t *plaintext_length,
                                      const uint8_t *tag, size_t tag_length) {
  psa_status_t status = PSA_ERROR_INVALID_SIGNATURE;
  if (tag_length == tag_length_of(operation->alg))
    status = status_of(ascon_any_aead_decrypt_final(&operation->ctx, tag, tag_length));
  asconkit_psa_aead_abort(operation);
  if (status != PSA_SUCCESS) clear(plaintext, plaintext_size, plaintext_length);
  else *plaintext_length = 0;
  return status;
}

psa_status_t asconkit_psa_aead_abort(asconkit_psa_aead_operation_t *operation) {
  ascon_wipe(operation, sizeof *operation);
  return PSA_SUCCESS;
}
