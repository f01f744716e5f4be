// The choices that a fuzz target makes, each by some bytes of its input. Where the input has ended,
// every choice is the first one and every string is zeros, so that short inputs give whole
// computations.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <string>
#include <vector>

#include "tests/support/calls.h"

namespace asconkit_fuzz {

using asconkit_test::Bytes;
using asconkit_test::Case;
using asconkit_test::Lengths;

// Backends, and engines of batches, that this processor can run. No strings of the C++ library: see
// memory/.
std::vector<const char *> Backends();
std::vector<const char *> Engines();

class Input {
 public:
  Input(const uint8_t *data, size_t bytes) : provider_(data, bytes) {}

  size_t UpTo(size_t most) { return provider_.ConsumeIntegralInRange<size_t>(0, most); }
  // Once in `n`; not where the input has ended.
  bool OneIn(size_t n) { return UpTo(n - 1) == n - 1; }
  bool Flag() { return OneIn(2); }
  template <typename T>
  T OneOf(const std::vector<T> &all) {
    return all[UpTo(all.size() - 1)];
  }
  bool ended() { return provider_.remaining_bytes() == 0; }

  // The bytes that are left, for what is in no form.
  Bytes Rest() { return provider_.ConsumeRemainingBytes<uint8_t>(); }
  std::string RestAsText() { return provider_.ConsumeRemainingBytesAsString(); }

  // Mostly around whole blocks of `rate` bytes.
  size_t Length(size_t rate);
  // Bytes of the input, or bytes that are generated from a number in the input.
  Bytes Some(size_t n);
  // Lengths that add up to n, zeros among them.
  Lengths Pieces(size_t n);

  const char *Backend() { return OneOf(Backends()); }
  // NULL: the engine is the library's choice.
  const char *Engine() { return OneIn(8) ? nullptr : OneOf(Engines()); }
  // Lengths that the algorithm allows: of the text; of associated data or a customization string;
  // of the output, which of AEAD is the tag.
  size_t TextLength(const ascon_algorithm *algorithm);
  size_t ExtraLength(const ascon_algorithm *algorithm);
  size_t OutputLength(const ascon_algorithm *algorithm);
  // A computation with this algorithm.
  Case Computation(const ascon_algorithm *algorithm);
  Case Computation() { return Computation(OneOf(asconkit_test::Algorithms())); }

  // Flips a bit of the string; false if it has none.
  bool FlipBit(Bytes *string);

 private:
  FuzzedDataProvider provider_;
};

// Gives a string of n bytes to call(at, bytes) in pieces. Returns n, where the string ends.
template <typename Function>
size_t InPieces(Input &input, size_t n, const Function &call) {
  size_t at = 0;
  for (size_t bytes : input.Pieces(n)) {
    call(at, bytes);
    at += bytes;
  }
  return at;
}

}  // namespace asconkit_fuzz
