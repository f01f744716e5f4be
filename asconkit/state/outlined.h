/* The engine for block loops that algorithms share: each shape of blocks (rate, rounds, byte order)
   is a function of its own, in C (block_functions.h) or in the backend's assembly, and so is the
   last block of each rate and byte order. What remains is inlined in the mode.
   So AEAD128 has 6176 bytes of code on Cortex-M3, 7584 with last blocks inlined, for 11
   instructions more in a message of 16 bytes.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_ENGINE_H /* read alone */
#include "../backends/alone.h"
#endif

#ifndef ASCON_OUTLINED_H
#define ASCON_OUTLINED_H

#include "last_blocks.h"
#include "pieces.h"

/* AEAD whose start and end assembly does. */
INLINED int has_assembly_ends(const params *p) {
  return p->kind == ASCON_KIND_AEAD && p->key_length == 16 && p->rounds_a == 12 && !p->nonce_mask;
}

#define FRAME_OF_BOTH_DIRECTIONS INLINED
#define FRAME_OF_KEYED_MESSAGE OUTLINED
#if AEAD_ENDS_IN_ASSEMBLY
/* A message works in the frame of the public function. Its secrets stand in a keyed_state or a
   state, which it zeroizes by name; all else that computes on secrets has a frame of its own,
   below, and the stack is cleared after it. */
#define FRAME_OF_MESSAGE INLINED
/* 1: C puts the key into the state itself, in a frame of the message's own. */
INLINED int has_key_in_c(const params *p) { return p->key_length != 0 && !has_assembly_ends(p); }
/* After a function that works on one block or one tag; called in the frame of the public function.
 */
INLINED void clear_behind(const params *p) {
  if (!has_key_in_c(p)) clear_block_frames();
}
INLINED void clear_in_message(void *memory, size_t length) { zeroize_words(memory, length); }
INLINED void clear_after_message(const params *p) {
  if (has_key_in_c(p)) clear_stack();
}
#else
#define FRAME_OF_MESSAGE OUTLINED
INLINED void clear_behind(const params *p) { (void)p; }
INLINED void clear_in_message(void *memory, size_t length) { (void)memory, (void)length; }
INLINED void clear_after_message(const params *p) {
  (void)p;
  clear_stack();
}
#endif

/* Whole blocks, then what is left of one. A block that is empty gets its padding alone, without a
   call and with nothing to clear. */
INLINED void absorb_padded(state *s, const params *p, const uint8_t *in, size_t n) {
  cursor c = {NULL, in, n};
  run_whole_blocks(s, p, OP_ABSORB, &c);
  if (c.left == 0) {
    pad(s, p, 0);
    return;
  }
  absorb_last_block(s, p, c.in, c.left);
  clear_behind(p);
}

/* The same with text. */
INLINED void crypt_padded(state *s, const params *p, operation op, uint8_t *out, const uint8_t *in,
                          size_t n) {
  cursor c = {out, in, n};
  run_whole_blocks(s, p, op, &c);
  if (c.left == 0) {
    pad(s, p, 0);
    return;
  }
  crypt_last_block(s, p, op, c.out, c.in, c.left);
  if (op == OP_ENCRYPT)
    clear_behind(p); /* decryption: finish_in_assembly() does so after it has compared tags */
}

/* All blocks but the last, then the last one, whole or not. */
INLINED void squeeze(state *s, const params *p, uint8_t *out, size_t n) {
  cursor c = {out, NULL, n};
  run_whole_blocks(s, p, OP_SQUEEZE, &c);
  squeeze_last_block(s, p, c.out, c.left);
  if (c.left % 8 != 0) clear_behind(p); /* whole words leave no copies in memory but the output */
}

#endif
