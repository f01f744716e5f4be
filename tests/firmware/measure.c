/* Measures the calls of one algorithm, as measuring.h says. Which one: -DMEASURE_AEAD=aead128,
   MEASURE_HASH, MEASURE_XOF, MEASURE_CXOF, MEASURE_MAC, MEASURE_PRF, MEASURE_PRFSHORT, each with
   -DMEASURE_LENGTHS=1,16 or other lengths up to LONGEST bytes; or -DMEASURE_ROUNDS for the
   permutation.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "measuring.h"

#define JOINED(a, b) ascon_##a##b
#define NAME(a, b) JOINED(a, b)

enum { LONGEST = 1536 };

static uint8_t input[LONGEST] __attribute__((aligned(8)));
static uint8_t output[LONGEST] __attribute__((aligned(8), unused));
static uint8_t key[32] __attribute__((aligned(8))), nonce[16] __attribute__((aligned(8)));
static uint8_t tag[32] __attribute__((aligned(8), unused));

#if defined(MEASURE_ROUNDS)

static ascon_state state;

static ascon_result no_permute(ascon_state *s, unsigned rounds) {
  (void)s, (void)rounds;
  return ASCON_OK;
}

static void run_permute(any_call call, size_t rounds) {
  ascon_result (*volatile permute)(ascon_state *, unsigned) =
      (ascon_result(*)(ascon_state *, unsigned))call;
  mark();
  ascon_result result = permute(&state, (unsigned)rounds);
  mark();
  expect_ok(result);
}

static void measure_all(void) {
  static const uint8_t rounds[] = {4, 8, 12, 16};
  for (uint8_t i = 0; i < sizeof rounds; i++) {
    ascon_permutation_init(&state, NULL);
    ascon_permutation_apply(&state, rounds[i]);
    ascon_permutation_get(&state, ASCON_LITTLE_ENDIAN, 0, output, 40);
    size_t stack =
        measure(run_permute, (any_call)no_permute, (any_call)ascon_permutation_apply, rounds[i]);
    report("permute", rounds[i], stack, checksum(2166136261u, output, 40));
  }
}

#elif defined(MEASURE_AEAD)

#define ENCRYPT NAME(MEASURE_AEAD, _encrypt)
#define DECRYPT NAME(MEASURE_AEAD, _decrypt)

static ascon_result no_encrypt(uint8_t *c, uint8_t *t, size_t tag_bytes, const uint8_t *p, size_t n,
                               const uint8_t *ad, size_t ad_bytes, const uint8_t *iv,
                               const uint8_t *k) {
  (void)c, (void)t, (void)tag_bytes, (void)p, (void)n, (void)ad, (void)ad_bytes, (void)iv, (void)k;
  return ASCON_OK;
}

static ascon_result no_decrypt(uint8_t *p, const uint8_t *c, size_t n, const uint8_t *t,
                               size_t tag_bytes, const uint8_t *ad, size_t ad_bytes,
                               const uint8_t *iv, const uint8_t *k) {
  (void)p, (void)c, (void)n, (void)t, (void)tag_bytes, (void)ad, (void)ad_bytes, (void)iv, (void)k;
  return ASCON_OK;
}

static void run_encrypt(any_call call, size_t n) {
  __typeof__(&no_encrypt) volatile encrypt = (__typeof__(&no_encrypt))call;
  mark();
  ascon_result result = encrypt(output, tag, 16, input, n, NULL, 0, nonce, key);
  mark();
  expect_ok(result);
}

static void run_decrypt(any_call call, size_t n) {
  __typeof__(&no_decrypt) volatile decrypt = (__typeof__(&no_decrypt))call;
  mark();
  ascon_result result = decrypt(input, output, n, tag, 16, NULL, 0, nonce, key);
  mark();
  expect_ok(result);
}

static void measure_length(size_t n) {
  size_t stack = measure(run_encrypt, (any_call)no_encrypt, (any_call)ENCRYPT, n);
  report("encrypt", n, stack, checksum(checksum(2166136261u, output, n), tag, 16));
  for (size_t i = 0; i < n; i++) input[i] = 0;
  stack = measure(run_decrypt, (any_call)no_decrypt, (any_call)DECRYPT, n);
  report("decrypt", n, stack, checksum(2166136261u, input, n));
}

#else

#if defined(MEASURE_HASH)
#define OPERATION "hash"
#define RESULT 32
#define PARAMETERS uint8_t *out, const uint8_t *in, size_t n
#define ARGUMENTS tag, input, n
#define FUNCTION NAME(MEASURE_HASH, )
#elif defined(MEASURE_XOF)
#define OPERATION "hash"
#define RESULT 32
#define PARAMETERS uint8_t *out, size_t m, const uint8_t *in, size_t n
#define ARGUMENTS tag, 32, input, n
#define FUNCTION NAME(MEASURE_XOF, )
#elif defined(MEASURE_CXOF)
#define OPERATION "hash"
#define RESULT 32
#define PARAMETERS uint8_t *out, size_t m, const uint8_t *in, size_t n, const uint8_t *z, size_t l
#define ARGUMENTS tag, 32, input, n, nonce, 16
#define FUNCTION NAME(MEASURE_CXOF, )
#elif defined(MEASURE_MAC)
#define OPERATION "mac"
#define RESULT 16
#define PARAMETERS uint8_t *out, const uint8_t *in, size_t n, const uint8_t *k
#define ARGUMENTS tag, input, n, key
#define FUNCTION NAME(MEASURE_MAC, )
#elif defined(MEASURE_PRF) || defined(MEASURE_PRFSHORT)
#define OPERATION "prf"
#define RESULT 16
#define PARAMETERS uint8_t *out, size_t m, const uint8_t *in, size_t n, const uint8_t *k
#define ARGUMENTS tag, 16, input, n, key
#ifdef MEASURE_PRF
#define FUNCTION NAME(MEASURE_PRF, )
#else
#define FUNCTION NAME(MEASURE_PRFSHORT, )
#endif
#endif

#pragma GCC diagnostic ignored "-Wunused-parameter"

static ascon_result no_digest(PARAMETERS) { return ASCON_OK; }

static void run_digest(any_call call, size_t n) {
  __typeof__(&no_digest) volatile digest = (__typeof__(&no_digest))call;
  mark();
  ascon_result result = digest(ARGUMENTS);
  mark();
  expect_ok(result);
}

static void measure_length(size_t n) {
  size_t stack = measure(run_digest, (any_call)no_digest, (any_call)FUNCTION, n);
  report(OPERATION, n, stack, checksum(2166136261u, tag, RESULT));
}

#endif

#ifndef MEASURE_ROUNDS
static void measure_all(void) {
  static const uint16_t lengths[] = {MEASURE_LENGTHS};
  for (uint8_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) measure_length(lengths[i]);
}
#endif

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  set_inputs(input, LONGEST, key, sizeof key, nonce);
  measure_all();
  return failures ? 1 : 0;
}
