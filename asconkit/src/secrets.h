/* Secrets: erasing them from memory that is about to be released, and comparing them.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SECRETS_H
#define ASCON_SECRETS_H

#include "platform.h"

#if !defined(ASCON_MEMSET) && defined(__STDC_HOSTED__) && __STDC_HOSTED__ && defined(__GNUC__)
#define ASCON_MEMSET __builtin_memset
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
   temporaries. They lie below the caller's frame, so every public call in which C has worked on
   secrets overwrites that part of the stack. A test searches the whole stack after every call
   (tests/unit/). */
#ifndef ASCON_STACK_BYTES
/* Compact: what assembly uses, and some registers that C's functions save above it: six with 32
   bits, as tests/firmware/wipe.c finds. */
#if defined(ASCON_ASSEMBLY_STACK) && ASCON_COMPACT && UINTPTR_MAX == 0xffffffff
#define ASCON_STACK_BYTES (ASCON_ASSEMBLY_STACK + 6 * sizeof(void *))
#elif defined(ASCON_ASSEMBLY_STACK) && ASCON_COMPACT
#define ASCON_STACK_BYTES (ASCON_ASSEMBLY_STACK + 4 * sizeof(void *))
#elif defined(ASCON_ASSEMBLY_STACK) && ASCON_INLINE_MODE && ASCON_UNROLL_LOOPS
#define ASCON_STACK_BYTES (ASCON_ASSEMBLY_STACK + 52 * sizeof(void *))
#elif defined(ASCON_ASSEMBLY_STACK)
#define ASCON_STACK_BYTES (ASCON_ASSEMBLY_STACK + 512)
#elif UINTPTR_MAX > 0xffff
#define ASCON_STACK_BYTES 512
#else
#define ASCON_STACK_BYTES 160
#endif
#endif

/* The requests to valgrind are arrays in the same frames. */
#define ASCON_CLEARED_BYTES (ASCON_STACK_BYTES + (ASCON_CHECK_CONSTANT_TIME ? 512 : 0))

/* As stores in a row: a call of memset, a string instruction or a loop whose end is mispredicted
   costs more than all of them. */
#if defined(__GNUC__) && UINTPTR_MAX > 0xffff && ASCON_UNROLL_LOOPS
#if UINTPTR_MAX > 0xffffffff
/* Not aligned further than the stack is: no gap may stay at the top, where a mode's state can lie.
 */
typedef uint64_t ascon_chunk __attribute__((vector_size(16), aligned(8)));
#else
typedef uint64_t ascon_chunk;
#endif

ASCON_NOINLINE void ascon_clear_stack(void) {
  ascon_chunk below[(ASCON_CLEARED_BYTES + sizeof(ascon_chunk) - 1) / sizeof(ascon_chunk)];
#pragma GCC unroll 64
  for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) below[i] = (ascon_chunk){0};
  ASCON_USE_MEMORY(below);
  ASCON_CLEAR_REGISTERS_FROM(below);
}
#elif defined(__GNUC__) && UINTPTR_MAX > 0xffff && ASCON_COMPACT
/* As a loop, for the least code; memset would need stack of its own. */
ASCON_NOINLINE void ascon_clear_stack(void) {
  uintptr_t below[(ASCON_CLEARED_BYTES + sizeof(uintptr_t) - 1) / sizeof(uintptr_t)];
  for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) {
    below[i] = 0;
    ASCON_USE_MEMORY(below);
  }
  ASCON_CLEAR_REGISTERS_FROM(below);
}
#else
ASCON_NOINLINE void ascon_clear_stack(void) {
  uint8_t below[ASCON_CLEARED_BYTES];
  ascon_clear(below, sizeof below);
  ASCON_CLEAR_REGISTERS_FROM(below);
}
#endif

/* Some words in the caller's own frame, as stores in a row too. */
ASCON_INLINE void ascon_clear_words(void *memory, size_t bytes) {
#if defined(__GNUC__) && UINTPTR_MAX > 0xffff
  typedef uint64_t __attribute__((may_alias)) word;
  word *words = (word *)memory;
#pragma GCC unroll 8
  for (size_t i = 0; i < bytes / sizeof(word); i++) words[i] = 0;
  ASCON_USE_MEMORY(memory);
#else
  ascon_clear(memory, bytes);
#endif
}

/* Out of line, so that nothing of it comes into the caller's frame. */
ASCON_NOINLINE void ascon_copy(uint8_t *to, const uint8_t *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) to[i] = from[i];
}

/* What a one-shot mode keeps on its stack. A compact build clears only the stack below the mode
   itself, see api_aead.h; others all of it when the call ends. */
ASCON_INLINE void ascon_clear_local(void *memory, size_t bytes) {
  if (ASCON_COMPACT) ascon_clear(memory, bytes);
}

/* 0 if there is no difference, else 1: the only bit of it that is made public. */
ASCON_INLINE unsigned ascon_reduce(unsigned difference) {
  difference = (difference + 255u) >> 8;
  ASCON_DECLASSIFY(&difference, sizeof difference);
  return difference;
}

/* 0 if equal, from the OR over all differences. */
ASCON_INLINE unsigned ascon_differ(const uint8_t *a, const uint8_t *b, size_t n) {
  uint32_t difference = 0;
  size_t i = 0;
#if ASCON_UNROLL_LOOPS
  for (; n - i >= 4; i += 4)
    difference |=
        ascon_load32(a + i, ASCON_LITTLE_ENDIAN) ^ ascon_load32(b + i, ASCON_LITTLE_ENDIAN);
  difference = (difference | difference >> 16) & 0xffff;
  difference = (difference | difference >> 8) & 0xff;
#endif
  for (; i < n; i++) difference |= (uint32_t)(a[i] ^ b[i]);
  return ascon_reduce((unsigned)difference);
}

#endif
