/* What the compiler and the processor have to say: the only header outside backends/ that asks.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PLATFORM_H
#define ASCON_PLATFORM_H

#include "../ascon.h"
#include "../ascon_config.h"

#if defined(__GNUC__)
#define ASCON_INLINE static inline __attribute__((always_inline, unused))
#define ASCON_NOINLINE static __attribute__((noinline, unused))
#define ASCON_MAY_BE_UNUSED __attribute__((unused))
/* Stops the optimiser from looking through what happened to this memory. */
#define ASCON_USE_MEMORY(pointer) __asm__ __volatile__("" : : "r"(pointer) : "memory")
#else
#define ASCON_INLINE static inline
#define ASCON_NOINLINE static
#define ASCON_MAY_BE_UNUSED
#define ASCON_USE_MEMORY(pointer) ((void)(pointer))
#endif

/* Calls go straight to one backend, or through the table of the active one. */
#ifdef ASCON_BACKEND
#define ASCON_DIRECT 1
#else
#define ASCON_DIRECT 0
#endif

#define ASCON_QUOTE_(text) #text
#define ASCON_QUOTE(text) ASCON_QUOTE_(text)

/* A mode or a public call: its own copy per algorithm or one for all. */
#if ASCON_INLINE_MODE && ASCON_DIRECT
#define ASCON_MODE ASCON_INLINE
#else
#define ASCON_MODE ASCON_NOINLINE
#endif

#if ASCON_CHECK_CONSTANT_TIME
#include <valgrind/memcheck.h>
#define ASCON_DECLASSIFY(pointer, bytes) VALGRIND_MAKE_MEM_DEFINED(pointer, bytes)
#else
#define ASCON_DECLASSIFY(pointer, bytes) ((void)(pointer))
#endif

/* Byte by byte, so that any alignment and any byte order work: compilers make single loads and
   stores of these where the processor allows it. */
ASCON_INLINE uint32_t ascon_load32(const uint8_t *p, ascon_order order) {
  if (order == ASCON_LITTLE_ENDIAN)
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
  return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

ASCON_INLINE void ascon_store32(uint8_t *p, uint32_t w, ascon_order order) {
  unsigned flip = order == ASCON_LITTLE_ENDIAN ? 0 : 3;
  p[0 ^ flip] = (uint8_t)w;
  p[1 ^ flip] = (uint8_t)(w >> 8);
  p[2 ^ flip] = (uint8_t)(w >> 16);
  p[3 ^ flip] = (uint8_t)(w >> 24);
}

ASCON_INLINE uint64_t ascon_load64(const uint8_t *p, ascon_order order) {
  uint64_t w = 0;
  if (order == ASCON_LITTLE_ENDIAN)
    w = (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
        (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
  else
    w = (uint64_t)p[7] | (uint64_t)p[6] << 8 | (uint64_t)p[5] << 16 | (uint64_t)p[4] << 24 |
        (uint64_t)p[3] << 32 | (uint64_t)p[2] << 40 | (uint64_t)p[1] << 48 | (uint64_t)p[0] << 56;
  return w;
}

ASCON_INLINE void ascon_store64(uint8_t *p, uint64_t w, ascon_order order) {
  if (order == ASCON_LITTLE_ENDIAN) {
    p[0] = (uint8_t)w, p[1] = (uint8_t)(w >> 8), p[2] = (uint8_t)(w >> 16);
    p[3] = (uint8_t)(w >> 24), p[4] = (uint8_t)(w >> 32), p[5] = (uint8_t)(w >> 40);
    p[6] = (uint8_t)(w >> 48), p[7] = (uint8_t)(w >> 56);
  } else {
    p[7] = (uint8_t)w, p[6] = (uint8_t)(w >> 8), p[5] = (uint8_t)(w >> 16);
    p[4] = (uint8_t)(w >> 24), p[3] = (uint8_t)(w >> 32), p[2] = (uint8_t)(w >> 40);
    p[1] = (uint8_t)(w >> 48), p[0] = (uint8_t)(w >> 56);
  }
}

ASCON_INLINE size_t ascon_min(size_t a, size_t b) { return a < b ? a : b; }

#endif
