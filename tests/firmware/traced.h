/* What programs of traced calls share: secrets, and the line after each call.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "asconkit/ascon_permutation.h"
#include "asconkit/ascon_prf.h"
#include "asconkit/ascon_v12.h"
#include "firmware.h"

#ifndef TRACED_SECRETS /* at least 2: what is compared */
#define TRACED_SECRETS 4
#endif

#ifndef TRACED_WRONG_BYTES /* of a tag, each in turn */
#define TRACED_WRONG_BYTES 16
#endif

#ifndef TRACED_STRIDE /* 2: with one secret every other of the wrong bytes, and so on */
#define TRACED_STRIDE 1
#endif

#ifndef TRACED_LEAK /* 1: a branch, 2: a table, 3: a comparison that ends early */
#define TRACED_LEAK 0
#endif

static int failures;
static uint8_t which; /* of the secrets is in use */

/* The wrong bytes of a tag in turn, up to `last`. All secrets together have all of them. */
#define FOR_WRONG_BYTES(i, last)                                                                   \
  for (int i = which % TRACED_STRIDE; i <= (last); i += TRACED_STRIDE)

static inline void expect(ascon_result result, ascon_result wanted) {
  if (result != wanted) failures++;
}

/* "CALL NUMBER": what of the call between the last two marks is public. */
static inline void report(const char *call, size_t n) {
  put_text(call);
  put_text(" ");
  put_number((uint32_t)n);
  put_text("\n");
}

static volatile uint8_t sink;
static volatile uint8_t table[256];

/* Planted leaks of two secret bytes. */
static inline void leak(uint8_t first, uint8_t second) {
  if (TRACED_LEAK == 1 && first & 1) sink++;
  if (TRACED_LEAK == 2) sink = table[second];
}

/* The third planted leak: of which byte of a tag is wrong. */
static inline void leak_of_tag(const uint8_t *tag, const uint8_t *good, uint8_t n) {
  if (TRACED_LEAK == 3)
    for (uint8_t i = 0; i < n && tag[i] == good[i]; i++) sink++;
}

/* All bits zero, all one, and those that look random. */
static inline void fill(uint8_t *bytes, size_t n, uint32_t seed) {
  for (size_t i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u + which;
    bytes[i] = which == 0 ? 0 : which == 1 ? 0xff : (uint8_t)(seed >> 24);
  }
}
