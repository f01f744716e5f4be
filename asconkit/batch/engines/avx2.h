/* Vector engines with 256-bit registers, four lanes to each: what contract.h asks for. Included by
   avx2_x8.c. SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 56 operations on four states: 16 for the S-box and the constant, and for each word
   four shifts and four exclusive ors. There is no rotation, so its two halves go into the sum by
   themselves. The complement of x2 costs nothing: x2 stays complemented through the linear layer,
   where the constant of the next round is added with all bits inverted. */
#ifndef ASCON_ENGINES_AVX2_H
#define ASCON_ENGINES_AVX2_H

#include "places.h"
#if ASCON_HAVE_X86_64_ENGINES

#ifndef REGISTERS /* read alone */
#define REGISTERS 2
#define ASCON_STACK_BYTES 6400
#endif

#include <immintrin.h>

#include "../../core/platform/cpu.h"
#include "../../core/platform/stack.h"
#include "../../core/platform/target.h"

TARGET_BEGIN("avx2")

#include "four_lanes.h"
#include "short_strings.h"
#include "vzeroall.h"

INLINED __m256i vector_where(__m256i mask, __m256i a, __m256i b) {
  return _mm256_xor_si256(b, _mm256_and_si256(mask, _mm256_xor_si256(a, b)));
}

/* ---- The round ------------------------------------------------------------------------------- */

#define VECTOR_CONSTANT(constant) (~UINT64_C(constant))

/* SP 800-232, section 3.4: y ^ (y >>> p) ^ (y >>> q). */
INLINED __m256i linear(__m256i y, int p, int q) {
  return vector_xor(
      vector_xor(vector_xor(_mm256_srli_epi64(y, p), _mm256_slli_epi64(y, 64 - p)), y),
      vector_xor(_mm256_srli_epi64(y, q), _mm256_slli_epi64(y, 64 - q)));
}

/* Between begin and end, x2 has the next round's constant in it. */
INLINED void vector_begin(__m256i x[5], uint64_t constant) {
  x[2] = vector_xor(x[2], _mm256_set1_epi64x((long long)constant));
}

/* The S-box in terms of g, e and a, as in core/state/substitution.h, then the linear layer. */
INLINED void vector_round(__m256i x[5], const uint64_t *constants) {
  const __m256i next = _mm256_set1_epi64x((long long)constants[1]);
  const __m256i g = vector_xor(x[1], x[2]), e = vector_xor(x[3], x[4]), a = vector_xor(x[0], x[4]);
  const __m256i y0 = vector_xor(_mm256_or_si256(vector_xor(a, g), x[1]), e);
  const __m256i y1 = vector_xor(_mm256_or_si256(g, vector_xor(x[1], x[3])), a);
  const __m256i y2 = vector_xor(_mm256_and_si256(x[4], e), g); /* complement */
  const __m256i y3 = vector_xor(_mm256_or_si256(x[0], e), g);
  const __m256i y4 = vector_xor(_mm256_andnot_si256(a, x[1]), e);
  x[0] = linear(y0, 19, 28);
  x[1] = linear(y1, 61, 39);
  x[2] = vector_xor(linear(y2, 1, 6), next);
  x[3] = linear(y3, 10, 17);
  x[4] = linear(y4, 7, 41);
}

INLINED void vector_end(__m256i x[5]) { (void)x; }

/* The registers hold secrets of all lanes. */
INLINED void clear_vectors(void) { clear_sixteen_registers(); }

enum { ENGINE_NEEDS = ASCON_CPU_AVX2 };

#include "rounds.h"

#endif
#endif
