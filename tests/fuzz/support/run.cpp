// How a target ends; see the header. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/run.h"

#include <cstdlib>

#include <gtest/gtest.h>

#ifdef ASCONKIT_FUZZ_FAILURES_END_THE_PROCESS

void asconkit_fuzz::StopAtFailures() {}

#else

namespace asconkit_fuzz {
namespace {

// After googletest's own listener, which has printed the failure.
class Aborting : public ::testing::EmptyTestEventListener {
  void OnTestPartResult(const ::testing::TestPartResult &result) override {
    if (result.failed()) std::abort();
  }
};

}  // namespace

void StopAtFailures() {
  static const bool once = [] {
    ::testing::UnitTest::GetInstance()->listeners().Append(new Aborting);
    return true;
  }();
  static_cast<void>(once);
}

}  // namespace asconkit_fuzz

#endif
