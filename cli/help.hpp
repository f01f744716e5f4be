// SPDX-License-Identifier: Apache-2.0 OR MIT
// The text that --help prints.
#pragma once

#include <string>

#include "options.hpp"

namespace asconkit::cli {

// Null means the program.
std::string help_text(const Subcommand *subcommand);

}  // namespace asconkit::cli
