/* Included before a lane engine. The memory sanitizer takes an instruction that it does not know
   for a use of its operands: here is the only such one, in operations that it knows.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_TESTS_MSAN_INTRINSICS_H
#define ASCONKIT_TESTS_MSAN_INTRINSICS_H

#include <immintrin.h>

typedef unsigned long long msan_vector __attribute__((vector_size(64)));

/* Bit 4 a + 2 b + c of `table` for each bit of a, b and c. */
__attribute__((always_inline, target("avx512f"))) static inline __m512i msan_ternary(
    __m512i a_, __m512i b_, __m512i c_, unsigned table) {
  const msan_vector a = (msan_vector)a_, b = (msan_vector)b_, c = (msan_vector)c_;
  msan_vector result = a ^ a;
  for (unsigned i = 0; i < 8; i++)
    if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return (__m512i)result;
}

#undef _mm512_ternarylogic_epi64
#define _mm512_ternarylogic_epi64(a, b, c, table) msan_ternary(a, b, c, (unsigned)(table))

#endif
