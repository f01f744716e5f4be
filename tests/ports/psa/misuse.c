/* Multi-part calls of AEADs and XOFs out of order or with wrong arguments, and keys that cannot be:
   section and table numbers are those of PSA Crypto 1.4. Prints nothing if all is right.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <psa/crypto.h>

#include <stdio.h>
#include <string.h>

static int failures;

static void expect(psa_status_t status, psa_status_t expected, int line) {
  if (status == expected) return;
  fprintf(stderr, "line %d: status %d, expected %d\n", line, (int)status, (int)expected);
  failures++;
}
#define EXPECT(call, expected) expect((call), (expected), __LINE__)
#define SUCCEEDS(call) EXPECT(call, PSA_SUCCESS)
#define BAD_STATE(call) EXPECT(call, PSA_ERROR_BAD_STATE)
#define INVALID(call) EXPECT(call, PSA_ERROR_INVALID_ARGUMENT)

static const uint8_t zeros[300];
static uint8_t out[300];
static size_t length, tag_length;
static psa_key_id_t key;

static psa_status_t import(size_t bytes, psa_key_type_t type, psa_algorithm_t alg,
                           psa_key_usage_t usage, psa_key_id_t *id) {
  psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
  psa_set_key_type(&attributes, type);
  psa_set_key_usage_flags(&attributes, usage);
  psa_set_key_algorithm(&attributes, alg);
  return psa_import_key(&attributes, zeros, bytes, id);
}

/* A call that fails: the `n` bytes of its output at `out` are zeros, and no byte after them is. */
#define ZEROES(n, call, expected)                                                                  \
  do {                                                                                             \
    memset(out, 0x55, sizeof out);                                                                 \
    length = 99;                                                                                   \
    EXPECT(call, expected);                                                                        \
    EXPECT(memcmp(out, zeros, n) != 0 || out[n] != 0x55 || length != 0, 0);                        \
  } while (0)

static const psa_key_usage_t BOTH = PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT;

/* ---- Keys ------------------------------------------------------------------------------------ */

static void check_keys(void) {
  psa_key_id_t id;
  INVALID(import(15, PSA_KEY_TYPE_ASCON, PSA_ALG_ASCON_AEAD128, BOTH, &id));
  INVALID(import(0, PSA_KEY_TYPE_ASCON, PSA_ALG_ASCON_AEAD128, BOTH, &id));
  EXPECT(import(16, 0x2400, PSA_ALG_ASCON_AEAD128, BOTH, &id), PSA_ERROR_NOT_SUPPORTED);
  if (id != PSA_KEY_ID_NULL) failures++;

  psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
  psa_set_key_type(&attributes, PSA_KEY_TYPE_ASCON);
  psa_set_key_bits(&attributes, 256);
  INVALID(psa_import_key(&attributes, zeros, 16, &id));
  psa_set_key_lifetime(&attributes, 1);
  EXPECT(psa_import_key(&attributes, zeros, 32, &id), PSA_ERROR_NOT_SUPPORTED);
  psa_set_key_lifetime(&attributes, PSA_KEY_LIFETIME_VOLATILE);
  psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_EXPORT);
  SUCCEEDS(psa_generate_key(&attributes, &id));
  ZEROES(31, psa_export_key(id, out, 31, &length), PSA_ERROR_BUFFER_TOO_SMALL);
  SUCCEEDS(psa_export_key(id, out, 32, &length));
  if (length != 32 || memcmp(out, zeros, 32) == 0) failures++;
  psa_reset_key_attributes(&attributes);
  SUCCEEDS(psa_get_key_attributes(id, &attributes));
  if (psa_get_key_bits(&attributes) != 256) failures++;
  SUCCEEDS(psa_destroy_key(id));
  EXPECT(psa_get_key_attributes(id, &attributes), PSA_ERROR_INVALID_HANDLE);
  ZEROES(32, psa_export_key(key, out, 32, &length), PSA_ERROR_NOT_PERMITTED);
  ZEROES(32, psa_export_key(id, out, 32, &length), PSA_ERROR_INVALID_HANDLE);

  psa_key_id_t all[16];
  size_t made = 0;
  while (made < 16 && import(16, PSA_KEY_TYPE_ASCON, 0, 0, &all[made]) == PSA_SUCCESS) made++;
  if (made == 0 || made == 16) failures++;
  EXPECT(import(16, PSA_KEY_TYPE_ASCON, 0, 0, &id), PSA_ERROR_INSUFFICIENT_MEMORY);
  while (made) SUCCEEDS(psa_destroy_key(all[--made]));
}

