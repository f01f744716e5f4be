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

#include "../../platform/cpu.h"
#include "../../platform/stack.h"
#include "../../platform/target.h"

TARGET_BEGIN("avx2")

#include "short_strings.h"
#include "vzeroall.h"

typedef __m256i lane_vector;
enum { VECTOR_LANES = 4 };

INLINED __m256i vector_load(const uint64_t words[4]) {
  return _mm256_load_si256((const __m256i *)words);
}

INLINED void vector_store(uint64_t words[4], __m256i x) { _mm256_store_si256((__m256i *)words, x); }

INLINED __m256i vector_set(uint64_t word) { return _mm256_set1_epi64x((long long)word); }

INLINED __m256i vector_xor(__m256i a, __m256i b) { return _mm256_xor_si256(a, b); }

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

/* The S-box in terms of g, e and a, as in state/substitution.h, then the linear layer. */
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

/* ---- Data of four lanes ---------------------------------------------------------------------- */

INLINED __m256i in_order(__m256i x, byte_order order) {
  if (order == ASCON_LITTLE_ENDIAN) return x;
  return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_set_epi8(
                                    8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)));
}

/* 16 bytes of each of two lanes. */
INLINED __m256i row_pair(uintptr_t low, uintptr_t high) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low)),
                                 _mm_loadu_si128((const __m128i *)high), 1);
}

INLINED void vector_read_pair(__m256i d[2], const uintptr_t rows[4], size_t at, byte_order order) {
  const __m256i even = in_order(row_pair(rows[0] + at, rows[2] + at), order);
  const __m256i odd = in_order(row_pair(rows[1] + at, rows[3] + at), order);
  d[0] = _mm256_unpacklo_epi64(even, odd);
  d[1] = _mm256_unpackhi_epi64(even, odd);
}

INLINED void vector_write_pair(const uintptr_t rows[4], size_t at, const __m256i d[2],
                               byte_order order) {
  const __m256i even = in_order(_mm256_unpacklo_epi64(d[0], d[1]), order);
  const __m256i odd = in_order(_mm256_unpackhi_epi64(d[0], d[1]), order);
  _mm_storeu_si128((__m128i *)(rows[0] + at), _mm256_castsi256_si128(even));
  _mm_storeu_si128((__m128i *)(rows[1] + at), _mm256_castsi256_si128(odd));
  _mm_storeu_si128((__m128i *)(rows[2] + at), _mm256_extracti128_si256(even, 1));
  _mm_storeu_si128((__m128i *)(rows[3] + at), _mm256_extracti128_si256(odd, 1));
}

INLINED long long word_at(uintptr_t address, byte_order order) {
  return (long long)load64((const uint8_t *)address, order);
}

INLINED __m256i vector_read_word(const uintptr_t rows[4], size_t at, byte_order order) {
  return _mm256_set_epi64x(word_at(rows[3] + at, order), word_at(rows[2] + at, order),
                           word_at(rows[1] + at, order), word_at(rows[0] + at, order));
}

/* The registers hold secrets of all lanes. */
INLINED void clear_vectors(void) { clear_sixteen_registers(); }

static int engine_available(unsigned features) { return (features & ASCON_CPU_AVX2) != 0; }

#include "rounds.h"

#endif
#endif
