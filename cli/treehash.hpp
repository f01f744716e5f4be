// SPDX-License-Identifier: Apache-2.0 OR MIT
// The tree hash of `sum --tree` (docs/constructions/tree.md), as a row like those of the library's
// table, so that lines and messages name it in the same way: Ascon-Tree.
#pragma once

#include "asconkit/ascon_any.h"
#include "asconkit/tree/ascon_tree.h"

namespace asconkit::cli {

// Has a name, a kind and a size of output; the library's calls do not take it.
inline constexpr ascon_algorithm tree_row = {
    "ascon-tree", "asconkit", nullptr, nullptr, ASCON_KIND_HASH, 0, 0, 0, ASCON_TREE_BYTES, 0};

inline bool is_tree(const ascon_algorithm &algorithm) { return &algorithm == &tree_row; }

}  // namespace asconkit::cli
