/* Prints the statuses of hash calls in every order, four at a time, and those of AEAD calls whose
   arguments are wrong. The same text is compiled with the stand-alone front, and with Mbed TLS and
   algorithms of its own: both must say the
   same. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <psa/crypto.h>

#include <stdio.h>
#include <string.h>

#ifdef WITH_ASCON
#define HASH PSA_ALG_ASCON_HASH256
#define KEY_TYPE PSA_KEY_TYPE_ASCON
#define KEY_LENGTH 16
#define AEAD PSA_ALG_ASCON_AEAD128
#define NONCE_LENGTH 16
#else
#define HASH PSA_ALG_SHA_256
#define KEY_TYPE PSA_KEY_TYPE_CHACHA20
#define KEY_LENGTH 32
#define AEAD PSA_ALG_CHACHA20_POLY1305
#define NONCE_LENGTH 12
#endif
#define OTHER_AEAD PSA_ALG_AEAD_WITH_SHORTENED_TAG(AEAD, 8)

/* ---- Hash calls in every order -------------------------------------------------------------- */

static psa_status_t set_up(psa_hash_operation_t *o, uint32_t alg) { return psa_hash_setup(o, alg); }
static psa_status_t update(psa_hash_operation_t *o, uint32_t length) {
  return psa_hash_update(o, length ? (const uint8_t *)"abc" : NULL, length);
}
static psa_status_t finish(psa_hash_operation_t *o, uint32_t room) {
  uint8_t hash[32];
  size_t length;
  return psa_hash_finish(o, hash, room, &length);
}
static psa_status_t verify(psa_hash_operation_t *o, uint32_t length) {
  static const uint8_t hash[32];
  return psa_hash_verify(o, hash, length);
}
static psa_status_t clone_from(psa_hash_operation_t *o, uint32_t none) {
  psa_hash_operation_t copy = PSA_HASH_OPERATION_INIT;
  psa_status_t status = psa_hash_clone(o, &copy);
  psa_hash_abort(&copy);
  return (void)none, status;
}
static psa_status_t quit(psa_hash_operation_t *o, uint32_t none) {
  return (void)none, psa_hash_abort(o);
}

static const struct {
  const char *name;
  psa_status_t (*call)(psa_hash_operation_t *, uint32_t);
  uint32_t argument;
} STEPS[] = {
    {"setup", set_up, HASH},        {"setup-no-hash", set_up, AEAD},
    {"update", update, 3},          {"update-nothing", update, 0},
    {"finish", finish, 32},         {"finish-without-room", finish, 31},
    {"verify-another", verify, 32}, {"verify-short", verify, 31},
    {"clone", clone_from, 0},       {"abort", quit, 0},
};
enum { STEP_COUNT = sizeof STEPS / sizeof STEPS[0], LENGTH = 4 };

/* Setting up an operation that is active leaves it as it was since version 1.2 of the standard;
   before, and in Mbed TLS, it ends it. Such orders are left out. */
static void print_order(unsigned number) {
  psa_hash_operation_t operation = PSA_HASH_OPERATION_INIT;
  char line[200] = "";
  size_t at = 0;
  int active = 0;
  for (int i = 0; i < LENGTH; i++, number /= STEP_COUNT) {
    const unsigned step = number % STEP_COUNT;
    if (active && step < 2) {
      psa_hash_abort(&operation);
      return;
    }
    psa_status_t status = STEPS[step].call(&operation, STEPS[step].argument);
    at += (size_t)snprintf(line + at, sizeof line - at, "%s %d, ", STEPS[step].name, (int)status);
    if (step < 2) active = status == PSA_SUCCESS;
    else if (step > 3 && step != 8) active = 0;
    else active = active && status == PSA_SUCCESS;
  }
  puts(line);
  psa_hash_abort(&operation);
}

/* ---- AEAD calls with wrong arguments -------------------------------------------------------- */

static psa_key_id_t import(psa_key_usage_t usage, psa_algorithm_t alg) {
  static const uint8_t key[KEY_LENGTH];
  psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
  psa_key_id_t id = 0;
  psa_set_key_type(&attributes, KEY_TYPE);
  psa_set_key_usage_flags(&attributes, usage);
  psa_set_key_algorithm(&attributes, alg);
  printf("import %d\n", (int)psa_import_key(&attributes, key, sizeof key, &id));
  return id;
}

static void print_encrypt(const char *name, psa_key_id_t key, psa_algorithm_t alg, size_t room) {
  static const uint8_t nonce[NONCE_LENGTH], text[5];
  uint8_t out[32];
  size_t length = 99;
  psa_status_t status = psa_aead_encrypt(key, alg, nonce, NONCE_LENGTH, NULL, 0, text, sizeof text,
                                         out, room, &length);
  printf("encrypt, %s: %d, %u bytes\n", name, (int)status, (unsigned)length);
}

static void print_decrypt(const char *name, psa_key_id_t key, psa_algorithm_t alg, size_t sealed,
                          size_t room) {
  static const uint8_t nonce[NONCE_LENGTH], in[32];
  uint8_t out[32];
  size_t length = 99;
  psa_status_t status =
      psa_aead_decrypt(key, alg, nonce, NONCE_LENGTH, NULL, 0, in, sealed, out, room, &length);
  printf("decrypt, %s: %d, %u bytes\n", name, (int)status, (unsigned)length);
}

int main(void) {
  unsigned orders = 1;
  if (psa_crypto_init() != PSA_SUCCESS) return 1;
  for (int i = 0; i < LENGTH; i++) orders *= STEP_COUNT;
  for (unsigned i = 0; i < orders; i++) print_order(i);

  const psa_key_usage_t both = PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT;
  const psa_key_id_t key = import(both, AEAD), encrypts = import(PSA_KEY_USAGE_ENCRYPT, AEAD),
                     decrypts = import(PSA_KEY_USAGE_DECRYPT, AEAD), no_use = import(both, 0);
  print_encrypt("all right", key, AEAD, 21);
  print_encrypt("no room", key, AEAD, 20);
  print_encrypt("no room at all", key, AEAD, 0);
  print_encrypt("a key for decryption", decrypts, AEAD, 21);
  print_encrypt("a key without a policy", no_use, AEAD, 21);
  print_encrypt("another algorithm than the key's", key, OTHER_AEAD, 21);
  print_decrypt("forged", key, AEAD, 21, 5);
  print_decrypt("nothing but a tag, forged", key, AEAD, 16, 0);
  print_decrypt("shorter than a tag", key, AEAD, 15, 5);
  print_decrypt("no room", key, AEAD, 21, 4);
  print_decrypt("a key for encryption", encrypts, AEAD, 21, 5);
  printf("destroy %d\n", (int)psa_destroy_key(key));
  printf("destroy again: %s\n", psa_destroy_key(key) == PSA_SUCCESS ? "done" : "refused");
  printf("destroy none %d\n", (int)psa_destroy_key(PSA_KEY_ID_NULL));
  print_encrypt("a key without encryption", decrypts, AEAD, 21);
  return 0;
}
