// SPDX-License-Identifier: Apache-2.0 OR MIT
// Each command adds its options to the parser and gives what to run once they are read.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

#include "asconkit/ascon.h"
#include "errors.hpp"

namespace asconkit::cli {

struct Command {
  CLI::App *app;
  std::function<Exit(const std::vector<std::string> &operands)> run;
};

Command add_keygen(CLI::App &root);
Command add_encrypt(CLI::App &root);
Command add_decrypt(CLI::App &root);
Command add_sum(CLI::App &root);
Command add_mac(CLI::App &root);
Command add_xof(CLI::App &root);
Command add_info(CLI::App &root);

// The algorithm called `name`, which must be of one of `kinds`.
const ascon_algorithm *find_algorithm(const std::string &name, std::vector<ascon_kind> kinds);

}  // namespace asconkit::cli
