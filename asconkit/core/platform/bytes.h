/* Words of 32 and 64 bits from bytes and back, in either byte order, at any address. Knows no
   algorithm. Used by secrets.h and by state/, where data enters and leaves the state; with it by
   backends and batch engines.

     load32(in, order)   load64(in, order)           the word that these 4 or 8 bytes are
     store32(out, word, order)   store64(...)        the other way
     load_part64(...)   store_part64(...)            1 to 7 bytes of a word

   Exactly the 4 or 8 bytes are read or written. No branch depends on them, only on the address.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BYTES_H
#define ASCON_BYTES_H

#include "../../ascon_permutation.h"
#include "compiler.h"

typedef ascon_order byte_order;

/* 1: an access to a word at any address is one instruction. 0: perhaps not; on some processors it
   would trap. */
#if defined(__ARM_FEATURE_UNALIGNED) || defined(__x86_64__) || defined(__i386__) ||                \
    defined(__s390x__)
#define ASCON_UNALIGNED_ACCESS 1
#else
#define ASCON_UNALIGNED_ACCESS 0
#endif

INLINED int is_aligned(uintptr_t address, size_t bytes) { return address % bytes == 0; }

#if defined(__GNUC__) && defined(__BYTE_ORDER__)

/* The processor's own order, a constant: the other one takes a byte swap. */
#define NATIVE_BYTE_ORDER                                                                          \
  (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ASCON_LITTLE_ENDIAN : ASCON_BIG_ENDIAN)

/* 1: accesses of this many bits look at the address first and use one instruction if it is
   aligned. Where words must be aligned, an access at any address is several of single bytes. Not
   worth it if unaligned access is one instruction too, if code is to be small, or if registers have
   no more bits than 16 (32, for words of 64 bits). */
#if ASCON_UNALIGNED_ACCESS || !ASCON_UNROLL_LOOPS || UINTPTR_MAX <= 0xffff
#define CHECK_ALIGNMENT_OF_32 0
#define CHECK_ALIGNMENT_OF_64 0
#else
#define CHECK_ALIGNMENT_OF_32 1
#define CHECK_ALIGNMENT_OF_64 REGISTERS_OF_64_BITS
#endif

/* The compiler's memcpy is one access where the processor allows that; gcc 12 makes eight stores of
   a word's bytes, written one by one, where the word is also computed on. The forms called aligned
   are for addresses that have been checked: __builtin_assume_aligned() makes one instruction of
   them where words must be aligned. */
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

/* At any address; see CHECK_ALIGNMENT_OF_32 and CHECK_ALIGNMENT_OF_64 for the first line. */
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

/* A word of `bytes` bytes, 4 or 8. Counting them from the other end is i ^ (bytes - 1), because
   `bytes` is a power of two. */
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

/* ---- Parts of 64-bit words, without loops ---- */

/* The bytes of a word in reverse: one instruction, where the processor has it. */
INLINED uint64_t swap_bytes(uint64_t word) {
  uint8_t bytes[8];
  store64(bytes, word, ASCON_LITTLE_ENDIAN);
  return load64(bytes, ASCON_BIG_ENDIAN);
}

/* n of 1 to 7 bytes that stand from byte `skip` of a word on; the others are zero. Two loads of the
   largest size that fits, which overlap in the middle. */
INLINED uint64_t load_part64(const uint8_t *in, size_t skip, size_t n, byte_order order) {
  uint64_t word;
  if (n >= 4) {
    uint64_t low = load32(in, ASCON_LITTLE_ENDIAN);
    uint64_t high = load32(in + n - 4, ASCON_LITTLE_ENDIAN);
    word = low | high << 8 * (n - 4);
  } else {
    uint64_t middle = (uint64_t)in[n / 2] << 8 * (n / 2), last = in[n - 1];
    word = in[0] | middle | last << 8 * (n - 1);
  }
  word <<= 8 * skip;
  return order == ASCON_LITTLE_ENDIAN ? word : swap_bytes(word);
}

/* The other way, with stores that overlap. */
INLINED void store_part64(uint8_t *out, uint64_t word, size_t skip, size_t n, byte_order order) {
  const uint64_t bytes = (order == ASCON_LITTLE_ENDIAN ? word : swap_bytes(word)) >> 8 * skip;
  if (n >= 4) {
    store32(out, (uint32_t)bytes, ASCON_LITTLE_ENDIAN);
    store32(out + n - 4, (uint32_t)(bytes >> 8 * (n - 4)), ASCON_LITTLE_ENDIAN);
    return;
  }
  out[0] = (uint8_t)bytes;
  out[n / 2] = (uint8_t)(bytes >> 8 * (n / 2));
  out[n - 1] = (uint8_t)(bytes >> 8 * (n - 1));
}

#endif
