/* Volatile keys in static memory. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "keys.h"
#include "outputs.h"

#include <asconkit/ascon.h>
#include <string.h>

#ifndef PSA_ASCON_KEY_SLOTS
#define PSA_ASCON_KEY_SLOTS 8
#endif

/* Identifiers of keys that the implementation chooses begin here: section 9.4.2 of the standard. */
#define FIRST_KEY_ID ((psa_key_id_t)0x40000000)

static key_slot slots[PSA_ASCON_KEY_SLOTS];

psa_status_t psa_crypto_init(void) { return PSA_SUCCESS; }

static key_slot *slot_of(psa_key_id_t key) {
  if (key < FIRST_KEY_ID || key - FIRST_KEY_ID >= PSA_ASCON_KEY_SLOTS) return NULL;
  key_slot *slot = &slots[key - FIRST_KEY_ID];
  return slot->attributes.bits ? slot : NULL;
}

psa_status_t find_key(psa_key_id_t key, const key_slot **slot) {
  *slot = slot_of(key);
  return *slot ? PSA_SUCCESS : PSA_ERROR_INVALID_HANDLE;
}

/* The algorithm of the policy, or one with a tag as long as its wildcard demands. */
static int permits(psa_algorithm_t policy, psa_algorithm_t alg) {
  const psa_algorithm_t any_tag = PSA_ALG_AEAD_WITH_SHORTENED_TAG(policy, 0);
  if (policy == alg) return 1;
  if (!PSA_ALG_IS_AEAD(policy) || !(policy & 0x00008000) || (alg & 0x00008000)) return 0;
  return PSA_ALG_AEAD_WITH_SHORTENED_TAG(alg, 0) == any_tag &&
         PSA_ALG_AEAD_GET_TAG_LENGTH(alg) >= PSA_ALG_AEAD_GET_TAG_LENGTH(policy);
}

psa_status_t find_key_for(psa_key_id_t key, psa_key_usage_t usage, psa_algorithm_t alg,
                          const key_slot **slot) {
  psa_status_t status = find_key(key, slot);
  if (status != PSA_SUCCESS) return status;
  if (((*slot)->attributes.usage & usage) != usage) return PSA_ERROR_NOT_PERMITTED;
  return permits((*slot)->attributes.alg, alg) ? PSA_SUCCESS : PSA_ERROR_NOT_PERMITTED;
}

/* A free slot for a key of `length` bytes with these attributes. Policies for HMAC are among those
   that are refused: which block size it has with Ascon-Hash256 is not specified. */
static psa_status_t find_place(const psa_key_attributes_t *attributes, size_t length,
                               psa_key_id_t *key) {
  if (attributes->type != PSA_KEY_TYPE_ASCON) return PSA_ERROR_NOT_SUPPORTED;
  if (attributes->lifetime != PSA_KEY_LIFETIME_VOLATILE) return PSA_ERROR_NOT_SUPPORTED;
  if (attributes->alg != PSA_ALG_NONE && !PSA_ALG_IS_AEAD(attributes->alg))
    return PSA_ERROR_NOT_SUPPORTED;
  if (length != 16 && length != 32) return PSA_ERROR_INVALID_ARGUMENT;
  if (attributes->bits && attributes->bits != 8 * length) return PSA_ERROR_INVALID_ARGUMENT;
  for (psa_key_id_t i = 0; i < PSA_ASCON_KEY_SLOTS; i++) {
    *key = FIRST_KEY_ID + i;
    if (!slot_of(*key)) return PSA_SUCCESS;
  }
  return PSA_ERROR_INSUFFICIENT_MEMORY;
}

psa_status_t psa_import_key(const psa_key_attributes_t *attributes, const uint8_t *data,
                            size_t data_length, psa_key_id_t *key) {
  psa_status_t status = find_place(attributes, data_length, key);
  if (status != PSA_SUCCESS) {
    *key = PSA_KEY_ID_NULL;
    return status;
  }
  key_slot *slot = &slots[*key - FIRST_KEY_ID];
  memcpy(slot->key, data, data_length);
  slot->attributes = *attributes;
  slot->attributes.bits = (uint16_t)(8 * data_length);
  return PSA_SUCCESS;
}

psa_status_t psa_generate_key(const psa_key_attributes_t *attributes, psa_key_id_t *key) {
  uint8_t data[32];
  const size_t length = attributes->bits ? attributes->bits / 8u : 16;
  psa_status_t status = find_place(attributes, length, key);
  if (status == PSA_SUCCESS && ascon_random_bytes(data, length) != ASCON_OK)
    status = PSA_ERROR_INSUFFICIENT_ENTROPY;
  if (status == PSA_SUCCESS) status = psa_import_key(attributes, data, length, key);
  if (status != PSA_SUCCESS) *key = PSA_KEY_ID_NULL;
  ascon_wipe(data, sizeof data);
  return status;
}

psa_status_t psa_export_key(psa_key_id_t key, uint8_t *data, size_t data_size,
                            size_t *data_length) {
  const key_slot *slot = NULL;
  psa_status_t status = find_key(key, &slot);
  if (status == PSA_SUCCESS && !(slot->attributes.usage & PSA_KEY_USAGE_EXPORT))
    status = PSA_ERROR_NOT_PERMITTED;
  if (status == PSA_SUCCESS && data_size < slot->attributes.bits / 8u)
    status = PSA_ERROR_BUFFER_TOO_SMALL;
  if (status != PSA_SUCCESS) return refuse(status, data, data_size, data_length);
  *data_length = slot->attributes.bits / 8u;
  memcpy(data, slot->key, *data_length);
  return PSA_SUCCESS;
}

psa_status_t psa_get_key_attributes(psa_key_id_t key, psa_key_attributes_t *attributes) {
  const key_slot *slot = NULL;
  psa_status_t status = find_key(key, &slot);
  *attributes = status == PSA_SUCCESS ? slot->attributes : psa_key_attributes_init();
  return status;
}

psa_status_t psa_destroy_key(psa_key_id_t key) {
  key_slot *slot = slot_of(key);
  if (key == PSA_KEY_ID_NULL) return PSA_SUCCESS;
  if (!slot) return PSA_ERROR_INVALID_HANDLE;
  ascon_wipe(slot, sizeof *slot);
  return PSA_SUCCESS;
}
