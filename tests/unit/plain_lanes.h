/* A vector engine in plain C, for tests of asconkit/batch, the modes of all vector engines, on any
   processor and under tools that do not know vector instructions: two "registers" of two lanes.

   The engine is named ENGINE. With PLANTED_BRANCH or PLANTED_INDEX it does what is forbidden.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "asconkit/ascon_config.h"

#define REGISTERS 2
#define LEAST_GROUP 1 /* all of them, so that lanes are tested */
#define LEAST_PRFSHORT 1
#define ASCON_STACK_BYTES 16384
#include "asconkit/core/platform/cpu.h"
#include "asconkit/core/platform/stack.h"

#define VECTOR_LANES 2
#include "asconkit/batch/engines/memory_lanes.h"

MODULAR INLINED uint64_t turn(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

/* SP 800-232, section 3: the S-box as boolean functions of five bits, then the linear layer. */
INLINED void round_of_lane(lane_vector s[5], size_t i, uint64_t constant) {
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

INLINED void vector_begin(lane_vector s[5], uint64_t constant) { (void)s, (void)constant; }
INLINED void vector_end(lane_vector s[5]) { (void)s; }

INLINED void vector_round(lane_vector s[5], const uint64_t *constants) {
#if PLANTED_BRANCH
  if (s[0].lane[0] == s[1].lane[0]) return;
#endif
  EACH_LANE(i) round_of_lane(s, i, constants[0]);
#if PLANTED_INDEX
  static const uint8_t table[256] = {1};
  s[0].lane[0] ^= table[s[0].lane[0] & 0xff];
#endif
}

/* The compiler's use of vector registers is cleared with the stack. */
INLINED void clear_vectors(void) {}

enum { ENGINE_NEEDS = 0 };

#include "asconkit/batch/engines/rounds.h"
#include "asconkit/batch/engine.h"

/* Never the best one. */
#define PLAIN_ENGINE_TABLE(name) ASCON_ENGINE_TABLE(name, -1)
PLAIN_ENGINE_TABLE(ENGINE);
