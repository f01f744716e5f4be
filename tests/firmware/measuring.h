/* What the programs that measure calls share: each call between marks, its stack, a line of output,

     OPERATION BYTES STACK-BYTES CHECKSUM-OF-THE-RESULT RANDOM-WORDS

   the last being 0 where nothing is masked. Before each call, a function that does nothing is
   called: its count and stack are subtracted. SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "asconkit/ascon_permutation.h"
#include "asconkit/ascon_prf.h"
#include "asconkit/ascon_v12.h"
#include "firmware.h"

#ifndef MEASURE_PAINTED
#ifdef __AVR__
#define MEASURE_PAINTED 1024
#else
#define MEASURE_PAINTED 4096
#endif
#endif
enum { PAINTED = MEASURE_PAINTED }; /* bytes of stack that can be seen */

static int failures;
static uint32_t drawn; /* random words, since the last line */

/* Each run_*() calls through this, so that the null function is called by the same instructions. */
typedef void (*any_call)(void);
typedef void (*run)(any_call call, size_t bytes);

/* Paints the stack below its caller, or returns how many of those bytes have changed since then. */
static __attribute__((noinline)) size_t painted_stack(int paint) {
  volatile uint8_t area[PAINTED];
  __asm__("" : "=m"(area)); /* on purpose: what the last caller left there */
  size_t i = 0;
  if (paint)
    for (; i < PAINTED; i++) area[i] = 0xa5;
  else
    while (i < PAINTED && area[i] == 0xa5) i++;
  return PAINTED - i;
}

static size_t stack_of(run job, any_call call, size_t bytes) {
  painted_stack(1);
  job(call, bytes);
  return painted_stack(0);
}

static uint32_t checksum(uint32_t sum, const uint8_t *p, size_t n) {
  for (; n; n--) sum = (sum ^ *p++) * 16777619u;
  return sum;
}

static __attribute__((unused)) void expect_ok(ascon_result result) {
  if (result != ASCON_OK) failures++;
}

static void report(const char *operation, size_t bytes, size_t stack, uint32_t sum) {
  put_text(operation);
  put_text(" ");
  put_number((uint32_t)bytes);
  put_text(" ");
  put_number((uint32_t)stack);
  put_text(" ");
  put_hex((const uint8_t[]){(uint8_t)(sum >> 24), (uint8_t)(sum >> 16), (uint8_t)(sum >> 8),
                            (uint8_t)sum},
          4);
  put_text(" ");
  put_number(drawn);
  put_text("\n");
  drawn = 0;
}

static size_t measure(run job, any_call nothing, any_call call, size_t bytes) {
  size_t unused = stack_of(job, nothing, bytes);
  size_t used = stack_of(job, call, bytes);
  if (used == PAINTED) failures++; /* there may be more of it */
  return used - unused;
}

/* The inputs that tools/embedded/measuring.py computes the results of. */
static void set_inputs(uint8_t *input, size_t input_bytes, uint8_t *key, uint8_t key_bytes,
                       uint8_t *nonce) {
  for (size_t i = 0, value = 0; i < input_bytes; i++, value = value == 250 ? 0 : value + 1)
    input[i] = (uint8_t)value;
  for (uint8_t i = 0; i < key_bytes; i++) key[i] = (uint8_t)(3 * i + 1);
  for (uint8_t i = 0; i < 16; i++) nonce[i] = (uint8_t)(5 * i + 2);
}
