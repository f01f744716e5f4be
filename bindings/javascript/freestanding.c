/* The functions that clang calls in code without a C library, as single instructions of
   WebAssembly.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ascon_hmac.h"
#include "ascon_kdf.h"
#include "ascon_stream.h"

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *memory, int value, size_t bytes);

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}

void *memmove(void *to, const void *from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}

void *memset(void *memory, int value, size_t bytes) {
  return __builtin_memset(memory, value, bytes);
}

/* CONTEXT_BYTES of src/part.ts has room for every context. */
#define FITS(type) _Static_assert(sizeof(type) <= 128, #type)
FITS(ascon_aead_ctx);
FITS(ascon_sponge_ctx);
FITS(ascon_kmac_ctx);
FITS(ascon_hmac_ctx);
FITS(ascon_stream);
