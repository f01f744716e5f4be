// One computation of each algorithm with every state that it passes through. The states are secrets
// that must not be left in memory. For the tests of zeroizing. SPDX-License-Identifier: Apache-2.0
// OR MIT
#pragma once

#include "../support/calls.h"
#include "painted_stack.h"

namespace asconkit_test {

// The lengths of secret_lengths() in make_vectors.py, whose trace the states are.
Case SecretCase(const ascon_algorithm *a);

// Five words for each state, in the order of the computation.
const std::vector<uint64_t> &WordsOf(const ascon_algorithm *a);

enum class Tag { kPublic, kSecret };

// The secrets of SecretCase(). `result` is its result, for an AEAD ciphertext || tag.
Secrets SecretsOf(const Case &c, const Bytes &result, Tag tag);

}  // namespace asconkit_test
