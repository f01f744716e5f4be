/* Calls for src/stream.ts, which knows no struct of C: the header of a file, and the AEADs that it
   may name. Through the library's own table, the module would have the code of all algorithms;
   build.py replaces ascon_any_find().
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "asconkit/stream/ascon_stream.h"

const ascon_algorithm *__wrap_ascon_any_find(const char *name);
ascon_stream_fault asconkit_file_fault(const uint8_t *bytes, size_t length);
ascon_result asconkit_file_create(ascon_stream *stream, uint8_t *bytes, const char *algorithm,
                                  uint32_t chunk_bytes, uint32_t memory_kib, uint32_t passes,
                                  uint32_t lanes, const uint8_t *salt, const uint8_t *key);

static int same_text(const char *a, const char *b) {
  for (; *a == *b; a++, b++)
    if (!*a) return 1;
  return 0;
}

const ascon_algorithm *__wrap_ascon_any_find(const char *name) {
  const ascon_algorithm *const aeads[] = {ASCON_AEAD128, ASCON_AEAD128_NONCE_MASKED, ASCON_V12_128,
                                          ASCON_V12_128A, ASCON_V12_80PQ};
  for (size_t i = 0; i < sizeof aeads / sizeof *aeads; i++)
    if (same_text(name, aeads[i]->name)) return aeads[i];
  return NULL;
}

ascon_stream_fault asconkit_file_fault(const uint8_t *bytes, size_t length) {
  ascon_stream_header header;
  (void)ascon_stream_header_decode(&header, bytes, length);
  return header.fault;
}

/* Writes the header of a new file. Without lanes, the key is that of a key file. */
ascon_result asconkit_file_create(ascon_stream *stream, uint8_t *bytes, const char *algorithm,
                                  uint32_t chunk_bytes, uint32_t memory_kib, uint32_t passes,
                                  uint32_t lanes, const uint8_t *salt, const uint8_t *key) {
  ascon_stream_header header = {
      .algorithm = __wrap_ascon_any_find(algorithm),
      .chunk_bytes = chunk_bytes,
      .cost = {.memory_kib = memory_kib, .passes = passes, .lanes = lanes},
      .source = lanes ? ASCON_STREAM_PASSPHRASE : ASCON_STREAM_KEY_FILE,
      .version = ASCON_STREAM_HEADER_VERSION,
      .salt_bytes = ASCON_STREAM_SALT_BYTES};
  for (size_t i = 0; i < ASCON_STREAM_SALT_BYTES; i++) header.salt[i] = salt[i];
  return ascon_stream_header_encode(stream, bytes, &header, key);
}
