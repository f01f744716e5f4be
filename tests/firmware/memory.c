/* What compilers call by themselves, for machines without a C library: a word at a time where both
   addresses allow it, sixteen bytes a turn. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include <stdint.h>

typedef uintptr_t __attribute__((may_alias)) word;

enum { WORD = sizeof(word), TURN = 4 * sizeof(word) };

void *memset(void *to, int value, size_t bytes) {
  uint8_t *p = to;
  while (bytes && (uintptr_t)p % WORD) *p++ = (uint8_t)value, bytes--;
  word filled = (word)-1 / 255 * (uint8_t)value;
  for (; bytes >= TURN; bytes -= TURN, p += TURN)
    for (int i = 0; i < 4; i++) ((word *)(void *)p)[i] = filled;
  while (bytes--) *p++ = (uint8_t)value;
  return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
  uint8_t *p = to;
  const uint8_t *q = from;
  if (((uintptr_t)p | (uintptr_t)q) % WORD == 0)
    for (; bytes >= WORD; bytes -= WORD, p += WORD, q += WORD)
      *(word *)(void *)p = *(const word *)(const void *)q;
  while (bytes--) *p++ = *q++;
  return to;
}

void *memmove(void *to, const void *from, size_t bytes) {
  uint8_t *p = to;
  const uint8_t *q = from;
  if ((uintptr_t)p <= (uintptr_t)q) return memcpy(to, from, bytes);
  while (bytes--) p[bytes] = q[bytes];
  return to;
}

int memcmp(const void *a, const void *b, size_t bytes) {
  const uint8_t *p = a, *q = b;
  for (; bytes; bytes--, p++, q++)
    if (*p != *q) return *p < *q ? -1 : 1;
  return 0;
}

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (uint8_t)*a - (uint8_t)*b;
}

size_t strlen(const char *text) {
  size_t n = 0;
  while (text[n]) n++;
  return n;
}
