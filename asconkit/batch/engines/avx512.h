/* Lanes in 512-bit registers, eight to each: for engines of one or two registers a word. What
   LANES is, the engine says. SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 25 operations on eight states: ten of three inputs for the S-box (with the
   complement of x2 and the constant inside), and for each word two rotations and one operation of
   three inputs. Intel's processors do two of these a cycle, 1.56 cycles a round and state. Two
   registers a word, interleaved, hide the chain of dependencies. */
#ifndef ASCON_ENGINES_AVX512_H
#define ASCON_ENGINES_AVX512_H

#include <immintrin.h>

#include "../../src/cpu.h"
#include "../../src/state.h"
#include "../target.h"

ASCON_TARGET_BEGIN("avx512f,avx512bw,avx512dq,avx512vl")

enum { REGISTERS = LANES / 8 };

/* One word of every lane's state. */
typedef struct lane_words {
  __m512i v[REGISTERS];
} lane_words;

#define EACH_REGISTER _Pragma("GCC unroll 4") for (int r = 0; r < REGISTERS; r++)

ASCON_INLINE lane_words lanes_load(const uint64_t words[LANES]) {
  lane_words x;
  EACH_REGISTER x.v[r] = _mm512_load_si512(words + 8 * r);
  return x;
}

ASCON_INLINE void lanes_store(uint64_t words[LANES], lane_words x) {
  EACH_REGISTER _mm512_store_si512(words + 8 * r, x.v[r]);
}

ASCON_INLINE lane_words lanes_xor(lane_words a, lane_words b) {
  EACH_REGISTER a.v[r] = _mm512_xor_si512(a.v[r], b.v[r]);
  return a;
}

/* The truth table of an expression in A, B and C. */
enum { A = 0xf0, B = 0xcc, C = 0xaa };
#define TERNARY(a, b, c, expression) _mm512_ternarylogic_epi64(a, b, c, (expression) & 0xff)
#define LINEAR(y, p, q) TERNARY(y, _mm512_ror_epi64(y, p), _mm512_ror_epi64(y, q), A ^ B ^ C)

ASCON_INLINE void round_of_register(lane_words s[5], int r, __m512i constant) {
  const __m512i x0 = s[0].v[r], x1 = s[1].v[r], x2 = s[2].v[r], x3 = s[3].v[r], x4 = s[4].v[r];
  const __m512i g = TERNARY(x1, x2, constant, A ^ B ^ C);
  const __m512i e = _mm512_xor_si512(x3, x4);
  const __m512i a = _mm512_xor_si512(x0, x4);
  const __m512i y0 = TERNARY(_mm512_xor_si512(a, g), x1, e, (A | B) ^ C);
  const __m512i y1 = TERNARY(g, _mm512_xor_si512(x1, x3), a, (A | B) ^ C);
  const __m512i y2 = TERNARY(x4, e, g, ~((A & B) ^ C));
  const __m512i y3 = TERNARY(x0, e, g, (A | B) ^ C);
  const __m512i y4 = TERNARY(x1, a, e, (A & ~B) ^ C);
  s[0].v[r] = LINEAR(y0, 19, 28);
  s[1].v[r] = LINEAR(y1, 61, 39);
  s[2].v[r] = LINEAR(y2, 1, 6);
  s[3].v[r] = LINEAR(y3, 10, 17);
  s[4].v[r] = LINEAR(y4, 7, 41);
}

ASCON_INLINE void lanes_round(lane_words s[5], uint64_t constant) {
  const __m512i c = _mm512_set1_epi64((long long)constant);
  EACH_REGISTER round_of_register(s, r, c);
}

/* ---- Data of eight lanes, two words of each: rows of 16 bytes to columns and back ------------ */

ASCON_INLINE __m512i in_order(__m512i x, ascon_order order) {
  if (order == ASCON_LITTLE_ENDIAN) return x;
  return _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0,
                                                                    1, 2, 3, 4, 5, 6, 7)));
}

/* Loads with a mask need no port for shuffles. */
ASCON_INLINE __m512i every_other_row(const uintptr_t *rows, size_t at) {
#define ROW(i) _mm_loadu_si128((const __m128i *)(rows[i] + at))
  __m512i x = _mm512_zextsi128_si512(ROW(0));
  x = _mm512_mask_broadcast_i64x2(x, 0x0c, ROW(2));
  x = _mm512_mask_broadcast_i64x2(x, 0x30, ROW(4));
  return _mm512_mask_broadcast_i64x2(x, 0xc0, ROW(6));
#undef ROW
}

