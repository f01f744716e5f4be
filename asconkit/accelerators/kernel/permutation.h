/* The state of one message and the permutation, SP 800-232, section 3.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_KERNEL_PERMUTATION_H
#define ASCON_KERNEL_PERMUTATION_H

#include "language.h"

typedef struct lane_state {
  lane_word x[5];
} lane_state;

/* Functions of three bits. NVIDIA's processors have any such function as one instruction, LOP3,
   which is given the function's values for all inputs: what it makes of these three bytes. */
#define XOR(a, b, c) ((a) ^ (b) ^ (c))
#define OR_XOR(a, b, c) (((a) | (b)) ^ (c))
#define AND_XOR(a, b, c) (((a) & (b)) ^ (c))
#define ANDN_XOR(a, b, c) (((a) & ~(b)) ^ (c))
#define NOT_ANDN_XOR(a, b, c) (~(((a) & ~(b)) ^ (c)))
#if defined(__CUDACC__)
extern "C++" template <int values>
LANE_FUNCTION lane_word lop3(lane_word a, lane_word b, lane_word c) {
  unsigned low, high;
  asm("lop3.b32 %0, %1, %2, %3, %4;"
      : "=r"(low)
      : "r"((unsigned)a), "r"((unsigned)b), "r"((unsigned)c), "n"(values));
  asm("lop3.b32 %0, %1, %2, %3, %4;"
      : "=r"(high)
      : "r"((unsigned)(a >> 32)), "r"((unsigned)(b >> 32)), "r"((unsigned)(c >> 32)), "n"(values));
  return (lane_word)high << 32 | low;
}
#define LOGIC(f, a, b, c) lop3<f(0xf0, 0xcc, 0xaa) & 0xff>(a, b, c)

/* Two instructions, SHF: 32 of the 64 bits low || high, from bit n on. */
LANE_FUNCTION unsigned shf(unsigned low, unsigned high, int n) {
  unsigned half;
  asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(half) : "r"(low), "r"(high), "r"(n));
  return half;
}

LANE_FUNCTION lane_word lane_rotate_right(lane_word x, int n) {
  const unsigned low = (unsigned)(n < 32 ? x : x >> 32), high = (unsigned)(n < 32 ? x >> 32 : x);
  return (lane_word)shf(high, low, n) << 32 | shf(low, high, n);
}
#else
#define LOGIC(f, a, b, c) f(a, b, c)

#if defined(__OPENCL_VERSION__)
LANE_FUNCTION lane_word lane_rotate_right(lane_word x, int n) {
  return rotate(x, (lane_word)(64 - n));
}
#else
LANE_FUNCTION lane_word lane_rotate_right(lane_word x, int n) { return x >> n | x << (64 - n); }
#endif
#endif

/* The linear layer of one word, section 3.4. */
LANE_FUNCTION lane_word lane_diffuse(lane_word y, int first, int second) {
  return LOGIC(XOR, y, lane_rotate_right(y, first), lane_rotate_right(y, second));
}

/* One round, sections 3.2 to 3.4. The S-box and the constant take nine functions of three bits, the
   fewest that there are (docs/scheduling.md): 28 LOP3 and 20 rotations (SHF) of halves of words. */
LANE_FUNCTION void lane_one_round(lane_state *s, lane_word added) {
  const lane_word x0 = s->x[0], x1 = s->x[1], x3 = s->x[3], x4 = s->x[4];
  const lane_word g = LOGIC(XOR, x1, s->x[2], added);
  const lane_word e = x3 ^ x4;
  const lane_word w = LOGIC(OR_XOR, x1, g, x0 ^ x4);
  const lane_word y0 = LOGIC(OR_XOR, x1, w, e);
  const lane_word y1 = LOGIC(ANDN_XOR, x3, g, w);
  const lane_word y2 = LOGIC(NOT_ANDN_XOR, x4, x3, g);
  const lane_word y3 = LOGIC(OR_XOR, x0, e, g);
  const lane_word y4 = LOGIC(AND_XOR, x1, w, e);
  s->x[0] = lane_diffuse(y0, 19, 28);
  s->x[1] = lane_diffuse(y1, 61, 39);
  s->x[2] = lane_diffuse(y2, 1, 6);
  s->x[3] = lane_diffuse(y3, 10, 17);
  s->x[4] = lane_diffuse(y4, 7, 41);
}

/* The last `rounds` of 16: an even number of at most 12, or 0. Each constant is 0xf less than the
   one before, 0x4b the last. Two rounds a turn: the loop then costs 2 % of the time. */
LANE_FUNCTION void lane_permute(lane_state *s, unsigned rounds) {
  unsigned next = 0x3cu + 0x0fu * rounds;
  ROLLED for (; next != 0x3cu; next -= 0x1eu) {
    lane_one_round(s, next);
    lane_one_round(s, next - 0x0fu);
  }
}

#endif
