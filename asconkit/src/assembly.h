/* The C side of a backend in assembly. Before this, its backend.h includes its config.h and
   lanes64.h or lanes_bi32.h, and defines

     ASCON_ASSEMBLY            the prefix of its functions, such as ascon_armv7m
     ASCON_ASSEMBLY_ALIGNMENT  what the block loops need of data pointers: 1, 4 or 8 bytes; other
                               data goes through the loops in C
     ASCON_ASSEMBLY_SQUEEZE    1: it has loops for squeezing too
     ASCON_ASSEMBLY_KEYED      1: it has the start and the end of AEAD

   Its .S files define, for `state` in the form of ascon_words,

     void   PREFIX_rounds(ascon_words *state, unsigned rounds)   the last `rounds` of 16, 1..16
     size_t PREFIX_OP_RATE_ROUNDS_ORDER(ascon_words *state, uint8_t *out, const uint8_t *in, size_t
   n)

   the latter with ASCON_INLINE_PERM for every shape of algorithm_table.h and every OP of absorb,
   encrypt, decrypt (and squeeze): blocks of RATE bytes, each followed by ROUNDS rounds. They return
   how many of the n bytes are left. All but squeeze are called with n >= RATE and go on while
   n >= RATE; squeeze is called with n > RATE and goes on while n > RATE. absorb ignores `out`,
   squeeze ignores `in`; for the others out is in, or disjoint from it.

   Start and end of AEAD with a key of 16 bytes, at all of which the state has 12 rounds:

     void PREFIX_start_ORDER(reg_keyed *keyed, const uint8_t *key, const uint8_t *nonce)
     void PREFIX_finish_RATE_ROUNDS_ORDER(reg_keyed *keyed, uint8_t *tag)

   The first finds the initial value in word 0 of the state. It leaves the key in the state's form
   behind the state, and the state as it is if there is no associated data: with the separation
   done. The second pads an empty last block; of the state only the tag remains, which is all of 16
   bytes. Pointers are as aligned as those of loops, and may point into *keyed.

   No function leaves secrets on the stack, and PREFIX_finish none in registers.
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
    return ASCON_LOOP_NAME(name, r, b, o)(s, out, in, n);
#define ASCON_TRY_ABSORB(rate, rounds, order) ASCON_TRY_LOOP(OP_ABSORB, absorb, rate, rounds, order)
#define ASCON_TRY_SQUEEZE(rate, rounds, order)                                                     \
  ASCON_TRY_LOOP(OP_SQUEEZE, squeeze, rate, rounds, order)
#define ASCON_TRY_CRYPT(rate, rounds, order)                                                       \
  ASCON_TRY_LOOP(OP_ENCRYPT, encrypt, rate, rounds, order)                                         \
  ASCON_TRY_LOOP(OP_DECRYPT, decrypt, rate, rounds, order)

/* The bytes left; all of them if there is no loop for this data. */
ASCON_INLINE size_t left_by_loops(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in,
                                  size_t n, size_t rate, unsigned rounds, ascon_order order) {
  uintptr_t places =
      (op == OP_ABSORB ? 0 : (uintptr_t)out) | (op == OP_SQUEEZE ? 0 : (uintptr_t)in);
  if (places % ASCON_ASSEMBLY_ALIGNMENT != 0 || n < rate) return n;
  ASCON_ABSORB_SHAPES(ASCON_TRY_ABSORB)
  ASCON_CRYPT_SHAPES(ASCON_TRY_CRYPT)
#if ASCON_ASSEMBLY_SQUEEZE
  if (n == rate) return n;
  ASCON_SQUEEZE_SHAPES(ASCON_TRY_SQUEEZE)
#endif
  return n;
}

ASCON_INLINE size_t reg_loops(ascon_reg *s, block_op op, uint8_t *out, const uint8_t *in, size_t n,
                              size_t rate, unsigned rounds, ascon_order order) {
  return n - left_by_loops(s, op, out, in, n, rate, rounds, order);
}

#if ASCON_ASSEMBLY_KEYED
#define ASCON_HAVE_REG_KEYED 1

/* The state of a call, and its key in the same form. */
typedef struct reg_keyed {
  ascon_reg state;
  reg_pair key;
} reg_keyed;

_Static_assert(offsetof(reg_keyed, key) == 40 && sizeof(reg_keyed) == 56,
               "where assembly looks for the key");

void ASCON_IN_ORDER(ASCON_ASSEMBLY, start, ASCON_LITTLE_ENDIAN)(reg_keyed *keyed,
                                                                const uint8_t *key,
                                                                const uint8_t *nonce);
void ASCON_IN_ORDER(ASCON_ASSEMBLY, start, ASCON_BIG_ENDIAN)(reg_keyed *keyed, const uint8_t *key,
                                                             const uint8_t *nonce);

ASCON_INLINE void reg_start(reg_keyed *keyed, uint64_t iv, const uint8_t *key, const uint8_t *nonce,
                            ascon_order order) {
  reg_set_lane(&keyed->state, 0, lane_of(iv));
  if (order == ASCON_LITTLE_ENDIAN)
    ASCON_IN_ORDER(ASCON_ASSEMBLY, start, ASCON_LITTLE_ENDIAN)(keyed, key, nonce);
  else ASCON_IN_ORDER(ASCON_ASSEMBLY, start, ASCON_BIG_ENDIAN)(keyed, key, nonce);
}

#define ASCON_DECLARE_FINISH(rate, rounds, order)                                                  \
  void ASCON_LOOP_NAME(finish, rate, rounds, order)(reg_keyed * keyed, uint8_t *tag);
ASCON_CRYPT_SHAPES(ASCON_DECLARE_FINISH)

#define ASCON_TRY_FINISH(r, b, o)                                                                  \
  if (rate == r && rounds == b && order == o) ASCON_LOOP_NAME(finish, r, b, o)(keyed, tag);
ASCON_INLINE void reg_finish(reg_keyed *keyed, uint8_t *tag, size_t rate, unsigned rounds,
                             ascon_order order) {
  ASCON_CRYPT_SHAPES(ASCON_TRY_FINISH)
}
#endif
#endif

#endif