/* No hash as HMAC's (section 10.4.2 has its identifiers): neither by keys nor by generic code. */
static void check_no_hmac(void) {
  const psa_algorithm_t hmac = 0x03800000 | (PSA_ALG_ASCON_HASH256 & 0xff);
  psa_hash_operation_t operation = PSA_HASH_OPERATION_INIT;
  psa_key_id_t id;
  EXPECT(import(32, 0x1100, hmac, BOTH, &id), PSA_ERROR_NOT_SUPPORTED);
  EXPECT(import(32, PSA_KEY_TYPE_ASCON, hmac, BOTH, &id), PSA_ERROR_NOT_SUPPORTED);
  if (id != PSA_KEY_ID_NULL) failures++;
  INVALID(psa_hash_setup(&operation, hmac));
#ifdef PSA_HASH_BLOCK_LENGTH
  failures++; /* generic HMAC would take it for B */
#endif
}

/* A policy for tags of some length or more. */
static void check_policy(void) {
  const psa_algorithm_t long_tags =
      PSA_ALG_AEAD_WITH_AT_LEAST_THIS_LENGTH_TAG(PSA_ALG_ASCON_AEAD128, 8);
  psa_key_id_t id;
  SUCCEEDS(import(16, PSA_KEY_TYPE_ASCON, long_tags, BOTH, &id));
  for (unsigned tag = 4; tag <= 16; tag++)
    EXPECT(psa_aead_encrypt(id, PSA_ALG_AEAD_WITH_SHORTENED_TAG(PSA_ALG_ASCON_AEAD128, tag), zeros,
                            16, NULL, 0, NULL, 0, out, 16, &length),
           tag < 8 ? PSA_ERROR_NOT_PERMITTED : PSA_SUCCESS);
  EXPECT(psa_aead_encrypt(id, long_tags, zeros, 16, NULL, 0, NULL, 0, out, 16, &length),
         PSA_ERROR_INVALID_ARGUMENT);
  SUCCEEDS(psa_destroy_key(id));
  for (unsigned tag = 0; tag < 64; tag++) {
    const psa_algorithm_t alg = PSA_ALG_AEAD_WITH_SHORTENED_TAG(PSA_ALG_ASCON_AEAD128, tag);
    SUCCEEDS(import(16, PSA_KEY_TYPE_ASCON, alg, BOTH, &id));
    EXPECT(psa_aead_encrypt(id, alg, zeros, 16, NULL, 0, NULL, 0, out, 64, &length),
           tag < 4 || tag > 16 ? PSA_ERROR_INVALID_ARGUMENT : PSA_SUCCESS);
    SUCCEEDS(psa_destroy_key(id));
  }
}

/* ---- AEADs ----------------------------------------------------------------------------------- */

static psa_aead_operation_t started(int encrypts) {
  psa_aead_operation_t operation = PSA_AEAD_OPERATION_INIT;
  SUCCEEDS(encrypts ? psa_aead_encrypt_setup(&operation, key, PSA_ALG_ASCON_AEAD128)
                    : psa_aead_decrypt_setup(&operation, key, PSA_ALG_ASCON_AEAD128));
  return operation;
}

static psa_aead_operation_t with_nonce(int encrypts) {
  psa_aead_operation_t operation = started(encrypts);
  SUCCEEDS(psa_aead_set_nonce(&operation, zeros, 16));
  return operation;
}

/* An operation that failed is over: it can be set up anew, and nothing else. */
static void is_over(psa_aead_operation_t *operation) {
  BAD_STATE(psa_aead_update_ad(operation, zeros, 1));
  SUCCEEDS(psa_aead_encrypt_setup(operation, key, PSA_ALG_ASCON_AEAD128));
  SUCCEEDS(psa_aead_abort(operation));
  SUCCEEDS(psa_aead_abort(operation));
}

#define FAILS(status, start, call)                                                                 \
  do {                                                                                             \
    psa_aead_operation_t o = start;                                                                \
    EXPECT(call, status);                                                                          \
    is_over(&o);                                                                                   \
  } while (0)

static psa_status_t finish(psa_aead_operation_t *o, size_t room) {
  return psa_aead_finish(o, NULL, 0, &length, out, room, &tag_length);
}

static psa_status_t update(psa_aead_operation_t *o, size_t n, size_t room) {
  return psa_aead_update(o, zeros, n, out, room, &length);
}

static psa_status_t verify(psa_aead_operation_t *o, size_t n) {
  return psa_aead_verify(o, NULL, 0, &length, zeros, n);
}

