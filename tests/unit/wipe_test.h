// Calls run on a stack filled with a pattern, which is searched for secrets afterwards, and so are
// the vector registers. Not with the address sanitizer, which keeps local variables elsewhere.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "painted_stack.h"

namespace asconkit_test {

// The state of a context, in the backend's own form.
inline Bytes StateOf(const ascon_sponge_ctx &ctx) {
  return Bytes(ctx.state.words.w8, ctx.state.words.w8 + sizeof ctx.state.words.w8);
}

#if ASCON_TEST_ASAN
#define ASCON_SKIP_WIPING() GTEST_SKIP() << "the address sanitizer moves local variables"
#else
#define ASCON_SKIP_WIPING() static_cast<void>(0)
#endif

// What a careless function would do, which the search must find.
[[gnu::noinline]] inline void LeaveCopy(const uint8_t *secret) {
  uint8_t copy[8];
  std::memcpy(copy, secret, sizeof copy);
  __asm__ volatile("" : : "r"(copy) : "memory");
}

class StackSearch {
 public:
  // What the last call has left, and where.
  std::optional<std::string> Left(const Secrets &secrets) const {
    const Bytes &memory = stack_.memory(), &registers = stack_.registers();
    if (auto finding = secrets.Search(memory.data(), memory.size()))
      return finding->label + ", " + std::to_string(stack_.DepthOf(finding->place)) +
             " bytes below the call; the stack was used down to " + std::to_string(stack_.depth());
    if (auto finding = secrets.Search(registers.data(), registers.size()))
      return finding->label + " in vector register " +
             std::to_string(finding->place / PaintedStack::register_bytes());
    return std::nullopt;
  }

  template <typename Call>
  std::optional<std::string> LeftBy(const Secrets &secrets, const Call &call) {
    stack_.Run(call);
    deepest_ = std::max(deepest_, stack_.depth());
    return Left(secrets);
  }

  // Runs a call that has to return `expected` and to leave nothing.
  template <typename Call>
  void Check(const std::string &name, const Secrets &secrets, ascon_result expected,
             const Call &call) {
    ascon_result returned = ASCON_OK;
    const auto left = LeftBy(secrets, [&] { returned = call(); });
    EXPECT_EQ(returned, expected) << name;
    EXPECT_FALSE(left) << name << " left " << *left;
  }

  template <typename Call>
  bool Finds(const Secrets &secrets, const Call &call) {
    stack_.Run(call);
    return secrets.Search(stack_.memory().data(), stack_.memory().size()).has_value();
  }

  template <typename Context>
  void CheckZero(const Context &ctx, const std::string &name) {
    EXPECT_TRUE(IsWiped(ctx)) << name;
  }

  PaintedStack stack_;
  size_t deepest_ = 0;
};

class WipeTest : public BackendTest, public StackSearch {
 protected:
  void SetUp() override {
    ASCON_SKIP_WIPING();
    BackendTest::SetUp();
  }
  void TearDown() override {
    RecordProperty("stack_bytes", static_cast<int>(deepest_));
    BackendTest::TearDown();
  }
};

}  // namespace asconkit_test
