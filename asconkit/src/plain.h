/* Bytes of a state whose lanes lie in memory as integers, in short loops: for settings that want
   the smallest code. A representation defines ASCON_PLAIN_FLIP(order): byte i in the order of the
   specification stands at w8[i ^ flip]. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_PLAIN_H
#define ASCON_PLAIN_H

#include "state.h"

/* The widest access, unless a backend wants none (ASCON_PLAIN_BYTEWISE): where words must be
   aligned, that would be a second loop. The flip's low bits become a swap of its bytes. */
#if defined(ASCON_PLAIN_BYTEWISE)
#elif defined(ASCON_PLAIN_64) && UINTPTR_MAX > 0xffffffff
#define ASCON_PLAIN_BITS 64
#define ASCON_PLAIN_MOVED(flip) 0u
#elif UINTPTR_MAX > 0xffff
#define ASCON_PLAIN_BITS 32
#define ASCON_PLAIN_MOVED(flip) ((flip) & 4u)
#endif

ASCON_INLINE void plain_byte(ascon_reg *s, block_op op, size_t i, uint8_t *out, const uint8_t *in,
                             unsigned flip) {
  uint8_t data = op == OP_SQUEEZE ? 0 : *in, *x = &s->w8[i ^ flip];
  uint8_t sum = (uint8_t)(*x ^ data);
  *x = op == OP_DECRYPT ? data : sum;
  if (op != OP_ABSORB) *out = sum;
}

#ifdef ASCON_PLAIN_BITS
#define ASCON_PLAIN_JOIN(a, b, c) a##b##c
#define ASCON_PLAIN_NAME(a, bits, c) ASCON_PLAIN_JOIN(a, bits, c)
typedef ASCON_PLAIN_NAME(uint, ASCON_PLAIN_BITS, _t) plain_word;
#define ASCON_PLAIN_LOAD ASCON_PLAIN_NAME(ascon_load, ASCON_PLAIN_BITS, _aligned)
#define ASCON_PLAIN_STORE ASCON_PLAIN_NAME(ascon_store, ASCON_PLAIN_BITS, _aligned)

enum { PLAIN_WORD = sizeof(plain_word) };

ASCON_INLINE int plain_aligned(block_op op, size_t offset, const uint8_t *out, const uint8_t *in) {
  uintptr_t places = offset;
  if (!ASCON_UNALIGNED_ACCESS && op != OP_ABSORB) places |= (uintptr_t)out;
  if (!ASCON_UNALIGNED_ACCESS && op != OP_SQUEEZE) places |= (uintptr_t)in;
  return ascon_aligned(places, PLAIN_WORD);
}

ASCON_INLINE void plain_word_step(ascon_reg *s, block_op op, size_t i, uint8_t *out,
                                  const uint8_t *in, unsigned flip) {
  const ascon_order native = ASCON_NATIVE_ORDER;
  const ascon_order foreign =
      native == ASCON_LITTLE_ENDIAN ? ASCON_BIG_ENDIAN : ASCON_LITTLE_ENDIAN;
  const ascon_order order = flip & 3 ? foreign : native;
  uint8_t *place = s->w8 + (i ^ ASCON_PLAIN_MOVED(flip));
  plain_word data = op == OP_SQUEEZE ? 0 : ASCON_PLAIN_LOAD(in, order);
  plain_word sum = ASCON_PLAIN_LOAD(place, native) ^ data;
  if (op != OP_SQUEEZE) ASCON_PLAIN_STORE(place, op == OP_DECRYPT ? data : sum, native);
  if (op != OP_ABSORB) ASCON_PLAIN_STORE(out, sum, order);
}
#endif

/* reg_bytes() of such a state. */
ASCON_INLINE void plain_bytes(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                              const uint8_t *in, size_t n, ascon_order order) {
  const unsigned flip = ASCON_PLAIN_FLIP(order);
  size_t i = 0;
#ifdef ASCON_PLAIN_BITS
  if (plain_aligned(op, offset, out, in))
    for (; i + PLAIN_WORD <= n; i += PLAIN_WORD)
      plain_word_step(s, op, offset + i, op == OP_ABSORB ? out : out + i,
                      op == OP_SQUEEZE ? in : in + i, flip);
#endif
  for (; i < n; i++)
    plain_byte(s, op, offset + i, op == OP_ABSORB ? out : out + i, op == OP_SQUEEZE ? in : in + i,
               flip);
}

#endif