static psa_aead_operation_t with_lengths(size_t ad, size_t text) {
  psa_aead_operation_t operation = started(1);
  SUCCEEDS(psa_aead_set_lengths(&operation, ad, text));
  SUCCEEDS(psa_aead_set_nonce(&operation, zeros, 16));
  return operation;
}

static void check_aead(void) {
  const psa_aead_operation_t none = PSA_AEAD_OPERATION_INIT;
  FAILS(PSA_ERROR_BAD_STATE, none, psa_aead_set_nonce(&o, zeros, 16));
  FAILS(PSA_ERROR_BAD_STATE, none, psa_aead_set_lengths(&o, 0, 0));
  FAILS(PSA_ERROR_BAD_STATE, none, update(&o, 1, 1));
  FAILS(PSA_ERROR_BAD_STATE, none, finish(&o, 16));
  FAILS(PSA_ERROR_BAD_STATE, none, verify(&o, 16));
  FAILS(PSA_ERROR_BAD_STATE, started(1), psa_aead_update_ad(&o, zeros, 1));
  FAILS(PSA_ERROR_BAD_STATE, started(1), update(&o, 1, 1));
  FAILS(PSA_ERROR_BAD_STATE, started(1), finish(&o, 16));
  FAILS(PSA_ERROR_BAD_STATE, started(0), verify(&o, 16));
  FAILS(PSA_ERROR_BAD_STATE, with_nonce(1), psa_aead_set_nonce(&o, zeros, 16));
  FAILS(PSA_ERROR_BAD_STATE, with_nonce(1), psa_aead_set_lengths(&o, 0, 0));
  FAILS(PSA_ERROR_BAD_STATE, with_nonce(1), psa_aead_generate_nonce(&o, out, 16, &length));
  FAILS(PSA_ERROR_BAD_STATE, started(0), psa_aead_generate_nonce(&o, out, 16, &length));
  FAILS(PSA_ERROR_BUFFER_TOO_SMALL, started(1), psa_aead_generate_nonce(&o, out, 15, &length));
  FAILS(PSA_ERROR_BAD_STATE, with_nonce(0), finish(&o, 16));
  FAILS(PSA_ERROR_BAD_STATE, with_nonce(1), verify(&o, 16));
  FAILS(PSA_ERROR_INVALID_ARGUMENT, started(1), psa_aead_set_nonce(&o, zeros, 15));
  FAILS(PSA_ERROR_BUFFER_TOO_SMALL, with_nonce(1), update(&o, 2, 1));
  FAILS(PSA_ERROR_BUFFER_TOO_SMALL, with_nonce(1), finish(&o, 15));
  FAILS(PSA_ERROR_INVALID_SIGNATURE, with_nonce(0), verify(&o, 16));
  FAILS(PSA_ERROR_INVALID_SIGNATURE, with_nonce(0), verify(&o, 15));

  /* Lengths that were announced are kept. */
  FAILS(PSA_ERROR_INVALID_ARGUMENT, with_lengths(1, 2), psa_aead_update_ad(&o, zeros, 2));
  FAILS(PSA_ERROR_INVALID_ARGUMENT, with_lengths(1, 2), update(&o, 2, 2));
  FAILS(PSA_ERROR_INVALID_ARGUMENT, with_lengths(0, 2), update(&o, 3, 3));
  FAILS(PSA_ERROR_INVALID_ARGUMENT, with_lengths(0, 2), finish(&o, 16));
  psa_aead_operation_t operation = with_lengths(1, 2);
  SUCCEEDS(psa_aead_update_ad(&operation, zeros, 1));
  SUCCEEDS(update(&operation, 1, 1));
  SUCCEEDS(update(&operation, 1, 1));
  SUCCEEDS(finish(&operation, 16));
  is_over(&operation);

  operation = with_nonce(1);
  SUCCEEDS(update(&operation, 1, 1));
  BAD_STATE(psa_aead_update_ad(&operation, zeros, 1));
  is_over(&operation);
  operation = started(1);
  BAD_STATE(psa_aead_encrypt_setup(&operation, key, PSA_ALG_ASCON_AEAD128));
  SUCCEEDS(psa_aead_set_nonce(&operation, zeros, 16)); /* it is as it was */
  SUCCEEDS(finish(&operation, 16));

  operation = started(1);
  SUCCEEDS(psa_aead_generate_nonce(&operation, out, 16, &length));
  if (length != 16 || memcmp(out, zeros, 16) == 0) failures++;
  SUCCEEDS(finish(&operation, 16));

  INVALID(psa_aead_encrypt_setup(&operation, key, PSA_ALG_ASCON_HASH256));
  EXPECT(psa_aead_encrypt_setup(&operation, key + 1000, PSA_ALG_ASCON_AEAD128),
         PSA_ERROR_INVALID_HANDLE);
  INVALID(
      psa_aead_encrypt(key, PSA_ALG_ASCON_AEAD128, zeros, 12, NULL, 0, NULL, 0, out, 16, &length));
  /* A length that wraps around. */
  EXPECT(psa_aead_encrypt(key, PSA_ALG_ASCON_AEAD128, zeros, 16, NULL, 0, zeros, SIZE_MAX - 3, out,
                          16, &length),
         PSA_ERROR_BUFFER_TOO_SMALL);
}

