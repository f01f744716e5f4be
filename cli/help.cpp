// SPDX-License-Identifier: Apache-2.0 OR MIT
// The text of --help, from the table of options.
#include "help.hpp"

#include "text.hpp"

namespace asconkit::cli {

namespace {

constexpr std::size_t width = 100;
constexpr std::size_t column = 30;  // where descriptions begin

std::string row(const std::string &left, const std::string &description) {
  std::string start = "  " + left;
  bool fits = start.size() + 2 <= column;
  start += fits ? std::string(column - start.size(), ' ') : "\n" + std::string(column, ' ');
  return start + wrapped(description, column, width) + "\n";
}

std::string option_row(const Option &option) {
  std::string left = option.letter == '\0' ? "    " : std::string({'-', option.letter, ',', ' '});
  left += long_name(option);
  if (option.value != Value::none) left += ' ' + placeholder(option);
  std::string description = option.help;
  if (!option.fallback.empty()) description += ' ' + ('[' + option.fallback + ']');
  return row(left, description);
}

std::string option_rows(const Subcommand *subcommand) {
  std::string result = "\nOptions:\n";
  for (const Option &option : options_of(subcommand)) result += option_row(option);
  return result;
}

std::string program_help() {
  std::string result =
      "Usage: asconkit [OPTIONS] SUBCOMMAND ...\n"
      "";
  result += std::string(program_summary) + ".\n\nSubcommands:\n";
  for (const Subcommand &one : subcommands()) result += row(one.name, one.summary);
  return result + option_rows(nullptr) + "\nExample: " + program_example + "\n";
}

}  // namespace

std::string help_text(const Subcommand *subcommand) {
  if (subcommand == nullptr) return program_help();
  std::string operands = subcommand->operands;
  std::string result = std::string("Usage: asconkit ") + subcommand->name + " [OPTIONS]" +
                       (operands.empty() ? "" : " " + operands) + "\n" + subcommand->summary +
                       ".\n";
  for (const char *note : subcommand->notes) result += wrapped(note, 0, width) + "\n";
  return result + option_rows(subcommand) + "\nExample: " + subcommand->example + "\n";
}

}  // namespace asconkit::cli
