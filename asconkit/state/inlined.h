/* The engine that inlines block loops in the modes: a whole message is one function with constant
   parameters. On 64-bit processors, the state stays in registers from the first load to the last
   store. Calls in pieces, whose parameters are not constants, use block functions.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINE_H /* read alone */
#define BLOCKS_IN_MODES 1
#include "../backends/alone.h"
#endif

#ifndef ASCON_INLINED_H
#define ASCON_INLINED_H

#include "pieces.h"

#define FRAME_OF_BOTH_DIRECTIONS INLINED
#define FRAME_OF_MESSAGE OUTLINED AT_CACHE_LINE
#define FRAME_OF_KEYED_MESSAGE OUTLINED AT_CACHE_LINE

/* The stack below the public function, ASCON_STACK_BYTES of it, is cleared when the call ends. */
INLINED void clear_in_message(void *memory, size_t length) { (void)memory, (void)length; }
INLINED void clear_after_message(const params *p) {
  (void)p;
  clear_stack();
}

#ifdef STATE_WITHOUT_WORDS
/* A state without words is in memory anyway: every block goes the same way, state_bytes(). */
#include "duplex.h"

INLINED void absorb_padded(state *s, const params *p, const uint8_t *in, size_t n) {
  duplex(s, p, OP_ABSORB, NULL, in, n);
}

INLINED void crypt_padded(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                          size_t n) {
  duplex(s, p, op, out, in, n);
}

/* The last block like the others: state_bytes() takes any length. */
INLINED void squeeze(state *s, const params *p, uint8_t *out, size_t n) {
  for (;;) {
    size_t length = smaller(n, p->squeeze_rate);
    state_bytes(s, OP_SQUEEZE, 0, out, NULL, length, p->order);
    n -= length;
    if (n == 0) return;
    out += length;
    permute(s, p->rounds_b);
  }
}

#else
/* The last block and its padding. Written out for each word: an index that is a variable would put
   the state into memory. So that the end of the string is written out too, no iteration leaves the
   loop: what follows a way out is one text for all of them. 6 % of AEAD128 of 16 bytes with one
   word in a vector register, 20 % of decryption with Ascon-80pq in C without BMI (gcc 12). */
INLINED void run_last_block(state *s, operation op, cursor *c, size_t rate, byte_order order) {
  int ended = 0;
#pragma GCC unroll 5
  for (size_t i = 0; i < rate / 8; i++) {
    if (ended) continue;
    if (i + 1 < rate / 8 && c->left >= 8) {
      whole_word(s, op, i, c->out, c->in, order);
      advance(c, op, 8);
    } else {
      if (op == OP_ABSORB) absorb_end(s, i, c->in, c->left, order);
      else crypt_end(s, op, i, c->out, c->in, c->left, order);
      ended = 1;
    }
  }
}

/* The last block of output, a part of it or all; no permutation follows. */
INLINED void run_last_output(state *s, cursor *c, size_t rate, byte_order order) {
#pragma GCC unroll 2
  for (size_t i = 0; i < rate / 8; i++) {
    if (c->left >= 8) {
      whole_word(s, OP_SQUEEZE, i, c->out, NULL, order);
      advance(c, OP_SQUEEZE, 8);
    } else if (c->left != 0) {
      part_of_word(s, OP_SQUEEZE, i, 0, c->out, NULL, c->left, order);
      return;
    }
  }
}

/* Strings: whole blocks in a loop with the permutation inlined, then the end. */
INLINED void absorb_padded(state *s, const params *p, const uint8_t *in, size_t n) {
  cursor c = {NULL, in, n};
  run_blocks(s, OP_ABSORB, &c, p->rate, p->rounds_b, p->order, permute);
  run_last_block(s, OP_ABSORB, &c, p->rate, p->order);
}

INLINED void crypt_padded(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                          size_t n) {
  cursor c = {out, in, n};
  run_blocks(s, op, &c, p->rate, p->rounds_b, p->order, permute);
  run_last_block(s, op, &c, p->rate, p->order);
}

INLINED void squeeze(state *s, const params *p, uint8_t *out, size_t n) {
  cursor c = {out, NULL, n};
  run_blocks(s, OP_SQUEEZE, &c, p->squeeze_rate, p->rounds_b, p->order, permute);
  run_last_output(s, &c, p->squeeze_rate, p->order);
}

#endif

#endif
