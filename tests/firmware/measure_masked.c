/* Measures the masked calls of one algorithm, as measuring.h says. -DMEASURE_SHARES=2, 3 or 4;
   which algorithm: -DMEASURE_AEAD=aead128, MEASURE_KEYLESS for hashes and XOFs, MEASURE_CXOF,
   MEASURE_MAC or MEASURE_PRF, PrfShort included; with -DMEASURE_KEY_BYTES=16 and
   -DMEASURE_LENGTHS=16,160 or other lengths up to MEASURE_LONGEST bytes. -DMEASURE_LEVELED measures
   the leveled AEAD, -DMEASURE_SHARED calls whose strings are all in shares and not the key alone.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#define MEASURE_PAINTED 5120
#include "measuring.h"
#include "asconkit/masked/ascon_masked.h"

#define JOINED(a, b) a##b
#define NAME(a, b) JOINED(a, b)
#define SCHEME NAME(ascon_masked_scheme_, MEASURE_SHARES)

#ifndef MEASURE_LONGEST
#define MEASURE_LONGEST 320
#endif
enum { LONGEST = MEASURE_LONGEST, SHARES = MEASURE_SHARES };

#define ALIGNED __attribute__((aligned(8), unused))
static uint8_t input[LONGEST], key_bytes[32], result[LONGEST], nonce[16] ALIGNED;
static uint8_t message[SHARES][LONGEST] ALIGNED, output[SHARES][LONGEST] ALIGNED;
static uint8_t tag[SHARES][32] ALIGNED;
static ascon_masked_key key ALIGNED;

/* ---- Random words and shares ---------------------------------------------------------------- */

/* A register of the hardware in which the next word is always ready: that the same one comes again
   and again changes no result and no count. */
static const volatile uint32_t hardware = 0x9e3779b9;

static int draw(void *context, uint32_t *out, size_t count) {
  (void)context;
  drawn += (uint32_t)count;
  while (count--) *out++ = hardware;
  return 1;
}

#if defined(MEASURE_LEVELED)
#define FORM &ascon_masked_leveled
#elif defined(MEASURE_AEAD)
#define FORM &ascon_masked_full
#else
#define FORM NULL
#endif
static const ascon_masked_setup setup = {&SCHEME, FORM, draw, NULL};

/* By hand, so that the library's calls for it are not in the size: all shares but the first are
   some bytes that differ. */
static void divide(uint8_t *shares, size_t stride, const uint8_t *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) {
    shares[i] = bytes[i];
    for (size_t share = 1; share < SHARES; share++) {
      const uint8_t mask = (uint8_t)(91 * share + 7 * i);
      shares[share * stride + i] = mask;
      shares[i] ^= mask;
    }
  }
}

static __attribute__((unused)) void join(uint8_t *bytes, const uint8_t *shares, size_t stride,
                                         size_t n) {
  for (size_t i = 0; i < n; i++) {
    bytes[i] = 0;
    for (size_t share = 0; share < SHARES; share++) bytes[i] ^= shares[share * stride + i];
  }
}

/* ---- The calls, in the form that is measured ------------------------------------------------ */

#ifdef MEASURE_SHARED
#define STRIDE(array) sizeof *(array)
#else
#define STRIDE(array) 0
#endif
#define IN(array) ((ascon_masked_in){*(array), STRIDE(array)})
#define OUT(array) ((ascon_masked_out){*(array), STRIDE(array)})
#define PLAIN ((ascon_masked_in){nonce, 0})
#define KEY ((ascon_masked_in){key.share[0], sizeof key.share[0]})

static void set_message(size_t n) {
#ifdef MEASURE_SHARED
  divide(*message, sizeof *message, input, n);
#else
  for (size_t i = 0; i < n; i++) message[0][i] = input[i];
#endif
}

static uint32_t sum_of(uint32_t sum, const uint8_t *shares, size_t stride, size_t n) {
#ifdef MEASURE_SHARED
  join(result, shares, stride, n);
#else
  (void)stride;
  for (size_t i = 0; i < n; i++) result[i] = shares[i];
#endif
  return checksum(sum, result, n);
}

#define START_SUM 2166136261u
#define ALGORITHM(name) NAME(&ascon_algorithm_, name)
#pragma GCC diagnostic ignored "-Wunused-parameter"

#ifdef MEASURE_AEAD

