/* The objects of the driver's multi-part operations: what is in them is private to it. All zeros is
   an operation that is
   not active. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_PSA_OPERATIONS_H
#define ASCONKIT_PSA_OPERATIONS_H

#include <asconkit/ascon.h>

typedef struct asconkit_psa_hash_operation {
  ascon_sponge_ctx ctx;
  uint32_t alg; /* 0: not active */
} asconkit_psa_hash_operation_t;

typedef struct asconkit_psa_xof_operation {
  ascon_sponge_ctx ctx;
  uint32_t alg; /* 0: not active */
} asconkit_psa_xof_operation_t;

typedef struct asconkit_psa_aead_operation {
  ascon_aead_ctx ctx;
  uint32_t alg;    /* 0: not active */
  uint8_t key[32]; /* until the nonce is there */
  uint8_t key_length;
  uint8_t encrypts;
} asconkit_psa_aead_operation_t;

#endif
