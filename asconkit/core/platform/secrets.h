/* Secrets: zeroizing memory that held them, and comparing them in constant time. Used by the modes,
   the public calls and the batch engines.

     zeroize, zeroize_words      memory that has a name; stack.h clears what has none
     bytes_differ                comparison in constant time

   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_SECRETS_H
#define ASCON_SECRETS_H

#include "bytes.h"

/* The memset that zeroize() uses. Can be overridden in ascon_config.h. */
#if !defined(ASCON_MEMSET) && defined(__STDC_HOSTED__) && __STDC_HOSTED__ && defined(__GNUC__)
#define ASCON_MEMSET __builtin_memset
#endif

/* Overwrites with zeros. Nothing reads the memory afterwards, so use_memory() hides it from the
   compiler, which must then keep the stores. If ASCON_MEMSET is used, the pointer must not be NULL
   even when `bytes` is 0. The final decrement wraps around, which is defined for unsigned types. */
MODULAR INLINED void zeroize(void *memory, size_t bytes) {
#if defined(__GNUC__) && defined(ASCON_MEMSET)
  ASCON_MEMSET(memory, 0, bytes);
  use_memory(memory);
#else
  volatile uint8_t *p = (volatile uint8_t *)memory;
  while (bytes--) *p++ = 0;
#endif
}

/* Zeroizes a few words in the caller's own frame by unrolled stores: a state, or a state and a key.
   `memory` is aligned like a state; `bytes` is a constant multiple of 8. */
INLINED void zeroize_words(void *memory, size_t bytes) {
#if defined(__GNUC__) && UINTPTR_MAX > 0xffff
  typedef uint64_t __attribute__((may_alias)) plain_word;
  plain_word *words = (plain_word *)memory;
#pragma GCC unroll 8
  for (size_t i = 0; i < bytes / sizeof(plain_word); i++) words[i] = 0;
  use_memory(memory);
#else
  zeroize(memory, bytes);
#endif
}

/* 1 if two strings share a byte of memory. An empty string shares none. */
INLINED int overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes) {
  const uintptr_t from_a = (uintptr_t)a, from_b = (uintptr_t)b;
  return from_a < from_b ? from_b - from_a < a_bytes && b_bytes != 0
                         : from_a - from_b < b_bytes && a_bytes != 0;
}

/* `to` and `from` do not overlap. Out of line, so that no secret byte comes into the caller's
   frame, and clear_stack() reaches what is left. */
OUTLINED void copy_bytes(uint8_t *to, const uint8_t *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) to[i] = from[i];
}

/* 0 if `difference`, of at most 8 bits, is 0, and 1 otherwise. Only this one bit is public. */
INLINED unsigned any_difference(unsigned difference) {
  difference = (difference + 255u) >> 8;
  declassify(&difference, sizeof difference);
  return difference;
}

/* 0 if the two strings are equal, 1 otherwise, in a time that depends on their length alone. The
   differences of all bytes are collected by OR and looked at once, at the end. Four bytes at a time
   where loops are unrolled: the halves of the word are then joined into 8 bits. */
INLINED unsigned bytes_differ(const uint8_t *a, const uint8_t *b, size_t length) {
  uint32_t difference = 0;
  size_t i = 0;
#if ASCON_UNROLL_LOOPS
  for (; length - i >= 4; i += 4)
    difference |= load32(a + i, ASCON_LITTLE_ENDIAN) ^ load32(b + i, ASCON_LITTLE_ENDIAN);
  difference = (difference | difference >> 16) & 0xffff;
  difference = (difference | difference >> 8) & 0xff;
#endif
  for (; i < length; i++) difference |= (uint32_t)(a[i] ^ b[i]);
  return any_difference((unsigned)difference);
}

#endif
