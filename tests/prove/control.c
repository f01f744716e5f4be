/* A permutation with faults that ./dev prove must find: -DPLANT=NAME. Written for these tests after
   SP 800-232,
   section 3; NONE is right. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdint.h>

void control(uint64_t *x, unsigned rounds);

#define ROTATE(word, n) ((word) >> (n) | (word) << (64 - (n)))
#define LINEAR(i, n, m) x[i] ^= ROTATE(x[i], n) ^ ROTATE(x[i], m)

uint64_t global;
const uint8_t table[256] = {0};

static void plant(uint64_t *x, uint64_t *volatile *end, unsigned rounds) {
  (void)x, (void)end, (void)rounds;
#if PLANT == 1 /* BRANCH: nothing but time differs */
  if (x[0] & 1) __asm__ volatile("nop");
#elif PLANT == 2  /* LOOKUP: in a table of zeros */
  x[1] ^= table[x[0] & 0xff];
#elif PLANT == 3  /* SHIFT: of zero */
  volatile uint32_t zero = 0;
  x[1] ^= zero << (x[0] & 31);
#elif PLANT == 4  /* MULTIPLY */
  volatile uint32_t zero = 0;
  x[1] ^= (uint32_t)x[0] * zero;
#elif PLANT == 5  /* BEYOND */
  x[5] = 0;
#elif PLANT == 6  /* BEFORE */
  ((uint8_t *)x)[-1] = 0;
#elif PLANT == 7  /* GLOBAL */
  global = x[0];
#elif PLANT == 8  /* READ_BEYOND */
  __asm__ volatile("" : : "r"(x[5]));
#elif PLANT == 9  /* ONE_VALUE: of 2^64 */
  const uint64_t difference = x[3] ^ UINT64_C(0x0123456789abcdef);
  const uint64_t is_zero = ~(difference | (0 - difference)) >> 63;
  x[4] ^= is_zero;
#elif PLANT == 10 /* CONSTANT */
  x[2] ^= rounds == 7;
#endif
}

__attribute__((noinline)) void control(uint64_t *x, unsigned rounds) {
  uint64_t *volatile end = x + 5;
  plant(x, &end, rounds);
  for (unsigned left = rounds; left; left--) {
    x[2] ^= left > 12 ? 15 * (left - 12) : 60 + 15 * left; /* section 3.2 */
    uint64_t x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4];
    x[0] = (x4 & x1) ^ x3 ^ (x2 & x1) ^ x2 ^ (x1 & x0) ^ x1 ^ x0;
    x[1] = x4 ^ (x3 & x2) ^ (x3 & x1) ^ x3 ^ (x2 & x1) ^ x2 ^ x1 ^ x0;
    x[2] = ~((x4 & x3) ^ x4 ^ x2 ^ x1);
    x[3] = (x4 & x0) ^ x4 ^ (x3 & x0) ^ x3 ^ x2 ^ x1 ^ x0;
    x[4] = (x4 & x1) ^ x4 ^ x3 ^ (x1 & x0) ^ x1;
    LINEAR(0, 19, 28), LINEAR(1, 61, 39), LINEAR(2, 1, 6), LINEAR(3, 10, 17), LINEAR(4, 7, 41);
  }
}
