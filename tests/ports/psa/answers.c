/* Prints what the PSA calls compute of strings in hexadecimal, in one call and in pieces of PIECE
   bytes, which must give the same, and undoes it: answers aead TAG_LENGTH KEY NONCE AD TEXT PIECE
     answers hash TEXT PIECE
     answers xof LENGTH TEXT PIECE [CONTEXT]
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <psa/crypto.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                      \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)
#define SUCCEEDS(call) CHECK((call) == PSA_SUCCESS)

typedef struct string {
  uint8_t *data; /* exactly `length` bytes, so that sanitizers see every byte too many */
  size_t length;
} string;

/* All of them, freed at the end of main(). */
static void *allocated[64];
static size_t allocations;

static string allocate(size_t length) {
  string s = {malloc(length + !length), length};
  CHECK(s.data && allocations < sizeof allocated / sizeof allocated[0]);
  allocated[allocations++] = s.data;
  return s;
}

static string parse(const char *digits) {
  string s = allocate(strlen(digits) / 2);
  for (size_t i = 0; i < s.length; i++) {
    char pair[3] = {digits[2 * i], digits[2 * i + 1], 0};
    s.data[i] = (uint8_t)strtoul(pair, NULL, 16);
  }
  return s;
}

static int same(string a, string b) {
  return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

static void print(string s) {
  for (size_t i = 0; i < s.length; i++) printf("%02x", s.data[i]);
  puts("");
}

/* The next piece: at most `piece` bytes from `at` on. */
static size_t next(string s, size_t at, size_t piece) {
  return s.length - at < piece ? s.length - at : piece;
}

/* ---- AEAD ----------------------------------------------------------------------------------- */

typedef struct message {
  psa_key_id_t key;
  psa_algorithm_t alg;
  string nonce, ad;
  size_t piece;
} message;

static psa_key_id_t import(string key, psa_key_usage_t usage, psa_algorithm_t alg) {
  psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
  psa_key_id_t id;
  psa_set_key_type(&attributes, PSA_KEY_TYPE_ASCON);
  psa_set_key_usage_flags(&attributes, usage);
  psa_set_key_algorithm(&attributes, alg);
  SUCCEEDS(psa_import_key(&attributes, key.data, key.length, &id));
  return id;
}

static string seal(const message *m, string text) {
  string sealed = allocate(PSA_AEAD_ENCRYPT_OUTPUT_SIZE(PSA_KEY_TYPE_ASCON, m->alg, text.length));
  size_t length;
  SUCCEEDS(psa_aead_encrypt(m->key, m->alg, m->nonce.data, m->nonce.length, m->ad.data,
                            m->ad.length, text.data, text.length, sealed.data, sealed.length,
                            &length));
  CHECK(length == sealed.length);
  return sealed;
}

/* The associated data and the text of an operation that has been set up, in pieces. */
static void update(psa_aead_operation_t *operation, const message *m, string in, uint8_t *out) {
  size_t length;
  SUCCEEDS(psa_aead_set_lengths(operation, m->ad.length, in.length));
  SUCCEEDS(psa_aead_set_nonce(operation, m->nonce.data, m->nonce.length));
  for (size_t at = 0, n; at < m->ad.length; at += n) {
    n = next(m->ad, at, m->piece);
    SUCCEEDS(psa_aead_update_ad(operation, m->ad.data + at, n));
  }
  for (size_t at = 0, n; at < in.length; at += n) {
    n = next(in, at, m->piece);
    SUCCEEDS(psa_aead_update(operation, in.data + at, n, out + at, n, &length));
    CHECK(length == n);
  }
}

static string seal_in_pieces(const message *m, string text) {
  psa_aead_operation_t operation = PSA_AEAD_OPERATION_INIT;
  const size_t tag_length = PSA_ALG_AEAD_GET_TAG_LENGTH(m->alg);
  string sealed = allocate(text.length + tag_length);
  size_t length, none;
  SUCCEEDS(psa_aead_encrypt_setup(&operation, m->key, m->alg));
  update(&operation, m, text, sealed.data);
  SUCCEEDS(
      psa_aead_finish(&operation, NULL, 0, &none, sealed.data + text.length, tag_length, &length));
  CHECK(none == 0 && length == tag_length);
  return sealed;
}

static string open_whole(const message *m, string sealed) {
  string text = allocate(PSA_AEAD_DECRYPT_OUTPUT_SIZE(PSA_KEY_TYPE_ASCON, m->alg, sealed.length));
  size_t length;
  SUCCEEDS(psa_aead_decrypt(m->key, m->alg, m->nonce.data, m->nonce.length, m->ad.data,
                            m->ad.length, sealed.data, sealed.length, text.data, text.length,
                            &length));
  CHECK(length == text.length);
  sealed.data[0] ^= 1;
  CHECK(psa_aead_decrypt(m->key, m->alg, m->nonce.data, m->nonce.length, m->ad.data, m->ad.length,
                         sealed.data, sealed.length, text.data, text.length,
                         &length) == PSA_ERROR_INVALID_SIGNATURE);
  CHECK(length == 0);
  for (size_t i = 0; i < text.length; i++) CHECK(text.data[i] == 0);
  sealed.data[0] ^= 1;
  SUCCEEDS(psa_aead_decrypt(m->key, m->alg, m->nonce.data, m->nonce.length, m->ad.data,
                            m->ad.length, sealed.data, sealed.length, text.data, text.length,
                            &length));
  return text;
}

static string open_in_pieces(const message *m, string sealed) {
  const size_t tag_length = PSA_ALG_AEAD_GET_TAG_LENGTH(m->alg);
  string text = allocate(sealed.length - tag_length);
  const string cipher = {sealed.data, text.length};
  for (int genuine = 0; genuine <= 1; genuine++) {
    psa_aead_operation_t operation = psa_aead_operation_init();
    size_t none;
    SUCCEEDS(psa_aead_decrypt_setup(&operation, m->key, m->alg));
    update(&operation, m, cipher, text.data);
    sealed.data[sealed.length - 1] ^= (uint8_t)!genuine;
    CHECK(psa_aead_verify(&operation, NULL, 0, &none, sealed.data + text.length, tag_length) ==
          (genuine ? PSA_SUCCESS : PSA_ERROR_INVALID_SIGNATURE));
    sealed.data[sealed.length - 1] ^= (uint8_t)!genuine;
  }
  return text;
}

static void aead(char **a) {
  const psa_algorithm_t alg =
      PSA_ALG_AEAD_WITH_SHORTENED_TAG(PSA_ALG_ASCON_AEAD128, strtoul(a[0], NULL, 10));
  const message m = {import(parse(a[1]), PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT, alg), alg,
                     parse(a[2]), parse(a[3]), strtoul(a[5], NULL, 10)};
  const string text = parse(a[4]), sealed = seal(&m, text);
  CHECK(same(seal_in_pieces(&m, text), sealed));
  CHECK(same(open_whole(&m, sealed), text));
  CHECK(same(open_in_pieces(&m, sealed), text));
  print(sealed);
  SUCCEEDS(psa_destroy_key(m.key));
}

/* ---- Hashes and XOFs ------------------------------------------------------------------------ */

static void hash(char **a) {
  const string text = parse(a[0]), whole = allocate(32), pieces = allocate(32);
  const size_t piece = strtoul(a[1], NULL, 10);
  psa_hash_operation_t operation = PSA_HASH_OPERATION_INIT, copy = psa_hash_operation_init();
  size_t length;
  SUCCEEDS(
      psa_hash_compute(PSA_ALG_ASCON_HASH256, text.data, text.length, whole.data, 32, &length));
  CHECK(length == PSA_HASH_LENGTH(PSA_ALG_ASCON_HASH256));
  SUCCEEDS(psa_hash_compare(PSA_ALG_ASCON_HASH256, text.data, text.length, whole.data, 32));
  SUCCEEDS(psa_hash_setup(&operation, PSA_ALG_ASCON_HASH256));
  for (size_t at = 0, n; at < text.length; at += n) {
    n = next(text, at, piece);
    SUCCEEDS(psa_hash_update(&operation, text.data + at, n));
  }
  SUCCEEDS(psa_hash_clone(&operation, &copy));
  SUCCEEDS(psa_hash_verify(&copy, whole.data, 32));
  SUCCEEDS(psa_hash_finish(&operation, pieces.data, 32, &length));
  CHECK(same(whole, pieces));
  print(whole);
}

static void xof(char **a, int has_context) {
  const string out = allocate(strtoul(a[0], NULL, 10)), text = parse(a[1]);
  const size_t piece = strtoul(a[2], NULL, 10);
  psa_xof_operation_t operation = PSA_XOF_OPERATION_INIT;
  SUCCEEDS(psa_xof_setup(&operation, has_context ? PSA_ALG_ASCON_CXOF128 : PSA_ALG_ASCON_XOF128));
  if (has_context) {
    const string context = parse(a[3]);
    SUCCEEDS(psa_xof_set_context(&operation, context.data, context.length));
  }
  for (size_t at = 0, n; at < text.length; at += n) {
    n = next(text, at, piece);
    SUCCEEDS(psa_xof_update(&operation, text.data + at, n));
  }
  for (size_t at = 0, n; at < out.length; at += n) {
    n = next(out, at, piece);
    SUCCEEDS(psa_xof_output(&operation, out.data + at, n));
  }
  SUCCEEDS(psa_xof_abort(&operation));
  print(out);
}

int main(int count, char **arguments) {
  SUCCEEDS(psa_crypto_init());
  if (count == 8 && !strcmp(arguments[1], "aead")) aead(arguments + 2);
  else if (count == 4 && !strcmp(arguments[1], "hash")) hash(arguments + 2);
  else if ((count == 5 || count == 6) && !strcmp(arguments[1], "xof"))
    xof(arguments + 2, count == 6);
  else return 2;
  while (allocations) free(allocated[--allocations]);
  return 0;
}
