/* The units of all shares, in C. units2.c, units3.c and units4.c include it, after they have
   defined SHARES and the names of the units; they are files of their own so that a program has the
   units of the numbers of shares that it uses, and no others. Nothing where a folder of assembly
   has the units.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef SHARES /* read alone */
#define SHARES 2
#define ROUND ascon_masked_round_2
#define REFRESH ascon_masked_refresh_2
#define TAG ascon_masked_tag_2
#endif

#ifndef ASCON_MASKED_UNITS_H
#define ASCON_MASKED_UNITS_H

#include "halves.h"

#if MASKED_IN_C

/* 32 bits in shares: a half of a word, while it is computed on. */
typedef struct shared {
  uint32_t share[SHARES];
} shared;

/* From and to a half of a word in memory, where the halves of its shares lie two apart. */
INLINED shared load_half(const uint32_t *half) {
  shared x;
#pragma GCC unroll 4
  for (unsigned i = 0; i < SHARES; i++) x.share[i] = half[2 * i];
  return x;
}

INLINED void store_half(uint32_t *half, const shared *x) {
#pragma GCC unroll 4
  for (unsigned i = 0; i < SHARES; i++) half[2 * i] = x->share[i];
}

/* Share by share: share i of one word meets share i of the other, and no other one. */
INLINED void add(shared *to, const shared *x) {
#pragma GCC unroll 4
  for (unsigned i = 0; i < SHARES; i++) to->share[i] = kept(to->share[i] ^ x->share[i]);
}

/* z ^= a & b, by the gadget of Ishai, Sahai and Wagner (CRYPTO 2003): the products of a share of a
   and a different one of b are added to a fresh random word, which both sides get, before they meet
   anything else. The sum in parentheses comes first. a and b must be independent. */
INLINED void add_product(shared *z, const shared *a, const shared *b, const uint32_t *random) {
#pragma GCC unroll 4
  for (unsigned i = 0; i < SHARES; i++)
    z->share[i] = kept(z->share[i] ^ kept(a->share[i] & b->share[i]));
#pragma GCC unroll 4
  for (unsigned i = 0; i < SHARES; i++) {
#pragma GCC unroll 4
    for (unsigned j = i + 1; j < SHARES; j++) {
      const uint32_t r = *random++;
      z->share[i] = kept(z->share[i] ^ r);
      uint32_t sum = kept(turned(r, i, j) ^ kept(turned(a->share[i], i, j) & b->share[j]));
      sum = kept(sum ^ kept(a->share[j] & turned(b->share[i], i, j)));
      z->share[j] = kept(z->share[j] ^ sum);
    }
  }
}

/* The complement of the value is that of one share. */
INLINED void complement(shared *x) { x->share[0] = kept(~x->share[0]); }

/* Section 3.3 on the 32 columns of one half: half[2 * SHARES * w] begins word w. The inputs of its
   ANDs are five words none of which depends on the others, so that each AND's are independent. */
INLINED void masked_substitute(uint32_t *half, const uint32_t *random) {
  shared x[5], y[5];
#pragma GCC unroll 5
  for (unsigned w = 0; w < 5; w++) x[w] = load_half(half + (size_t)2 * SHARES * w);
  add(&x[0], &x[4]), add(&x[4], &x[3]), add(&x[2], &x[1]);
#pragma GCC unroll 5
  for (unsigned w = 0; w < 5; w++) {
    shared inverted = x[(w + 1) % 5];
    complement(&inverted);
    y[w] = x[w];
    add_product(&y[w], &inverted, &x[(w + 2) % 5], random + (size_t)w * MASKED_PAIRS(SHARES));
  }
  add(&y[1], &y[0]), add(&y[0], &y[4]), add(&y[3], &y[2]);
  complement(&y[2]);
#pragma GCC unroll 5
  for (unsigned w = 0; w < 5; w++) store_half(half + (size_t)2 * SHARES * w, &y[w]);
}

/* The halves of a share's word rotated right by n: by an odd n they change places. */
INLINED uint32_t rotated_even(const uint32_t x[2], unsigned n) {
  return masked_rotate_right(x[n % 2], n / 2);
}

