/* Hashes and XOFs: the order of calls, over the driver. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "outputs.h"

#include <asconkit_psa.h>

/* ---- Hashes --------------------------------------------------------------------------------- */

psa_status_t psa_hash_compute(psa_algorithm_t alg, const uint8_t *input, size_t input_length,
                              uint8_t *hash, size_t hash_size, size_t *hash_length) {
  psa_status_t status =
      asconkit_psa_hash_compute(alg, input, input_length, hash, hash_size, hash_length);
  if (status == PSA_ERROR_NOT_SUPPORTED && !PSA_ALG_IS_HASH(alg)) return PSA_ERROR_INVALID_ARGUMENT;
  return status;
}

/* The computed hash of another message is as secret as the message. */
static psa_status_t compare(psa_status_t status, uint8_t computed[PSA_HASH_MAX_SIZE],
                            const uint8_t *hash, size_t hash_length) {
  if (status == PSA_SUCCESS &&
      (hash_length != PSA_HASH_MAX_SIZE || !ascon_equal(computed, hash, hash_length)))
    status = PSA_ERROR_INVALID_SIGNATURE;
  ascon_wipe(computed, PSA_HASH_MAX_SIZE);
  return status;
}

psa_status_t psa_hash_compare(psa_algorithm_t alg, const uint8_t *input, size_t input_length,
                              const uint8_t *hash, size_t hash_length) {
  uint8_t computed[PSA_HASH_MAX_SIZE];
  size_t length;
  return compare(psa_hash_compute(alg, input, input_length, computed, sizeof computed, &length),
                 computed, hash, hash_length);
}

psa_status_t psa_hash_setup(psa_hash_operation_t *operation, psa_algorithm_t alg) {
  if (operation->alg) return PSA_ERROR_BAD_STATE;
  if (!PSA_ALG_IS_HASH(alg)) return PSA_ERROR_INVALID_ARGUMENT;
  return asconkit_psa_hash_setup(operation, alg);
}

psa_status_t psa_hash_update(psa_hash_operation_t *operation, const uint8_t *input,
                             size_t input_length) {
  psa_status_t status = PSA_ERROR_BAD_STATE;
  if (operation->alg) status = asconkit_psa_hash_update(operation, input, input_length);
  if (status != PSA_SUCCESS) asconkit_psa_hash_abort(operation);
  return status;
}

psa_status_t psa_hash_finish(psa_hash_operation_t *operation, uint8_t *hash, size_t hash_size,
                             size_t *hash_length) {
  if (!operation->alg) return refuse(PSA_ERROR_BAD_STATE, hash, hash_size, hash_length);
  return asconkit_psa_hash_finish(operation, hash, hash_size, hash_length);
}

psa_status_t psa_hash_verify(psa_hash_operation_t *operation, const uint8_t *hash,
                             size_t hash_length) {
  uint8_t computed[PSA_HASH_MAX_SIZE];
  size_t length;
  return compare(psa_hash_finish(operation, computed, sizeof computed, &length), computed, hash,
                 hash_length);
}

psa_status_t psa_hash_abort(psa_hash_operation_t *operation) {
  return asconkit_psa_hash_abort(operation);
}

psa_status_t psa_hash_clone(const psa_hash_operation_t *source_operation,
                            psa_hash_operation_t *target_operation) {
  if (!source_operation->alg || target_operation->alg) return PSA_ERROR_BAD_STATE;
  return asconkit_psa_hash_clone(source_operation, target_operation);
}

/* ---- Extendable-output functions ------------------------------------------------------------ */

psa_status_t psa_xof_setup(psa_xof_operation_t *operation, psa_algorithm_t alg) {
  if (operation->driver.alg) return PSA_ERROR_BAD_STATE;
  if (!PSA_ALG_IS_XOF(alg)) return PSA_ERROR_INVALID_ARGUMENT;
  operation->has_context = !PSA_ALG_XOF_HAS_CONTEXT(alg);
  return asconkit_psa_xof_setup(&operation->driver, alg);
}

/* The status of a call; after an error the operation is over. */
static psa_status_t ended(psa_xof_operation_t *operation, psa_status_t status) {
  if (status != PSA_SUCCESS) psa_xof_abort(operation);
  return status;
}

psa_status_t psa_xof_set_context(psa_xof_operation_t *operation, const uint8_t *context,
                                 size_t context_length) {
  if (!operation->driver.alg || operation->started) return ended(operation, PSA_ERROR_BAD_STATE);
  if (!PSA_ALG_XOF_HAS_CONTEXT(operation->driver.alg))
    return ended(operation, PSA_ERROR_INVALID_ARGUMENT);
  if (operation->has_context) return ended(operation, PSA_ERROR_BAD_STATE);
  operation->has_context = 1;
  return ended(operation,
               asconkit_psa_xof_set_context(&operation->driver, context, context_length));
}

psa_status_t psa_xof_update(psa_xof_operation_t *operation, const uint8_t *input,
                            size_t input_length) {
  if (!operation->driver.alg || !operation->has_context || operation->giving_output)
    return ended(operation, PSA_ERROR_BAD_STATE);
  operation->started = 1;
  return ended(operation, asconkit_psa_xof_update(&operation->driver, input, input_length));
}

psa_status_t psa_xof_output(psa_xof_operation_t *operation, uint8_t *output, size_t output_length) {
  if (!operation->driver.alg || !operation->has_context) {
    if (output_length) memset(output, 0, output_length);
    return ended(operation, PSA_ERROR_BAD_STATE);
  }
  operation->started = operation->giving_output = 1;
  return ended(operation, asconkit_psa_xof_output(&operation->driver, output, output_length));
}

psa_status_t psa_xof_abort(psa_xof_operation_t *operation) {
  ascon_wipe(operation, sizeof *operation);
  return PSA_SUCCESS;
}
