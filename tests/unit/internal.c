// The library's private functions by backend, for test_conformance.cpp; see the header. In C, as
// the private headers are.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "internal.h"

ascon_result test_state_xor(ascon_state *state, int order, const uint8_t *in, size_t bytes) {
  return ascon_permutation_xor(state, (ascon_order)order, 0, in, bytes);
}

ascon_result test_state_get(const ascon_state *state, int order, uint8_t *out, size_t bytes) {
  return ascon_permutation_get(state, (ascon_order)order, 0, out, bytes);
}

#if ASCON_TEST_INTERNALS
#include "asconkit/core/api/dispatched.h"
#include "asconkit/batch/engines/list.h"
#include "asconkit/core/platform/cpu.h"
#include "tests/support/algorithm_rows.h"

static const operation operations[] = {OP_ABSORB, OP_SQUEEZE, OP_ENCRYPT, OP_DECRYPT};

size_t test_backend_count(void) {
  size_t count = 0;
  while (ascon_dispatch_at(count)) count++;
  return count;
}

const char *test_backend_name(size_t backend) { return ascon_dispatch_at(backend)->name; }

int test_backend_preference(size_t backend, unsigned features) {
  return rank_of(ascon_dispatch_at(backend), features, 1);
}

int test_backend_available(size_t backend, unsigned features) {
  return can_run(ascon_dispatch_at(backend), features);
}

unsigned test_cpu_all(void) { return ASCON_CPU_ALL; }

unsigned test_cpu_features(void) { return ascon_cpu_features(); }

unsigned test_cpu_half_vectors(void) { return ASCON_CPU_HALF_VECTORS; }

size_t test_choose(unsigned features) { return best_number(ascon_dispatch_at, features, 1) - 1; }

TestEngine test_engine(size_t number, unsigned features, size_t count) {
  const candidate *engine = ascon_batch_engine_candidate(number);
  return (TestEngine){engine->name, can_run(engine, features), rank_of(engine, features, count),
                      engine->min_batch};
}

size_t test_engine_choice(unsigned features, size_t count) {
  return best_number(ascon_batch_engine_candidate, features, count) - 1;
}

void test_init(size_t backend, ascon_words *words, const uint64_t lanes[5]) {
  stored_set_row[backend + 1](words, lanes);
}

void test_permute(size_t backend, ascon_words *words, unsigned rounds) {
  stored_permute_row[backend + 1](words, rounds);
}

void test_bytes(size_t backend, ascon_words *words, int op, size_t offset, uint8_t *out,
                const uint8_t *in, size_t n, ascon_order order) {
  stored_bytes_row[backend + 1](words, operations[op], offset, out, in, n, order);
}

/* A row of the backend that has blocks of this shape: rows name their block functions. */
static const params *row_with(size_t backend, int op, size_t rate, unsigned rounds,
                              ascon_order order) {
  for (size_t i = 0; i < ASCON_ALGORITHM_COUNT; i++) {
    const params *p = ascon_any_at(i)->rows->params[backend + 1];
    const int has = op == TEST_SQUEEZE ? p->squeeze != NULL && p->squeeze_rate == rate
                                       : p->absorb != NULL && p->rate == rate;
    if (has && p->rounds_b == rounds && p->order == order) return p;
  }
  return NULL;
}

/* The functions for contexts, with a piece that is whole blocks. */
size_t test_blocks(size_t backend, ascon_words *words, int op, uint8_t *out, const uint8_t *in,
                   size_t n, size_t rate, unsigned rounds, ascon_order order) {
  const params *p = row_with(backend, op, rate, rounds, order);
  const size_t kept = op == TEST_SQUEEZE ? 1 : 0;
  size_t whole = 0;
  while (n - whole >= rate + kept) whole += rate;
  if (whole != 0 && op == TEST_SQUEEZE) {
    ascon_sponge_ctx ctx = {.state.words = *words, .params = p};
    sponge_pieces_squeeze_row[backend + 1](&ctx, out, whole);
    *words = ctx.state.words;
    test_permute(backend, words, rounds);
  } else if (whole != 0) {
    ascon_aead_ctx ctx = {.state.words = *words, .params = p};
    aead_pieces_update_row[backend + 1](&ctx, operations[op], out, in, whole);
    *words = ctx.state.words;
  }
  return whole;
}
#endif
