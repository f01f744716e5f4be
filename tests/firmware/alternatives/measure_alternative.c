/* Measures the calls of peer.h as measuring.h says, after published answers: -DPEER_CHACHAPOLY,
   PEER_CCM, PEER_GCM or PEER_HASH (with -DPEER_BLAKE2S where it is not SHA-256), each with
   -DMEASURE_LENGTHS=16,64 or other lengths up to LONGEST bytes.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define MEASURE_PAINTED 5120
#include "../measuring.h"
#include "peer.h"
#include "published.h"

#include <string.h>

enum { LONGEST = 1024, FULL_TAG = 16 };
#define START_SUM 2166136261u

static uint8_t input[LONGEST] __attribute__((aligned(8)));
static uint8_t output[LONGEST] __attribute__((aligned(8)));
static uint8_t key[32] __attribute__((aligned(8))), nonce[16] __attribute__((aligned(8)));
static uint8_t tag[16] __attribute__((aligned(8), unused));

static void expect(int right, const char *what) {
  if (right) return;
  failures++;
  put_text("wrong: ");
  put_text(what);
  put_text("\n");
}

#ifdef PEER_HASH

static void check_published(void) {
  expect(!peer_hash(output, (const uint8_t *)"abc", 3) &&
             memcmp(output, published_digest, DIGEST_BYTES) == 0,
         "the published digest");
}

static int no_hash(uint8_t *out, const uint8_t *in, size_t n) {
  (void)out, (void)in, (void)n;
  return 0;
}

static void run_hash(any_call call, size_t n) {
  __typeof__(&no_hash) volatile hash = (__typeof__(&no_hash))call;
  mark();
  int failed = hash(output, input, n);
  mark();
  if (failed) failures++;
}

static void measure_length(size_t n) {
  size_t stack = measure(run_hash, (any_call)no_hash, (any_call)peer_hash, n);
  report("hash", n, stack, checksum(START_SUM, output, DIGEST_BYTES));
}

#else

static void check_published(void) {
  const published_message *m = &published;
  uint8_t found[16];
  expect(!peer_encrypt(output, found, m->tag_length, m->text, m->length, m->ad, m->ad_length,
                       m->nonce, m->key) &&
             memcmp(output, m->ciphertext, m->length) == 0 &&
             memcmp(found, m->tag, m->tag_length) == 0,
         "the published ciphertext and tag");
  expect(!peer_decrypt(output, m->ciphertext, m->length, found, m->tag_length, m->ad, m->ad_length,
                       m->nonce, m->key) &&
             memcmp(output, m->text, m->length) == 0,
         "the published text");
  found[0] ^= 1;
  expect(peer_decrypt(output, m->ciphertext, m->length, found, m->tag_length, m->ad, m->ad_length,
                      m->nonce, m->key),
         "a forged tag is accepted");
  for (size_t i = 0; i < m->length; i++) expect(output[i] == 0, "text of a forged message");
}

static int no_encrypt(uint8_t *c, uint8_t *t, size_t tag_bytes, const uint8_t *p, size_t n,
                      const uint8_t *ad, size_t ad_bytes, const uint8_t *iv, const uint8_t *k) {
  (void)c, (void)t, (void)tag_bytes, (void)p, (void)n, (void)ad, (void)ad_bytes, (void)iv, (void)k;
  return 0;
}

static int no_decrypt(uint8_t *p, const uint8_t *c, size_t n, const uint8_t *t, size_t tag_bytes,
                      const uint8_t *ad, size_t ad_bytes, const uint8_t *iv, const uint8_t *k) {
  (void)p, (void)c, (void)n, (void)t, (void)tag_bytes, (void)ad, (void)ad_bytes, (void)iv, (void)k;
  return 0;
}

static void run_encrypt(any_call call, size_t n) {
  __typeof__(&no_encrypt) volatile encrypt = (__typeof__(&no_encrypt))call;
  mark();
  int failed = encrypt(output, tag, FULL_TAG, input, n, NULL, 0, nonce, key);
  mark();
  if (failed) failures++;
}

static void run_decrypt(any_call call, size_t n) {
  __typeof__(&no_decrypt) volatile decrypt = (__typeof__(&no_decrypt))call;
  mark();
  int failed = decrypt(input, output, n, tag, FULL_TAG, NULL, 0, nonce, key);
  mark();
  if (failed) failures++;
}

static void measure_length(size_t n) {
  size_t stack = measure(run_encrypt, (any_call)no_encrypt, (any_call)peer_encrypt, n);
  report("encrypt", n, stack, checksum(checksum(START_SUM, output, n), tag, FULL_TAG));
  for (size_t i = 0; i < n; i++) input[i] = 0;
  stack = measure(run_decrypt, (any_call)no_decrypt, (any_call)peer_decrypt, n);
  report("decrypt", n, stack, checksum(START_SUM, input, n));
}

#endif

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  static const uint16_t lengths[] = {MEASURE_LENGTHS};
  set_inputs(input, LONGEST, key, sizeof key, nonce);
  check_published();
  for (uint8_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) measure_length(lengths[i]);
  return failures ? 1 : 0;
}
