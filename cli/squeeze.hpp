// SPDX-License-Identifier: Apache-2.0 OR MIT
// Output of any length, as `xof` and `prf` print it: -n, --raw and -f.
#pragma once

#include <functional>

#include "arguments.hpp"
#include "secret.hpp"

namespace asconkit::cli {

// Fails if bytes would go to a terminal, unless that is wanted.
void refuse_bytes_on_terminal(const Arguments &arguments);

// Prints `length` bytes, which `next` gives piece by piece.
void print_output(const Arguments &arguments, std::uint64_t length,
                  const std::function<void(Bytes)> &next);

}  // namespace asconkit::cli
