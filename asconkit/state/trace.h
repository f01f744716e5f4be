/* ASCON_PRINT_STATE: one line for each step, equal to those of `python -m spec trace`. Used by the
   modes and by compact.h, which every build that prints has as its engine.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "alone.h"

#ifndef ASCON_TRACE_H
#define ASCON_TRACE_H

#if ASCON_PRINT_STATE
#include <inttypes.h>
#include <stdio.h>

/* A label and the five words, as `python -m spec trace` prints them. */
OUTLINED void trace(const char *label, const state *s) {
  state copy = *s;
  uint8_t bytes[STATE_LENGTH];
  state_bytes(&copy, OP_SQUEEZE, 0, bytes, NULL, sizeof bytes, ASCON_LITTLE_ENDIAN);
  printf("%-10s", label);
  for (int i = 0; i < 5; i++) printf(" %016" PRIx64, load64(bytes + 8 * i, ASCON_LITTLE_ENDIAN));
  printf("\n");
}

/* The state after the round with this constant. */
OUTLINED void trace_round(unsigned constant, const state *s) {
  char label[16];
  snprintf(label, sizeof label, "round %02x", constant);
  trace(label, s);
}
#else
/* Other builds print nothing. */
INLINED void trace(const char *label, const state *s) { (void)label, (void)s; }
INLINED void trace_round(unsigned constant, const state *s) { (void)constant, (void)s; }
#endif

#endif