/* Outputs of calls that fail are zeros. */
static void check_outputs(void) {
  const psa_algorithm_t none = 0x05000000;
  psa_aead_operation_t o = PSA_AEAD_OPERATION_INIT;
  ZEROES(40, psa_aead_encrypt(key, none, zeros, 16, NULL, 0, zeros, 5, out, 40, &length),
         PSA_ERROR_NOT_PERMITTED);
  ZEROES(
      20,
      psa_aead_encrypt(key, PSA_ALG_ASCON_AEAD128, zeros, 16, NULL, 0, zeros, 5, out, 20, &length),
      PSA_ERROR_BUFFER_TOO_SMALL);
  ZEROES(40, psa_aead_decrypt(key, none, zeros, 16, NULL, 0, zeros, 20, out, 40, &length),
         PSA_ERROR_NOT_PERMITTED);
  ZEROES(
      40,
      psa_aead_decrypt(key, PSA_ALG_ASCON_AEAD128, zeros, 16, NULL, 0, zeros, 20, out, 40, &length),
      PSA_ERROR_INVALID_SIGNATURE);
  ZEROES(40, psa_aead_generate_nonce(&o, out, 40, &length), PSA_ERROR_BAD_STATE);
  ZEROES(40, update(&o, 1, 40), PSA_ERROR_BAD_STATE);
  o = with_nonce(1);
  ZEROES(1, update(&o, 2, 1), PSA_ERROR_BUFFER_TOO_SMALL);
  tag_length = 0; /* of ciphertext at `out + 20`, as of the tag before it */
  ZEROES(40, psa_aead_finish(&o, out + 20, 20, &tag_length, out, 20, &length), PSA_ERROR_BAD_STATE);
  o = with_nonce(1);
  ZEROES(35, psa_aead_finish(&o, out + 15, 20, &tag_length, out, 15, &length),
         PSA_ERROR_BUFFER_TOO_SMALL);
  ZEROES(40, psa_aead_verify(&o, out, 40, &length, zeros, 16), PSA_ERROR_BAD_STATE);
  o = with_nonce(0);
  ZEROES(40, psa_aead_verify(&o, out, 40, &length, zeros, 16), PSA_ERROR_INVALID_SIGNATURE);

  psa_hash_operation_t hash = PSA_HASH_OPERATION_INIT;
  ZEROES(32, psa_hash_finish(&hash, out, 32, &length), PSA_ERROR_BAD_STATE);
  SUCCEEDS(psa_hash_setup(&hash, PSA_ALG_ASCON_HASH256));
  ZEROES(31, psa_hash_finish(&hash, out, 31, &length), PSA_ERROR_BUFFER_TOO_SMALL);
  ZEROES(31, psa_hash_compute(PSA_ALG_ASCON_HASH256, zeros, 1, out, 31, &length),
         PSA_ERROR_BUFFER_TOO_SMALL);
  psa_xof_operation_t sponge = PSA_XOF_OPERATION_INIT;
  ZEROES(40, (length = 0, psa_xof_output(&sponge, out, 40)), PSA_ERROR_BAD_STATE);
}

/* The tag's place may be in the buffer for the text that is left, of which there is none. */
static void check_tag_in_place(void) {
  uint8_t expected[16];
  psa_aead_operation_t o = with_nonce(1);
  SUCCEEDS(update(&o, 5, 5));
  SUCCEEDS(psa_aead_finish(&o, NULL, 0, &length, expected, 16, &tag_length));
  for (size_t at = 0; at <= 24; at += 8) {
    memset(out, 0x55, sizeof out);
    o = with_nonce(1);
    SUCCEEDS(update(&o, 5, 5));
    SUCCEEDS(psa_aead_finish(&o, out + 5, 40, &length, out + 5 + at, 16, &tag_length));
    EXPECT(length != 0 || tag_length != 16 || memcmp(out + 5 + at, expected, 16) != 0, 0);
  }
}

