/* Ascon as a driver of the PSA Crypto API: the entry points of a transparent driver, as Mbed TLS's
   core calls them.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The core has found the key and checked its policy, the order of calls, and lengths that the
   program announced. The driver checks algorithms, key and nonce sizes, room for outputs and tags.
   It returns PSA_ERROR_NOT_SUPPORTED for algorithms and key types that are not Ascon's, so that the
   core can ask another one. An operation of zeros is not active; after an error, or the last call,
   it is again one. Where a call fails, its outputs are zeros. */
#ifndef ASCONKIT_PSA_H
#define ASCONKIT_PSA_H

#include "asconkit_psa_operations.h"
#include <psa/crypto.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Values of PSA Crypto 1.4, for implementations of an earlier one. */
#ifndef PSA_KEY_TYPE_ASCON
#define PSA_KEY_TYPE_ASCON ((psa_key_type_t)0x2008)
#define PSA_ALG_ASCON_HASH256 ((psa_algorithm_t)0x02000019)
#define PSA_ALG_ASCON_AEAD128 ((psa_algorithm_t)0x05100700)
#define PSA_ALG_ASCON_XOF128 ((psa_algorithm_t)0x0d000300)
#define PSA_ALG_ASCON_CXOF128 ((psa_algorithm_t)0x0d008300)
#endif

psa_status_t asconkit_psa_hash_compute(psa_algorithm_t alg, const uint8_t *input,
                                       size_t input_length, uint8_t *hash, size_t hash_size,
                                       size_t *hash_length);
psa_status_t asconkit_psa_hash_setup(asconkit_psa_hash_operation_t *operation, psa_algorithm_t alg);
psa_status_t asconkit_psa_hash_clone(const asconkit_psa_hash_operation_t *source,
                                     asconkit_psa_hash_operation_t *target);
psa_status_t asconkit_psa_hash_update(asconkit_psa_hash_operation_t *operation,
                                      const uint8_t *input, size_t input_length);
psa_status_t asconkit_psa_hash_finish(asconkit_psa_hash_operation_t *operation, uint8_t *hash,
                                      size_t hash_size, size_t *hash_length);
psa_status_t asconkit_psa_hash_abort(asconkit_psa_hash_operation_t *operation);

psa_status_t asconkit_psa_xof_setup(asconkit_psa_xof_operation_t *operation, psa_algorithm_t alg);
psa_status_t asconkit_psa_xof_set_context(asconkit_psa_xof_operation_t *operation,
                                          const uint8_t *context, size_t context_length);
psa_status_t asconkit_psa_xof_update(asconkit_psa_xof_operation_t *operation, const uint8_t *input,
                                     size_t input_length);
psa_status_t asconkit_psa_xof_output(asconkit_psa_xof_operation_t *operation, uint8_t *output,
                                     size_t output_length);
psa_status_t asconkit_psa_xof_abort(asconkit_psa_xof_operation_t *operation);

psa_status_t asconkit_psa_aead_encrypt(const psa_key_attributes_t *attributes,
                                       const uint8_t *key_buffer, size_t key_buffer_size,
                                       psa_algorithm_t alg, const uint8_t *nonce,
                                       size_t nonce_length, const uint8_t *additional_data,
                                       size_t additional_data_length, const uint8_t *plaintext,
                                       size_t plaintext_length, uint8_t *ciphertext,
                                       size_t ciphertext_size, size_t *ciphertext_length);
psa_status_t asconkit_psa_aead_decrypt(const psa_key_attributes_t *attributes,
                                       const uint8_t *key_buffer, size_t key_buffer_size,
                                       psa_algorithm_t alg, const uint8_t *nonce,
                                       size_t nonce_length, const uint8_t *additional_data,
                                       size_t additional_data_length, const uint8_t *ciphertext,
                                       size_t ciphertext_length, uint8_t *plaintext,
                                       size_t plaintext_size, size_t *plaintext_length);
psa_status_t asconkit_psa_aead_encrypt_setup(asconkit_psa_aead_operation_t *operation,
                                             const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg);
psa_status_t asconkit_psa_aead_decrypt_setup(asconkit_psa_aead_operation_t *operation,
                                             const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg);
psa_status_t asconkit_psa_aead_set_lengths(asconkit_psa_aead_operation_t *operation,
                                           size_t ad_length, size_t plaintext_length);
psa_status_t asconkit_psa_aead_set_nonce(asconkit_psa_aead_operation_t *operation,
                                         const uint8_t *nonce, size_t nonce_length);
psa_status_t asconkit_psa_aead_update_ad(asconkit_psa_aead_operation_t *operation,
                                         const uint8_t *input, size_t input_length);
psa_status_t asconkit_psa_aead_update(asconkit_psa_aead_operation_t *operation,
                                      const uint8_t *input, size_t input_length, uint8_t *output,
                                      size_t output_size, size_t *output_length);
psa_status_t asconkit_psa_aead_finish(asconkit_psa_aead_operation_t *operation, uint8_t *ciphertext,
                                      size_t ciphertext_size, size_t *ciphertext_length,
                                      uint8_t *tag, size_t tag_size, size_t *tag_length);
psa_status_t asconkit_psa_aead_verify(asconkit_psa_aead_operation_t *operation, uint8_t *plaintext,
                                      size_t plaintext_size, size_t *plaintext_length,
                                      const uint8_t *tag, size_t tag_length);
psa_status_t asconkit_psa_aead_abort(asconkit_psa_aead_operation_t *operation);

#ifdef __cplusplus
}
#endif

#endif
