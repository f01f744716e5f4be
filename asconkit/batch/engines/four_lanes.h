/* 256-bit registers, four lanes to each: what contract.h asks for but the round, strings shorter
   than 64 bytes and what depends on the instructions that there are. Included by avx2.h and
   avx512vl.h after TARGET_BEGIN.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef REGISTERS /* read alone */
#include "avx2.h"
#endif

#ifndef ASCON_ENGINES_FOUR_LANES_H
#define ASCON_ENGINES_FOUR_LANES_H

#include "places.h"
#if ASCON_HAVE_X86_64_ENGINES

#include <immintrin.h>

#include "../../core/platform/bytes.h"

typedef __m256i lane_vector;
enum { VECTOR_LANES = 4 };

INLINED __m256i vector_load(const uint64_t words[4]) {
  return _mm256_load_si256((const __m256i *)words);
}

INLINED void vector_store(uint64_t words[4], __m256i x) { _mm256_store_si256((__m256i *)words, x); }

INLINED __m256i vector_set(uint64_t word) { return _mm256_set1_epi64x((long long)word); }

INLINED __m256i vector_xor(__m256i a, __m256i b) { return _mm256_xor_si256(a, b); }

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

#endif
#endif
