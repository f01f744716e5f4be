// SPDX-License-Identifier: Apache-2.0 OR MIT
// What getopt does and CLI11 does not.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace asconkit::cli {

// Lets the help show operands, such as "[FILE...]". CLI11 does not get to read them: it would
// split a file name like "[a,b]" into two.
void describe_operands(CLI::App &app, const std::string &operands, const std::string &description);

// What the parser has left over; throws in getopt's words if that has an unknown option.
std::vector<std::string> take_operands(const CLI::App &app);

// Cuts off and returns what follows "--".
std::vector<std::string> cut_operands(std::vector<std::string> &arguments);

// Cuts off and returns what can only be operands at the end, behind the first `from` arguments: the
// parser would take milliseconds for thousands of them.
std::vector<std::string> cut_last_operands(std::vector<std::string> &arguments, std::size_t from);

// Makes two arguments of "--name=": CLI11 would take the next one as the value.
void split_empty_values(std::vector<std::string> &arguments);

// The only operand, or `fallback` if there is none.
std::string single_operand(const std::vector<std::string> &operands, const std::string &fallback);

// Completes abbreviated long options, as --ignore-m; throws in getopt's words if one is
// ambiguous or has a value that it does not take.
void complete_long_options(const CLI::App &app, std::vector<std::string> &arguments);

}  // namespace asconkit::cli
