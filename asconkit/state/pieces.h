/* Strings in pieces, for the engines inlined.h and outlined.h: what is left of a block, whole
   blocks by block functions, the beginning of the next block.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINE_H /* read alone */
#include "../backends/alone.h"
#endif

#ifndef ASCON_PIECES_H
#define ASCON_PIECES_H

#include "blocks.h"
#include "keys.h"
#include "steps.h"

#ifndef BLOCK_FUNCTIONS_ALIGNMENT /* what the backend's block functions need of data pointers */
#define BLOCK_FUNCTIONS_ALIGNMENT 1
#endif

/* For data that the block function cannot take where it stands: block by block, by way of a place
   that is aligned. */
OUTLINED void run_unaligned_blocks(state *s, block_function *function, operation op, cursor *c,
                                   size_t rate) {
  union {
    uint64_t aligned[STATE_LENGTH / 8];
    uint8_t bytes[STATE_LENGTH];
  } block;
  const size_t least = op == OP_SQUEEZE ? rate + 1 : rate;
  while (c->left >= least) {
    if (op != OP_SQUEEZE) copy_bytes(block.bytes, c->in, rate);
    (void)function(s, block.bytes, block.bytes, least);
    if (op != OP_ABSORB) copy_bytes(c->out, block.bytes, rate);
    advance(c, op, rate);
  }
  zeroize(&block, sizeof block);
}

/* Whole blocks alone, of any operation, each followed by p->rounds_b rounds, by a block function of
   the backend; moves *c after them. Of an output it leaves the last block, whole or not, as no
   permutation follows it. */
INLINED void run_whole_blocks(state *s, const params *p, operation op, cursor *c) {
  const uintptr_t addresses =
      (op == OP_ABSORB ? 0 : (uintptr_t)c->out) | (op == OP_SQUEEZE ? 0 : (uintptr_t)c->in);
  const size_t rate = rate_of(p, op);
  block_function *const function = find_block_function(p, op);
  if (c->left < rate + (op == OP_SQUEEZE)) return;
  if (is_aligned(addresses, BLOCK_FUNCTIONS_ALIGNMENT)) {
    const size_t left = function(s, c->out, c->in, c->left);
    ASSUME(left <= rate);
    advance(c, op, c->left - left);
  } else {
    run_unaligned_blocks(s, function, op, c, rate);
    ASSUME(c->left <= rate);
  }
}

/* Puts n bytes, n > 0, through the state from byte `offset` of a block on, with the permutation
   after each whole block; returns the offset after them, less than the rate. */
OUTLINED size_t duplex_piece(state *s, const params *p, operation op, size_t offset, uint8_t *out,
                             const uint8_t *in, size_t n) {
  cursor c = {out, in, n};
  if (offset != 0) {
    size_t head = smaller(n, p->rate - offset);
    state_bytes(s, op, offset, out, in, head, p->order);
    advance(&c, op, head);
    if (offset + head < p->rate) return offset + head;
    permute(s, p->rounds_b);
  }
  run_whole_blocks(s, p, op, &c);
  if (c.left != 0) state_bytes(s, op, 0, c.out, c.in, c.left, p->order);
  return c.left;
}

/* Writes n bytes of output, n > 0, from byte `offset` of the current block on; returns the offset
   after them. A used-up block is replaced only when more is asked for. */
OUTLINED size_t squeeze_piece(state *s, const params *p, size_t offset, uint8_t *out, size_t n) {
  cursor c = {out, NULL, n};
  if (offset != 0) {
    size_t head = smaller(n, p->squeeze_rate - offset);
    state_bytes(s, OP_SQUEEZE, offset, out, NULL, head, p->order);
    if (head == n) return offset + head;
    advance(&c, OP_SQUEEZE, head);
    permute(s, p->rounds_b);
  }
  run_whole_blocks(s, p, OP_SQUEEZE, &c);
  state_bytes(s, OP_SQUEEZE, 0, c.out, NULL, c.left, p->order);
  return c.left;
}

#endif
