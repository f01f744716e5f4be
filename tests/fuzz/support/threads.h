// Threads that batches may share. For the targets of batches.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "tests/fuzz/support/input.h"
#include "tests/support/batches.h"

namespace asconkit_fuzz {

// Mostly none. The threads live as long as the process: to start them for each input takes long.
inline ascon_batch_pool *SomePool(Input &input) {
  if (!input.OneIn(8)) return nullptr;
  static const asconkit_test::TwoThreads threads;
  return threads.get();
}

}  // namespace asconkit_fuzz
