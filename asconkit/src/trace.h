/* ASCON_PRINT_STATE: one line per step, equal to those of `python -m spec trace`.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ASCON_TRACE_H
#define ASCON_TRACE_H

#if ASCON_PRINT_STATE
#include <inttypes.h>
#include <stdio.h>

ASCON_INLINE void reg_words(const ascon_reg *s, uint64_t words[5]);

ASCON_NOINLINE void ascon_trace(const char *label, const ascon_reg *s) {
  uint64_t words[5];
  reg_words(s, words);
  printf("%-10s", label);
  for (int i = 0; i < 5; i++) printf(" %016" PRIx64, words[i]);
  printf("\n");
}

ASCON_NOINLINE void ascon_trace_round(unsigned constant, const ascon_reg *s) {
  char label[16];
  snprintf(label, sizeof label, "round %02x", constant);
  ascon_trace(label, s);
}

#define ASCON_TRACE(label, s) ascon_trace(label, s)
#define ASCON_TRACE_ROUND(constant, s) ascon_trace_round(constant, s)
#else
#define ASCON_TRACE(label, s) ((void)(s))
#define ASCON_TRACE_ROUND(constant, s) ((void)(constant))
#endif

#endif
