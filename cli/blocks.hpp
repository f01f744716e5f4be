// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reads a whole input in blocks. For mac, prf, xof and the digests of large files.
#pragma once

#include <functional>

#include "io.hpp"

namespace asconkit::cli {

// Reads to the end in blocks, with a progress bar.
void for_each_block(Input &input, const std::function<void(ConstBytes)> &use);

}  // namespace asconkit::cli