ASCON_INLINE void to_every_other_row(const uintptr_t *rows, size_t at, __m512i x) {
#define ROW(i, part) _mm_storeu_si128((__m128i *)(rows[i] + at), part)
  ROW(0, _mm512_castsi512_si128(x));
  ROW(2, _mm512_extracti64x2_epi64(x, 1));
  ROW(4, _mm512_extracti64x2_epi64(x, 2));
  ROW(6, _mm512_extracti64x2_epi64(x, 3));
#undef ROW
}

/* 16 bytes at in[lane] + at, as two words. */
ASCON_INLINE void lanes_read_pair(lane_words d[2], const uintptr_t rows[LANES], size_t at,
                                  ascon_order order) {
  EACH_REGISTER {
    const __m512i even = in_order(every_other_row(rows + 8 * r, at), order);
    const __m512i odd = in_order(every_other_row(rows + 8 * r + 1, at), order);
    d[0].v[r] = _mm512_unpacklo_epi64(even, odd);
    d[1].v[r] = _mm512_unpackhi_epi64(even, odd);
  }
}

ASCON_INLINE void lanes_write_pair(const uintptr_t rows[LANES], size_t at, const lane_words d[2],
                                   ascon_order order) {
  EACH_REGISTER {
    const __m512i even = _mm512_unpacklo_epi64(d[0].v[r], d[1].v[r]);
    const __m512i odd = _mm512_unpackhi_epi64(d[0].v[r], d[1].v[r]);
    to_every_other_row(rows + 8 * r, at, in_order(even, order));
    to_every_other_row(rows + 8 * r + 1, at, in_order(odd, order));
  }
}

/* 8 bytes of each lane. */
ASCON_INLINE lane_words lanes_read_word(const uintptr_t rows[LANES], size_t at, ascon_order order) {
  lane_words x;
#define ROW(i) (long long)ascon_load64((const uint8_t *)(rows[8 * r + (i)] + at), order)
  EACH_REGISTER x.v[r] =
      _mm512_set_epi64(ROW(7), ROW(6), ROW(5), ROW(4), ROW(3), ROW(2), ROW(1), ROW(0));
#undef ROW
  return x;
}

ASCON_INLINE void lanes_write_word(const uintptr_t rows[LANES], size_t at, lane_words x,
                                   ascon_order order) {
  _Alignas(64) uint64_t words[LANES];
  lanes_store(words, x);
  for (int i = 0; i < LANES; i++) ascon_store64((uint8_t *)(rows[i] + at), words[i], order);
}

#define ASCON_HAVE_LANES_COPY 1
ASCON_INLINE void lanes_copy(uint8_t *to, const uint8_t *from, size_t n) {
  const __mmask64 some = ((__mmask64)1 << n) - 1;
  _mm512_mask_storeu_epi8(to, some, _mm512_maskz_loadu_epi8(some, from));
}

ASCON_INLINE void lanes_pad(uint8_t row[64], const uint8_t *from, size_t n, uint8_t byte) {
  const __mmask64 next = (__mmask64)1 << n;
  const __m512i x = _mm512_maskz_loadu_epi8(next - 1, from);
  _mm512_storeu_si512(row, _mm512_mask_set1_epi8(x, next, (char)byte));
}

/* The registers hold secrets of all lanes; the upper sixteen have no other way. */
ASCON_INLINE void lanes_forget(void) {
#define ZERO(n) "vpxorq %%zmm" #n ", %%zmm" #n ", %%zmm" #n "\n\t"
  __asm__ __volatile__(ZERO(16) ZERO(17) ZERO(18) ZERO(19) ZERO(20) ZERO(21) ZERO(22) ZERO(23)
                           ZERO(24) ZERO(25) ZERO(26) ZERO(27) ZERO(28) ZERO(29) ZERO(30)
                               ZERO(31) "vzeroall" ::
                                   : "memory");
#undef ZERO
}

static int engine_available(unsigned features) { return (features & ASCON_CPU_AVX512) != 0; }

#endif
