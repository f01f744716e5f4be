/* What the compiler and the processor have to say: the only header outside backends/ that asks.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PLATFORM_H
#define ASCON_PLATFORM_H

#include "../ascon.h"
#include "../ascon_config.h"

#if defined(__GNUC__)
/* Without optimisation, inlined code would be large and slow to compile, for nothing. */
#ifdef __OPTIMIZE__
#define ASCON_INLINE static inline __attribute__((always_inline, unused))
#else
#define ASCON_INLINE static inline __attribute__((unused))
#endif
#define ASCON_NOINLINE static __attribute__((noinline, unused))
/* Tells the compiler what callers see to. */
#define ASCON_ASSUME(condition) ((condition) ? (void)0 : __builtin_unreachable())
/* Stops the optimiser from looking through what happened to this memory. */
#define ASCON_USE_MEMORY(pointer) __asm__ __volatile__("" : : "r"(pointer) : "memory")
#else
#define ASCON_INLINE static inline
#define ASCON_NOINLINE static
#define ASCON_ASSUME(condition) ((void)0)
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

/* A mode: its own copy wherever its parameters are known, or one for all. */
#if ASCON_INLINE_MODE
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

#if defined(__GNUC__) && defined(__BYTE_ORDER__)

/* As one access where the processor allows it: gcc 12 makes eight stores of a word's bytes, written
   one by one, where the word is also computed on. */
#define ASCON_NATIVE_ORDER                                                                         \
  (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ASCON_LITTLE_ENDIAN : ASCON_BIG_ENDIAN)

#define ASCON_DEFINE_ACCESS(bits)                                                                  \
  ASCON_INLINE uint##bits##_t ascon_load##bits(const uint8_t *p, ascon_order order) {              \
    uint##bits##_t w;                                                                              \
    __builtin_memcpy(&w, p, sizeof w);                                                             \
    return order == ASCON_NATIVE_ORDER ? w : __builtin_bswap##bits(w);                             \
  }                                                                                                \
  ASCON_INLINE void ascon_store##bits(uint8_t *p, uint##bits##_t w, ascon_order order) {           \
    if (order != ASCON_NATIVE_ORDER) w = __builtin_bswap##bits(w);                                 \
    __builtin_memcpy(p, &w, sizeof w);                                                             \
  }

#else

#define ASCON_DEFINE_ACCESS(bits)                                                                  \
  ASCON_INLINE uint##bits##_t ascon_load##bits(const uint8_t *p, ascon_order order) {              \
    unsigned flip = order == ASCON_LITTLE_ENDIAN ? 0 : bits / 8 - 1;                               \
    uint##bits##_t w = 0;                                                                          \
    for (unsigned i = 0; i < bits / 8; i++) w |= (uint##bits##_t)p[i ^ flip] << 8 * i;             \
    return w;                                                                                      \
  }                                                                                                \
  ASCON_INLINE void ascon_store##bits(uint8_t *p, uint##bits##_t w, ascon_order order) {           \
    unsigned flip = order == ASCON_LITTLE_ENDIAN ? 0 : bits / 8 - 1;                               \
    for (unsigned i = 0; i < bits / 8; i++) p[i ^ flip] = (uint8_t)(w >> 8 * i);                   \
  }

#endif

ASCON_DEFINE_ACCESS(32)
ASCON_DEFINE_ACCESS(64)

ASCON_INLINE size_t ascon_min(size_t a, size_t b) { return a < b ? a : b; }

#endif
