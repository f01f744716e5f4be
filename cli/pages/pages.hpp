// SPDX-License-Identifier: Apache-2.0 OR MIT
// Man pages and completions, written from the table of options when the command is built.
#pragma once

#include <string>

#include "../options.hpp"

namespace asconkit::cli {

// In mdoc(7). `subcommand` null: of the program. `date`: as "July 1, 2026".
std::string man_page(const Subcommand *subcommand, const std::string &date);

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace asconkit::cli
