// SPDX-License-Identifier: Apache-2.0 OR MIT
// Prints output of any length for xof and prf, as their options -n, --raw and -f say.
#pragma once

#include <cstdint>
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
