// Calls that C++ cannot make: of the table of backends, whose headers are C11, and with arguments
// outside an enumeration. internal.c defines them; test_conformance.cpp and
// other tests use them.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "asconkit/ascon_permutation.h"

#ifdef __cplusplus
extern "C" {
#endif

// ascon_permutation_xor() and ascon_permutation_get() with any number for the byte order.
ascon_result test_state_xor(ascon_state *state, int order, const uint8_t *in, size_t bytes);
ascon_result test_state_get(const ascon_state *state, int order, uint8_t *out, size_t bytes);

// The rest is in builds that choose a backend at run time (ASCON_TEST_INTERNALS).

enum { TEST_ABSORB, TEST_SQUEEZE, TEST_ENCRYPT, TEST_DECRYPT };

size_t test_backend_count(void);
const char *test_backend_name(size_t backend);
int test_backend_preference(size_t backend, unsigned features);
int test_backend_available(size_t backend, unsigned features);
unsigned test_cpu_all(void);
unsigned test_cpu_features(void);
unsigned test_cpu_half_vectors(void);
size_t test_choose(unsigned features);  // the chosen backend's number

// The engine with this number, on a processor with these features.
typedef struct TestEngine {
  const char *name;
  int available, preference;
  size_t min_batch;
} TestEngine;
TestEngine test_engine(size_t number, unsigned features, size_t count);
size_t test_engine_choice(unsigned features, size_t count);  // the chosen engine's number

void test_init(size_t backend, ascon_words *words, const uint64_t lanes[5]);
void test_permute(size_t backend, ascon_words *words, unsigned rounds);
void test_bytes(size_t backend, ascon_words *words, int op, size_t offset, uint8_t *out,
                const uint8_t *in, size_t n, ascon_order order);
size_t test_blocks(size_t backend, ascon_words *words, int op, uint8_t *out, const uint8_t *in,
                   size_t n, size_t rate, unsigned rounds, ascon_order order);

#ifdef __cplusplus
}
#endif
