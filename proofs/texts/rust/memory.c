/* What compilers call, as code that the prover can follow. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t size) {
  for (size_t i = 0; i < size; ++i) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}
void *memset(void *to, int byte, size_t size) {
  for (size_t i = 0; i < size; ++i) ((volatile char *)to)[i] = (char)byte;
  return to;
}
void *memmove(void *to, const void *from, size_t size) {
  if (to <= from) return memcpy(to, from, size);
  while (size--) ((volatile char *)to)[size] = ((const char *)from)[size];
  return to;
}
