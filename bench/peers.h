/* What a library of peers offers to ascon-bench, which loads it: one function, bench_peers().
   peers/src/lib.rs has the same in Rust. SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One message. AEAD: ciphertext || tag is `out` of encryption and `in` of decryption, and `extra`
   is associated data. CXOF: `extra` is the customization. */
typedef struct bench_message {
  uint8_t *out;
  size_t out_bytes;
  const uint8_t *in;
  size_t in_bytes;
  const uint8_t *extra;
  size_t extra_bytes;
  const uint8_t *nonce;
  const uint8_t *key;
} bench_message;

/* One thing to measure. `operation` is the name that ascon-bench has for it; those that start with
   "batch-" get many messages, the others one. Another cipher than Ascon has its own name and two
   operations, encrypt and decrypt, which get any number of messages; it is measured beside AEAD128.
   run() returns 0 if all went well. */
typedef struct bench_peer {
  const char *backend;
  const char *algorithm;
  const char *operation;
  int (*run)(const bench_message *messages, size_t count);
} bench_peer;

const bench_peer *bench_peers(size_t *count);

#ifdef __cplusplus
}
#endif
