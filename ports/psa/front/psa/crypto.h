/* The part of the PSA Crypto API 1.4 (Arm IHI 0086) that Ascon needs, for firmware without Mbed
   TLS: volatile keys, AEADs, hashes and XOFs, with the standard's names, values and error codes. A
   program that uses this part also runs with a whole implementation, without a change.
   SPDX-License-Identifier: Apache-2.0 OR MIT

   The standard's rules for each call hold. In addition:
   - Keys are in PSA_ASCON_KEY_SLOTS slots of static memory. Nothing uses the heap or locks:
     calls that create or destroy keys must not run beside other calls.
   - An operation that failed has ended, as after its abort function. After a failed call, outputs
   are zeros and their lengths are 0.
   - An input may start at the output's address; otherwise it must not overlap the output. */
#ifndef PSA_CRYPTO_H
#define PSA_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PSA_CRYPTO_API_VERSION_MAJOR 1
#define PSA_CRYPTO_API_VERSION_MINOR 4

/* ---- Status codes: section 4.5 of IHI 0097, which both APIs share --------------------------- */

typedef int32_t psa_status_t;

#define PSA_SUCCESS ((psa_status_t)0)
#define PSA_ERROR_GENERIC_ERROR ((psa_status_t) - 132)
#define PSA_ERROR_NOT_PERMITTED ((psa_status_t) - 133)
#define PSA_ERROR_NOT_SUPPORTED ((psa_status_t) - 134)
#define PSA_ERROR_INVALID_ARGUMENT ((psa_status_t) - 135)
#define PSA_ERROR_INVALID_HANDLE ((psa_status_t) - 136)
#define PSA_ERROR_BAD_STATE ((psa_status_t) - 137)
#define PSA_ERROR_BUFFER_TOO_SMALL ((psa_status_t) - 138)
#define PSA_ERROR_INSUFFICIENT_MEMORY ((psa_status_t) - 141)
#define PSA_ERROR_INSUFFICIENT_ENTROPY ((psa_status_t) - 148)
#define PSA_ERROR_INVALID_SIGNATURE ((psa_status_t) - 149)
#define PSA_ERROR_CORRUPTION_DETECTED ((psa_status_t) - 151)

/* ---- Algorithms ------------------------------------------------------------------------------ */

typedef uint32_t psa_algorithm_t;

#define PSA_ALG_NONE ((psa_algorithm_t)0)
#define PSA_ALG_ASCON_HASH256 ((psa_algorithm_t)0x02000019)
#define PSA_ALG_ASCON_AEAD128 ((psa_algorithm_t)0x05100700)
#define PSA_ALG_ASCON_XOF128 ((psa_algorithm_t)0x0d000300)
#define PSA_ALG_ASCON_CXOF128 ((psa_algorithm_t)0x0d008300)

#define PSA_ALG_CATEGORY_MASK ((psa_algorithm_t)0x7f000000)
#define PSA_ALG_IS_HASH(alg) (((alg) & PSA_ALG_CATEGORY_MASK) == 0x02000000)
#define PSA_ALG_IS_AEAD(alg) (((alg) & PSA_ALG_CATEGORY_MASK) == 0x05000000)
#define PSA_ALG_IS_XOF(alg) (((alg) & PSA_ALG_CATEGORY_MASK) == 0x0d000000)
#define PSA_ALG_XOF_HAS_CONTEXT(alg) (((alg) & 0x00008000) != 0)

/** An AEAD with a tag of `tag_length` bytes: 4 to 16 for Ascon-AEAD128. */
#define PSA_ALG_AEAD_WITH_SHORTENED_TAG(aead_alg, tag_length)                                      \
  ((psa_algorithm_t)(((aead_alg) & ~(psa_algorithm_t)0x003f8000) |                                 \
                     (((psa_algorithm_t)(tag_length) << 16) & 0x003f0000)))
/** The same algorithm with the tag of 16 bytes. */
#define PSA_ALG_AEAD_WITH_DEFAULT_LENGTH_TAG(aead_alg) PSA_ALG_AEAD_WITH_SHORTENED_TAG(aead_alg, 16)
/** For policies of keys: any tag of `min_tag_length` bytes or more. */
#define PSA_ALG_AEAD_WITH_AT_LEAST_THIS_LENGTH_TAG(aead_alg, min_tag_length)                       \
  (PSA_ALG_AEAD_WITH_SHORTENED_TAG(aead_alg, min_tag_length) | (psa_algorithm_t)0x00008000)

/* ---- Keys: sections 9 and 10.6 of the standard ---------------------------------------------- */

typedef uint16_t psa_key_type_t;
typedef uint32_t psa_key_id_t;
typedef uint32_t psa_key_lifetime_t;
typedef uint32_t psa_key_usage_t;

