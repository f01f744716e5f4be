/* Secrets: erasing them from memory that is about to be released, and comparing them.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SECRETS_H
#define ASCON_SECRETS_H

#include "platform.h"

#if !defined(ASCON_MEMSET) && defined(__STDC_HOSTED__) && __STDC_HOSTED__
#include <string.h>
#define ASCON_MEMSET memset
#endif

/* The memory is then used in a way that the compiler cannot see into, so the stores stay. */
ASCON_INLINE void ascon_clear(void *memory, size_t bytes) {
#if defined(__GNUC__) && defined(ASCON_MEMSET)
  ASCON_MEMSET(memory, 0, bytes);
  ASCON_USE_MEMORY(memory);
#else
  volatile uint8_t *p = (volatile uint8_t *)memory;
  while (bytes--) *p++ = 0;
#endif
}

/* Compilers keep copies of secrets where no C code can name them: saved registers, spilled
   temporaries. They lie below the caller's frame, so every public call ends by overwriting that
   part of the stack. A test searches the whole stack after every call (tests/unit/). */
#ifndef ASCON_STACK_BYTES
#if UINTPTR_MAX > 0xffff
#define ASCON_STACK_BYTES 512
#else
#define ASCON_STACK_BYTES 160
#endif
#endif

/* On 64-bit processors as stores of 16 bytes in a row: a call of memset, a string instruction or a
   loop whose end is mispredicted costs more than all of them. */
#if defined(__GNUC__) && UINTPTR_MAX > 0xffffffff && ASCON_UNROLL_LOOPS
typedef uint64_t ascon_chunk __attribute__((vector_size(16)));

ASCON_NOINLINE void ascon_clear_stack(void) {
  ascon_chunk below[ASCON_STACK_BYTES / sizeof(ascon_chunk)];
#pragma GCC unroll 64
  for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) below[i] = (ascon_chunk){0};
  ASCON_USE_MEMORY(below);
}
#else
ASCON_NOINLINE void ascon_clear_stack(void) {
  uint8_t below[ASCON_STACK_BYTES];
  ascon_clear(below, sizeof below);
}
#endif

/* 0 if equal: OR over all differences, then the only bit of the result that is made public. */
ASCON_INLINE unsigned ascon_differ(const uint8_t *a, const uint8_t *b, size_t n) {
  unsigned difference = 0;
  for (size_t i = 0; i < n; i++) difference |= (unsigned)(a[i] ^ b[i]);
  difference = (difference + 255u) >> 8;
  ASCON_DECLASSIFY(&difference, sizeof difference);
  return difference;
}

#endif
