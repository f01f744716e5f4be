/* Batches by the engine that the command line names give what single calls give.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "asconkit/batch/ascon_batch.h"

enum { MESSAGES = 37, LONGEST = 300 };
static uint8_t text[MESSAGES][LONGEST], out[MESSAGES][LONGEST], tag[MESSAGES][16],
    digest[MESSAGES][32];
static uint8_t nonce[MESSAGES][16], key[16] = {7, 1};

static int same(size_t length) {
  const ascon_columns sealed = {
      .out = {.data = out, .stride = LONGEST},
      .in = {.data = text, .stride = LONGEST, .length = length},
      .tag = {.data = tag, .stride = 16, .length = 16},
      .nonce = {.data = nonce, .stride = 16, .length = 16},
      .key = {.data = key, .length = 16},
  };
  const ascon_columns hashed = {
      .out = {.data = digest, .stride = 32, .length = 32},
      .in = {.data = text, .stride = LONGEST, .length = length},
  };
  if (ascon_any_columns(ASCON_AEAD128, ASCON_ENCRYPT, &sealed, MESSAGES, NULL, NULL) != ASCON_OK)
    return 0;
  if (ascon_any_columns(ASCON_HASH256, ASCON_COMPUTE, &hashed, MESSAGES, NULL, NULL) != ASCON_OK)
    return 0;
  for (size_t i = 0; i < MESSAGES; i++) {
    uint8_t one[LONGEST], one_tag[16], one_digest[32];
    if (ascon_aead128_encrypt(one, one_tag, 16, text[i], length, NULL, 0, nonce[i], key) !=
        ASCON_OK)
      return 0;
    if (ascon_hash256(one_digest, text[i], length) != ASCON_OK) return 0;
    if (memcmp(one, out[i], length) != 0 || memcmp(one_tag, tag[i], 16) != 0) return 0;
    if (memcmp(one_digest, digest[i], 32) != 0) return 0;
  }
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 2 || ascon_batch_engine_force(argv[1]) != ASCON_OK) return 2;
  for (size_t i = 0; i < sizeof text; i++) ((uint8_t *)text)[i] = (uint8_t)(i * 31 + i / 9);
  for (size_t i = 0; i < MESSAGES; i++) nonce[i][0] = (uint8_t)i;
  for (size_t length = 0; length < LONGEST; length += 13)
    if (!same(length)) return 1;
  return 0;
}
