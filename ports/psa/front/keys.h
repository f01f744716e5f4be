/* The keys of the stand-alone front. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_PSA_KEYS_H
#define ASCONKIT_PSA_KEYS_H

#include <psa/crypto.h>

typedef struct key_slot {
  psa_key_attributes_t attributes; /* bits 0: a free slot */
  uint8_t key[32];
} key_slot;

/* The slot of a key that exists, PSA_ERROR_INVALID_HANDLE otherwise. */
psa_status_t find_key(psa_key_id_t key, const key_slot **slot);

/* The slot of a key that may be used for this algorithm in this way, PSA_ERROR_NOT_PERMITTED
 * otherwise. */
psa_status_t find_key_for(psa_key_id_t key, psa_key_usage_t usage, psa_algorithm_t alg,
                          const key_slot **slot);

#endif
