/* Vector engines with 256-bit registers and the instructions of AVX-512, four lanes to each: what
   contract.h asks for. Included by avx512vl_x16.c. SPDX-License-Identifier: Apache-2.0 OR MIT

   For processors that take two cycles for an operation of 512 bits. The registers of a word follow
   each other instead of being interleaved: the processor overlaps them. */
#ifndef ASCON_ENGINES_AVX512VL_H
#define ASCON_ENGINES_AVX512VL_H

#include "places.h"
#if ASCON_HAVE_X86_64_ENGINES

#ifndef REGISTERS /* read alone */
#define REGISTERS 4
#define ASCON_STACK_BYTES 6400
#endif

#include <immintrin.h>

#include "../../core/platform/cpu.h"
#include "../../core/platform/stack.h"
#include "../../core/platform/target.h"

TARGET_BEGIN("avx512f,avx512bw,avx512dq,avx512vl")

#include "four_lanes.h"

#define TERNARY(a, b, c, expression) _mm256_ternarylogic_epi64(a, b, c, (expression) & 0xff)
#define ROTATE(y, n) _mm256_ror_epi64(y, n)

/* A value of the round, which the compiler computes neither earlier nor later than it stands. */
INLINED __m256i in_turn(__m256i x) {
#if !ASCON_CHECK_CONSTANT_TIME /* the memory sanitizer takes assembly for a use of its operands */
  __asm__ volatile("" : "+v"(x));
#endif
  return x;
}

#include "avx512_round.h"

#endif
#endif