#define PSA_KEY_ID_NULL ((psa_key_id_t)0)
#define PSA_KEY_TYPE_NONE ((psa_key_type_t)0)
#define PSA_KEY_TYPE_ASCON ((psa_key_type_t)0x2008)
#define PSA_KEY_LIFETIME_VOLATILE ((psa_key_lifetime_t)0)
#define PSA_KEY_USAGE_EXPORT ((psa_key_usage_t)0x00000001)
#define PSA_KEY_USAGE_ENCRYPT ((psa_key_usage_t)0x00000100)
#define PSA_KEY_USAGE_DECRYPT ((psa_key_usage_t)0x00000200)

typedef struct psa_key_attributes {
  psa_key_type_t type;
  uint16_t bits;
  psa_key_lifetime_t lifetime;
  psa_key_usage_t usage;
  psa_algorithm_t alg;
} psa_key_attributes_t;

#define PSA_KEY_ATTRIBUTES_INIT {0, 0, 0, 0, 0}

static inline psa_key_attributes_t psa_key_attributes_init(void) {
  const psa_key_attributes_t none = PSA_KEY_ATTRIBUTES_INIT;
  return none;
}
static inline void psa_set_key_type(psa_key_attributes_t *attributes, psa_key_type_t type) {
  attributes->type = type;
}
static inline void psa_set_key_bits(psa_key_attributes_t *attributes, size_t bits) {
  attributes->bits = (uint16_t)(bits < 0xffff ? bits : 0xffff);
}
static inline void psa_set_key_lifetime(psa_key_attributes_t *attributes,
                                        psa_key_lifetime_t lifetime) {
  attributes->lifetime = lifetime;
}
static inline void psa_set_key_usage_flags(psa_key_attributes_t *attributes,
                                           psa_key_usage_t usage) {
  attributes->usage = usage;
}
static inline void psa_set_key_algorithm(psa_key_attributes_t *attributes, psa_algorithm_t alg) {
  attributes->alg = alg;
}
static inline psa_key_type_t psa_get_key_type(const psa_key_attributes_t *attributes) {
  return attributes->type;
}
static inline size_t psa_get_key_bits(const psa_key_attributes_t *attributes) {
  return attributes->bits;
}
static inline psa_key_lifetime_t psa_get_key_lifetime(const psa_key_attributes_t *attributes) {
  return attributes->lifetime;
}
static inline psa_key_usage_t psa_get_key_usage_flags(const psa_key_attributes_t *attributes) {
  return attributes->usage;
}
static inline psa_algorithm_t psa_get_key_algorithm(const psa_key_attributes_t *attributes) {
  return attributes->alg;
}
static inline void psa_reset_key_attributes(psa_key_attributes_t *attributes) {
  *attributes = psa_key_attributes_init();
}

/** Does nothing; programs call it first. */
psa_status_t psa_crypto_init(void);
/** 16 bytes of key, or 32 with nonce masking (SP 800-232, section 4.2.2). The algorithm of the
   key's policy is an AEAD or PSA_ALG_NONE: PSA_ERROR_NOT_SUPPORTED otherwise, as for HMAC. */
psa_status_t psa_import_key(const psa_key_attributes_t *attributes, const uint8_t *data,
                            size_t data_length, psa_key_id_t *key);
/** Of 128 bits if the attributes say no size. From ascon_random_bytes(), which firmware defines. */
psa_status_t psa_generate_key(const psa_key_attributes_t *attributes, psa_key_id_t *key);
psa_status_t psa_export_key(psa_key_id_t key, uint8_t *data, size_t data_size, size_t *data_length);
psa_status_t psa_get_key_attributes(psa_key_id_t key, psa_key_attributes_t *attributes);
psa_status_t psa_destroy_key(psa_key_id_t key);

#include "crypto_operations.h"

/* ---- Hashes: section 10.2 -------------------------------------------------------------------

   There is no PSA_HASH_BLOCK_LENGTH: its use is HMAC, for which the standard gives no block size
   with Ascon-Hash256 (docs/constructions/hmac.md). With the rate, 8 bytes, every longer key would
   become 64 bits. */

#define PSA_HASH_MAX_SIZE 32u
#define PSA_HASH_LENGTH(alg) ((alg) == PSA_ALG_ASCON_HASH256 ? 32u : 0u)

psa_status_t psa_hash_compute(psa_algorithm_t alg, const uint8_t *input, size_t input_length,
                              uint8_t *hash, size_t hash_size, size_t *hash_length);
psa_status_t psa_hash_compare(psa_algorithm_t alg, const uint8_t *input, size_t input_length,
                              const uint8_t *hash, size_t hash_length);
psa_status_t psa_hash_setup(psa_hash_operation_t *operation, psa_algorithm_t alg);
psa_status_t psa_hash_update(psa_hash_operation_t *operation, const uint8_t *input,
                             size_t input_length);
psa_status_t psa_hash_finish(psa_hash_operation_t *operation, uint8_t *hash, size_t hash_size,
                             size_t *hash_length);
psa_status_t psa_hash_verify(psa_hash_operation_t *operation, const uint8_t *hash,
                             size_t hash_length);
psa_status_t psa_hash_abort(psa_hash_operation_t *operation);
psa_status_t psa_hash_clone(const psa_hash_operation_t *source_operation,
                            psa_hash_operation_t *target_operation);

