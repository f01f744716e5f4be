/* The functions that clang calls in code without a C library, as single instructions of
   WebAssembly.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>

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
