// Arguments of calls, right and wrong ones, and what a call with wrong ones may do: it returns what
// is wrong with one of them, and writes nothing.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "tests/fuzz/support/input.h"

namespace asconkit_fuzz {

inline constexpr uint8_t kUntouched = 0xee;

// What is wrong with a call.
using Faults = std::vector<ascon_result>;

// A call returns ASCON_OK, or one of its faults if it has any.
void ExpectReturned(ascon_result returned, const Faults &faults);

// A string that a call reads, which may be NULL although it has a length.
class Argument {
 public:
  Argument(Input &input, const Bytes &content, Faults *faults);
  Argument(Input &input, size_t bytes, Faults *faults)
      : Argument(input, input.Some(bytes), faults) {}
  const uint8_t *data() const { return is_null_ ? nullptr : memory_.nullable(); }
  size_t size() const { return content_.size(); }
  const Bytes &content() const { return content_; }

 private:
  Bytes content_;
  asconkit_test::Heap memory_;
  bool is_null_ = false;
};

// What a call writes, which may be NULL as well.
class Output {
 public:
  Output(Input &input, size_t bytes, Faults *faults);
  uint8_t *data() { return is_null_ ? nullptr : memory_.nullable(); }
  size_t size() const { return memory_.size(); }
  Bytes bytes() const { return memory_.bytes(); }
  bool is_untouched() const { return memory_.Holds(kUntouched); }

 private:
  asconkit_test::Heap memory_;
  bool is_null_ = false;
};

}  // namespace asconkit_fuzz
