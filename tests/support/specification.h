// What a computation gives according to the documents: the modes of spec/modes.py over the state of
// model.h, slow and simple, for comparisons that Python would be too slow for, such as fuzzing.
// Parameters come from the generated rows
// of the specification; no line is the library's. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "calls.h"

namespace asconkit_test {

// Lengths of strings in bits.
struct BitLengths {
  size_t extra, text, out;  // the output of an AEAD is its tag
};

// What Compute(c) has to give: an output, or ciphertext || tag. Zeros follow the last bit of each.
Bytes Specified(const Case &c);

// The same for the first bits of the strings of `c`.
Bytes Specified(const Case &c, const BitLengths &bits);

}  // namespace asconkit_test
