// SPDX-License-Identifier: Apache-2.0 OR MIT
// The grammar of the command line: one table of subcommands and their options. The parser, the
// help, the man pages and the completions come from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "asconkit/ascon_any.h"

namespace asconkit::cli {

// How the code asks for an option: arguments.given(Id::force).
enum class Id {
  algorithm,
  allow_costly_passphrase,
  argon2_lanes,
  argon2_memory,
  argon2_passes,
  backend,
  binary,
  check,
  chunk_size,
  customization,
  force,
  help,
  ignore_missing,
  json,
  key,
  length,
  output,
  passphrase,
  passphrase_file,
  quiet,
  raw,
  raw_key,
  recursive,
  refuse_unlisted,
  status,
  strict,
  tag,
  text,
  threads,
  tree,
  verify,
  version,
  warn,
  zero,
};

enum class Value { none, file, algorithm, backend, number, size, hex, text };

struct Option {
  Id id;
  char letter = '\0';  // '\0' if it has only a name
  const char *name;
  Value value = Value::none;
  const char *help;
  std::string fallback = {};           // the value if the option is not given
  std::vector<ascon_kind> kinds = {};  // of algorithms
  std::uint64_t least = 0;             // of numbers and sizes
  std::uint64_t most = UINT64_MAX;
  std::uint64_t unit = 1;            // bytes per unit of a size without a suffix
  std::optional<Id> only_with = {};  // the option without which it would be ignored
  bool may_be_empty = false;
  bool yields = false;  // an abbreviation of it and of another option means the other
};

struct Subcommand {
  const char *name;
  const char *summary;              // a phrase without full stop
  const char *operands;             // such as "[FILE...]", or ""
  std::vector<const char *> notes;  // paragraphs below the usage
  std::vector<Option> options;
  std::vector<std::vector<Id>> exclusive;  // of each group, at most one may be given
  const char *example;
  // Like coreutils' programs: one code for all failures, and two lines about bad usage.
  bool is_like_coreutils = false;
};

// About the program as a whole.
extern const char *const program_summary;
extern const char *const program_example;
extern const char *const option_rules;

struct ExitCode {
  int number;
  std::string meaning;
};
const std::vector<ExitCode> &exit_codes();

struct Variable {
  const char *name;
  const char *meaning;
};
const std::vector<Variable> &variables();

const std::vector<Subcommand> &subcommands();
const Subcommand *find_subcommand(std::string_view name);  // null if there is none
// Options that may also stand before the subcommand.
const std::vector<Option> &general_options();
// All options of a subcommand; null means only those of the program.
std::vector<Option> options_of(const Subcommand *subcommand);

// "--name".
std::string long_name(const Option &option);
// Such as "FILE"; empty if there is no value.
std::string placeholder(const Option &option);
// What the value has to be, as in "expected FILE".
std::string expected_value(const Option &option);
// The names that are valid values; empty if there is no such list.
std::vector<std::string> known_values(const Option &option);

}  // namespace asconkit::cli