INLINED uint32_t rotated_odd(const uint32_t x[2], unsigned n) {
  return masked_rotate_right(x[1 - n % 2], n / 2 + n % 2);
}

/* Section 3.4 on word w, share by share: x ^ ror(x, a) ^ ror(x, b). */
INLINED void masked_diffuse(uint32_t *words, unsigned w, unsigned a, unsigned b) {
  uint32_t *x = words + (size_t)2 * SHARES * w;
#pragma GCC unroll 4
  for (unsigned i = 0; i < SHARES; i++, x += 2) {
    const uint32_t even = kept(x[0] ^ rotated_even(x, a)) ^ rotated_even(x, b);
    const uint32_t odd = kept(x[1] ^ rotated_odd(x, a)) ^ rotated_odd(x, b);
    x[0] = even, x[1] = odd;
  }
}

/* One round: the constant into share 0 of x2, four bits of it even ones and four odd; the S-box on
   the even halves and on the odd ones; the linear layer. */
void ROUND(uint32_t *words, const uint32_t *random, uint32_t constant) {
  uint32_t *x2 = words + 4 * SHARES;
  x2[0] ^= constant & 15, x2[1] ^= constant >> 4;
  masked_substitute(words, random);
  masked_substitute(words + 1, random + 5 * MASKED_PAIRS(SHARES));
  masked_diffuse(words, 0, 19, 28);
  masked_diffuse(words, 1, 61, 39);
  masked_diffuse(words, 2, 1, 6);
  masked_diffuse(words, 3, 10, 17);
  masked_diffuse(words, 4, 7, 41);
}

/* Each pair of shares gets a random word of its own on both sides: their sum stays what it was. */
void REFRESH(uint32_t *word, const uint32_t *random) {
#pragma GCC unroll 2
  for (unsigned h = 0; h < 2; h++) {
#pragma GCC unroll 4
    for (unsigned i = 0; i < SHARES; i++) {
#pragma GCC unroll 4
      for (unsigned j = i + 1; j < SHARES; j++) {
        const uint32_t r = *random++;
        word[2 * i + h] = kept(word[2 * i + h] ^ r);
        word[2 * j + h] = kept(word[2 * j + h] ^ turned(r, i, j));
      }
    }
  }
}

/* x & (x >> n) in the lowest n of 2 * n bits; the others become zero. Without them in either
   factor, no register has both products of two bits with each other. */
INLINED void fold(shared *x, unsigned n, const uint32_t *random) {
  const uint32_t lowest = ((uint32_t)1 << n) - 1;
  shared low, high, product = {{0}};
#pragma GCC unroll 4
  for (unsigned i = 0; i < SHARES; i++) {
    const uint32_t mask = turned(lowest, 0, i);
    low.share[i] = kept(x->share[i] & mask);
    high.share[i] = kept(masked_rotate_right(x->share[i], n) & mask);
  }
  add_product(&product, &low, &high, random);
  *x = product;
}

/* The complement of the difference is all ones if it is zero: 128 bits, then 64, 32, 16 and so on.
 */
uint32_t TAG(uint32_t *difference, const uint32_t *random) {
  enum { PAIRS = MASKED_PAIRS(SHARES) };
  shared half[2], product[2] = {{{0}}, {{0}}}, x = {{0}};
  uint32_t ones = 0;
#pragma GCC unroll 2
  for (unsigned h = 0; h < 2; h++) {
    half[0] = load_half(difference + h), half[1] = load_half(difference + 2 * SHARES + h);
    complement(&half[0]), complement(&half[1]);
    add_product(&product[h], &half[0], &half[1], random + (size_t)h * PAIRS);
  }
  add_product(&x, &product[0], &product[1], random + 2 * PAIRS);
#pragma GCC unroll 5
  for (unsigned step = 0; step < 5; step++)
    fold(&x, 16u >> step, random + (size_t)(3 + step) * PAIRS);
#pragma GCC unroll 4
  for (unsigned i = 0; i < SHARES; i++) ones = kept(ones ^ (turned(x.share[i], i, 0) & 1));
  return ones ^ 1;
}

#endif

#endif
