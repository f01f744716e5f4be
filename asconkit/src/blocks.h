/* Data into and out of the state: single bytes, and loops over whole blocks with the permutation
   inside, where nearly all of the time goes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BLOCKS_H
#define ASCON_BLOCKS_H

#include "algorithm_table.h"
#include "state.h"
#include "trace.h"

#ifndef ASCON_HAVE_REG_COPY
ASCON_INLINE void reg_copy(ascon_reg *to, const ascon_reg *from) { *to = *from; }
#endif

#ifndef ASCON_HAVE_REG_CRYPT_BYTES
ASCON_INLINE void reg_encrypt_bytes(ascon_reg *s, size_t offset, uint8_t *out, const uint8_t *in,
                                    size_t n, ascon_order order) {
  reg_xor_bytes(s, offset, in, n, order);
  reg_get_bytes(s, offset, out, n, order);
}

/* The state byte becomes the ciphertext byte: state ^ (state ^ ciphertext). */
ASCON_INLINE void reg_decrypt_bytes(ascon_reg *s, size_t offset, uint8_t *out, const uint8_t *in,
                                    size_t n, ascon_order order) {
  for (size_t i = 0; i < n; i++) {
    uint8_t text;
    reg_get_bytes(s, offset + i, &text, 1, order);
    text = (uint8_t)(text ^ in[i]);
    reg_xor_bytes(s, offset + i, &text, 1, order);
    out[i] = text;
  }
}
#endif

ASCON_INLINE void reg_trace_op(block_op op, const ascon_reg *s) {
  if (op == OP_ABSORB) ASCON_TRACE("absorb", s);
  if (op == OP_ENCRYPT) ASCON_TRACE("encrypt", s);
  if (op == OP_DECRYPT) ASCON_TRACE("decrypt", s);
}

ASCON_INLINE void reg_bytes(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                            const uint8_t *in, size_t n, ascon_order order) {
  if (n == 0) return;
  if (op == OP_ABSORB) reg_xor_bytes(s, offset, in, n, order);
  if (op == OP_SQUEEZE) reg_get_bytes(s, offset, out, n, order);
  if (op == OP_ENCRYPT) reg_encrypt_bytes(s, offset, out, in, n, order);
  if (op == OP_DECRYPT) reg_decrypt_bytes(s, offset, out, in, n, order);
  reg_trace_op(op, s);
}

ASCON_INLINE void reg_block(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in, size_t rate,
                            ascon_order order) {
#ifdef ASCON_HAVE_REG_BLOCK
  lanes_block(s, op, out, in, rate, order);
  reg_trace_op(op, s);
#else
  reg_bytes(s, op, 0, out, in, rate, order);
#endif
}

/* Whole blocks, each followed by the permutation; returns the bytes done. Absorbing and text take
   all whole blocks. Squeezing leaves the last block, whole or not: no permutation follows it. */
#define ASCON_BLOCK_LOOP(s, permute, rate, rounds, order)                                          \
  size_t done = 0;                                                                                 \
  size_t keep = op == OP_SQUEEZE ? 1 : 0;                                                          \
  while (n - done >= (rate) + keep) {                                                              \
    uint8_t *to = op == OP_ABSORB ? out : out + done;                                              \
    const uint8_t *from = op == OP_SQUEEZE ? in : in + done;                                       \
    reg_block(s, op, to, from, rate, order);                                                       \
    permute(s, rounds);                                                                            \
    done += (rate);                                                                                \
  }                                                                                                \
  return done

#ifndef ASCON_HAVE_REG_BLOCKS
#if ASCON_INLINE_PERM && !ASCON_PRINT_STATE && defined(ASCON_HAVE_REG_ROUNDS)

/* One function for each operation and each distinct (rate, rounds, order) of the table: all three
   are constants in it, and a copy of the state stays in registers. */
#define ASCON_SHAPE_NAME(op, rate, rounds, order) blocks_##op##_##rate##_##rounds##_##order
#define ASCON_DEFINE_SHAPE(OP, rate, rounds, order)                                                \
  ASCON_NOINLINE size_t ASCON_SHAPE_NAME(OP, rate, rounds, order)(ascon_reg * state, uint8_t *out, \
                                                                  const uint8_t *in, size_t n) {   \
    const block_op op = OP;                                                                        \
    ascon_reg local;                                                                               \
    reg_copy(&local, state);                                                                       \
    size_t done = shape_loop(&local, op, out, in, n, rate, rounds, order);                         \
    reg_copy(state, &local);                                                                      \
    return done;                                                                                   \
  }

ASCON_INLINE size_t shape_loop(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in, size_t n,
                               size_t rate, unsigned rounds, ascon_order order) {
  ASCON_BLOCK_LOOP(s, reg_rounds, rate, rounds, order);
}

#define ASCON_DEFINE_ABSORB(rate, rounds, order) ASCON_DEFINE_SHAPE(OP_ABSORB, rate, rounds, order)
#define ASCON_DEFINE_SQUEEZE(rate, rounds, order)                                                  \
  ASCON_DEFINE_SHAPE(OP_SQUEEZE, rate, rounds, order)
#define ASCON_DEFINE_CRYPT(rate, rounds, order)                                                    \
  ASCON_DEFINE_SHAPE(OP_ENCRYPT, rate, rounds, order)                                              \
  ASCON_DEFINE_SHAPE(OP_DECRYPT, rate, rounds, order)
ASCON_ABSORB_SHAPES(ASCON_DEFINE_ABSORB)
ASCON_SQUEEZE_SHAPES(ASCON_DEFINE_SQUEEZE)
ASCON_CRYPT_SHAPES(ASCON_DEFINE_CRYPT)

#define ASCON_TRY_SHAPE(OP, r, b, o)                                                               \
  if (op == OP && rate == r && rounds == b && order == o)                                          \
    return ASCON_SHAPE_NAME(OP, r, b, o)(s, out, in, n);
#define ASCON_TRY_ABSORB(rate, rounds, order) ASCON_TRY_SHAPE(OP_ABSORB, rate, rounds, order)
#define ASCON_TRY_SQUEEZE(rate, rounds, order) ASCON_TRY_SHAPE(OP_SQUEEZE, rate, rounds, order)
#define ASCON_TRY_CRYPT(rate, rounds, order)                                                       \
  ASCON_TRY_SHAPE(OP_ENCRYPT, rate, rounds, order)                                                 \
  ASCON_TRY_SHAPE(OP_DECRYPT, rate, rounds, order)

ASCON_INLINE size_t reg_blocks(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in, size_t n,
                               size_t rate, unsigned rounds, ascon_order order) {
  ASCON_ABSORB_SHAPES(ASCON_TRY_ABSORB)
  ASCON_SQUEEZE_SHAPES(ASCON_TRY_SQUEEZE)
  ASCON_CRYPT_SHAPES(ASCON_TRY_CRYPT)
  return 0;
}

#else

ASCON_MODE size_t reg_blocks(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in, size_t n,
                             size_t rate, unsigned rounds, ascon_order order) {
  ASCON_BLOCK_LOOP(s, reg_permute, rate, rounds, order);
}

#endif
#endif

#endif
