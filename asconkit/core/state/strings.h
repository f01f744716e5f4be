/* Strings through the state: included at the end of every backend.h, which has said before what it
   has for whole blocks,

     BLOCKS        what the names of its block functions begin with, if they are in assembly
     BLOCKS_IN_C   defined: they are block_loop(), by whole_word() and all_rounds() of the backend
     STRINGS       INLINED: strings become part of each mode. OUTLINED: algorithms, operations and
                   calls in pieces share them.

   A mode's strings go by the functions of its algorithm's row, which shapes.h has for each shape of
   blocks.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_STRINGS_H
#define ASCON_STRINGS_H

/* How much stack a call clears is the backend's to say: secrets_in_c.h would have said it. */
#ifdef ASCON_SECRETS_IN_C_H
#error "include a backend.h before core/platform/secrets_in_c.h"
#endif

#if ASCON_PRINT_STATE
#include "trace.h"
#endif
#include "duplex.h"

/* The smallest code has no loops: every block takes the general way of duplex.h. */
#if defined(BLOCKS_IN_C) && !ASCON_COMPACT
/* Part of each mode, where the compiler knows shape and operation, if the backend wants that. */
#ifdef STRINGS_IN_MODES
#define BLOCK_LOOP INLINED
#else
#define BLOCK_LOOP OUTLINED
#endif
#define BLOCKS /* no prefix */

/* All whole blocks, n >= rate; of an output all but the last, n > rate. Returns the bytes left. The
   state is in registers for as long as there are blocks, if the processor has so many, and in the
   form of rounds: rounds.h. */
INLINED size_t block_loop(state *s, operation op, uint8_t *out, const uint8_t *in, size_t n,
                          size_t rate, unsigned rounds, byte_order order) {
  state local;
  ASSUME(op == OP_ABSORB || rate <= 16); /* word 2 is not read in the form of rounds */
  state_copy(&local, s);
  change_form(&local, rounds);
  for (; op == OP_SQUEEZE ? n > rate : n >= rate; n -= rate) {
#pragma GCC unroll 5
    for (size_t i = 0; i < rate / 8; i++)
      whole_word(&local, op, i, op == OP_ABSORB ? out : out + 8 * i,
                 op == OP_SQUEEZE ? in : in + 8 * i, order);
    all_rounds(&local, rounds);
    if (op != OP_ABSORB) out += rate;
    if (op != OP_SQUEEZE) in += rate;
  }
  change_form(&local, rounds);
  state_copy(s, &local);
  return n;
}
#endif

#include "shapes.h"

/* Whole strings: associated data, a message, a customization string; text; output. */
INLINED void whole_string(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                          size_t n) {
  if (op == OP_SQUEEZE) p->squeeze(s, op, out, NULL, n);
  else p->absorb(s, op, out, in, n);
}

/* The same in pieces, with parameters that are variables: one copy serves all algorithms. */
OUTLINED size_t duplex_piece(state *s, const params *p, operation op, size_t offset, uint8_t *out,
                             const uint8_t *in, size_t n) {
  return duplex_string(s, p->absorb_shape, op, offset, out, in, n);
}

OUTLINED size_t squeeze_piece(state *s, const params *p, size_t offset, uint8_t *out, size_t n) {
  return duplex_string(s, p->squeeze_shape, OP_SQUEEZE, offset, out, NULL, n);
}

#endif