/* ---- Extendable-output functions: section 10.3 ---------------------------------------------- */

psa_status_t psa_xof_setup(psa_xof_operation_t *operation, psa_algorithm_t alg);
/** The customization string of Ascon-CXOF128, at most 256 bytes. */
psa_status_t psa_xof_set_context(psa_xof_operation_t *operation, const uint8_t *context,
                                 size_t context_length);
psa_status_t psa_xof_update(psa_xof_operation_t *operation, const uint8_t *input,
                            size_t input_length);
psa_status_t psa_xof_output(psa_xof_operation_t *operation, uint8_t *output, size_t output_length);
psa_status_t psa_xof_abort(psa_xof_operation_t *operation);

/* ---- AEADs: section 10.5 -------------------------------------------------------------------- */

#define PSA_AEAD_TAG_MAX_SIZE 16u
#define PSA_AEAD_NONCE_MAX_SIZE 16u
#define PSA_ALG_AEAD_GET_TAG_LENGTH(alg) (((size_t)(alg) >> 16) & 0x3f)
#define PSA_AEAD_NONCE_LENGTH(key_type, alg)                                                       \
  ((key_type) == PSA_KEY_TYPE_ASCON && PSA_ALG_IS_AEAD(alg) ? 16u : 0u)
#define PSA_AEAD_TAG_LENGTH(key_type, key_bits, alg)                                               \
  ((void)(key_type), (void)(key_bits), PSA_ALG_AEAD_GET_TAG_LENGTH(alg))
#define PSA_AEAD_ENCRYPT_OUTPUT_SIZE(key_type, alg, plaintext_length)                              \
  ((void)(key_type), (plaintext_length) + PSA_ALG_AEAD_GET_TAG_LENGTH(alg))
#define PSA_AEAD_DECRYPT_OUTPUT_SIZE(key_type, alg, ciphertext_length)                             \
  ((void)(key_type), (ciphertext_length) > PSA_ALG_AEAD_GET_TAG_LENGTH(alg)                        \
                         ? (ciphertext_length) - PSA_ALG_AEAD_GET_TAG_LENGTH(alg)                  \
                         : 0u)
#define PSA_AEAD_UPDATE_OUTPUT_SIZE(key_type, alg, input_length)                                   \
  ((void)(key_type), (void)(alg), (input_length))

psa_status_t psa_aead_encrypt(psa_key_id_t key, psa_algorithm_t alg, const uint8_t *nonce,
                              size_t nonce_length, const uint8_t *additional_data,
                              size_t additional_data_length, const uint8_t *plaintext,
                              size_t plaintext_length, uint8_t *ciphertext, size_t ciphertext_size,
                              size_t *ciphertext_length);
psa_status_t psa_aead_decrypt(psa_key_id_t key, psa_algorithm_t alg, const uint8_t *nonce,
                              size_t nonce_length, const uint8_t *additional_data,
                              size_t additional_data_length, const uint8_t *ciphertext,
                              size_t ciphertext_length, uint8_t *plaintext, size_t plaintext_size,
                              size_t *plaintext_length);
psa_status_t psa_aead_encrypt_setup(psa_aead_operation_t *operation, psa_key_id_t key,
                                    psa_algorithm_t alg);
psa_status_t psa_aead_decrypt_setup(psa_aead_operation_t *operation, psa_key_id_t key,
                                    psa_algorithm_t alg);
/** Optional for Ascon; once given, the lengths must be kept. */
psa_status_t psa_aead_set_lengths(psa_aead_operation_t *operation, size_t ad_length,
                                  size_t plaintext_length);
psa_status_t psa_aead_generate_nonce(psa_aead_operation_t *operation, uint8_t *nonce,
                                     size_t nonce_size, size_t *nonce_length);
psa_status_t psa_aead_set_nonce(psa_aead_operation_t *operation, const uint8_t *nonce,
                                size_t nonce_length);
psa_status_t psa_aead_update_ad(psa_aead_operation_t *operation, const uint8_t *input,
                                size_t input_length);
/** Of a decryption, the output is UNVERIFIED until psa_aead_verify() has returned PSA_SUCCESS. */
psa_status_t psa_aead_update(psa_aead_operation_t *operation, const uint8_t *input,
                             size_t input_length, uint8_t *output, size_t output_size,
                             size_t *output_length);
/** Writes the tag; no text is left for `ciphertext`, which may contain the tag's place. */
psa_status_t psa_aead_finish(psa_aead_operation_t *operation, uint8_t *ciphertext,
                             size_t ciphertext_size, size_t *ciphertext_length, uint8_t *tag,
                             size_t tag_size, size_t *tag_length);
/** @param tag_length the algorithm's, whatever arrived: PSA_ERROR_INVALID_SIGNATURE otherwise */
psa_status_t psa_aead_verify(psa_aead_operation_t *operation, uint8_t *plaintext,
                             size_t plaintext_size, size_t *plaintext_length, const uint8_t *tag,
                             size_t tag_length);
psa_status_t psa_aead_abort(psa_aead_operation_t *operation);

#ifdef __cplusplus
}
#endif

#endif
