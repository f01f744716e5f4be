// Nonces that are used twice under one key, which encryption of batches refuses.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <optional>

#include "arrow_column.hpp"
#include "repeated_nonces.hpp"

namespace asconkit {

/** Two rows that have the same nonce and the same key: the first one that is such a repetition, and
    what it repeats. Rows with a null are left out. Needs no interpreter. */
std::optional<RowPair> repeated_nonce(const ArrowColumn &key, const ArrowColumn &nonce);

}  // namespace asconkit
