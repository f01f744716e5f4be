/* Batches of all algorithms on one engine, for batches.test.mjs: what the engine makes of them is
   compared with what single calls make.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"

enum { MESSAGES = 64, LONGEST = 150, OUTPUT = 150 };

typedef struct string {
  uint8_t bytes[LONGEST];
} string;

static string texts[MESSAGES], ads[MESSAGES];
static uint8_t keys[MESSAGES][32], nonces[MESSAGES][16];
static uint8_t outs[2][MESSAGES][OUTPUT], tags[2][MESSAGES][16];
static ascon_message messages[MESSAGES];

/* xorshift64: any numbers will do. */
static uint64_t random_state;

static uint64_t random_number(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static void fill(void *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) ((uint8_t *)memory)[i] = (uint8_t)(random_number() >> 32);
}

static size_t length_up_to(size_t most) { return (size_t)(random_number() >> 33) % (most + 1); }

static void make_messages(const ascon_algorithm *algorithm) {
  const int is_short = algorithm->kind == ASCON_KIND_PRFSHORT;
  fill(texts, sizeof texts);
  fill(ads, sizeof ads);
  fill(keys, sizeof keys);
  fill(nonces, sizeof nonces);
  for (size_t i = 0; i < MESSAGES; i++)
    messages[i] = (ascon_message){.in = texts[i].bytes,
                                  .length = length_up_to(is_short ? 16 : LONGEST),
                                  .tag_length = sizeof tags[0][i],
                                  .ad = ads[i].bytes,
                                  .ad_length = length_up_to(100),
                                  .nonce = nonces[i],
                                  .key = keys[i],
                                  .out_length = length_up_to(is_short ? 16 : OUTPUT)};
}

/* Where single calls (0) or the batch (1) write. */
static void point(size_t which) {
  for (size_t i = 0; i < MESSAGES; i++) {
    messages[i].out = outs[which][i];
    messages[i].tag = tags[which][i];
  }
}

/* How many messages have another result, output or tag than by single calls. */
static size_t differences(const ascon_algorithm *algorithm, ascon_operation operation) {
  ascon_result expected[MESSAGES];
  size_t found = 0;
  fill(outs[0], sizeof outs[0]);
  __builtin_memcpy(outs[1][0], outs[0][0], sizeof outs[0]);
  point(0);
  for (size_t i = 0; i < MESSAGES; i++)
    expected[i] = ascon_any_run(algorithm, operation, &messages[i]);
  point(1);
  (void)!ascon_any_batch(algorithm, operation, messages, MESSAGES, NULL);
  for (size_t i = 0; i < MESSAGES; i++)
    found += messages[i].result != expected[i] || !ascon_equal(outs[0][i], outs[1][i], OUTPUT) ||
             !ascon_equal(tags[0][i], tags[1][i], sizeof tags[0][i]);
  return found;
}

/* Of an AEAD: what was encrypted is decrypted, with a wrong tag in each third message. */
static size_t differences_of_decryption(const ascon_algorithm *algorithm) {
  for (size_t i = 0; i < MESSAGES; i++) {
    __builtin_memcpy(texts[i].bytes, outs[0][i], LONGEST);
    tags[0][i][i % 16] ^= i % 3 == 0;
  }
  __builtin_memcpy(tags[1][0], tags[0][0], sizeof tags[0]);
  return differences(algorithm, ASCON_DECRYPT);
}

/* The differences of all algorithms; -1 if there is no such engine. */
__attribute__((export_name("compare"))) int compare(int seed) {
  size_t found = 0;
  random_state = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  if (ascon_batch_engine_force("wasm_x4") != ASCON_OK) return -1;
  for (size_t i = 0; ascon_any_at(i); i++) {
    const ascon_algorithm *algorithm = ascon_any_at(i);
    const int is_aead = algorithm->kind == ASCON_KIND_AEAD;
    make_messages(algorithm);
    found += differences(algorithm, is_aead ? ASCON_ENCRYPT : ASCON_COMPUTE);
    if (is_aead) found += differences_of_decryption(algorithm);
  }
  return (int)found;
}

/* Whether a batch of this size gets the engine without being asked to. */
__attribute__((export_name("chosen"))) int chosen(int count) {
  (void)!ascon_batch_engine_force(NULL);
  return ascon_batch_engine_active((size_t)count)[0] == 'w';
}

__attribute__((export_name("key_of_last"))) const uint8_t *key_of_last(void) {
  return keys[MESSAGES - 1];
}
