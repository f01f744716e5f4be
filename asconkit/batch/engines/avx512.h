/* Vector engines with 512-bit registers, eight lanes to each: what contract.h asks for. Included by
   avx512_x16.c. SPDX-License-Identifier: Apache-2.0 OR MIT

   Intel's processors do two operations of a round per cycle, 1.50 cycles per round and state. Two
   registers a word, interleaved, hide the chain of dependencies. */
#ifndef ASCON_ENGINES_AVX512_H
#define ASCON_ENGINES_AVX512_H

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

TARGET_BEGIN("avx512f,avx512bw,avx512dq,avx512vl")

typedef __m512i lane_vector;
enum { VECTOR_LANES = 8 };
#define TERNARY(a, b, c, expression) _mm512_ternarylogic_epi64(a, b, c, (expression) & 0xff)
#define ROTATE(y, n) _mm512_ror_epi64(y, n)

INLINED __m512i vector_load(const uint64_t words[8]) { return _mm512_load_si512(words); }

INLINED void vector_store(uint64_t words[8], __m512i x) { _mm512_store_si512(words, x); }

INLINED __m512i vector_set(uint64_t word) { return _mm512_set1_epi64((long long)word); }

INLINED __m512i vector_xor(__m512i a, __m512i b) { return _mm512_xor_si512(a, b); }

/* The compiler orders the operations of a round: it interleaves two registers. */
INLINED __m512i in_turn(__m512i x) { return x; }

/* ---- Data of eight lanes, two words of each: rows of 16 bytes to columns and ----------------- */

INLINED __m512i in_order(__m512i x, byte_order order) {
  if (order == ASCON_LITTLE_ENDIAN) return x;
  return _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0,
                                                                    1, 2, 3, 4, 5, 6, 7)));
}

INLINED __m128i load_row(uintptr_t address) { return _mm_loadu_si128((const __m128i *)address); }
INLINED void store_row(uintptr_t address, __m128i x) { _mm_storeu_si128((__m128i *)address, x); }

/* Loads with a mask need no port for shuffles. */
INLINED __m512i every_other_row(const uintptr_t *rows, size_t at) {
  __m512i x = _mm512_zextsi128_si512(load_row(rows[0] + at));
  x = _mm512_mask_broadcast_i64x2(x, 0x0c, load_row(rows[2] + at));
  x = _mm512_mask_broadcast_i64x2(x, 0x30, load_row(rows[4] + at));
  return _mm512_mask_broadcast_i64x2(x, 0xc0, load_row(rows[6] + at));
}

INLINED void to_every_other_row(const uintptr_t *rows, size_t at, __m512i x) {
  store_row(rows[0] + at, _mm512_castsi512_si128(x));
  store_row(rows[2] + at, _mm512_extracti64x2_epi64(x, 1));
  store_row(rows[4] + at, _mm512_extracti64x2_epi64(x, 2));
  store_row(rows[6] + at, _mm512_extracti64x2_epi64(x, 3));
}

/* 16 bytes at in[lane] + at, as two words. */
INLINED void vector_read_pair(__m512i d[2], const uintptr_t rows[8], size_t at, byte_order order) {
  const __m512i even = in_order(every_other_row(rows, at), order);
  const __m512i odd = in_order(every_other_row(rows + 1, at), order);
  d[0] = _mm512_unpacklo_epi64(even, odd);
  d[1] = _mm512_unpackhi_epi64(even, odd);
}

INLINED void vector_write_pair(const uintptr_t rows[8], size_t at, const __m512i d[2],
                               byte_order order) {
  to_every_other_row(rows, at, in_order(_mm512_unpacklo_epi64(d[0], d[1]), order));
  to_every_other_row(rows + 1, at, in_order(_mm512_unpackhi_epi64(d[0], d[1]), order));
}

INLINED long long word_at(uintptr_t address, byte_order order) {
  return (long long)load64((const uint8_t *)address, order);
}

/* 8 bytes of each lane. */
INLINED __m512i vector_read_word(const uintptr_t rows[8], size_t at, byte_order order) {
  return _mm512_set_epi64(word_at(rows[7] + at, order), word_at(rows[6] + at, order),
                          word_at(rows[5] + at, order), word_at(rows[4] + at, order),
                          word_at(rows[3] + at, order), word_at(rows[2] + at, order),
                          word_at(rows[1] + at, order), word_at(rows[0] + at, order));
}

#include "avx512_round.h"

#endif
#endif
