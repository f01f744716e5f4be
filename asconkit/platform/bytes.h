/* Words of 32 and 64 bits from bytes and back, in either byte order, at any address. Knows no
   algorithm.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BYTES_H
#define ASCON_BYTES_H

#include "compiler.h"

typedef ascon_order byte_order;

/* 1: words may stand at any address. 0: perhaps not. */
#if defined(__ARM_FEATURE_UNALIGNED) || defined(__x86_64__) || defined(__i386__) ||                \
    defined(__s390x__)
#define ASCON_UNALIGNED_ACCESS 1
#else
#define ASCON_UNALIGNED_ACCESS 0
#endif

INLINED int is_aligned(uintptr_t address, size_t bytes) { return address % bytes == 0; }

#if defined(__GNUC__) && defined(__BYTE_ORDER__)

#define NATIVE_BYTE_ORDER                                                                          \
  (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ASCON_LITTLE_ENDIAN : ASCON_BIG_ENDIAN)

/* 1: accesses of this many bits look at the address first and use one instruction if it is
   aligned. Where words must be aligned, an access at any address is several of single bytes. */
#if ASCON_UNALIGNED_ACCESS || !ASCON_UNROLL_LOOPS || UINTPTR_MAX <= 0xffff
#define CHECK_ALIGNMENT_OF_32 0
#define CHECK_ALIGNMENT_OF_64 0
#else
#define CHECK_ALIGNMENT_OF_32 1
#define CHECK_ALIGNMENT_OF_64 (UINTPTR_MAX > 0xffffffff)
#endif

/* The compiler's memcpy is one access where the processor allows that; gcc 12 makes eight stores of
   a word's bytes, written one by one, where the word is also computed on. The forms called aligned
   are for addresses that have been checked. */
INLINED uint32_t load32_aligned(const uint8_t *in, byte_order order) {
  uint32_t word;
  __builtin_memcpy(&word, __builtin_assume_aligned(in, sizeof word), sizeof word);
  return order == NATIVE_BYTE_ORDER ? word : __builtin_bswap32(word);
}

INLINED void store32_aligned(uint8_t *out, uint32_t word, byte_order order) {
  if (order != NATIVE_BYTE_ORDER) word = __builtin_bswap32(word);
  __builtin_memcpy(__builtin_assume_aligned(out, sizeof word), &word, sizeof word);
}

INLINED uint64_t load64_aligned(const uint8_t *in, byte_order order) {
  uint64_t word;
  __builtin_memcpy(&word, __builtin_assume_aligned(in, sizeof word), sizeof word);
  return order == NATIVE_BYTE_ORDER ? word : __builtin_bswap64(word);
}

INLINED void store64_aligned(uint8_t *out, uint64_t word, byte_order order) {
  if (order != NATIVE_BYTE_ORDER) word = __builtin_bswap64(word);
  __builtin_memcpy(__builtin_assume_aligned(out, sizeof word), &word, sizeof word);
}

INLINED uint32_t load32(const uint8_t *in, byte_order order) {
  uint32_t word;
  if (CHECK_ALIGNMENT_OF_32 && is_aligned((uintptr_t)in, sizeof word))
    return load32_aligned(in, order);
  __builtin_memcpy(&word, in, sizeof word);
  return order == NATIVE_BYTE_ORDER ? word : __builtin_bswap32(word);
}

INLINED void store32(uint8_t *out, uint32_t word, byte_order order) {
  if (CHECK_ALIGNMENT_OF_32 && is_aligned((uintptr_t)out, sizeof word)) {
    store32_aligned(out, word, order);
    return;
  }
  if (order != NATIVE_BYTE_ORDER) word = __builtin_bswap32(word);
  __builtin_memcpy(out, &word, sizeof word);
}

INLINED uint64_t load64(const uint8_t *in, byte_order order) {
  uint64_t word;
  if (CHECK_ALIGNMENT_OF_64 && is_aligned((uintptr_t)in, sizeof word))
    return load64_aligned(in, order);
  __builtin_memcpy(&word, in, sizeof word);
  return order == NATIVE_BYTE_ORDER ? word : __builtin_bswap64(word);
}

INLINED void store64(uint8_t *out, uint64_t word, byte_order order) {
  if (CHECK_ALIGNMENT_OF_64 && is_aligned((uintptr_t)out, sizeof word)) {
    store64_aligned(out, word, order);
    return;
  }
  if (order != NATIVE_BYTE_ORDER) word = __builtin_bswap64(word);
  __builtin_memcpy(out, &word, sizeof word);
}

#else /* compilers of which nothing is known: byte by byte */

INLINED uint64_t load_bytes(const uint8_t *in, unsigned bytes, byte_order order) {
  unsigned flip = order == ASCON_LITTLE_ENDIAN ? 0 : bytes - 1;
  uint64_t word = 0;
  for (unsigned i = 0; i < bytes; i++) word |= (uint64_t)in[i ^ flip] << 8 * i;
  return word;
}

INLINED void store_bytes(uint8_t *out, uint64_t word, unsigned bytes, byte_order order) {
  unsigned flip = order == ASCON_LITTLE_ENDIAN ? 0 : bytes - 1;
  for (unsigned i = 0; i < bytes; i++) out[i ^ flip] = (uint8_t)(word >> 8 * i);
}

INLINED uint32_t load32(const uint8_t *in, byte_order order) {
  return (uint32_t)load_bytes(in, 4, order);
}
INLINED uint64_t load64(const uint8_t *in, byte_order order) { return load_bytes(in, 8, order); }
INLINED void store32(uint8_t *out, uint32_t word, byte_order order) {
  store_bytes(out, word, 4, order);
}
INLINED void store64(uint8_t *out, uint64_t word, byte_order order) {
  store_bytes(out, word, 8, order);
}

#endif

#endif
