/* The objects of multi-part operations, for the stand-alone front: what is in them is private to
   it. All zeros is the
   initial value. Included by crypto.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef PSA_CRYPTO_OPERATIONS_H
#define PSA_CRYPTO_OPERATIONS_H

#include <asconkit_psa_operations.h>

typedef asconkit_psa_hash_operation_t psa_hash_operation_t;

typedef struct psa_xof_operation {
  asconkit_psa_xof_operation_t driver;
  uint8_t has_context; /* set, or none is needed */
  uint8_t started;     /* input or output */
  uint8_t giving_output;
} psa_xof_operation_t;

typedef struct psa_aead_operation {
  asconkit_psa_aead_operation_t driver;
  size_t ad_left, text_left; /* if lengths were set */
  uint8_t has_lengths;
  uint8_t has_nonce;
  uint8_t text_started;
} psa_aead_operation_t;

#define PSA_HASH_OPERATION_INIT {0}
#define PSA_XOF_OPERATION_INIT {0}
#define PSA_AEAD_OPERATION_INIT {0}

static inline psa_hash_operation_t psa_hash_operation_init(void) {
  static const psa_hash_operation_t none = PSA_HASH_OPERATION_INIT;
  return none;
}
static inline psa_xof_operation_t psa_xof_operation_init(void) {
  static const psa_xof_operation_t none = PSA_XOF_OPERATION_INIT;
  return none;
}
static inline psa_aead_operation_t psa_aead_operation_init(void) {
  static const psa_aead_operation_t none = PSA_AEAD_OPERATION_INIT;
  return none;
}

#endif
