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
/* Known to be equal when the code is compiled. */
#define ASCON_IS(value, constant) (__builtin_constant_p(value) && (value) == (constant))
/* Stops the optimiser from looking through what happened to this memory. */
#define ASCON_USE_MEMORY(pointer) __asm__ __volatile__("" : : "r"(pointer) : "memory")
/* Between conditions: gcc would join them, which takes more instructions than branches. */
#define ASCON_APART() __asm__ __volatile__("")
/* Before a public function: gcc would divide it after its checks, to inline those. */
#define ASCON_UNDIVIDED __attribute__((noinline))
#else
#define ASCON_INLINE static inline
#define ASCON_NOINLINE static
#define ASCON_ASSUME(condition) ((void)0)
#define ASCON_IS(value, constant) ((value) == (constant))
#define ASCON_USE_MEMORY(pointer) ((void)(pointer))
#define ASCON_APART() ((void)0)
#define ASCON_UNDIVIDED
#endif

/* ASCON_CLEAR_REGISTERS(): the vector registers that a callee may change. Compilers copy through
   them in any backend, and the rest of a program may not touch them for long. */
#if defined(__GNUC__) && defined(__x86_64__) && defined(__SSE2__)
#ifdef _WIN32
#define ASCON_FREE_VECTORS "0, 1, 2, 3, 4, 5"
#define ASCON_FREE_VECTOR_NAMES "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5"
#else
#define ASCON_FREE_VECTORS "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15"
#define ASCON_FREE_VECTOR_NAMES                                                                    \
  "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",         \
      "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"
#endif
#ifdef __AVX__
#define ASCON_CLEAR_VECTOR "vpxor %%xmm\\n, %%xmm\\n, %%xmm\\n" /* the whole register */
#else
#define ASCON_CLEAR_VECTOR "pxor %%xmm\\n, %%xmm\\n"
#endif
#elif defined(__GNUC__) && defined(__aarch64__) && defined(__ARM_NEON)
#define ASCON_FREE_VECTORS                                                                         \
  "0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31"
#define ASCON_FREE_VECTOR_NAMES                                                                    \
  "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", "v22", \
      "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31"
#define ASCON_CLEAR_VECTOR "movi v\\n\\().2d, #0"
#define ASCON_SPREAD_ZEROS                                                                         \
  "ld4r {v0.2d-v3.2d}, [%0]\n\tld4r {v4.2d-v7.2d}, [%0]\n\t"                                       \
  "ld4r {v16.2d-v19.2d}, [%0]\n\tld4r {v20.2d-v23.2d}, [%0]\n\t"                                   \
  "ld4r {v24.2d-v27.2d}, [%0]\n\tld4r {v28.2d-v31.2d}, [%0]"
#endif

#ifdef ASCON_CLEAR_VECTOR
#define ASCON_CLEAR_REGISTERS()                                                                    \
  __asm__ __volatile__(".irp n, " ASCON_FREE_VECTORS "\n\t" ASCON_CLEAR_VECTOR "\n\t.endr"         \
                       :                                                                           \
                       :                                                                           \
                       : ASCON_FREE_VECTOR_NAMES)
#else
#define ASCON_CLEAR_REGISTERS() ((void)0)
#endif

/* The same with 32 bytes of zeros at hand, which one instruction of AArch64 spreads over four
   registers: 72 bytes less of code. */
#ifdef ASCON_SPREAD_ZEROS
#define ASCON_CLEAR_REGISTERS_FROM(zeros)                                                          \
  __asm__ __volatile__(ASCON_SPREAD_ZEROS : : "r"(zeros) : ASCON_FREE_VECTOR_NAMES, "memory")
#else
#define ASCON_CLEAR_REGISTERS_FROM(zeros) ASCON_CLEAR_REGISTERS()
#endif

/* Calls go straight to one backend, or through the table of the active one. */
#ifdef ASCON_BACKEND
#define ASCON_DIRECT 1
#else
#define ASCON_DIRECT 0
#endif

#define ASCON_QUOTE_(text) #text
#define ASCON_QUOTE(text) ASCON_QUOTE_(text)

/* The settings for the smallest code: the state stays in memory, and what is done to its bytes is
   done by a few functions that all modes share. */
#define ASCON_COMPACT (!ASCON_INLINE_PERM)

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

/* 1: words may stand at any address. 0: perhaps not. */
#if defined(__ARM_FEATURE_UNALIGNED) || defined(__x86_64__) || defined(__i386__) ||                \
    defined(__s390x__)
#define ASCON_UNALIGNED_ACCESS 1
#else
#define ASCON_UNALIGNED_ACCESS 0
#endif

ASCON_INLINE int ascon_aligned(uintptr_t places, size_t bytes) { return places % bytes == 0; }

#if defined(__GNUC__) && defined(__BYTE_ORDER__)

/* As one access where the processor allows it: gcc 12 makes eight stores of a word's bytes, written
   one by one, where the word is also computed on. */
#define ASCON_NATIVE_ORDER                                                                         \
  (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ASCON_LITTLE_ENDIAN : ASCON_BIG_ENDIAN)

/* Bytes of an access that is worth a look at its address: where words must be aligned, an access at
   any address is several of single bytes. */
#if ASCON_UNALIGNED_ACCESS || !ASCON_UNROLL_LOOPS || UINTPTR_MAX <= 0xffff
#define ASCON_WORTH_A_LOOK(bits) 0
#else
#define ASCON_WORTH_A_LOOK(bits) ((bits) <= 32 || UINTPTR_MAX > 0xffffffff)
#endif

/* One access, if the address has been found to be aligned. */
#define ASCON_DEFINE_ALIGNED_ACCESS(bits)                                                          \
  ASCON_INLINE uint##bits##_t ascon_load##bits##_aligned(const uint8_t *p, ascon_order order) {    \
    uint##bits##_t w;                                                                              \
    __builtin_memcpy(&w, __builtin_assume_aligned(p, sizeof w), sizeof w);                         \
    return order == ASCON_NATIVE_ORDER ? w : __builtin_bswap##bits(w);                             \
  }                                                                                                \
  ASCON_INLINE void ascon_store##bits##_aligned(uint8_t *p, uint##bits##_t w, ascon_order order) { \
    if (order != ASCON_NATIVE_ORDER) w = __builtin_bswap##bits(w);                                 \
    __builtin_memcpy(__builtin_assume_aligned(p, sizeof w), &w, sizeof w);                         \
  }

#define ASCON_DEFINE_ACCESS(bits)                                                                  \
  ASCON_DEFINE_ALIGNED_ACCESS(bits)                                                                \
  ASCON_INLINE uint##bits##_t ascon_load##bits(const uint8_t *p, ascon_order order) {              \
    uint##bits##_t w;                                                                              \
    if (ASCON_WORTH_A_LOOK(bits) && ascon_aligned((uintptr_t)p, sizeof w))                         \
      return ascon_load##bits##_aligned(p, order);                                                 \
    __builtin_memcpy(&w, p, sizeof w);                                                             \
    return order == ASCON_NATIVE_ORDER ? w : __builtin_bswap##bits(w);                             \
  }                                                                                                \
  ASCON_INLINE void ascon_store##bits(uint8_t *p, uint##bits##_t w, ascon_order order) {           \
    if (ASCON_WORTH_A_LOOK(bits) && ascon_aligned((uintptr_t)p, sizeof w)) {                       \
      ascon_store##bits##_aligned(p, w, order);                                                    \
      return;                                                                                      \
    }                                                                                              \
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
