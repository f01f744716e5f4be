// A build with sanitizers of undefined behaviour must stop at each kind of fault that it is said to
// see, or the silence of all other tests shows nothing.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <gtest/gtest.h>

#include <climits>
#include <csignal>
#include <ostream>

#include "planted_undefined.h"

namespace asconkit_test {
namespace {

struct Fault {
  const char *name;
  void (*commit)(int);
  int argument;
  const char *report;
};

void PrintTo(const Fault &fault, std::ostream *out) { *out << fault.name; }

constexpr Fault kFaults[] = {
    // Undefined.
    {"SignedOverflow", planted_signed_overflow, INT_MAX, "signed integer overflow"},
    {"ShiftTooFar", planted_shift_too_far, 32, "shift exponent 32 is too large"},
    {"Division", planted_division, 0, "division by zero"},
    {"Index", planted_index, 4, "index 4 out of bounds"},
    {"Misaligned", planted_misaligned, 1, "misaligned address"},
    {"Null", planted_null, 0, "null pointer"},
    {"FloatCast", planted_float_cast, 1, "is outside the range of representable values"},
    {"FloatDivision", planted_float_division, 0, "division by zero"},
    {"Length", planted_length, 0, "variable length array bound evaluates to non-positive value"},
    {"PointerOverflow", planted_pointer_overflow, 1, "overflowed to"},
    // Defined, and meant only where MODULAR or a cast says so.
    {"UnsignedOverflow", planted_unsigned_overflow, 1, "unsigned integer overflow"},
    {"UnsignedShift", planted_unsigned_shift, 1, "left shift of"},
    {"Truncation", planted_truncation, 0x101, "implicit conversion"},
    {"SignChange", planted_sign_change, -1, "implicit conversion"},
};

class UndefinedDeathTest : public testing::TestWithParam<Fault> {};

TEST_P(UndefinedDeathTest, IsReported) {
  const Fault &fault = GetParam();
#ifdef ASCON_TEST_TRAPS
  // Where no library of the sanitizer is to be had: an invalid instruction ends the program,
  // without a word.
  EXPECT_EXIT(fault.commit(fault.argument), testing::KilledBySignal(SIGILL), "");
#else
  EXPECT_DEATH(fault.commit(fault.argument), fault.report);
#endif
}

std::string NameOf(const testing::TestParamInfo<Fault> &info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(EachKind, UndefinedDeathTest, testing::ValuesIn(kFaults), NameOf);

}  // namespace
}  // namespace asconkit_test
