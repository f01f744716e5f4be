// In place of googletest where MemorySanitizer is. Strings and streams of the C++ library are
// compiled and not instrumented, and googletest uses them from its start on. Targets of the library
// use them in messages alone, which are dropped here: a failure prints its line and ends the
// process. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <iosfwd>
#include <string>

#define ASCONKIT_FUZZ_FAILURES_END_THE_PROCESS 1

namespace testing {

// Takes messages and drops them.
struct Failure {
  Failure(const char *file, int line, const char *what) {
    std::fprintf(stderr, "%s:%d: failure: %s\n", file, line, what);
  }
  ~Failure() { std::abort(); }
  template <typename T>
  const Failure &operator<<(const T &) const {
    return *this;
  }
};

struct Message {
  template <typename T>
  Message &operator<<(const T &) {
    return *this;
  }
};

// Numbers of other types compare as their values do.
template <typename A, typename B>
bool Equal(const A &a, const B &b) {
  return a == b;
}

template <typename T>
std::string PrintToString(const T &) {
  return "";
}

// Base of test classes in the headers of tests, which no fuzz target makes objects of.
template <typename T>
class TestWithParam {
 public:
  virtual ~TestWithParam() = default;
  static const T &GetParam() { std::abort(); }

 protected:
  virtual void SetUp() {}
  virtual void TearDown() {}
};

}  // namespace testing

#define ASCONKIT_EXPECT(condition, what)                                                           \
  switch (0)                                                                                       \
  case 0:                                                                                          \
  default:                                                                                         \
    if (condition)                                                                                 \
      ;                                                                                            \
    else ::testing::Failure(__FILE__, __LINE__, what)

#define EXPECT_TRUE(a) ASCONKIT_EXPECT(static_cast<bool>(a), #a)
#define EXPECT_FALSE(a) ASCONKIT_EXPECT(!static_cast<bool>(a), "not " #a)
#define EXPECT_EQ(a, b) ASCONKIT_EXPECT(::testing::Equal(a, b), #a " == " #b)
#define EXPECT_NE(a, b) ASCONKIT_EXPECT(!::testing::Equal(a, b), #a " != " #b)
#define EXPECT_LT(a, b) ASCONKIT_EXPECT((a) < (b), #a " < " #b)
#define EXPECT_LE(a, b) ASCONKIT_EXPECT((a) <= (b), #a " <= " #b)
#define EXPECT_GE(a, b) ASCONKIT_EXPECT((a) >= (b), #a " >= " #b)
#define ASSERT_TRUE EXPECT_TRUE
#define ASSERT_FALSE EXPECT_FALSE
#define ASSERT_EQ EXPECT_EQ
#define ASSERT_NE EXPECT_NE
#define SCOPED_TRACE(text) static_cast<void>(0)
