/* Runs a lowered program on many random inputs, and adds up what the t-test needs. replay.py
   compiles and calls it. A block of traces at a time: each operation is one loop over the block,
   which compilers
   make vector instructions of. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdint.h>

#define BLOCK 512 /* traces: the values that live at one time fit into a cache */

enum {
  CONSTANT,
  INPUT,
  XOR,
  AND,
  OR,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  SHIFT_SIGNED,
  ROTATE_RIGHT,
  ADD,
  CARRY,
  MULTIPLY
};

/* One operation, or, with kind -1, a sample: the weight of `first`, or of its difference to
 * `second`. */
struct operation {
  int32_t kind, target, first, second, third;
  uint32_t number;
};

static uint64_t mixed(uint64_t x) /* splitmix64 */
{
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

static void random_words(uint32_t *out, uint64_t seed, uint32_t mask) {
  for (int i = 0; i < BLOCK; i++) {
    out[i] = (uint32_t)(mixed(seed + (uint64_t)i * 0x9E3779B97F4A7C15u) >> 32) & mask;
  }
}

#define EACH(expression)                                                                           \
  for (int i = 0; i < BLOCK; i++) {                                                                \
    out[i] = (expression) & mask;                                                                  \
  }                                                                                                \
  break

static void compute(const struct operation *o, uint32_t (*values)[BLOCK], int width,
                    uint32_t mask) {
  uint32_t *restrict out = values[o->target];
  const uint32_t *a = values[o->first < 0 ? 0 : o->first],
                 *b = values[o->second < 0 ? 0 : o->second];
  const uint32_t *c = values[o->third < 0 ? 0 : o->third];
  const uint32_t n = o->number, back = (uint32_t)width - n;
  switch (o->kind) {
    case CONSTANT: EACH(n);
    case XOR: EACH(a[i] ^ b[i]);
    case AND: EACH(a[i] & b[i]);
    case OR: EACH(a[i] | b[i]);
    case SHIFT_LEFT: EACH(a[i] << n);
    case SHIFT_RIGHT: EACH(a[i] >> n);
    case SHIFT_SIGNED: EACH((uint32_t)((int32_t)(a[i] << (32 - width)) >> (32 - width) >> n));
    case ROTATE_RIGHT: EACH(a[i] >> n | a[i] << back);
    case ADD: EACH(a[i] + b[i] + c[i]);
    case CARRY: EACH((uint32_t)(((uint64_t)a[i] + b[i] + c[i]) >> width));
    case MULTIPLY: EACH(a[i] * b[i]);
  }
}

/* `sums`: for each sample the sums of the weight and of its square, for random, then for fixed
   secrets. `secret` says which inputs are secrets, `fixed` what they are where they are fixed. With
   `weights`, a row of BLOCK bytes for each sample and block is written too. Blocks take turns:
   random, fixed. */
void replay(const struct operation *operations, int64_t count, uint32_t (*values)[BLOCK], int width,
            const uint8_t *secret, const uint32_t *fixed, uint64_t seed, int64_t first_block,
            int64_t blocks, uint64_t *sums, uint8_t *weights) {
  const uint32_t mask = width == 32 ? 0xFFFFFFFFu : (1u << width) - 1;
  for (int64_t block = first_block; block < first_block + blocks; block++) {
    const int is_fixed = block & 1;
    uint64_t *sum = sums + 2 * is_fixed;
    for (int64_t number = 0; number < count; number++) {
      const struct operation *o = &operations[number];
      if (o->kind == INPUT) {
        random_words(values[o->target], mixed(seed ^ mixed((uint64_t)block << 24 ^ o->number)),
                     mask);
        if (secret[o->number] && is_fixed) {
          for (int i = 0; i < BLOCK; i++) {
            values[o->target][i] = fixed[o->number];
          }
        }
      } else if (o->kind >= 0) {
        compute(o, values, width, mask);
      } else {
        const uint32_t *a = values[o->first], *b = values[o->second];
        uint32_t total = 0, squares = 0;
        for (int i = 0; i < BLOCK; i++) {
          const uint32_t weight = (uint32_t)__builtin_popcount(a[i] ^ b[i]);
          total += weight;
          squares += weight * weight;
        }
        if (weights) {
          for (int i = 0; i < BLOCK; i++) {
            *weights++ = (uint8_t)__builtin_popcount(a[i] ^ b[i]);
          }
        }
        sum[0] += total;
        sum[1] += squares;
        sum += 4;
      }
    }
  }
}
