// One computation of any algorithm, in one call or in pieces. For the tests of C and C++, and for
// fuzzing.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <optional>

#include "any_kind.h"
#include "support.h"

namespace asconkit_test {

struct Case {
  const ascon_algorithm *algorithm;
  size_t out_bytes;  // of an AEAD: tag
  Bytes key, nonce;
  Bytes extra;  // associated data or customization
  Bytes text;
};

Case MakeCase(const ascon_algorithm *algorithm, size_t extra, size_t text, size_t out);

std::string Describe(const Case &c);

// The result, an AEAD's as ciphertext || tag. All buffers have their exact size; `skew` moves them
// off alignment.
Bytes Compute(const Case &c, size_t skew = 0);

using Lengths = std::vector<size_t>;
struct Pieces {
  Lengths extra, text, out;
};

// Pieces of the whole length each.
Pieces Whole(const Case &c);

Bytes ComputeInPieces(const Case &c, const Pieces &pieces);

// Decrypts; nothing if the tag is refused, after checking that the output is then all zeros.
// With `in_place` the ciphertext's buffer is the output.
std::optional<Bytes> Open(const Case &c, const Bytes &sealed, bool in_place, size_t skew = 0);
// Decrypts in pieces; nothing if the tag is refused.
std::optional<Bytes> OpenInPieces(const Case &c, const Bytes &sealed, const Pieces &pieces,
                                  bool in_place);

// The inputs of any_compute() and any_init() other than the text.
inline any_input InputOf(const Case &c) { return {c.key.data(), c.extra.data(), c.extra.size()}; }

}  // namespace asconkit_test