/* The algorithm has the length of the tag: the beginning of the right one is not enough. */
static void check_received_tags(void) {
  uint8_t tag[17] = {0};
  psa_aead_operation_t o = with_nonce(1);
  SUCCEEDS(psa_aead_finish(&o, NULL, 0, &length, tag, 16, &tag_length));
  for (size_t n = 0; n <= 17; n++) {
    o = with_nonce(0);
    EXPECT(psa_aead_verify(&o, NULL, 0, &length, tag, n),
           n == 16 ? PSA_SUCCESS : PSA_ERROR_INVALID_SIGNATURE);
    EXPECT(
        psa_aead_decrypt(key, PSA_ALG_ASCON_AEAD128, zeros, 16, NULL, 0, tag, n, out, 16, &length),
        n == 16  ? PSA_SUCCESS
        : n < 16 ? PSA_ERROR_INVALID_ARGUMENT
                 : PSA_ERROR_INVALID_SIGNATURE);
  }
}

/* ---- XOFs ----------------------------------------------------------------------------------- */

static psa_xof_operation_t xof(psa_algorithm_t alg) {
  psa_xof_operation_t operation = PSA_XOF_OPERATION_INIT;
  SUCCEEDS(psa_xof_setup(&operation, alg));
  return operation;
}

#define XOF_FAILS(status, start, call)                                                             \
  do {                                                                                             \
    psa_xof_operation_t o = start;                                                                 \
    EXPECT(call, status);                                                                          \
    BAD_STATE(psa_xof_update(&o, zeros, 1));                                                       \
    SUCCEEDS(psa_xof_setup(&o, PSA_ALG_ASCON_XOF128));                                             \
    SUCCEEDS(psa_xof_abort(&o));                                                                   \
  } while (0)

static void check_xof(void) {
  const psa_xof_operation_t none = PSA_XOF_OPERATION_INIT;
  XOF_FAILS(PSA_ERROR_BAD_STATE, none, psa_xof_output(&o, out, 1));
  XOF_FAILS(PSA_ERROR_BAD_STATE, none, psa_xof_set_context(&o, zeros, 1));
  XOF_FAILS(PSA_ERROR_INVALID_ARGUMENT, xof(PSA_ALG_ASCON_XOF128),
            psa_xof_set_context(&o, zeros, 1));
  XOF_FAILS(PSA_ERROR_INVALID_ARGUMENT, xof(PSA_ALG_ASCON_CXOF128),
            psa_xof_set_context(&o, zeros, 257));
  XOF_FAILS(PSA_ERROR_BAD_STATE, xof(PSA_ALG_ASCON_CXOF128), psa_xof_update(&o, zeros, 1));
  XOF_FAILS(PSA_ERROR_BAD_STATE, xof(PSA_ALG_ASCON_CXOF128), psa_xof_output(&o, out, 1));

  psa_xof_operation_t operation = xof(PSA_ALG_ASCON_CXOF128);
  SUCCEEDS(psa_xof_set_context(&operation, zeros, 256));
  BAD_STATE(psa_xof_set_context(&operation, zeros, 1));
  operation = xof(PSA_ALG_ASCON_XOF128);
  SUCCEEDS(psa_xof_output(&operation, out, 1));
  BAD_STATE(psa_xof_update(&operation, zeros, 1));
  operation = xof(PSA_ALG_ASCON_XOF128);
  BAD_STATE(psa_xof_setup(&operation, PSA_ALG_ASCON_XOF128));
  SUCCEEDS(psa_xof_update(&operation, zeros, 1)); /* it is as it was */
  SUCCEEDS(psa_xof_abort(&operation));
  INVALID(psa_xof_setup(&operation, PSA_ALG_ASCON_HASH256));
  EXPECT(psa_xof_setup(&operation, (psa_algorithm_t)0x0d000100), PSA_ERROR_NOT_SUPPORTED);
}

int main(void) {
  SUCCEEDS(psa_crypto_init());
  SUCCEEDS(import(16, PSA_KEY_TYPE_ASCON, PSA_ALG_ASCON_AEAD128, BOTH, &key));
  check_keys();
  check_no_hmac();
  check_policy();
  check_aead();
  check_outputs();
  check_tag_in_place();
  check_received_tags();
  check_xof();
  return failures != 0;
}
