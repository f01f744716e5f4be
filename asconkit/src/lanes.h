/* Byte access for backends whose state is five lanes of 8 bytes each. Such a backend defines
     ascon_lane                      one lane in the backend's representation
     lane_load(in, order)            from 8 bytes      lane_store(out, lane, order)   to 8 bytes
     lane_xor(a, b)                  lane_bit(n)    bit n of the specification's integer, 0..63
     reg_lane(state, i)              read lane i       reg_set_lane(state, i, lane)   write it
   and, if it has faster ones (ASCON_HAVE_LANE_PART),
     lane_load_part(in, skip, n, order)         n < 8 bytes, placed from byte `skip` on, else zero
     lane_store_part(out, lane, skip, n, order) bytes skip..skip+n of the lane
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_LANES_H
#define ASCON_LANES_H

#ifndef ASCON_HAVE_LANE_PART
ASCON_INLINE ascon_lane lane_load_part(const uint8_t *in, size_t skip, size_t n,
                                       ascon_order order) {
  uint8_t bytes[8] = {0};
  ASCON_ASSUME(skip + n <= 8);
  for (size_t i = 0; i < n; i++) bytes[skip + i] = in[i];
  return lane_load(bytes, order);
}

ASCON_INLINE void lane_store_part(uint8_t *out, ascon_lane lane, size_t skip, size_t n,
                                  ascon_order order) {
  uint8_t bytes[8];
  lane_store(bytes, lane, order);
  ASCON_ASSUME(skip + n <= 8);
  for (size_t i = 0; i < n; i++) out[i] = bytes[skip + i];
}
#endif

ASCON_INLINE void reg_xor_lane(ascon_reg *s, size_t i, ascon_lane lane) {
  reg_set_lane(s, i, lane_xor(reg_lane(s, i), lane));
}

ASCON_INLINE void lane_part(ascon_reg *s, block_op op, size_t i, size_t skip, uint8_t *out,
                            const uint8_t *in, size_t n, ascon_order order) {
  ascon_lane lane = reg_lane(s, i);
  if (op == OP_SQUEEZE) {
    lane_store_part(out, lane, skip, n, order);
    return;
  }
  ascon_lane data = lane_load_part(in, skip, n, order);
  ascon_lane sum = lane_xor(lane, data);
  if (op == OP_DECRYPT) { /* the plaintext's bytes of the sum; xored in, they make `data` */
    uint8_t text[8];
    lane_store_part(text, sum, skip, n, order);
    sum = lane_xor(lane, lane_load_part(text, skip, n, order));
    for (size_t k = 0; k < n; k++) out[k] = text[k];
  }
  reg_set_lane(s, i, sum);
  if (op == OP_ENCRYPT) lane_store_part(out, sum, skip, n, order);
}

ASCON_INLINE void lane_whole(ascon_reg *s, block_op op, size_t i, uint8_t *out, const uint8_t *in,
                             ascon_order order) {
  if (op == OP_SQUEEZE) {
    lane_store(out, reg_lane(s, i), order);
    return;
  }
  ascon_lane data = lane_load(in, order);
  ascon_lane sum = lane_xor(reg_lane(s, i), data);
  reg_set_lane(s, i, op == OP_DECRYPT ? data : sum);
  if (op != OP_ABSORB) lane_store(out, sum, order);
}

/* What of bytes offset..offset+n falls into lane i. Pointers are only moved past what is there, so
   NULL stays legal when n is 0. */
ASCON_INLINE void lanes_step(ascon_reg *s, block_op op, size_t i, size_t offset, uint8_t *out,
                             const uint8_t *in, size_t n, ascon_order order) {
  size_t from = offset > 8 * i ? offset : 8 * i;
  size_t to = ascon_min(offset + n, 8 * i + 8);
  if (from >= to) return;
  if (op != OP_ABSORB) out += from - offset;
  if (op != OP_SQUEEZE) in += from - offset;
  if (to - from == 8) lane_whole(s, op, i, out, in, order);
  else lane_part(s, op, i, from % 8, out, in, to - from, order);
}

/* Any bytes. With constants, all that remains is what each lane needs: a state whose lanes are
   indexed by a variable cannot stay in registers. */
ASCON_INLINE void lanes_bytes(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                              const uint8_t *in, size_t n, ascon_order order) {
#if defined(__GNUC__) && ASCON_UNROLL_LOOPS
  if (__builtin_constant_p(offset) && __builtin_constant_p(n)) {
    lanes_step(s, op, 0, offset, out, in, n, order);
    lanes_step(s, op, 1, offset, out, in, n, order);
    lanes_step(s, op, 2, offset, out, in, n, order);
    lanes_step(s, op, 3, offset, out, in, n, order);
    lanes_step(s, op, 4, offset, out, in, n, order);
    return;
  }
#endif
  for (size_t i = offset / 8; 8 * i < offset + n; i++)
    lanes_step(s, op, i, offset, out, in, n, order);
}

#define ASCON_HAVE_REG_XOR_BYTE 1
#define ASCON_HAVE_REG_BYTES 1
#if ASCON_COMPACT && defined(ASCON_PLAIN_FLIP) && defined(__GNUC__)
#include "plain.h"

ASCON_INLINE void reg_xor_byte(ascon_reg *s, size_t offset, uint8_t byte, ascon_order order) {
  s->w8[offset ^ ASCON_PLAIN_FLIP(order)] ^= byte;
}

ASCON_INLINE void reg_bytes(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                            const uint8_t *in, size_t n, ascon_order order) {
  plain_bytes(s, op, offset, out, in, n, order);
}
#else
/* Every byte that modes add has one bit. */
ASCON_INLINE void reg_xor_byte(ascon_reg *s, size_t offset, uint8_t byte, ascon_order order) {
  unsigned place = (unsigned)offset % 8, bit = byte == 0x80 ? 7 : 0;
  ASCON_ASSUME(byte == 0x80 || byte == 0x01);
  bit += 8 * (order == ASCON_LITTLE_ENDIAN ? place : 7 - place);
  reg_xor_lane(s, offset / 8, lane_bit(bit));
}

ASCON_INLINE void reg_bytes(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                            const uint8_t *in, size_t n, ascon_order order) {
  lanes_bytes(s, op, offset, out, in, n, order);
}
#endif

/* 16 bytes that are used more than once, converted once. */
#define ASCON_HAVE_REG_PAIR 1
typedef struct reg_pair {
  ascon_lane first, second;
} reg_pair;

ASCON_INLINE reg_pair pair_load(const uint8_t *in, ascon_order order) {
  return (reg_pair){lane_load(in, order), lane_load(in + 8, order)};
}

ASCON_INLINE void reg_xor_pair(ascon_reg *s, size_t i, const reg_pair *pair) {
  reg_xor_lane(s, i, pair->first);
  reg_xor_lane(s, i + 1, pair->second);
}

/* One block of `rate` bytes, a multiple of 8, at the start of the state. */
#define ASCON_HAVE_REG_BLOCK 1
ASCON_INLINE void reg_block(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in, size_t rate,
                            ascon_order order) {
#define ASCON_LANE(i)                                                                              \
  if (rate > 8 * (i))                                                                              \
  lane_whole(s, op, i, op == OP_ABSORB ? out : out + 8 * (i),                                      \
             op == OP_SQUEEZE ? in : in + 8 * (i), order)
  ASCON_LANE(0);
  ASCON_LANE(1);
  ASCON_LANE(2);
  ASCON_LANE(3);
  ASCON_LANE(4);
#undef ASCON_LANE
}

#endif
