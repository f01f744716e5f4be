/* What batches.mjs measures: 10,000 messages of 64 bytes in one call.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/ascon_any.h"
#include "asconkit/batch/ascon_batch.h"

enum { MOST = 10000, BYTES = 64 };

static uint8_t texts[MOST][BYTES], outs[MOST][BYTES], tags[MOST][16], nonces[MOST][16], key[16];
static ascon_message messages[MOST];

__attribute__((export_name("start"))) int start(int in_lanes, int hashes) {
  for (size_t i = 0; i < MOST; i++) {
    nonces[i][0] = (uint8_t)i, nonces[i][1] = (uint8_t)(i >> 8);
    messages[i] = (ascon_message){.out = outs[i], .in = texts[i], .length = BYTES};
    if (hashes) continue;
    messages[i].tag = tags[i], messages[i].tag_length = sizeof tags[i];
    messages[i].nonce = nonces[i], messages[i].key = key;
  }
  return ascon_batch_engine_force(in_lanes ? "wasm_x4" : "x1");
}

/* Returns the result of the last of `calls` batches. */
__attribute__((export_name("run"))) int run(int hashes, int count, int calls) {
  ascon_result result = ASCON_OK;
  for (int i = 0; i < calls; i++)
    result = hashes ? ascon_any_batch(ASCON_HASH256, ASCON_COMPUTE, messages, (size_t)count, NULL)
                    : ascon_any_batch(ASCON_AEAD128, ASCON_ENCRYPT, messages, (size_t)count, NULL);
  return result;
}
