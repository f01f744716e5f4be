/* Included before a lane engine. The memory sanitizer takes an instruction that it does not know
   for a use of its operands: here is the only such one, in operations that it knows.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <immintrin.h>

/* Bit 4 a + 2 b + c of `table` for each bit of a, b and c; for registers of so many bytes. */
#define MSAN_TERNARY(name, register, bytes, instructions)                                          \
  typedef unsigned long long name##_vector __attribute__((vector_size(bytes)));                    \
  __attribute__((always_inline, target(instructions))) static inline register name(                \
      register a_, register b_, register c_, unsigned table) {                                     \
    const name##_vector a = (name##_vector)a_, b = (name##_vector)b_, c = (name##_vector)c_;       \
    name##_vector result = a ^ a;                                                                  \
    for (unsigned i = 0; i < 8; i++)                                                               \
      if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);        \
    return (register)result;                                                                       \
  }
MSAN_TERNARY(msan_ternary_512, __m512i, 64, "avx512f")
MSAN_TERNARY(msan_ternary_256, __m256i, 32, "avx512f,avx512vl")

#undef _mm512_ternarylogic_epi64
#define _mm512_ternarylogic_epi64(a, b, c, table) msan_ternary_512(a, b, c, (unsigned)(table))
#undef _mm256_ternarylogic_epi64
#define _mm256_ternarylogic_epi64(a, b, c, table) msan_ternary_256(a, b, c, (unsigned)(table))
