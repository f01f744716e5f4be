// Messages of a batch; see the header. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/messages.h"

#include <algorithm>

namespace asconkit_fuzz {

using asconkit_test::Messages;
using asconkit_test::Random;

namespace {

// Another message that may be in the same batch as the first one.
Case Beside(const Case &first, bool equal_lengths, Input &input, Random *random) {
  const ascon_algorithm *a = first.algorithm;
  const bool aead = a->kind == ASCON_KIND_AEAD;
  const size_t text = equal_lengths ? first.text.size() : input.TextLength(a);
  const size_t extra = equal_lengths || !aead ? first.extra.size() : input.ExtraLength(a);
  const size_t out = equal_lengths || aead ? first.out_bytes : input.OutputLength(a);
  Case c = asconkit_test::RandomCase(a, extra, text, out, random);
  if (!aead) c.extra = first.extra;
  return c;
}

void Forge(Input &input, Messages *messages) {
  const size_t forgeries = input.UpTo(3);
  for (size_t i = 0; i < forgeries; i++)
    input.FlipBit(&(*messages)[input.UpTo(messages->size() - 1)].given);
}

}  // namespace

Batch SomeBatch(Input &input, size_t most_messages) {
  const Case first = input.Computation();
  Batch batch = {input.OneOf(asconkit_test::TasksOf(first.algorithm)), {}, input.Flag()};
  Random random(input.UpTo(0xffff));
  batch.messages.push_back({first});
  const size_t others = input.UpTo(most_messages - 1);
  for (size_t i = 0; i < others; i++)
    batch.messages.push_back({Beside(first, batch.equal_lengths, input, &random)});
  asconkit_test::Complete(batch.task, &batch.messages);
  Forge(input, &batch.messages);
  return batch;
}

}  // namespace asconkit_fuzz
