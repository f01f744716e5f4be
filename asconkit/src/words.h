/* The state operations on ascon_words, the form that contexts hold.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_WORDS_H
#define ASCON_WORDS_H

#include "blocks.h"

ASCON_NOINLINE void words_init(ascon_words *words, const uint64_t lanes[5]) {
  ascon_reg local, *s = reg_open(&local, words);
  reg_init(s, lanes);
  reg_close(words, s);
}

ASCON_NOINLINE void words_permute(ascon_words *words, unsigned rounds) {
  ascon_reg local, *s = reg_open(&local, words);
  reg_permute(s, rounds);
  reg_close(words, s);
}

ASCON_NOINLINE void words_bytes(ascon_words *words, block_op op, size_t offset, uint8_t *out,
                                const uint8_t *in, size_t n, ascon_order order) {
  ascon_reg local, *s = reg_open(&local, words);
  reg_bytes(s, op, offset, out, in, n, order);
  reg_close(words, s);
}

ASCON_NOINLINE size_t words_blocks(ascon_words *words, block_op op, uint8_t *out, const uint8_t *in,
                                   size_t n, size_t rate, unsigned rounds, ascon_order order) {
  ascon_reg local, *s = reg_open(&local, words);
  size_t done = reg_blocks(s, op, out, in, n, rate, rounds, order);
  reg_close(words, s);
  return done;
}

#endif
