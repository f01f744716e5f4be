// A batch on every vector engine, as an array and as columns, in place and not: each message gets
// what the single call gives it, and nothing else is written.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/messages.h"
#include "tests/fuzz/support/run.h"

FUZZ_TARGET(input) {
  using asconkit_test::RunArray;
  using asconkit_test::RunColumns;
  constexpr size_t kMostMessages = 40;  // two groups of 16 lanes, and a part of one
  const asconkit_fuzz::Batch batch = asconkit_fuzz::SomeBatch(input, kMostMessages);
  const asconkit_test::Outcomes expected = Singles(batch.task, batch.messages);
  const auto &messages = batch.messages;
  const asconkit_fuzz::Bytes &key = messages[input.UpTo(messages.size() - 1)].c.key;
  asconkit_test::Setting setting = {batch.task, input.Flag() ? key : asconkit_fuzz::Bytes(),
                                    input.Flag()};
  asconkit_test::Random random(input.UpTo(0xffff));
  for (const char *engine : asconkit_fuzz::Engines()) {
    SCOPED_TRACE(std::string(engine) + ", " + Describe(messages.front().c));
    ASSERT_EQ(ascon_batch_engine_force(engine), ASCON_OK);
    EXPECT_EQ(RunArray(setting, messages, &random), expected);
    if (batch.equal_lengths) {
      setting.in_place = setting.in_place && messages.front().c.algorithm->kind == ASCON_KIND_AEAD;
      EXPECT_EQ(RunColumns(setting, messages, &random), expected);
    }
  }
}
