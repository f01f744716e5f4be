// Self-tests (asconkit/self_test/ascon_self_test.h) on every backend.
// tests/build/test_self_tests.py plants
// faults. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "asconkit/self_test/ascon_self_test.h"

#include "../support/calls.h"

namespace asconkit_test {
namespace {

TEST(SelfTest, PassesOnEveryBackend) {
  for (const std::string &name : AvailableBackends()) {
    ASSERT_EQ(ascon_backend_force(name.c_str()), ASCON_OK);
    EXPECT_EQ(ascon_self_test(), 1) << name;
    EXPECT_EQ(ascon_self_test_aead128(), 1) << name;
    EXPECT_EQ(ascon_self_test_permutation(), 1) << name;
  }
  ASSERT_EQ(ascon_backend_force(nullptr), ASCON_OK);
}

}  // namespace
}  // namespace asconkit_test
