/* The C side of a backend in assembly. Before this, its backend.h includes its config.h and
   lanes64.h or lanes_bi32.h, and defines

     ASCON_ASSEMBLY            the prefix of its functions, such as ascon_armv7m
     ASCON_ASSEMBLY_ALIGNMENT  what the block loops need of data pointers: 1, 4 or 8 bytes; other
                               data goes through the loops in C
     ASCON_ASSEMBLY_SQUEEZE    1: it has loops for squeezing too

   Its .S files define, for `state` in the form of ascon_words,

     void   PREFIX_rounds(ascon_words *state, unsigned rounds)   the last `rounds` of 16, 1..16
     size_t PREFIX_OP_RATE_ROUNDS_ORDER(ascon_words *state, uint8_t *out, const uint8_t *in, size_t
   n)

   the latter with ASCON_INLINE_PERM for every shape of algorithm_table.h and every OP of absorb,
   encrypt, decrypt (and squeeze): blocks of RATE bytes, each followed by ROUNDS rounds. They return
   how many of the n bytes are left. All but squeeze are called with n >= RATE and go on while
   n >= RATE; squeeze is called with n > RATE and goes on while n > RATE. absorb ignores `out`,
   squeeze ignores `in`; for the others out is in, or disjoint from it.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ASSEMBLY_H
#define ASCON_ASSEMBLY_H

#include "shapes.h"
#include "state.h"

#define ASCON_ASSEMBLY_NAME_JOINED(prefix, name) prefix##_##name
#define ASCON_ASSEMBLY_NAME_OF(prefix, name) ASCON_ASSEMBLY_NAME_JOINED(prefix, name)
#define ASCON_ASSEMBLY_NAME(name) ASCON_ASSEMBLY_NAME_OF(ASCON_ASSEMBLY, name)

void ASCON_ASSEMBLY_NAME(rounds)(ascon_words *state, unsigned rounds);

ASCON_INLINE void reg_permute(ascon_reg *s, unsigned rounds) {
  ASCON_ASSEMBLY_NAME(rounds)(s, rounds);
}

#if ASCON_INLINE_PERM && !ASCON_PRINT_STATE
#define ASCON_HAVE_REG_LOOPS 1

#define ASCON_LOOP_NAME(op, rate, rounds, order)                                                   \
  ASCON_SHAPE(ASCON_ASSEMBLY, op, rate, rounds, order)
#define ASCON_DECLARE_LOOP(op, rate, rounds, order)                                                \
  size_t ASCON_LOOP_NAME(op, rate, rounds, order)(ascon_words * state, uint8_t *out,               \
                                                  const uint8_t *in, size_t n);
#define ASCON_DECLARE_ABSORB(rate, rounds, order) ASCON_DECLARE_LOOP(absorb, rate, rounds, order)
#define ASCON_DECLARE_SQUEEZE(rate, rounds, order) ASCON_DECLARE_LOOP(squeeze, rate, rounds, order)
#define ASCON_DECLARE_CRYPT(rate, rounds, order)                                                   \
  ASCON_DECLARE_LOOP(encrypt, rate, rounds, order)                                                 \
  ASCON_DECLARE_LOOP(decrypt, rate, rounds, order)
ASCON_ABSORB_SHAPES(ASCON_DECLARE_ABSORB)
ASCON_CRYPT_SHAPES(ASCON_DECLARE_CRYPT)
#if ASCON_ASSEMBLY_SQUEEZE
ASCON_SQUEEZE_SHAPES(ASCON_DECLARE_SQUEEZE)
#endif

#define ASCON_TRY_LOOP(OP, name, r, b, o)                                                          \
  if (op == OP && rate == r && rounds == b && order == o)                                          \
    return n - ASCON_LOOP_NAME(name, r, b, o)(s, out, in, n);
#define ASCON_TRY_ABSORB(rate, rounds, order) ASCON_TRY_LOOP(OP_ABSORB, absorb, rate, rounds, order)
#define ASCON_TRY_SQUEEZE(rate, rounds, order)                                                     \
  ASCON_TRY_LOOP(OP_SQUEEZE, squeeze, rate, rounds, order)
#define ASCON_TRY_CRYPT(rate, rounds, order)                                                       \
  ASCON_TRY_LOOP(OP_ENCRYPT, encrypt, rate, rounds, order)                                         \
  ASCON_TRY_LOOP(OP_DECRYPT, decrypt, rate, rounds, order)

/* The bytes done; 0 if there is no loop for this data. */
ASCON_INLINE size_t reg_loops(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in, size_t n,
                              size_t rate, unsigned rounds, ascon_order order) {
  uintptr_t places =
      (op == OP_ABSORB ? 0 : (uintptr_t)out) | (op == OP_SQUEEZE ? 0 : (uintptr_t)in);
  if (places % ASCON_ASSEMBLY_ALIGNMENT != 0 || n < rate) return 0;
  ASCON_ABSORB_SHAPES(ASCON_TRY_ABSORB)
  ASCON_CRYPT_SHAPES(ASCON_TRY_CRYPT)
#if ASCON_ASSEMBLY_SQUEEZE
  if (n == rate) return 0;
  ASCON_SQUEEZE_SHAPES(ASCON_TRY_SQUEEZE)
#endif
  return 0;
}
#endif

#endif
