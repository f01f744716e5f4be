/* Batches with secrets of the same lengths, each call between two marks: as traced.c, for
   processors that have engines of batches. Messages have all even lengths below LONGEST. As many as
   TRACED_MESSAGES, by default, fill the lanes of every engine more than once. TRACED_LEAK plants
   leaks as in traced.c. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/batch/ascon_batch.h"
#include "traced.h"

#ifndef TRACED_MESSAGES /* a number that 7 does not divide */
#define TRACED_MESSAGES 19
#endif

#ifndef TRACED_FORGED /* the last message; 2: the first one too */
#define TRACED_FORGED 2
#endif

enum { MESSAGES = TRACED_MESSAGES, LONGEST = 2 * MESSAGES, TAG = 16, AD = 11, DIGEST = 32 };

/* ---- A batch ---- */
static uint8_t key[16], texts[MESSAGES][LONGEST], ciphers[MESSAGES][LONGEST];
static uint8_t back[MESSAGES][LONGEST], tags[MESSAGES][TAG], digests[MESSAGES][DIGEST];
static const uint8_t nonces[MESSAGES][16], ad[AD] = {4, 5, 6};
static ascon_message messages[MESSAGES];

/* Neighbours differ in their numbers of blocks. */
static size_t length_of(size_t message) { return message * 7 % MESSAGES * 2; }

static void fill_batch(void) {
  fill(key, sizeof key, 7);
  fill(texts[0], sizeof texts, 8);
}

static void set_texts(uint8_t (*out)[LONGEST], uint8_t (*in)[LONGEST]) {
  for (size_t i = 0; i < MESSAGES; i++)
    messages[i] = (ascon_message){.out = out[i],
                                  .in = in[i],
                                  .length = length_of(i),
                                  .tag = tags[i],
                                  .tag_length = TAG,
                                  .ad = ad,
                                  .ad_length = i % AD,
                                  .nonce = nonces[i],
                                  .key = key};
}

static void set_strings(size_t out_length, size_t most) {
  for (size_t i = 0; i < MESSAGES; i++)
    messages[i] = (ascon_message){.out = digests[i],
                                  .tag = digests[i],
                                  .out_length = out_length,
                                  .in = texts[i],
                                  .length = length_of(i) < most ? length_of(i) : most,
                                  .key = key};
}

/* ---- Calls ---- */
static void seal(void) {
  set_texts(ciphers, texts);
  mark();
  ascon_result result = ascon_any_batch(ASCON_AEAD128, ASCON_ENCRYPT, messages, MESSAGES, NULL);
  leak(key[3], texts[MESSAGES / 2][0]);
  mark();
  report("batch-encrypt", 0);
  expect(result, ASCON_OK);
}

/* `number` is that of the message whose tag may be wrong, `good` its right one. */
static void open_batch(const char *name, size_t number, ascon_result wanted, const uint8_t *good) {
  set_texts(back, ciphers);
  mark();
  ascon_result result = ascon_any_batch(ASCON_AEAD128, ASCON_DECRYPT, messages, MESSAGES, NULL);
  leak_of_tag(tags[number], good, TAG);
  mark();
  report(name, number);
  expect(result, wanted);
}

/* Which message is forged is public, which byte of its tag is wrong is not. */
static void forge(size_t message) {
  uint8_t good[TAG];
  for (uint8_t i = 0; i < TAG; i++) good[i] = tags[message][i];
  FOR_WRONG_BYTES(i, TRACED_WRONG_BYTES - 1) {
    tags[message][i] ^= 0x10;
    open_batch("batch-forged", message, ASCON_ERR_TAG, good);
    tags[message][i] ^= 0x10;
  }
}

static void digest(void) {
  set_strings(DIGEST, LONGEST);
  mark();
  ascon_result result = ascon_any_batch(ASCON_HASH256, ASCON_COMPUTE, messages, MESSAGES, NULL);
  mark();
  report("batch-hash", 0);
  expect(result, ASCON_OK);
  set_strings(TAG, 16);
  mark();
  result = ascon_any_batch(ASCON_V12_PRFSHORT, ASCON_COMPUTE, messages, MESSAGES, NULL);
  mark();
  report("batch-prfshort", 0);
  expect(result, ASCON_OK);
}

static void authenticate(void) {
  set_strings(TAG, LONGEST);
  mark();
  ascon_result result = ascon_any_batch(ASCON_V12_MAC, ASCON_COMPUTE, messages, MESSAGES, NULL);
  mark();
  report("batch-mac", 0);
  expect(result, ASCON_OK);
  FOR_WRONG_BYTES(i, TRACED_WRONG_BYTES - 1) {
    digests[MESSAGES - 1][i] ^= 0x10;
    mark();
    result = ascon_any_batch(ASCON_V12_MAC, ASCON_VERIFY, messages, MESSAGES, NULL);
    mark();
    report("batch-mac-forged", MESSAGES - 1);
    expect(result, ASCON_ERR_TAG);
    digests[MESSAGES - 1][i] ^= 0x10;
  }
}

int firmware_main(int argc, char **argv) {
  (void)argc, (void)argv;
  for (which = 0; which < TRACED_SECRETS; which++) {
    fill_batch();
    seal();
    open_batch("batch-decrypt", 0, ASCON_OK, tags[0]);
    if (TRACED_FORGED > 1) forge(0);
    forge(MESSAGES - 1);
    digest();
    authenticate();
  }
  return failures ? 1 : 0;
}
