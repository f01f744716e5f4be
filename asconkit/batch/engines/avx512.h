/* Vector engines with 512-bit registers, eight lanes to each: what contract.h asks for. Included by
   avx512_x16.c. SPDX-License-Identifier: Apache-2.0 OR MIT

   A round takes 25 operations on eight states: ten of three inputs for the S-box (with the
   complement of x2 and the constant inside), and for each word two rotations and one operation of
   three inputs. Intel's processors do two of these per cycle, 1.56 cycles per round and state. Two
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

#include "../../platform/cpu.h"
#include "../../platform/stack.h"
#include "../../platform/target.h"

TARGET_BEGIN("avx512f,avx512bw,avx512dq,avx512vl")

#include "vzeroall.h"

typedef __m512i lane_vector;
enum { VECTOR_LANES = 8 };

INLINED __m512i vector_load(const uint64_t words[8]) { return _mm512_load_si512(words); }

INLINED void vector_store(uint64_t words[8], __m512i x) { _mm512_store_si512(words, x); }

INLINED __m512i vector_set(uint64_t word) { return _mm512_set1_epi64((long long)word); }

INLINED __m512i vector_xor(__m512i a, __m512i b) { return _mm512_xor_si512(a, b); }

/* ---- The round ------------------------------------------------------------------------------- */

/* The truth table of an expression in A, B and C. */
enum { A = 0xf0, B = 0xcc, C = 0xaa };
#define TERNARY(a, b, c, expression) _mm512_ternarylogic_epi64(a, b, c, (expression) & 0xff)
#define ROTATE(y, n) _mm512_ror_epi64(y, n)

INLINED __m512i vector_where(__m512i mask, __m512i a, __m512i b) {
  return TERNARY(mask, a, b, (A & B) | (~A & C));
}

INLINED void vector_begin(__m512i x[5], uint64_t constant) { (void)x, (void)constant; }

/* The first operand of TERNARY is overwritten. It is the one that is computed last: measured on
   Zen 4, that makes a round of two registers 5 % faster; on Sapphire Rapids it makes no difference,
   1.57 cycles for a round and state, where the ports allow 1.56. */
INLINED void vector_round(__m512i x[5], const uint64_t *constants) {
  /* Nothing waits in a mask register for a permutation to end: gcc 12 would keep lengths there, and
     the check of machine code takes what comes from a mask for a secret. */
  __asm__ volatile("" : : : "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7");
  const __m512i constant = _mm512_set1_epi64((long long)constants[0]);
  const __m512i x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4];
  /* The S-box. */
  const __m512i a = vector_xor(x0, x4), h = vector_xor(x1, x3);
  const __m512i g = TERNARY(x2, constant, x1, A ^ B ^ C);
  const __m512i y1 = TERNARY(a, h, g, (B | C) ^ A);
  const __m512i u = vector_xor(a, g), e = vector_xor(x3, x4);
  const __m512i y0 = TERNARY(u, x1, e, (A | B) ^ C);
  const __m512i y4 = TERNARY(e, a, x1, (C & ~B) ^ A);
  const __m512i y2 = TERNARY(g, e, x4, ~((B & C) ^ A));
  const __m512i y3 = TERNARY(g, e, x0, (B | C) ^ A);
  /* The linear layer: y ^ (y >>> p) ^ (y >>> q), the later rotation first. */
  x[1] = TERNARY(ROTATE(y1, 39), y1, ROTATE(y1, 61), A ^ B ^ C);
  x[0] = TERNARY(ROTATE(y0, 28), y0, ROTATE(y0, 19), A ^ B ^ C);
  x[3] = TERNARY(ROTATE(y3, 17), y3, ROTATE(y3, 10), A ^ B ^ C);
  x[2] = TERNARY(ROTATE(y2, 6), y2, ROTATE(y2, 1), A ^ B ^ C);
  x[4] = TERNARY(ROTATE(y4, 7), y4, ROTATE(y4, 41), A ^ B ^ C);
}

INLINED void vector_end(__m512i x[5]) { (void)x; }

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

/* A mask of as many bits as there are bytes: no branch on the length. */
INLINED void copy_short(uint8_t *to, const uint8_t *from, size_t n) {
  const __mmask64 some = ((__mmask64)1 << n) - 1;
  _mm512_mask_storeu_epi8(to, some, _mm512_maskz_loadu_epi8(some, from));
}

INLINED void pad_short(uint8_t row[64], const uint8_t *from, size_t n, uint8_t byte) {
  const __mmask64 next = (__mmask64)1 << n;
  const __m512i x = _mm512_maskz_loadu_epi8(next - 1, from);
  _mm512_storeu_si512(row, _mm512_mask_set1_epi8(x, next, (char)byte));
}

/* The registers hold secrets of all lanes; the upper sixteen have no other way. */
INLINED void clear_vectors(void) {
  __asm__ __volatile__(
      ".irp n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, "
      "27, 28, 29, 30, 31\n\t"
      "vpxorq %%zmm\\n, %%zmm\\n, %%zmm\\n\n\t.endr" ::
          : "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24",
            "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31");
  clear_sixteen_registers();
}

static int engine_available(unsigned features) { return (features & ASCON_CPU_AVX512) != 0; }

#include "rounds.h"

#endif
#endif
