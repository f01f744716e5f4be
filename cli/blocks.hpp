// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reads a whole input in blocks. For mac, prf, xof and the digests of large files.
#pragma once

#include <cstddef>
#include <functional>

#include "io.hpp"

namespace asconkit::cli {

inline constexpr std::size_t usual_block = 64 * 1024;

// Reads to the end in blocks of this many bytes, with a progress bar.
void for_each_block(Input &input, const std::function<void(ConstBytes)> &use,
                    std::size_t block_bytes = usual_block);

}  // namespace asconkit::cli
