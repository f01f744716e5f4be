/* Measures the calls of one construction, as measuring.h says. Which one: -DMEASURE_SIV,
   MEASURE_COMMIT, MEASURE_ISAP=a_128a or a_128, MEASURE_STREAM, MEASURE_DATAGRAM,
   MEASURE_DATAGRAM_SENDER, MEASURE_HARDENED, MEASURE_HARDENED_ENCRYPTION, MEASURE_KMAC,
   MEASURE_KDF, MEASURE_HMAC, MEASURE_HKDF, MEASURE_DRBG or MEASURE_TREE, with
   -DMEASURE_LENGTHS=16,1024 or other lengths up to LONGEST bytes. Each is called through a function
   with one argument, whose few instructions are in the count.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "measuring.h"

enum { LONGEST = 1536, START_SUM = 2166136261u };

#define ALIGNED __attribute__((aligned(8), unused))
static uint8_t input[LONGEST] ALIGNED, output[LONGEST] ALIGNED, result[32] ALIGNED;
static uint8_t tag[16] ALIGNED, key[48] ALIGNED, nonce[16] ALIGNED;

#if defined(MEASURE_SIV)
#include "asconkit/siv/ascon_siv.h"

static ascon_result encrypt(size_t n) {
  return ascon_siv_encrypt(output, tag, input, n, NULL, 0, nonce, key);
}

static ascon_result decrypt(size_t n) {
  return ascon_siv_decrypt(input, output, n, tag, NULL, 0, nonce, key);
}

#elif defined(MEASURE_COMMIT)
#include "asconkit/commit/ascon_commit.h"

static ascon_result encrypt(size_t n) {
  return ascon_commit_encrypt(&ascon_algorithm_aead128, output, tag, result, input, n, NULL, 0,
                              nonce, key);
}

static ascon_result decrypt(size_t n) {
  return ascon_commit_decrypt(&ascon_algorithm_aead128, input, output, n, tag, result, NULL, 0,
                              nonce, key);
}

#elif defined(MEASURE_ISAP)
#include "asconkit/isap/ascon_isap.h"
#define JOINED(instance) &ascon_isap_##instance
#define INSTANCE(instance) JOINED(instance)

static ascon_result encrypt(size_t n) {
  return ascon_isap_encrypt(INSTANCE(MEASURE_ISAP), output, tag, input, n, NULL, 0, nonce, key);
}

static ascon_result decrypt(size_t n) {
  return ascon_isap_decrypt(INSTANCE(MEASURE_ISAP), input, output, n, tag, NULL, 0, nonce, key);
}

#elif defined(MEASURE_STREAM)
#include "asconkit/stream/ascon_stream.h"

static ascon_stream stream;
static uint8_t sealed[LONGEST + ASCON_STREAM_TAG_BYTES] ALIGNED;

/* The key of the stream is derived before, as once in a stream; the salt is the key once more. */
#define PREPARE ascon_stream_derive(&stream, &ascon_algorithm_aead128, LONGEST, key, NULL, 0, key)

static ascon_result encrypt(size_t n) {
  return ascon_stream_seal_chunk(&stream, sealed, input, n, 0, 1);
}

static ascon_result decrypt(size_t n) {
  return ascon_stream_open_chunk(&stream, input, sealed, n + ASCON_STREAM_TAG_BYTES, 0, 1);
}

#define OUTPUT sealed
#define TAG (sealed + n)

#elif defined(MEASURE_DATAGRAM) || defined(MEASURE_DATAGRAM_SENDER)
#include "asconkit/datagram/ascon_datagram.h"

enum { COUNTER_LENGTH = 2 };
static const ascon_datagram_settings settings = {1, COUNTER_LENGTH, sizeof tag, 1};
static ascon_datagram_sender sender;
static uint8_t datagram[COUNTER_LENGTH + LONGEST + sizeof tag] ALIGNED;

static ascon_result seal(size_t n) {
  return ascon_datagram_seal(&sender, datagram, input, n, NULL, 0);
}

#ifdef MEASURE_DATAGRAM_SENDER
#define PREPARE ascon_datagram_sender_init(&sender, &settings, nonce, key, NULL)

static ascon_result compute(size_t n) { return seal(n); }

#define RESULT (datagram + COUNTER_LENGTH)
#define RESULT_BYTES (n + sizeof tag)
#else
static ascon_datagram_receiver receiver;

static ascon_result prepare(void) {
  expect_ok(ascon_datagram_receiver_init(&receiver, &settings, nonce, key, NULL));
  return ascon_datagram_sender_init(&sender, &settings, nonce, key, NULL);
}

#define PREPARE prepare()

static ascon_result encrypt(size_t n) { return seal(n); }

static ascon_result decrypt(size_t n) {
  return ascon_datagram_open(&receiver, input, datagram, COUNTER_LENGTH + n + sizeof tag, NULL, 0);
}

