// The same on every backend: computations, contexts that outlive a change of the backend, and the
// permutation with what is XORed into the state and read from it, which the model does too.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/run.h"
#include "tests/support/model.h"

namespace asconkit_fuzz {
namespace {

using asconkit_test::Describe;
using asconkit_test::Model;
using asconkit_test::Operation;
using asconkit_test::Pieces;

void Force(const char *backend) { ASSERT_EQ(ascon_backend_force(backend), ASCON_OK); }

void ExpectTheSame(Input &input) {
  const Case c = input.Computation();
  const Pieces pieces = {input.Pieces(c.extra.size()), input.Pieces(c.text.size()),
                         input.Pieces(c.out_bytes)};
  const size_t skew = input.UpTo(7);
  Bytes expected;
  for (const char *backend : Backends()) {
    Force(backend);
    const Bytes found = asconkit_test::Compute(c, skew);
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected) << backend << ", " << Describe(c);
    if (c.algorithm->kind == ASCON_KIND_PRFSHORT) continue;
    EXPECT_EQ(asconkit_test::ComputeInPieces(c, pieces), expected)
        << backend << ", " << Describe(c);
    if (c.algorithm->kind != ASCON_KIND_AEAD) continue;
    EXPECT_EQ(asconkit_test::Open(c, expected, input.Flag(), skew), c.text)
        << backend << ", " << Describe(c);
    EXPECT_EQ(asconkit_test::OpenInPieces(c, expected, pieces, input.Flag()), c.text)
        << backend << ", " << Describe(c);
  }
}

// A context keeps the backend that it was started with.
void ExpectToGoOn(Input &input) {
  const Case c = input.Computation(input.OneOf(asconkit_test::AlgorithmsOf(ASCON_KIND_XOF)));
  const Bytes expected = asconkit_test::Compute(c);
  Force(input.Backend());
  ascon_sponge_ctx context;
  ASSERT_EQ(ascon_any_sponge_init(&context, c.algorithm, nullptr, 0), ASCON_OK);
  size_t at = 0;
  for (size_t n : input.Pieces(c.text.size())) {
    Force(input.Backend());
    ASSERT_EQ(ascon_any_sponge_update(&context, c.text.data() + at, n), ASCON_OK);
    at += n;
  }
  Force(input.Backend());
  Bytes out(c.out_bytes);
  ASSERT_EQ(ascon_any_sponge_squeeze(&context, out.data(), out.size()), ASCON_OK);
  EXPECT_EQ(out, expected) << Describe(c);
}

// One operation on the state, as on the model.
void Operate(Input &input, ascon_state *state, Model *model) {
  const ascon_order order = input.Flag() ? ASCON_BIG_ENDIAN : ASCON_LITTLE_ENDIAN;
  const size_t offset = input.UpTo(40), n = input.UpTo(40 - offset);
  switch (input.UpTo(2)) {
    case 0: {
      const unsigned rounds = static_cast<unsigned>(16 - input.UpTo(15));
      ASSERT_EQ(ascon_permutation_apply(state, rounds), ASCON_OK);
      return model->Permute(rounds);
    }
    case 1: {
      const asconkit_test::Heap in(input.Some(n), offset % 8);
      ASSERT_EQ(ascon_permutation_xor(state, order, offset, in.nullable(), n), ASCON_OK);
      model->Put(Operation::kAbsorb, offset, in.bytes(), order);
      return;
    }
    default: {
      asconkit_test::Heap out(n, offset % 8);
      ASSERT_EQ(ascon_permutation_get(state, order, offset, out.nullable(), n), ASCON_OK);
      EXPECT_EQ(out.bytes(), model->Put(Operation::kSqueeze, offset, Bytes(n), order));
    }
  }
}

void ExpectThatOfTheModel(Input &input) {
  constexpr size_t kMostOperations = 20;
  Force(input.Backend());
  asconkit_test::Words words = {};
  asconkit_test::Random random(input.UpTo(0xffff));
  for (uint64_t &word : words) word = input.Flag() ? random.Word() : 0;
  ascon_state state;
  Model model(words);
  ASSERT_EQ(ascon_permutation_init(&state, words.data()), ASCON_OK);
  for (size_t i = 0; i < kMostOperations && !input.ended(); i++) Operate(input, &state, &model);
  Bytes all(40);
  ASSERT_EQ(ascon_permutation_get(&state, ASCON_LITTLE_ENDIAN, 0, all.data(), all.size()),
            ASCON_OK);
  EXPECT_EQ(all, model.GetAll(ASCON_LITTLE_ENDIAN));
}

}  // namespace
}  // namespace asconkit_fuzz

FUZZ_TARGET(input) {
  switch (input.UpTo(2)) {
    case 0: return asconkit_fuzz::ExpectTheSame(input);
    case 1: return asconkit_fuzz::ExpectToGoOn(input);
    default: return asconkit_fuzz::ExpectThatOfTheModel(input);
  }
}