static ascon_result no_encrypt(const ascon_masked_setup *s, const ascon_algorithm *a,
                               ascon_masked_out c, ascon_masked_out t, size_t tag_bytes,
                               ascon_masked_in p, size_t n, ascon_masked_in ad, size_t ad_bytes,
                               ascon_masked_in iv, ascon_masked_in k) {
  return ASCON_OK;
}

static ascon_result no_decrypt(const ascon_masked_setup *s, const ascon_algorithm *a,
                               ascon_masked_out p, ascon_masked_in c, size_t n, ascon_masked_in t,
                               size_t tag_bytes, ascon_masked_in ad, size_t ad_bytes,
                               ascon_masked_in iv, ascon_masked_in k) {
  return ASCON_OK;
}

static void run_encrypt(any_call call, size_t n) {
  __typeof__(&no_encrypt) volatile encrypt = (__typeof__(&no_encrypt))call;
  mark();
  ascon_result found = encrypt(&setup, ALGORITHM(MEASURE_AEAD), OUT(output), OUT(tag), 16,
                               IN(message), n, PLAIN, 0, PLAIN, KEY);
  mark();
  expect_ok(found);
}

static void run_decrypt(any_call call, size_t n) {
  __typeof__(&no_decrypt) volatile decrypt = (__typeof__(&no_decrypt))call;
  mark();
  ascon_result found = decrypt(&setup, ALGORITHM(MEASURE_AEAD), OUT(message), IN(output), n,
                               IN(tag), 16, PLAIN, 0, PLAIN, KEY);
  mark();
  expect_ok(found);
}

static void measure_length(size_t n) {
  set_message(n);
  size_t stack = measure(run_encrypt, (any_call)no_encrypt, (any_call)ascon_masked_aead_encrypt, n);
  const uint32_t sum = sum_of(START_SUM, *output, sizeof *output, n);
  report("encrypt", n, stack, sum_of(sum, *tag, sizeof *tag, 16));
  for (size_t share = 0; share < SHARES; share++)
    for (size_t i = 0; i < LONGEST; i++) message[share][i] = 0;
  stack = measure(run_decrypt, (any_call)no_decrypt, (any_call)ascon_masked_aead_decrypt, n);
  report("decrypt", n, stack, sum_of(START_SUM, *message, sizeof *message, n));
}

#else

#if defined(MEASURE_MAC)
#define OPERATION "mac"
#define RESULT 16
#define ROW MEASURE_MAC
#elif defined(MEASURE_PRF)
#define OPERATION "prf"
#define RESULT 16
#define ROW MEASURE_PRF
#else
#define OPERATION "hash"
#define RESULT 32
#ifdef MEASURE_CXOF
#define ROW MEASURE_CXOF
#else
#define ROW MEASURE_KEYLESS
#endif
#endif

#if defined(MEASURE_MAC) || defined(MEASURE_PRF)
#define PREFIX KEY, 16
#elif defined(MEASURE_CXOF)
#define PREFIX PLAIN, 16
#else
#define PREFIX ((ascon_masked_in){NULL, 0}), 0
#endif

static ascon_result no_digest(const ascon_masked_setup *s, const ascon_algorithm *a,
                              ascon_masked_out out, size_t m, ascon_masked_in in, size_t n,
                              ascon_masked_in prefix, size_t prefix_bytes) {
  return ASCON_OK;
}

static void run_digest(any_call call, size_t n) {
  __typeof__(&no_digest) volatile digest = (__typeof__(&no_digest))call;
  mark();
  ascon_result found = digest(&setup, ALGORITHM(ROW), OUT(tag), RESULT, IN(message), n, PREFIX);
  mark();
  expect_ok(found);
}

static void measure_length(size_t n) {
  set_message(n);
  const size_t stack = measure(run_digest, (any_call)no_digest, (any_call)ascon_masked_sponge, n);
  report(OPERATION, n, stack, sum_of(START_SUM, *tag, sizeof *tag, RESULT));
}

#endif

int firmware_main(int argc, char **argv) {
  static const uint16_t lengths[] = {MEASURE_LENGTHS};
  set_inputs(input, LONGEST, key_bytes, sizeof key_bytes, nonce);
  key.shares = SHARES;
  key.bytes = MEASURE_KEY_BYTES;
  divide(key.share[0], sizeof key.share[0], key_bytes, MEASURE_KEY_BYTES);
  for (uint8_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) measure_length(lengths[i]);
  return failures ? 1 : 0;
}
