/* The state interface: what a backend defines, and what follows from that.

   A backend's backend.h defines the type ascon_reg (the state while it is worked on) and

     reg_open(local, words)   the state of a context to work on: loaded into *local, or in place
     reg_close(words, state)  back to the context, and clears *local
     reg_init(state, lanes)   five words, the integers of the specification
     reg_permute(state, rounds)                   the last `rounds` of 16, 1..16, out of line
     reg_xor_bytes(state, offset, in, n, order)   state bytes offset.. ^= in; offset + n <= 40;
                                                  reads exactly n bytes of any alignment
     reg_get_bytes(state, offset, out, n, order)  writes exactly n bytes

   Optional, each with a macro that says so:
     ASCON_HAVE_REG_BYTES        reg_bytes(state, op, offset, out, in, n, order): any block_op, in
                                 place of the last two; out is in, or disjoint from it
     ASCON_HAVE_REG_XOR_BYTE     reg_xor_byte(state, offset, byte, order): padding, separation;
                                 byte is 01 or 80
     ASCON_HAVE_REG_COPY         reg_copy(to, from)
     ASCON_HAVE_REG_PAIR         reg_pair, pair_load(in, order), reg_xor_pair(state, i, pair): 16
                                 bytes in the state's form, and words i and i + 1 ^= them
     ASCON_HAVE_REG_KEYED        reg_keyed, reg_start(keyed, iv, key, nonce, order),
                                 reg_finish(keyed, tag, rate, rounds, order): start and end of AEAD
                                 with keys of 16 bytes, see assembly.h
     ASCON_HAVE_REG_BLOCK        reg_block(state, op, out, in, rate, order): one block at offset 0
     ASCON_HAVE_REG_ROUNDS       reg_rounds(state, rounds): the permutation to inline
     ASCON_HAVE_REG_LOOPS        reg_loops(state, op, out, in, n, rate, rounds, order): block loops
   of the backend's own; returns the bytes done, or 0 if it has none A lane-oriented C backend gets
   all but reg_init and reg_round from lanes.h and rounds.h; one in assembly all but its functions
   from lanes64.h or lanes_bi32.h and assembly.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_STATE_H
#define ASCON_STATE_H

#include "params.h"
#include "secrets.h"

/* What is done with data at the state. */
typedef enum block_op {
  OP_ABSORB,  /* state ^= in */
  OP_SQUEEZE, /* out = state */
  OP_ENCRYPT, /* state ^= in, out = state */
  OP_DECRYPT  /* out = state ^ in, state = in */
} block_op;

/* The constant of the round after which `left` - 1 rounds remain: 4b for the last one, f0 for the
   first of 12, 3c for the first of 16. One nibble counts up and the other one down. */
#define ASCON_ROUND_CONSTANT(left) ((((left) + 3u) & 15u) << 4 | ((12u - (left)) & 15u))

_Static_assert(ASCON_ROUND_CONSTANT(1u) == 0x4b && ASCON_ROUND_CONSTANT(12u) == 0xf0 &&
                   ASCON_ROUND_CONSTANT(13u) == 0x0f && ASCON_ROUND_CONSTANT(16u) == 0x3c,
               "round constants of SP 800-232, table 5");

#endif
