// Messages of a batch, for the targets of batches. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "tests/fuzz/support/input.h"
#include "tests/support/batches.h"

namespace asconkit_fuzz {

struct Batch {
  asconkit_test::Task task;
  asconkit_test::Messages messages;
  bool equal_lengths;
};

// Messages that belong into one batch: they share the algorithm, the tag's length and a
// customization string. Some of those to be opened or verified are forged.
Batch SomeBatch(Input &input, size_t most_messages);

}  // namespace asconkit_fuzz