#define OUTPUT (datagram + COUNTER_LENGTH)
#define TAG (OUTPUT + n)
#endif

#elif defined(MEASURE_HARDENED)
#include "asconkit/hardened/ascon_hardened.h"

#define PREPARE ascon_aead128_encrypt(output, tag, sizeof tag, input, n, NULL, 0, nonce, key)

static ascon_result compute(size_t n) {
  const uint32_t found = ascon_hardened_aead128_decrypt(input, output, n, tag, NULL, 0, nonce, key);
  return found == ASCON_HARDENED_OK ? ASCON_OK : ASCON_ERR_TAG;
}

#define RESULT input
#define RESULT_BYTES n

#elif defined(MEASURE_HARDENED_ENCRYPTION)
#include "asconkit/hardened/ascon_hardened.h"

static uint8_t sealed[LONGEST + sizeof tag];

static ascon_result compute(size_t n) {
  const uint32_t found =
      ascon_hardened_aead128_encrypt(sealed, sealed + n, input, n, NULL, 0, nonce, key);
  return found == ASCON_HARDENED_OK ? ASCON_OK : ASCON_ERR_TAG;
}

#define RESULT sealed
#define RESULT_BYTES (n + sizeof tag)

#elif defined(MEASURE_KMAC)
#include "asconkit/kdf/ascon_kdf.h"

static ascon_result compute(size_t n) {
  return ascon_kdf_kmac(result, sizeof result, input, n, NULL, 0, key, 32);
}

#elif defined(MEASURE_KDF)
#include "asconkit/kdf/ascon_kdf.h"

static ascon_result compute(size_t n) {
  return ascon_kdf_derive(result, sizeof result, NULL, 0, input, n, nonce, sizeof nonce);
}

#elif defined(MEASURE_HMAC)
#include "asconkit/hmac/ascon_hmac.h"

static ascon_result compute(size_t n) { return ascon_hmac_hash256(result, input, n, key, 32); }

#elif defined(MEASURE_HKDF)
#include "asconkit/hmac/ascon_hmac.h"

static ascon_result compute(size_t n) {
  return ascon_hmac_hkdf(result, sizeof result, NULL, 0, input, n, nonce, sizeof nonce);
}

#elif defined(MEASURE_DRBG)
#include "asconkit/drbg/ascon_drbg.h"

static ascon_drbg drbg;

#define PREPARE ascon_drbg_init(&drbg, NULL, key, 48)

static ascon_result compute(size_t n) { return ascon_drbg_generate(&drbg, output, n, NULL, 0); }

#define RESULT output
#define RESULT_BYTES n

#elif defined(MEASURE_TREE)
#include "asconkit/tree/ascon_tree.h"

enum { CHUNK = 512 };
static ascon_tree_ctx tree;

static ascon_result compute(size_t n) {
  expect_ok(ascon_tree_init(&tree, CHUNK));
  expect_ok(ascon_tree_update(&tree, input, n));
  return ascon_tree_final(&tree, result);
}
#endif

/* ---- What is the same for all ---------------------------------------------------------------- */

#ifndef PREPARE
#define PREPARE ASCON_OK
#endif
#ifndef OUTPUT
#define OUTPUT output
#define TAG tag
#endif
#ifndef RESULT
#define RESULT result
#define RESULT_BYTES sizeof result
#endif

static ascon_result nothing(size_t n) {
  (void)n;
  return ASCON_OK;
}

static void call_it(any_call call, size_t n) {
  __typeof__(&nothing) volatile function = (__typeof__(&nothing))call;
  mark();
  const ascon_result found = function(n);
  mark();
  expect_ok(found);
}

static size_t stack_of_call(ascon_result (*call)(size_t n), size_t n) {
  return measure(call_it, (any_call)nothing, (any_call)call, n);
}

static void measure_length(size_t n) {
  expect_ok(PREPARE);
#if defined(MEASURE_SIV) || defined(MEASURE_COMMIT) || defined(MEASURE_ISAP) ||                    \
    defined(MEASURE_STREAM) || defined(MEASURE_DATAGRAM)
  size_t stack = stack_of_call(encrypt, n);
  report("encrypt", n, stack, checksum(checksum(START_SUM, OUTPUT, n), TAG, sizeof tag));
  for (size_t i = 0; i < n; i++) input[i] = 0;
  stack = stack_of_call(decrypt, n);
  report("decrypt", n, stack, checksum(START_SUM, input, n));
#else
  const size_t stack = stack_of_call(compute, n);
  report("compute", n, stack, checksum(START_SUM, RESULT, RESULT_BYTES));
#endif
}

int firmware_main(int argc, char **argv) {
  static const uint16_t lengths[] = {MEASURE_LENGTHS};
  (void)argc, (void)argv;
  set_inputs(input, LONGEST, key, sizeof key, nonce);
  for (uint8_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) measure_length(lengths[i]);
  return failures ? 1 : 0;
}
