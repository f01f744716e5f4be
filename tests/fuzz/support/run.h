// What makes a file of library/, command/ or python/ a fuzz target: FUZZ_TARGET(input) { ... }. The
// first EXPECT_... or ASSERT_... of googletest that fails, and any exception that leaves the
// target, ends the process.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "tests/fuzz/support/input.h"

namespace asconkit_fuzz {

void StopAtFailures();

}  // namespace asconkit_fuzz

#define FUZZ_TARGET(input)                                                                         \
  static void RunTarget(asconkit_fuzz::Input &input);                                              \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {                       \
    asconkit_fuzz::StopAtFailures();                                                               \
    asconkit_fuzz::Input all(data, bytes);                                                         \
    RunTarget(all);                                                                                \
    return 0;                                                                                      \
  }                                                                                                \
  static void RunTarget(asconkit_fuzz::Input &input)
