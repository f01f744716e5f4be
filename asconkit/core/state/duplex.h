/* Strings through the state: absorbed, encrypted, decrypted or squeezed. One text for whole
   messages and for messages in pieces. core/state/shapes.h compiles it for each shape of blocks.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_DUPLEX_H
#define ASCON_DUPLEX_H

#ifndef BLOCK_FUNCTIONS_ALIGNMENT /* what the backend's block functions need of data pointers */
#define BLOCK_FUNCTIONS_ALIGNMENT 1
#endif

/* The attribute of functions for whole strings: see strings.h. A backend may have set it. */
#ifndef STRINGS
#if defined(STRINGS_IN_MODES) && ASCON_INLINE_MODE && !ASCON_COMPACT
#define STRINGS INLINED
#else
#define STRINGS OUTLINED
#endif
#endif

/* Whole blocks, each followed by the permutation; returns the bytes left. Absorbing and text take
   n >= rate bytes and leave less than the rate. Squeezing takes n > rate bytes and leaves 1 to
   `rate`: no permutation follows the last block of an output. */
typedef size_t block_function(state *s, uint8_t *out, const uint8_t *in, size_t n);

/* What strings depend on. */
typedef struct shape {
  uint8_t rate, rounds;
  uint8_t order;             /* byte_order */
  block_function *blocks[4]; /* by operation; NULL: none, every block takes the general way */
} shape;

/* 1: the block functions take data at these addresses. */
INLINED int is_aligned_for_blocks(operation op, const uint8_t *out, const uint8_t *in) {
  return (op == OP_ABSORB || (uintptr_t)out % BLOCK_FUNCTIONS_ALIGNMENT == 0) &&
         (op == OP_SQUEEZE || (uintptr_t)in % BLOCK_FUNCTIONS_ALIGNMENT == 0);
}

/* n bytes from byte `offset` of a block on: the head of a block that has begun, whole blocks, the
   tail. Returns the offset after them. A block that is full is permuted at once; of an output,
   only when more is asked for. Blocks that the block functions do not take, all of them if there
   are none, go the way of heads and tails. */
INLINED size_t duplex_string(state *s, const shape *p, operation op, size_t offset, uint8_t *out,
                             const uint8_t *in, size_t n) {
  const size_t most = op == OP_SQUEEZE ? p->rate : p->rate - 1u; /* that block functions leave */
  for (;;) {
    if (offset == 0 && n > most && !ASCON_COMPACT && p->blocks[op] != NULL &&
        (BLOCK_FUNCTIONS_ALIGNMENT == 1 || is_aligned_for_blocks(op, out, in))) {
      const size_t left = p->blocks[op](s, out, in, n);
      ASSUME(left <= most);
      if (op != OP_ABSORB) out += n - left;
      if (op != OP_SQUEEZE) in += n - left;
      n = left;
    }
    const size_t part = n < p->rate - offset ? n : p->rate - offset;
    state_bytes(s, op, offset, out, in, part, p->order);
    offset += part, n -= part;
    if (op == OP_SQUEEZE ? n == 0 : offset < p->rate) return offset;
    if (op != OP_ABSORB) out += part;
    if (op != OP_SQUEEZE) in += part;
    permute(s, p->rounds);
    offset = 0;
  }
}

#endif
