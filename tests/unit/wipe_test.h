// A test that runs calls on a stack filled with a pattern, on every backend, and searches the stack
// and the vector registers for secrets afterwards. Not with the address sanitizer, which keeps
// local variables elsewhere.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#ifndef ASCONKIT_TESTS_WIPE_TEST_H
#define ASCONKIT_TESTS_WIPE_TEST_H

#include <algorithm>
#include <cstring>
#include <string>

#include "painted_stack.h"

namespace asconkit_test {

// The state of a context, in the backend's own form.
inline Bytes StateOf(const ascon_sponge_ctx &ctx) {
  return Bytes(ctx.state.words.w8, ctx.state.words.w8 + sizeof ctx.state.words.w8);
}

class WipeTest : public BackendTest {
 protected:
  void SetUp() override {
#if ASCON_TEST_ASAN
    GTEST_SKIP() << "the address sanitizer moves local variables";
#endif
    BackendTest::SetUp();
  }
  void TearDown() override {
    RecordProperty("stack_bytes", static_cast<int>(deepest_));
    BackendTest::TearDown();
  }

  // Runs a call that has to return `expected` and searches its stack.
  template <typename Call>
  void Check(const std::string &name, const Secrets &secrets, ascon_result expected,
             const Call &call) {
    ascon_result returned = ASCON_OK;
    stack_.Run([&] { returned = call(); });
    deepest_ = std::max(deepest_, stack_.depth());
    EXPECT_EQ(returned, expected) << name;
    auto finding = secrets.Search(stack_.memory().data(), stack_.memory().size());
    EXPECT_FALSE(finding) << name << " left " << finding->label << ", "
                          << stack_.DepthOf(finding->place)
                          << " bytes below the call; the stack was used "
                          << "down to " << stack_.depth();
    finding = secrets.Search(stack_.registers().data(), stack_.registers().size());
    EXPECT_FALSE(finding) << name << " left " << finding->label << " in vector register "
                          << finding->place / PaintedStack::register_bytes();
  }

  template <typename Call>
  bool Finds(const Secrets &secrets, const Call &call) {
    stack_.Run(call);
    return secrets.Search(stack_.memory().data(), stack_.memory().size()).has_value();
  }

  template <typename Context>
  void CheckZero(const Context &ctx, const std::string &name) {
    const Context wiped = {};
    EXPECT_EQ(std::memcmp(&ctx, &wiped, sizeof ctx), 0) << name;
  }

  PaintedStack stack_;
  size_t deepest_ = 0;
};

}  // namespace asconkit_test

#endif
