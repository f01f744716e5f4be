/* Data into and out of the state: single bytes, and loops over whole blocks with the permutation
   inside, where nearly all of the time goes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_BLOCKS_H
#define ASCON_BLOCKS_H

#include "algorithm_table.h"
#include "state.h"
#include "trace.h"

/* What a backend leaves out, in terms of reg_xor_bytes and reg_get_bytes. */
#ifndef ASCON_HAVE_REG_BYTES
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

ASCON_INLINE void reg_bytes(ascon_reg *s, block_op op, size_t offset, uint8_t *out,
                            const uint8_t *in, size_t n, ascon_order order) {
  if (op == OP_ABSORB || op == OP_ENCRYPT) reg_xor_bytes(s, offset, in, n, order);
  if (op == OP_SQUEEZE || op == OP_ENCRYPT) reg_get_bytes(s, offset, out, n, order);
  if (op == OP_DECRYPT) reg_decrypt_bytes(s, offset, out, in, n, order);
}
#endif

#if ASCON_PRINT_STATE
ASCON_INLINE void reg_words(const ascon_reg *s, uint64_t words[5]) {
  ascon_reg copy = *s;
  uint8_t bytes[ASCON_STATE_BYTES];
  reg_bytes(&copy, OP_SQUEEZE, 0, bytes, NULL, sizeof bytes, ASCON_LITTLE_ENDIAN);
  for (int i = 0; i < 5; i++) words[i] = ascon_load64(bytes + 8 * i, ASCON_LITTLE_ENDIAN);
}
#endif

/* How modes reach bytes of the state: inlined, or by a function for each byte order that all modes
   share. Those for one purpose have four arguments, as many as travel in registers. */
#if ASCON_COMPACT
#define ASCON_DEFINE_BYTES(suffix, order)                                                          \
  ASCON_NOINLINE void absorb_##suffix(ascon_reg *s, size_t offset, const uint8_t *in, size_t n) {  \
    reg_bytes(s, OP_ABSORB, offset, NULL, in, n, order);                                           \
  }                                                                                                \
  ASCON_NOINLINE void absorb16_##suffix(ascon_reg *s, size_t offset, const uint8_t *in) {          \
    ASCON_ASSUME(offset % 8 == 0);                                                                 \
    reg_bytes(s, OP_ABSORB, offset, NULL, in, 16, order);                                          \
  }                                                                                                \
  ASCON_NOINLINE void give_##suffix(ascon_reg *s, size_t offset, uint8_t *out, size_t n) {         \
    reg_bytes(s, OP_SQUEEZE, offset, out, NULL, n, order);                                         \
  }                                                                                                \
  ASCON_NOINLINE void crypt_##suffix(ascon_reg *s, uint8_t *out, const uint8_t *in, size_t n,      \
                                     size_t offset, block_op op) {                                 \
    ASCON_ASSUME(op != OP_SQUEEZE);                                                                \
    reg_bytes(s, op, offset, out, in, n, order);                                                   \
  }                                                                                                \
  ASCON_INLINE void transfer_##suffix(ascon_reg *s, block_op op, size_t offset, uint8_t *out,      \
                                      const uint8_t *in, size_t n) {                               \
    if (op == OP_SQUEEZE) give_##suffix(s, offset, out, n);                                        \
    else if (ASCON_IS(op, OP_ABSORB)) absorb_##suffix(s, offset, in, n);                           \
    else crypt_##suffix(s, out, in, n, offset, op);                                                \
  }
ASCON_DEFINE_BYTES(le, ASCON_LITTLE_ENDIAN)
ASCON_DEFINE_BYTES(be, ASCON_BIG_ENDIAN)

ASCON_MODE void transfer(ascon_reg *s, block_op op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, ascon_order order) {
  if (order == ASCON_LITTLE_ENDIAN) transfer_le(s, op, offset, out, in, n);
  else transfer_be(s, op, offset, out, in, n);
}
#else
ASCON_MODE void transfer(ascon_reg *s, block_op op, size_t offset, uint8_t *out, const uint8_t *in,
                         size_t n, ascon_order order) {
  reg_bytes(s, op, offset, out, in, n, order);
}
#endif

#if !defined(ASCON_HAVE_REG_XOR_BYTE) || !ASCON_INLINE_MODE
#define reg_xor_byte transfer_byte
ASCON_INLINE void transfer_byte(ascon_reg *s, size_t offset, uint8_t byte, ascon_order order) {
  transfer(s, OP_ABSORB, offset, NULL, &byte, 1, order);
}
#endif

#if !defined(ASCON_HAVE_REG_BLOCK) || !ASCON_INLINE_MODE || ASCON_COMPACT
#define reg_block transfer_block
ASCON_INLINE void transfer_block(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in,
                                 size_t rate, ascon_order order) {
  transfer(s, op, 0, out, in, rate, order);
}
#endif

ASCON_INLINE void trace_op(block_op op, const ascon_reg *s) {
  if (op == OP_ABSORB) ASCON_TRACE("absorb", s);
  if (op == OP_ENCRYPT) ASCON_TRACE("encrypt", s);
  if (op == OP_DECRYPT) ASCON_TRACE("decrypt", s);
}

/* Whole blocks, each followed by the permutation; returns the bytes done. Absorbing and text take
   all whole blocks. Squeezing leaves the last block, whole or not: no permutation follows it. */
#define ASCON_BLOCK_LOOP(s, permute, rate, rounds, order)                                          \
  size_t keep = op == OP_SQUEEZE ? 1 : 0;                                                          \
  while (n - done >= (rate) + keep) {                                                              \
    uint8_t *to = op == OP_ABSORB ? out : out + done;                                              \
    const uint8_t *from = op == OP_SQUEEZE ? in : in + done;                                       \
    reg_block(s, op, to, from, rate, order);                                                       \
    trace_op(op, s);                                                                               \
    permute(s, rounds);                                                                            \
    done += (rate);                                                                                \
  }                                                                                                \
  return done

#ifndef ASCON_HAVE_REG_COPY
ASCON_INLINE void reg_copy(ascon_reg *to, const ascon_reg *from) { *to = *from; }
#endif

#if defined(ASCON_HAVE_REG_LOOPS)

ASCON_MODE size_t reg_blocks(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in, size_t n,
                             size_t rate, unsigned rounds, ascon_order order) {
  size_t done = reg_loops(s, op, out, in, n, rate, rounds, order);
  if (done != 0) return done;
  ASCON_BLOCK_LOOP(s, reg_permute, rate, rounds, order);
}

#elif ASCON_INLINE_PERM && !ASCON_PRINT_STATE && defined(ASCON_HAVE_REG_ROUNDS)

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
    reg_copy(state, &local);                                                                       \
    return done;                                                                                   \
  }

ASCON_INLINE size_t shape_loop(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in, size_t n,
                               size_t rate, unsigned rounds, ascon_order order) {
  size_t done = 0;
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
  size_t done = 0;
  ASCON_BLOCK_LOOP(s, reg_permute, rate, rounds, order);
}

#endif

#endif
