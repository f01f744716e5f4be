// ascon_state, the permutation for those who build modes, against the model; in every build.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "../support/model.h"

namespace asconkit_test {
namespace {

class State : public BackendTest {};
ASCON_ON_EVERY_BACKEND(State);

constexpr ascon_order kOrders[] = {ASCON_LITTLE_ENDIAN, ASCON_BIG_ENDIAN};

Bytes Content(const ascon_state &state, ascon_order order) {
  Bytes all(40);
  EXPECT_EQ(ascon_permutation_get(&state, order, 0, all.data(), all.size()), ASCON_OK);
  return all;
}

TEST_P(State, AllRoundCounts) {
  ASCON_TRACE_SEED();
  Random random(2);
  for (const Words &words : SomeStates(&random))
    for (unsigned rounds = 1; rounds <= 16; rounds++) {
      ascon_state state;
      Model model(words);
      ASSERT_EQ(ascon_permutation_init(&state, words.data()), ASCON_OK);
      ASSERT_EQ(ascon_permutation_apply(&state, rounds), ASCON_OK);
      model.Permute(rounds);
      for (ascon_order order : kOrders) {
        ASSERT_EQ(Content(state, order), model.GetAll(order)) << rounds << " rounds";
      }
    }
}

TEST_P(State, NoWordsAreZeros) {
  ascon_state state;
  ASSERT_EQ(ascon_permutation_init(&state, nullptr), ASCON_OK);
  EXPECT_EQ(Content(state, ASCON_BIG_ENDIAN), Bytes(40));
}

TEST_P(State, EveryOffsetAndLength) {
  ASCON_TRACE_SEED();
  Random random(3);
  for (ascon_order order : kOrders)
    for (size_t offset = 0; offset <= 40; offset++)
      for (size_t n = 0; offset + n <= 40; n++) {
        Words words = SomeStates(&random).back();
        Heap in(random.Some(n), n % 8), out(n, offset % 8);
        ascon_state state;
        Model model(words);
        ASSERT_EQ(ascon_permutation_init(&state, words.data()), ASCON_OK);
        ASSERT_EQ(ascon_permutation_get(&state, order, offset, out.nullable(), n), ASCON_OK);
        ASSERT_EQ(out.bytes(), model.Put(Operation::kSqueeze, offset, in.bytes(), order));
        ASSERT_EQ(ascon_permutation_xor(&state, order, offset, in.nullable(), n), ASCON_OK);
        model.Put(Operation::kAbsorb, offset, in.bytes(), order);
        ASSERT_EQ(Content(state, order), model.GetAll(order)) << offset << ", " << n << " bytes";
      }
}

TEST_P(State, CopiesGoOnAlike) {
  Random random(4);
  Words words = SomeStates(&random).back();
  ascon_state first, second;
  ASSERT_EQ(ascon_permutation_init(&first, words.data()), ASCON_OK);
  second = first;
  ASSERT_EQ(ascon_permutation_apply(&first, 12), ASCON_OK);
  ASSERT_EQ(ascon_permutation_apply(&second, 12), ASCON_OK);
  EXPECT_EQ(Content(first, ASCON_LITTLE_ENDIAN), Content(second, ASCON_LITTLE_ENDIAN));
}

}  // namespace
}  // namespace asconkit_test
