/* Lanes in plain C, one after the other: for tests of asconkit/batch/pipeline.h, the modes of all
   lane engines, on any processor and under tools that do not know vector instructions.

   The engine is named ENGINE. With PLANTED_BRANCH or PLANTED_INDEX it does what is forbidden.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCONKIT_TESTS_PLAIN_LANES_H
#define ASCONKIT_TESTS_PLAIN_LANES_H

#include "asconkit/ascon_config.h"

#define LANES 4
#define ASCON_STACK_BYTES 16384
#include "asconkit/platform/cpu.h"
#include "asconkit/platform/secrets.h"

typedef struct lane_words {
  uint64_t lane[LANES];
} lane_words;

#define EACH_PLAIN_LANE(i) for (size_t i = 0; i < LANES; i++)

INLINED lane_words lanes_load(const uint64_t words[LANES]) {
  lane_words x;
  EACH_PLAIN_LANE(i) x.lane[i] = words[i];
  return x;
}

INLINED void lanes_store(uint64_t words[LANES], lane_words x) {
  EACH_PLAIN_LANE(i) words[i] = x.lane[i];
}

INLINED lane_words lanes_xor(lane_words a, lane_words b) {
#if PLANTED_BRANCH
  if (a.lane[LANES - 1] == b.lane[LANES - 1]) return (lane_words){{0}};
#endif
  EACH_PLAIN_LANE(i) a.lane[i] ^= b.lane[i];
  return a;
}

INLINED uint64_t turn(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

/* SP 800-232, section 3: the S-box as boolean functions of five bits, then the linear layer. */
INLINED void round_of_lane(lane_words s[5], size_t i, uint64_t constant) {
  uint64_t x[5], y[5];
  for (int word = 0; word < 5; word++) x[word] = s[word].lane[i];
  x[2] ^= constant;
  x[0] ^= x[4], x[4] ^= x[3], x[2] ^= x[1];
  for (int word = 0; word < 5; word++) y[word] = x[word] ^ (~x[(word + 1) % 5] & x[(word + 2) % 5]);
  y[1] ^= y[0], y[0] ^= y[4], y[3] ^= y[2], y[2] = ~y[2];
  s[0].lane[i] = y[0] ^ turn(y[0], 19) ^ turn(y[0], 28);
  s[1].lane[i] = y[1] ^ turn(y[1], 61) ^ turn(y[1], 39);
  s[2].lane[i] = y[2] ^ turn(y[2], 1) ^ turn(y[2], 6);
  s[3].lane[i] = y[3] ^ turn(y[3], 10) ^ turn(y[3], 17);
  s[4].lane[i] = y[4] ^ turn(y[4], 7) ^ turn(y[4], 41);
}

INLINED void lanes_begin(lane_words s[5], uint64_t constant) { (void)s, (void)constant; }
INLINED void lanes_end(lane_words s[5]) { (void)s; }

INLINED void lanes_round(lane_words s[5], const uint64_t *constants) {
  EACH_PLAIN_LANE(i) round_of_lane(s, i, constants[0]);
#if PLANTED_INDEX
  static const uint8_t table[256] = {1};
  s[0].lane[0] ^= table[s[0].lane[0] & 0xff];
#endif
}

INLINED lane_words lanes_read_word(const uintptr_t rows[LANES], size_t at, ascon_order order) {
  lane_words x;
  EACH_PLAIN_LANE(i) x.lane[i] = load64((const uint8_t *)(rows[i] + at), order);
  return x;
}

INLINED void lanes_write_word(const uintptr_t rows[LANES], size_t at, lane_words x,
                              ascon_order order) {
  EACH_PLAIN_LANE(i) store64((uint8_t *)(rows[i] + at), x.lane[i], order);
}

INLINED void lanes_read_pair(lane_words d[2], const uintptr_t rows[LANES], size_t at,
                             ascon_order order) {
  d[0] = lanes_read_word(rows, at, order);
  d[1] = lanes_read_word(rows, at + 8, order);
}

INLINED void lanes_write_pair(const uintptr_t rows[LANES], size_t at, const lane_words d[2],
                              ascon_order order) {
  lanes_write_word(rows, at, d[0], order);
  lanes_write_word(rows, at + 8, d[1], order);
}

/* The compiler's use of vector registers is cleared with the stack. */
INLINED void lanes_forget(void) {}

static int engine_available(unsigned features) {
  (void)features;
  return 1;
}

#include "asconkit/batch/pipeline.h"

/* Never the best one. */
#define PLAIN_ENGINE_TABLE(name) ASCON_ENGINE_TABLE(name, -1, 1)
PLAIN_ENGINE_TABLE(ENGINE);

#endif
